"""What people tell of their machines, their games and their research: where things are, who plays whom, by what sign."""

from __future__ import annotations

import pytest

from assistant.extraction import rules
from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The NAS is a Synology DS920+ with four drives, it sits in the hallway cupboard.",
         {("NAS", "is_kept", "in the hallway cupboard")}),
        ("The spare key hangs behind the boiler.", {("spare key", "is_kept", "behind the boiler")}),
        ("The dog sits on the sofa.", set()),
        ("I've used 4 days of holiday so far.", set()),
        ("Upstairs is a student, Theo.", {("Theo", "is_a", "student")}),
        ("Chem 201 is with Pavel Horak, exam on 19 January in the Sports Hall.", set()),
        ("My probation review is on 12 March 2027 at 2pm.", {("me", "probation_review", "2027-03-12")}),
        ("I work Saturdays at a café called Bean There, 8 to 4.", {("me", "works_at", "Bean There")}),
        ("I share a flat with Saskia on Tanner Street.", {("me", "lives_with", "Saskia")}),
        ("My grandparents live in Kiel.", {("My grandparents", "lives_in", "Kiel")}),
        ("My NAS is on 192.168.1.20 and the router is on 192.168.1.1.",
         {("NAS", "ip_address", "192.168.1.20"), ("router", "ip_address", "192.168.1.1")}),
        ("The cluster login is idantas.", {("cluster login", "is", "idantas")}),
        ("The support contract with the practice is 20 hours a month.", {("support contract", "is", "20 hours a month")}),
        ("Kari from the dental practice called, their X-ray PC runs Windows 10.", {("X-ray PC", "runs", "Windows 10")}),
        ("My supervisor is Helena Duarte and my co-supervisor is Marc Oliveira in Faro.",
         {("me", "boss", "Helena Duarte"), ("me", "co_supervisor", "Marc Oliveira")}),
        ("My vice-captain is Jo.", {("me", "vice_captain", "Jo")}),
        ("Priya plays the wizard Adaeze and Marcus plays a paladin named Ser Aldous.",
         {("Priya", "plays", "Adaeze"), ("Adaeze", "is_a", "wizard"), ("Marcus", "plays", "Ser Aldous"),
          ("Ser Aldous", "is_a", "paladin")}),
        ("The Salt Crown was forged by the giant smith Uldra 900 years ago.", {("Salt Crown", "forged_by", "Uldra")}),
        ("The bridge was designed by the architect Anna Berg.",
         {("bridge", "designed_by", "Anna Berg"), ("Anna Berg", "is_a", "architect")}),
        ("Captain Dray of the Orlasse city guard is Quill's half-brother.", {("Quill", "half_brother", "Captain Dray")}),
        ("The studio John attends offers classes.", set()),
        ("The plumber Mike fixed the boiler.", {("Mike", "is_a", "plumber")}),
        ("The plumber, Waldek, charges 120.", {("Waldek", "is_a", "plumber")}),
        ("The teacher, I think, is ill.", set()),
        ("Mr and Mrs Wilk have a dog.", {("Mrs Wilk", "has", "a dog")}),
        ("My copy of Beloved is with Dana since the summer.", {("My copy of Beloved", "is_kept", "with Dana")}),
        ("The book is with the publisher.", set()),
        ("Tom told me I should quit my job at Bosch.", set()),
        ("Our insurance is with Allianz.", {("me", "insurance", "Allianz")}),
        ("I love my job at Bosch.", {("me", "works_at", "Bosch")}),
        ("I loved my job at Bosch.", set()),
        ("I quit my job at Bosch.", set()),
        ("My old job at Bosch was dull.", set()),
        ("Sofie has switched from soprano to alto.", set()),
        ("We switched from Slack to Zulip.", {("me", "uses", "Zulip")}),
        ("Maid of honour is my cousin Elisa.", {("me", "cousin", "Elisa"), ("Elisa", "is_a", "Maid of honour")}),
        ("The best man is my brother Dario.", {("me", "brother", "Dario"), ("Dario", "is_a", "best man")}),
        ("Elisa is my maid of honour.", {("me", "maid_of_honour", "Elisa")}),
        ("I work at the Bank of England.", {("me", "works_at", "Bank of England")}),
        ("I drive a 2014 Corsa called Gerald.", {("me", "drives", "Gerald"), ("Gerald", "is_a", "2014 Corsa")}),
        ("I met a man called Tom.", set()),
        ("I'm reading a beautiful novel called Salt.", {("Salt", "is_a", "novel")}),
        ("We're a small studio.", set()),
        ("I support Aston Villa, and Wale supports United, it's a problem.",
         {("me", "supports", "Aston Villa"), ("Wale", "supports", "United")}),
        ("My instructor is a Polish guy called Darek, £55 an hour.", {("me", "instructor", "Darek")}),
        ("Diesel is about £45 a day.", set()),
        ("I drive for a parcel company in Birmingham.", {("me", "works_for", "parcel company")}),
        ("I drive for hours.", set()),
        ("I owe the caretaker, Herr Popp, a bottle of wine.",
         {("Herr Popp", "is_a", "caretaker"), ("me", "owes", "the caretaker, Herr Popp, a bottle of wine")}),
        ("my student id is 201567843", {("me", "student_id", "201567843")}),
        ("My boss is Michelle Tran, head of husbandry.",
         {("me", "boss", "Michelle Tran"), ("Michelle Tran", "works_as", "head of husbandry")}),
        ("Michelle Tran is head of husbandry.", {("Michelle Tran", "works_as", "head of husbandry")}),
        ("My dissertation is on pressure ulcers, supervisor is Dr Helen Marsh.",
         {("me", "dissertation_supervisor", "Dr Helen Marsh")}),
        ("I'm a wedding photographer based in Porto.",
         {("me", "is_a", "wedding photographer"), ("me", "lives_in", "Porto")}),
        ("Marcus supports Leeds United and his sister Tasha plays for Leeds Women.", {("Marcus", "sister", "Tasha")}),
        ("we live on brudenell road", {("me", "lives_on", "brudenell road")}),
        ("i work weekends at the greggs on headrow", {("me", "works_at", "greggs"), ("me", "works", "weekends")}),
        ("I work at Acme on Heron.", {("me", "works_at", "Acme"), ("me", "works_on", "Heron")}),
    ],
)  # fmt: skip
def test_what_is_told_of_things_is_learned(text, facts):
    assert learned(text) == facts


def test_it_is_no_grandmother():
    told = rules.candidates("it's due 14th may 2027", history=["i visit nan every sunday afternoon"])
    assert [one for one in told if "nan" in one.subject.text] == []


def test_whoever_hates_is_meant_by_what_is_theirs_and_not_whom_an_earlier_message_named():
    told = rules.candidates(
        "Sirae hates the Ember Court because they burned her village, Fenhollow.",
        history=["Lieutenant Isolde Marr took over the city guard after that."],
    )
    assert {(one.subject.text, one.predicate) for one in told} == {("Sirae", "village"), ("Sirae", "dislikes")}
