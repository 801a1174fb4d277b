"""POST /chat: somebody tells of their life, and asks for it in their own words (J2, J5)."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from graph import jobs
from tests.assistant.test_plain_talk import Talk

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "I live in Freiburg with my wife Clara and our two kids, Paula and Emil.",
    "Clara teaches biology at the Droste-Gymnasium.",
    "Clara's parents, Hans and Ute, live in Kiel.",
    "We have one cat: Sputnik. Paula has two boys, Josh and Liam.",
    "I was born in 1948 and my hearing aids are from Specsavers.",
    "My brother Moritz lives in Vienna and works for the opera.",
    "Moritz is married to Petra, who is a dentist from Graz.",
    "My father was born in 1921. My father died in 2012. My mum was born in 1925.",
    "Emil is allergic to hazelnuts.",
    "We have a dog named Balu, he's a beagle.",
    "I moved to Freiburg in 2015, before that I lived in Stuttgart.",
    "I'm training for the Black Forest marathon in October.",
    "I can't stand olives and I don't like mushrooms.",
    "I have two sisters, Elin and Saga. Elin is a nurse at Sahlgrenska.",
    "Elin is getting married to Jonas on 14 June 2027 in Visby.",
    "I run a bakery called Crumb Lane with my business partner Yemi.",
    "Sourdough costs 4.80 now.",
    "My favourite film is Stalker and I sing in a choir called Vox.",
    "The Dreisam bridge project is led by Regina.",
    "Clara was born on 2 September 1986 in Kiel.",
    "Paula is 29.",
    "Actually, Paula is 30 now.",
)


_PAIR = re.compile(r"\b(\w+) and (\w+)(?= are )")  # of two that are as near as each other either may come first


def _by_name(pair: re.Match[str]) -> str:
    return " and ".join(sorted(pair.groups()))


@pytest.fixture
def told(user, client, minilm):
    talk = Talk(user, client, lambda: jobs.work(timezone.now))
    talk.learned(*TOLD)
    return talk


def test_it_is_answered_by_what_was_told(told):
    answers = {
        "What does my brother's wife do?": "Petra is a dentist. Moritz is your brother. Moritz is married to Petra.",
        "Where does my brother's wife come from?": "Petra is from Graz. Moritz is your brother. Moritz is married to Petra.",
        "Who is my sister-in-law?": "Moritz is your brother. Moritz is married to Petra.",
        "Where does my wife work?": "Clara teaches at Droste-Gymnasium. You are married to Clara.",
        "Who in my family has allergies?": "Emil is allergic to hazelnuts. Emil is your child.",
        "What breed is my dog?": "Balu is a beagle. Balu is your pet.",
        "Is Balu a dog?": "Balu is a dog.",
        "Is Petra a dentist?": "Petra is a dentist.",
        "Where did I live before Freiburg?": "You lived in Stuttgart.",
        "What am I training for?": "You train for Black Forest marathon.",
        "Do I like olives?": "You dislike olives.",
        "Do I like mushrooms?": "You dislike mushrooms.",
        "Which of my sisters is a nurse?": "Elin is a nurse. Elin and Saga are your sisters.",
        "How many children do I have?": "I know of 2. Emil and Paula are your children.",
        "Who are my grandchildren?": "Josh and Liam are your grandsons. Paula is your child. Josh and Liam are Paula's sons.",
        "Where are my hearing aids from?": "You said: “I was born in 1948 and my hearing aids are from Specsavers.”",
        "Is my father alive?": "Your father died in 2012.",
        "Who is my business partner?": "Your business partner is Yemi.",
        "How much does sourdough cost?": "You said: “Sourdough costs 4.80 now.”",
        "When did my father die?": "Your father died in 2012.",
        "How old is Paula?": "Paula is aged 30. Earlier: Paula is aged 29.",
        "Who leads the Dreisam bridge project?": "Dreisam bridge project is led by Regina.",
    }
    got = {question: _PAIR.sub(_by_name, told.answered(question)) for question in answers}
    assert got == answers


def test_what_is_near_is_not_taken_for_what_is_asked(told):
    """My parents-in-law's home is not mine, my name no choir's, a film no colour; whoever else marries is not me."""
    home = told.answered("Where do my parents-in-law live?")
    assert "Hans lives in Kiel" in home
    assert "Freiburg" not in home
    assert told.answered("Is my father a dentist?").startswith("I don't know that about your father: ")
    assert "Vox" in told.answered("What is the name of my choir?")
    for question in ("What's my favourite colour?", "What is Yemi's last name?"):
        assert told.answered(question).startswith("Nothing you told me says exactly that"), question
    assert "Elin" not in told.answered("Am I engaged?")
    assert "lives in Vienna" not in told.answered("Who in my family lives in Lund?")

    now = timezone.now().date()  # an age is reckoned from the day of birth
    years = now.year - 1986 - ((now.month, now.day) < (9, 2))
    assert told.answered("How old is Clara?") == f"Clara is {years}, and was born on 2 September 1986."
    assert told.answered("How old am I?") == f"You are {now.year - 1949} or {now.year - 1948}, and were born in 1948."
    assert (
        told.answered("How old is my mum?")
        == f"Your mum is {now.year - 1926} or {now.year - 1925}, and was born in 1925."
    )
    assert told.answered("How old is my father?").startswith("Your father was born in 1921.")  # and is no age
    assert told.answered("When was Clara born?").startswith("Clara was born on 2 September 1986.")
    assert told.answered("What do you know about Clara?").count(". ") > 4


def test_what_changes_is_told_anew_and_nothing_but_a_question_is_answered(user, client, minilm):
    """A short sentence of what happened is no question, thanks are none either, and the newest word comes first."""
    talk = Talk(user, client, lambda: jobs.work(timezone.now))
    noted = "Noted. What I can learn from it will wait for your decision in the inbox."
    told = (
        "My phone number is 0170 123456.",
        "My new phone number is 0171 999999.",
        "I like tea.",
        "I don't like tea anymore.",
    )
    for said in (*told, "My dog Rex died yesterday.", "Mia and I broke up.", "Tom turned 13 today."):
        assert talk.say(said)["text"] == noted, said
    assert talk.answered("What's my phone number?").startswith("Your phone number is 0171 999999.")
    assert talk.answered("Do I like tea?").startswith("You dislike tea.")
    assert talk.answered("Thanks!") == "You're welcome."
    assert talk.answered("good morning").startswith("Hello.")
    before = talk.learned()
    assert "Erase it for good" in talk.answered("Delete everything about Mia.")
    assert talk.learned() == before
