"""What people tell of a day: whose sentences run on, leave words out, or say when something ends."""

from __future__ import annotations

import pytest

from assistant.bench.labelled import SAID_AT
from assistant.extraction import rules
from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        # who does it
        ("My husband Luca and I live in Turin.",
         {("me", "married_to", "Luca"), ("Luca", "lives_in", "Turin"), ("me", "lives_in", "Turin")}),
        ("Zoe and I founded Kite in 2019.", {("Zoe", "founded", "Kite"), ("me", "founded", "Kite")}),
        ("Sarah works at Google and her brother at Amazon.", {("Sarah", "works_at", "Google")}),
        ("Sarah works at Google and my brother at Amazon.",
         {("Sarah", "works_at", "Google"), ("my brother", "works_at", "Amazon")}),
        ("My sister lives in Rome, my brother in Oslo and my parents in Kassel.",
         {("My sister", "lives_in", "Rome"), ("my brother", "lives_in", "Oslo"), ("my parents", "lives_in", "Kassel")}),
        ("My dad Lars lives in Umeå and my mum Ingrid in Uppsala.",
         {("me", "father", "Lars"), ("me", "mother", "Ingrid"), ("Lars", "lives_in", "Umeå"), ("Ingrid", "lives_in", "Uppsala")}),
        ("Anna works at Bosch and Ben at Siemens.", {("Anna", "works_at", "Bosch"), ("Ben", "works_at", "Siemens")}),
        ("I lived in Bern and Biel in Switzerland.", {("me", "lived_in", "Bern")}),
        ("I met Ole in 2021, he lives in Oslo.", {("me", "met", "Ole"), ("Ole", "lives_in", "Oslo")}),
        ("Clara's parents, Hans and Ute, live in Kiel.",
         {("Clara", "parent", "Hans"), ("Clara", "parent", "Ute"), ("Hans", "lives_in", "Kiel"), ("Ute", "lives_in", "Kiel")}),
        ("Our favourite restaurant is Nando's on High Street.", {("me", "favourite_restaurant", "Nando's")}),
        ("My friend is Tom, and Tom's from Cork.", {("me", "friend", "Tom"), ("Tom", "from", "Cork")}),
        ("Philipp is a paediatrician at the Altona children's hospital.",
         {("Philipp", "is_a", "paediatrician"), ("Philipp", "works_at", "Altona children's hospital")}),
        ("Philipp is a nurse at St Mary's hospital.",
         {("Philipp", "is_a", "nurse"), ("Philipp", "works_at", "St Mary's hospital")}),
        ("Tom is a teacher at Anna's school.", {("Tom", "is_a", "teacher")}),
        ("My GP is Dr. Wolff and my dentist is Petra.", {("me", "gp", "Dr. Wolff"), ("me", "dentist", "Petra")}),
        ("I moved to Graz in 2015, before that I lived in Bonn.", {("me", "lives_in", "Graz"), ("me", "lived_in", "Bonn")}),
        ("We had three children: Alan, Fiona and Derek.",
         {("me", "child", "Alan"), ("me", "child", "Fiona"), ("me", "child", "Derek")}),
        ("My boy Tim is 4.", {("me", "son", "Tim"), ("Tim", "age", "4")}),
        ("We have three children: Max, Ida and Theo.", {("me", "child", one) for one in ("Max", "Ida", "Theo")}),
        ("We have twins, Alma and Storm.", {("me", "child", "Alma"), ("me", "child", "Storm")}),
        ("I visit her every Sunday.", set()),
        ("I weigh myself every morning.", set()),
        ("I told my sister I'd lend her 200 euros.", set()),
        ("I'm all ears.", set()),
        ("I had two dogs, Rex and Bo.", set()),
        ("Lucy is a student at Leeds Beckett, she can only work weekends.",
         {("Lucy", "is_a", "student"), ("Lucy", "studies_at", "Leeds Beckett")}),
        ("Imogen is allergic to sesame so she never handles the buns.", {("Imogen", "allergic_to", "sesame")}),
        ("I got it from my old boss Helen.", {("me", "old_boss", "Helen")}),
        ("My former boss Ann lives in Bath.", {("me", "former_boss", "Ann"), ("Ann", "lives_in", "Bath")}),
        ("My ex-boss Ann lives in Bath.", {("me", "former_boss", "Ann"), ("Ann", "lives_in", "Bath")}),
        ("My old friend Ann lives in Bath.", {("me", "friend", "Ann"), ("Ann", "lives_in", "Bath")}),
        ("The estate agent there is Simon Gledhill from Dacre.", {("Simon Gledhill", "is_a", "estate agent")}),
        ("Our bestsellers are the cardamom buns.", {("me", "bestseller", "cardamom buns")}),
        ("I don't eat pork, not for religious reasons, I just can't stand the smell.",
         {("me", "does_not_eat", "pork")}),
        ("I don't eat pork for breakfast.", set()),
        ("I'm a widower, 71, retired harbour pilot from Bergen.",
         {("me", "is_a", "widower"), ("me", "age", "71"), ("me", "is_a", "retired harbour pilot"), ("me", "from", "Bergen")}),
        ("My daughter Solveig lives in Trondheim with the boys, Eirik (9) and Jonas (6).",
         {("me", "daughter", "Solveig"), ("Solveig", "lives_in", "Trondheim"), ("Eirik", "age", "9"), ("Jonas", "age", "6")}),
        ("I have a boat, a 27 foot Folkboat called Havsule.", {("me", "boat", "Havsule")}),
        ("My dentist retired, the new one is called Maria Nilsen.",
         {("My dentist", "is", "retired"), ("me", "dentist", "Maria Nilsen")}),
        ("Arne has got a new job, he's now at Equinor.", {("Arne", "works_at", "Equinor")}),
        ("Arne has got a cold, he's now at Haukeland.", set()),
        ("I can't stand the smell of petrol.", {("me", "dislikes", "smell of petrol")}),
        # when it ends
        ("I'm working on the Dreisam bridge project, it's due on 30 June 2027.",
         {("me", "works_on", "Dreisam bridge project"), ("Dreisam bridge project", "due", "2027-06-30")}),
        ("Jack passed away in 2015.", {("Jack", "died_on", "2015")}),
        ("hi, i'm jonas, 23", {("me", "name", "Jonas"), ("me", "age", "23")}),
        ("my sister Anna studies in Bonn, she's from Kiel", {("me", "sister", "Anna"), ("Anna", "from", "Kiel")}),
        ("Meltem works at the Apollo cinema on weekends", {("Meltem", "works_at", "Apollo cinema")}),
        (
            "My late husband Ernst died in 2015, we were married for 38 years.",
            {("me", "late_husband", "Ernst"), ("Ernst", "died_on", "2015")},
        ),
        ("My wife Ada passed away in 2019.", {("me", "late_wife", "Ada"), ("Ada", "died_on", "2019")}),
        ("My late father Anton was a railwayman.", {("me", "father", "Anton"), ("Anton", "was_a", "railwayman")}),
        (
            "Peter's wife is Louise and their daughter Claire is getting married in Halifax.",
            {("Peter", "married_to", "Louise"), ("Peter", "daughter", "Claire"), ("Louise", "daughter", "Claire")},
        ),
        ("My aunt died yesterday.", {("My aunt", "died_on", "2026-02-28")}),
        ("My uncle died in March.", {("My uncle", "died_on", "March 2025")}),
        ("My aunt died last week.", set()),
        ("My aunt died two weeks ago.", set()),
        ("My aunt died three months ago.", {("My aunt", "died_on", "December 2025")}),
        ("My aunt died five years ago.", {("My aunt", "died_on", "2021")}),
        ("My aunt died three days ago.", {("My aunt", "died_on", "2026-02-26")}),
        ("My battery died yesterday.", set()),
        ("If Jack died in 2015, I never knew him.", set()),
        ("My passport expires in May 2028.", {("My passport", "expires_on", "May 2028")}),
        ("My passport expires on 3 May 2028.", {("My passport", "expires_on", "2028-05-03")}),
        ("My thesis is due in May.", {("My thesis", "due", "May 2026")}),
        ("My thesis is due in February.", {("My thesis", "due", "February 2027")}),
        ("My contract ends on 31 March.", {("My contract", "ends", "2026-03-31")}),
        ("I'm doing a part-time master's in statistics at Mannheim.",
         {("me", "studies", "statistics"), ("me", "studies_at", "Mannheim")}),
        ("My German is B2.", {("me", "speaks", "German")}),
        # when it is
        ("Dad's funeral is on Monday at St Mary's.", {("my dad", "funeral", "2026-03-02")}),
        ("Our wedding is on 5 September.", {("me", "wedding", "2026-09-05")}),
        ("Our wedding anniversary is on 5 September.", {("me", "wedding_anniversary", "5 September")}),
        ("Mum's operation is on the 14th.", {("my mum", "operation", "2026-03-14")}),
        ("Tom's party is tomorrow.", {("Tom", "party", "2026-03-02")}),
        ("My day off is Monday.", set()),
        # what it is
        ("We've got a cat, Miso. Miso is the fat one.", {("me", "pet", "Miso"), ("Miso", "is_a", "cat")}),
        ("I can't stand my neighbour Mr. Brandt.", {("me", "neighbour", "Mr. Brandt"), ("me", "dislikes", "Mr. Brandt")}),
        ("My favourite authors are Ursula Le Guin and Terry Pratchett.",
         {("me", "favourite_author", "Ursula Le Guin"), ("me", "favourite_author", "Terry Pratchett")}),
        ("My phone is dead.", set()),
        ("My phone is 555-0199.", {("me", "phone", "555-0199")}),
        ("My locker number is 12-88.", {("me", "locker_number", "12-88")}),
        ("I have type 1 diabetes.", {("me", "has", "type 1 diabetes")}),
        ("Moritz is married to Petra, who is a dentist from Graz.",
         {("Moritz", "married_to", "Petra"), ("Petra", "is_a", "dentist"), ("Petra", "from", "Graz")}),
        ("Kemal speaks Turkish, German and English.",
         {("Kemal", "speaks", "Turkish"), ("Kemal", "speaks", "German"), ("Kemal", "speaks", "English")}),
        ("Our car insurance is with Allianz.", {("me", "car_insurance", "Allianz")}),
        ("Nina got promoted to head of marketing.", {("Nina", "works_as", "head of marketing")}),
        ("I have a brother, Felix, who's a pilot with Lufthansa.",
         {("me", "brother", "Felix"), ("Felix", "is_a", "pilot"), ("Felix", "works_for", "Lufthansa")}),
        ("Tom is 40 on Friday.", {("Tom", "birthday", "6 March"), ("Tom", "born_on", "1986-03-06")}),
        ("dad is 70 next week", set()),
        ("My favourite film is Stalker and my favourite food is pierogi.",
         {("me", "favourite_film", "Stalker"), ("me", "favourite_food", "pierogi")}),
        ("I don't like mushrooms.", {("me", "dislikes", "mushrooms")}),
        ("Emil doesn't really like fish.", {("Emil", "dislikes", "fish")}),
        ("I don't like to drive at night.", set()),
        ("I didn't like the film.", set()),
        ("I don't like it when it rains.", set()),
        ("Our flour supplier is Shipton Mill and their rep is Judith.", {("me", "flour_supplier", "Shipton Mill")}),
        ("Owen is a paramedic and works nights.", {("Owen", "is_a", "paramedic"), ("Owen", "works", "nights")}),
        ("Duncan is diabetic, so he never tastes the dough.", {("Duncan", "is", "diabetic")}),
        ("He is diabetic, I don't think.", set()),
        # how it is written
        (
            "My aunt Rosa lives in Lyon. Her dog is called Bello. Her doctor is Dr. Hill.",
            {
                ("me", "aunt", "Rosa"), ("Rosa", "lives_in", "Lyon"), ("Rosa", "pet", "Bello"), ("Bello", "is_a", "dog"),
                ("Rosa", "doctor", "Dr. Hill"),
            },
        ),
        ("Anna likes tea, coffee, etc.", {("Anna", "likes", "tea"), ("Anna", "likes", "coffee")}),
        ("Anna likes tea, coffee and the like.", {("Anna", "likes", "tea"), ("Anna", "likes", "coffee")}),
        ("Anna likes tea, and so on.", {("Anna", "likes", "tea")}),
        ("my moms name is carol", {("me", "mother", "Carol")}),
        ("we adopted a cat yesterday, shes called luna", {("me", "pet", "Luna"), ("Luna", "is_a", "cat")}),
        ("my mums birthday is 12 june", {("my mum", "birthday", "12 June")}),
        ("zoes sister lucy lives in york", {("zoe", "sister", "Lucy"), ("Lucy", "lives_in", "York")}),
        ("my business partner runs a shop", {("my business partner", "runs", "shop")}),
        ("Tom and Amy are having a baby in March.", set()),
        ("Job: architect\nCity: Bremen\nHobbies: climbing", {("me", "works_as", "architect"), ("me", "lives_in", "Bremen")}),
    ],
)  # fmt: skip
def test_what_is_told_in_passing_is_learned_as_it_was_meant(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize("words", ["from 2005 to 2011", "between 2005 and 2011"])
def test_what_held_from_one_year_to_another_ends_with_it(words):
    (one,) = rules.candidates(f"I worked at Nokia {words}.", said_at=SAID_AT)
    assert one.valid_from is not None
    assert one.valid_until is not None
    assert (one.valid_from.year, one.valid_until.year) == (2005, 2011)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Luca is a chef at Da Mario.", "Luca", "person"),
        ("Grace's favourite colour is green.", "Grace", "person"),
        ("Rex is our neighbour's dog.", "Rex", "animal"),
        ("I met this guy, Ruben. He's from Antwerp.", "Ruben", "person"),
        ("I can't stand Mr. Brandt.", "Mr. Brandt", "person"),
        ("My gym is Holmes Place.", "Holmes Place", "organisation"),
    ],
)
def test_a_name_is_of_the_kind_that_is_told_of_it(text, name, kind):
    found = [side for one in rules.candidates(text) for side in (one.subject, one.object) if side and side.text == name]
    assert {side.type for side in found} == {kind}


def test_it_is_the_thing_before_it_and_no_firm_of_an_earlier_message():
    """ "It" of "we switched butter, it's from Acorn Dairy" is no customer who was told of last."""
    assert learned("We switched butter, it's from Acorn Dairy now.", "Cafe Moor owes us 312 pounds.") == set()
    assert learned("It is located in Leeds.", "I work for Cafe Moor.") == {("Cafe Moor", "located_in", "Leeds")}
