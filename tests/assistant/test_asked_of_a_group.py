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


@pytest.fixture
def told(talk):
    talk.post("/documents", {"title": "Sailing Crew", "text": CREW})
    talk.work()
    return talk


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Where does Lena live?", "12 March 2026: “Lena Brandt (18.31): count me in. I live in Kiel now"),
        ("Who is Lena's brother?", "“Lena Brandt (18.32): my brother Jonas might come too”"),
        ("What am I allergic to?", "“Ines (me, 18.25): Me! I'm allergic to mussels though"),
        ("Where does my sister live?", "5 May 2026: “Ines (me, 08.12): my sister Anjali will drive me down"),
        ("What is the gate code?", "From “Sailing Crew”, 2 April 2026: “Marco (20.31): the gate code is 4471”"),
        ("Where do we meet?", "“Marco (20.30): meeting point is Lymington marina, berth C14"),
        ("How much does each owe me?", "You each owe me £150”"),
        ("When is Giulia due?", "my wife Giulia is due on 20 July”"),
    ],
)
def test_it_is_told_by_who_said_it(told, asked, answer):
    found = told.answered(asked)
    assert answer in found
    assert "\n\n" not in found, found


@pytest.mark.parametrize("asked", ["Where do I live?", "What is my wife called?", "What is my brother called?"])
def test_what_others_say_of_themselves_is_not_ones_own(told, asked):
    assert told.answered(asked).startswith(("I don't know", "Nothing you told me says exactly that"))


def test_nothing_is_learned_of_oneself_from_what_others_say(told):
    facts = told.get("/facts?limit=100")["items"]
    assert [one for one in facts if one["predicate"] in {"lives_in", "wife", "works_at", "brother"}] == []
