"""POST /chat where telling and asking take turns in one conversation (M9, O7)."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID
from graph.models import Chunk

pytestmark = pytest.mark.django_db(transaction=True)


def _answers(talk, *messages: str) -> list[str]:
    answers: list[dict] = []
    for message in messages:
        answers.append(talk.say(message, conversation=answers[0]["conversation"] if answers else None))
    return [one["text"] for one in answers]


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        # what was asked and answered is not what the next message is of
        (
            ["applied at Helvar as an engineer", "where did I apply?", "asked for 72, she said that's at the top",
             "how much did I ask for?", "rejected by Nordlicht, no reason given", "how much did I ask for?"],
            "asked for 72",
        ),
        (
            ["take-home for Kiwi due sunday night, shouldn't take more than 4 hours", "how long should it take?",
             "sent it in, took me 7 hours", "did I send the take-home?"],
            "sent it in",
        ),
        # "it" is what was told right before
        (
            ["grant from the Hargreave Trust: £2,500, has to be spent by 31 March", "spent 640 of it at Wordsmith Books",
             "how much of the grant have we spent?"],
            "spent 640 of it",
        ),
        # what was moved, changed or done since stands beside it
        (
            ["helvar second round: 3.12. at 14:00, video, with Dmitri", "milo called, they loved it",
             "current salary is 59,500", "helvar moved it to the 5th, same time", "when is the second round?"],
            "moved it to the 5th",
        ),
        (["code for the back door 4471", "what's the code?", "changed to 9902 today", "what's the back door code?"], "9902"),
        (["petition has 1,140 signatures, goal 2,000", "1,630 now", "how many signatures do we have?"], "1,630 now"),
        (
            ["library books: Floridi due dec 3, Nissenbaum due dec 17", "renewed floridi till jan 7",
             "when is the Floridi due?"],
            "till jan 7",
        ),
        (
            ["tobi wants teamLab on the 31st, tickets not booked yet", "booked teamlab! 18:30, order no TL-88213",
             "are the tickets booked?"],
            "booked teamlab!",
        ),
        (
            ["Yui lives in Osaka, wants to meet on the 10th for okonomiyaki", "yui can't on the 10th, she can on the 11th",
             "when do we meet Yui?"],
            "she can on the 11th",
        ),
        (
            ["internet: Altibox, installed 14 dec between 8 and 12", "altibox called, 14th doesn't work, now the 16th",
             "when is the internet installed?"],
            "now the 16th",
        ),
        (["Hester's sergeant: Tom Beck, 28, always eating", "renamed Tom to Colin because there are two Toms",
          "who is Hester's sergeant?"], "renamed Tom to Colin"),
        (["weight 96.4", "94.8 today!", "what do I weigh?"], "94.8 today"),
        (["hba1c was 8.1", "flu jab done", "hba1c 6.9!!!", "what's my hba1c?"], "6.9"),
        (["the gig in Stockholm at Debaser brings 450", "Debaser raised to 520", "what does the gig in Stockholm bring?"],
         "raised to 520"),
        # what a message says beside a question of its own
        (["onsen in hakone?? tattoos are a problem, tobi has one on his shoulder", "who has a tattoo?"], "his shoulder"),
        # in other words
        (["current salary is 59,500", "what do I earn now?"], "59,500"),
        (["courses: algebra mon 10-12 room H3, stats wed 8-10", "what do I have on wednesdays?"], "stats wed 8-10"),
        (["Dmitri was great. The HR person less so.", "how was Dmitri?"], "Dmitri was great"),
        (["got 17/20 on sheet 1", "how many points did I get on sheet 1?", "sheet 2: 11/20", "what did I get on sheet 2?"],
         "11/20"),
    ],
)  # fmt: skip
def test_what_was_told_is_found_between_questions(talk, messages, told):
    *_, last = _answers(talk, *messages)
    assert told in last
    assert not last.startswith(NOT_SAID)


def test_a_question_stands_before_what_may_be_its_answer_alone(talk):
    _answers(
        talk,
        "Lotte was born on 2 November",
        "when was Lotte born?",
        "bread in the freezer is for the weekend",
        "how much does Lotte weigh?",
        "3190 today",
        "which midwife do we have?",
        "It's Bettina.",
    )
    before = dict(Chunk.objects.order_by("position").values_list("text", "prefix"))
    assert before["bread in the freezer is for the weekend"] == "Lotte was born on 2 November"
    assert before["3190 today"] == "how much does Lotte weigh?"
    assert before["It's Bettina."] == "which midwife do we have?"


def test_what_an_unanswered_question_does_not_ask_is_not_put_behind_it(talk):
    _, asked, _ = _answers(talk, "gave notice today", "how much is the rent?", "mum thinks I should stay")
    assert asked.startswith("I don't know that")
    assert Chunk.objects.get(text="mum thinks I should stay").prefix == "gave notice today"
    assert Chunk.objects.get(text="mum thinks I should stay").prefix == "gave notice today"
    _answers(talk, "asked for 72", "how much is the rent?", "rejected by Nordlicht, no reason given")
    assert Chunk.objects.get(text__startswith="rejected").prefix == "asked for 72"


@pytest.mark.parametrize(
    ("messages", "question"),
    [
        # that it is to be spent is not what was spent; who sleeps elsewhere is not she
        (["grant: £2,500, has to be spent by 31 March"], "how much of the grant did we spend?"),
        (["Lotte was born on 2 November, 3280 g", "ok gisela comes 20th to 24th, sleeps at the Lion"],
         "how long did Lotte sleep?"),
        # nor is the new one the old one, nor what was planned how it was
        (["bought a new washing machine, Miele, comes on tuesday", "old one: sold to a guy called Jonas for 900"],
         "who bought the old washing machine?"),
        (["catering jobs: sat 5 dec Bergmann wedding 80 ppl"], "how was the Bergmann wedding?"),
    ],
)  # fmt: skip
def test_what_tells_something_else_is_only_near(talk, messages, question):
    *_, last = _answers(talk, *messages, question)
    assert last.startswith(NOT_SAID)


def test_a_figure_that_answers_a_question_is_none_of_what_was_told_before(talk):
    *_, spot = _answers(
        talk, "parking spot is 14", "what's the code of the barrier?", "9902", "what's my parking spot?"
    )
    assert "14" in spot
    assert "9902" not in spot


def test_what_was_owed_and_is_paid_is_not_told_without_that(talk):
    *_, owed = _answers(
        talk,
        "lumen paid, bergmann still owes the second half 2,140",
        "bergmann paid!",
        "does Bergmann still owe me money?",
    )
    assert "Since then: “bergmann paid!”" in owed


def test_a_name_in_small_letters_is_the_one_that_was_written_before_with_a_capital(talk):
    _answers(
        talk,
        "players: Jule plays Brakk (half-orc barbarian), Sam plays Ilvane",
        "brakk failed the save. he's a werewolf now",
    )
    assert talk.learned() == {("Brakk", "is_a", "werewolf")}
