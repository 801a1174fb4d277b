"""POST /chat: a talk among several, as a messenger writes it out, is answered by who says it, and of whom."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

CREW = """\
12/03/2026, 18:24 - Tom Hartley: Right, so who's in for the Fastnet trip in July?
12/03/2026, 18:25 - Ines: Me! I'm allergic to mussels though, so no seafood nights
12/03/2026, 18:31 - Lena Brandt: count me in. I live in Kiel now so I'd fly from Hamburg
12/03/2026, 18:32 - Lena Brandt: my brother Jonas might come too
12/03/2026, 18:40 - Marco: I can do the first week only, my wife Giulia is due on 20 July
14/03/2026, 09:02 - Ines: I've paid the deposit, £600. You each owe me £150
14/03/2026, 21:11 - Tom Hartley: will do tomorrow, sorry, I started a new job at Meridian Instruments this week
14/03/2026, 21:12 - Tom Hartley: it's in Southampton, right by the water
02/04/2026, 20:30 - Marco: meeting point is Lymington marina, berth C14, on Saturday 4 July at 10am
02/04/2026, 20:31 - Marco: the gate code is 4471
05/05/2026, 08:12 - Ines: my sister Anjali will drive me down, she lives in Winchester
"""


def triples(facts: list[dict]) -> set[tuple[str, str, str]]:
    ends = ((one, (one["object"] or {}).get("name") or one["value"]) for one in facts)
    return {(one["subject"]["name"], one["predicate"], end) for one, end in ends}


@pytest.fixture
def told(talk):
    talk.post("/documents", {"title": "Sailing Crew", "text": CREW})
    talk.work()
    return talk


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Where does Lena live?", "Lena Brandt lives in Kiel."),
        ("Who is Lena's brother?", "Jonas is Lena Brandt's brother."),
        ("What am I allergic to?", "You are allergic to mussels."),
        ("Where does my sister live?", "5 May 2026: “Ines (me, at 08:12): my sister Anjali will drive me down"),
        ("What is the gate code?", "From “Sailing Crew”, 2 April 2026: “Marco (at 20:31): the gate code is 4471”"),
        ("Where do we meet?", "“Marco (at 20:30): meeting point is Lymington marina, berth C14"),
        ("How much does each owe me?", "You each owe me £150”"),
        ("When is Giulia due?", "Giulia is due on 20 July 2026."),
    ],
)
def test_it_is_told_by_who_said_it(told, asked, answer):
    found = told.answered(asked)
    assert answer in found
    assert "\n\n" not in found, found


@pytest.mark.parametrize("asked", ["Where do I live?", "What is my wife called?", "What is my brother called?"])
def test_what_others_say_of_themselves_is_not_ones_own(told, asked):
    assert told.answered(asked).startswith(("I don't know", "Nothing you told me says exactly that"))


MUM = """\
3/9/26, 9:12 AM - Mum: Morning darling, did you sleep well?
3/9/26, 9:26 AM - Mum: Dad's hospital appointment is on Thursday at 2.15, Royal Free, cardiology
3/9/26, 9:27 AM - Mum: can you drive us? My car is at the garage, the clutch is gone
3/12/26, 7:50 PM - Ines: glad it went ok. I passed my driving theory for the motorbike btw!
3/15/26, 11:02 AM - Mum: Auntie Meena is coming from Leicester on the 28th, she stays with us till Easter
3/15/26, 11:03 AM - Mum: She's bringing the blue sari for Nisha's wedding
3/15/26, 11:10 AM - Ines: Nisha's wedding is 11 April, right? At the Grand Hotel in Brighton
3/22/26, 6:30 PM - Ines: new boiler man is called Stefan. He comes Tuesday between 8 and 12
"""


def test_when_something_was_said_is_not_when_it_is(talk):
    talk.post("/documents", {"title": "Mum", "text": MUM})
    talk.work()
    wedding = "From “Mum”, 15 March 2026: “Ines (me, at 11:10): Nisha's wedding is 11 April, right? At the Grand Hotel"
    assert talk.answered("When is Nisha's wedding?").startswith(wedding)
    assert "He comes Tuesday between 8 and 12" in talk.answered("When does Stefan come?")
    assert "Mum (at 09:26): Dad's hospital appointment is on Thursday at 2.15" in talk.answered(
        "When is Dad's hospital appointment?"
    )
    assert talk.answered("Where is my car?").startswith(("I don't know", "Nothing you told me says exactly that"))
    assert talk.answered("When does Mum sleep?").startswith(("I don't know", "Nothing you told me says exactly that"))
    facts = talk.get("/facts?limit=100")["items"]
    assert [(one["subject"]["name"], one["predicate"]) for one in facts if one["subject"]["name"] == "Mum"] == []


KICKOFF = """\
Anna Weiss: Good morning everyone. Let's start with the harbour project.
Ines: Morning! I finished the survey of the east quay yesterday.
Tom: Great. I still need the soil samples, they come on Thursday.
Anna Weiss: I live close to the lab, so I can pick them up.
Ines: Perfect. I promised Mr. Okafor the report by 12 December.
Tom: My budget for divers is 4,500 euros, that's all I have.
Anna Weiss: And who talks to the port authority?
Tom: I'll call Mrs. Lindqvist at the port authority on Monday.
Ines: I can't travel in January, my knee is being operated on the 8th.
Anna Weiss: Then Tom goes to Gothenburg alone. My train card is valid until March.
Tom: Fine. My wife can drop me at the station.
Anna Weiss: Next meeting is on 3 December at 10.
"""


def test_a_meeting_is_told_by_who_speaks_in_it(talk):
    talk.post("/documents", {"title": "Kickoff", "text": KICKOFF})
    talk.work()
    told = {
        "What did I promise Mr. Okafor?": "“Ines (me): Perfect. I promised Mr. Okafor the report by 12 December.”",
        "Who calls the port authority?": "“Tom: I'll call Mrs. Lindqvist at the port authority on Monday.”",
        "What is Tom's budget for divers?": "“Tom: My budget for divers is 4,500 euros",
        "Where does Anna live?": "“Anna Weiss: I live close to the lab",
        "When is my knee operated on?": "my knee is being operated on the 8th",
    }
    assert {asked: words in talk.answered(asked) for asked, words in told.items()} == dict.fromkeys(told, True)
    for asked in (
        "What is my budget?",
        "Where do I live?",
        "What is my wife called?",
        "Until when is my train card valid?",
    ):
        assert talk.answered(asked).startswith(("I don't know", "Nothing you told me says exactly that")), asked


def test_in_a_meeting_of_others_nothing_is_ones_own(talk):
    talk.post("/documents", {"title": "Kickoff", "text": KICKOFF.replace("Ines", "Priya")})
    talk.work()
    promised = talk.answered("What did Priya promise Mr. Okafor?")
    assert promised.startswith("From “Kickoff”: “Priya: ")
    assert "I promised Mr. Okafor the report by 12 December" in promised
    assert "“I promised" not in talk.answered("What did I promise Mr. Okafor?")
    for asked in ("What did I promise Mr. Okafor?", "What is my wife called?", "Where do I live?"):
        assert talk.answered(asked).startswith(("I don't know", "Nothing you told me says exactly that")), asked


def test_what_each_says_of_themself_is_learned_of_them_and_what_one_says_oneself_of_oneself(told):
    facts = told.get("/facts?limit=100")["items"]
    assert {(one["status"], one["source"]) for one in facts} == {("staged", "file")}
    assert triples(facts) == {
        ("Ines", "allergic_to", "mussels"),
        ("Ines", "sister", "Anjali"),
        ("Lena Brandt", "lives_in", "Kiel"),
        ("Lena Brandt", "brother", "Jonas"),
        ("Marco", "married_to", "Giulia"),
        ("Giulia", "due", "2026-07-20"),
        ("Tom Hartley", "works_at", "Meridian Instruments"),
    }


def test_a_sister_is_no_brother_and_that_of_another_is_not_ones_own(talk):
    talk.learned("My sister Anjali drives me down.", "Lena's brother is called Jonas.")
    assert talk.answered("What is my brother called?").startswith("I don't know")
    assert talk.answered("Who is Lena's brother?") == "Jonas is Lena's brother."
    assert talk.answered("Who is my sibling?") == "Anjali is your sister."
