"""POST /chat: the particular words that are looked for beside a general one keep nothing from being found (N35)."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = (
    "I play badminton on Tuesdays with Julien. Julien is my oldest friend, we met at university in Grenoble.",
    "My physio is called Baptiste. I see him every other Thursday.",
    "Camille's birthday is 22 June. She loves ceramics. Her ring size is 52.",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What do I do on Tuesdays?", "I play badminton on Tuesdays with Julien."),  # and "tue", as timetables have it
        ("What do I do with Julien on Tuesdays?", "I play badminton on Tuesdays with Julien."),
    ],
)
def test_a_passage_without_them_is_about_it_all_the_same(talk, question, answer):
    talk.learned(*TOLD)
    assert answer in talk.answered(question)


def test_a_name_typed_after_a_sentence_that_began_with_the_is_read_as_it_is(talk):
    """ "The" begins a sentence and is no name: "on the first Monday" was read as "on The first Monday"."""
    facts = talk.learned("The landlady is Madame Perrin.", "The book club meets on the first Monday of the month.")
    assert ("book club", "meets", "on the first Monday of the month") in facts


def test_what_was_decided_was_done(talk):
    talk.learned("We decided to drop the Windows version because nobody asked for it.", "We have to ship the Mac one.")
    assert talk.answered("Why did we drop the Windows version?").startswith("You said: “We decided to drop the Windows")
    assert not talk.answered("When did we ship the Mac version?").startswith("You said: “We have to ship")


def test_of_kin_whom_nobody_knows_nothing_is_told_by_what_is_near_in_meaning(talk):
    talk.learned("My wife Giulia teaches maths at the Liceo Carducci.", "Giulia's parents come from Trento.")
    assert "Trento" in talk.answered("Where are Giulia's parents from?")
    assert "Carducci" not in talk.answered("Where is Giulia's mother from?")
