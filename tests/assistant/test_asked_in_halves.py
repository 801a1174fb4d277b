"""POST /chat: a message that asks two things is answered in both, each as if it were asked by itself."""

from __future__ import annotations

import pytest

from assistant.question.halves import parts
from assistant.without_model.writing import NOT_SAID
from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

BOILER = """\
The boiler is a Viessmann 050-W, installed on 3 May 2021. The pressure should stay between 1.0 and 1.5 bar. \
Error F4 means no flame: press reset once, wait five minutes, and call Hansen on 55 12 34 56 if it comes back.
"""
TOLD = (
    "we're planning to rent a cabin in Hemsedal from 20 to 27 February, costs 14,500 kroner for the week",
    "Sigrid is allergic to hazelnuts, so no Nutella in this house!",
    "I work as a physiotherapist at Haukeland hospital. my boss is Ingvild Moe",
    "Sigrid's teacher, Mr. Lie, says she reads two years ahead but hates maths",
    "my brother Jonas is getting married on 5 June in Lund, the hotel is called Kronan and costs 90 euros a night",
    "Tor's mother Bodil broke her hip in January, she is in a rehab clinic in Voss until Easter",
    "the plumber, Mr. Strand, comes on Tuesday at 9 and needs the cellar key",
)


@pytest.fixture
def told(talk):
    return once(talk, _tell)


def _tell(talk):
    talk.post("/documents", {"title": "Boiler", "text": BOILER})
    for message in TOLD:
        talk.say(message)
    talk.work()


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("What does error F4 on the boiler mean and what do I do?", "press reset once, wait five minutes"),
        ("How much is the cabin and when are we going?", "from 20 to 27 February, costs 14,500 kroner"),
        ("Where is Jonas getting married and what does the hotel cost?", "costs 90 euros a night"),
        ("What's the hotel called and how much is it?", "costs 90 euros a night"),
        ("What happened to Bodil and where is she now?", "she is in a rehab clinic in Voss"),
    ],
)
def test_what_one_line_says_of_both_is_told_once_and_plainly(told, asked, answer):
    said = told.answered(asked)
    assert said.count(answer) == 1
    assert NOT_SAID not in said
    assert "physiotherapist" not in said
    assert "I don't know" not in said


def test_he_is_whom_the_first_half_asks_for(told):
    said = told.answered("Who is Sigrid's teacher and what did he say?")
    assert said.count("Mr. Lie is Sigrid's teacher.") == 1
    assert "reads two years ahead" in said
    assert "hazelnuts" not in said


def test_what_somebody_said_is_not_told_by_who_they_are(told):
    assert "reads two years ahead" in told.answered("What did Sigrid's teacher say?")


@pytest.mark.parametrize("asked", ["Where is Bodil?", "What happened to Bodil?"])
def test_she_is_who_is_named_before_in_the_same_sentence(told, asked):
    said = told.answered(asked)
    assert "she is in a rehab clinic in Voss" in said
    assert NOT_SAID not in said


def test_of_oneself_each_half_is_asked_by_itself(told):
    said = told.answered("Where do I work and who is my boss?")
    assert "You work at Haukeland hospital." in said
    assert "Ingvild Moe is your boss." in said


@pytest.mark.parametrize(
    ("asked", "next_asked", "answer"),
    [
        ("What does error F4 mean?", "what should I do then?", "press reset once"),
        ("What does error F4 mean?", "who do I call?", "call Hansen on 55 12 34 56"),
        ("Where is the cabin?", "when are we there?", "from 20 to 27 February"),
        ("What is the hotel in Lund called?", "how much is it per night?", "costs 90 euros a night"),
        ("Who is Sigrid's teacher?", "what did he say?", "reads two years ahead"),
    ],
)
def test_what_means_nothing_by_itself_is_asked_with_the_question_before(told, asked, next_asked, answer):
    conversation = told.say(asked)["conversation"]
    said = told.say(next_asked, conversation=conversation)["text"]
    assert answer in said
    assert NOT_SAID not in said


def test_one_of_whom_nothing_is_known_is_not_another_with_the_same_title(told):
    conversation = told.say("When does the plumber come?")["conversation"]
    assert "Mr. Lie" not in told.say("what's his name?", conversation=conversation)["text"]


@pytest.mark.parametrize(
    ("asked", "halves"),
    [
        ("where do I live and what do I do?", ("where do I live?", "what do I do?")),
        ("what does F4 mean and what should I do?", ("what does F4 mean and what should I do?",)),
        (
            "who is Sigrid's teacher and what did he say?",
            ("who is Sigrid's teacher?", "what did Sigrid's teacher say?"),
        ),
        ("where is Bodil and how long will she stay there?", ("where is Bodil?", "how long will Bodil stay there?")),
        ("what happened to Bodil and where is she?", ("what happened to Bodil?", "where is Bodil?")),
    ],
)
def test_the_halves(asked, halves):
    assert parts(asked) == halves
