"""POST /chat: what the rows, the columns and the points of notes say, and of what."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

CAMPAIGN = """# The Salt Crown

| Character | Player | Class | Home |
|---|---|---|---|
| Brannoch | Marek | fighter | Keth |
| Isolde Vane | Priya | wizard | Orlis |
| Tink | Jo | rogue | unknown |

- Inn: The Gutted Eel, run by Hesper
- Temple of the Tides: Father Odo was ordained here
"""
BACKUPS = "# Backup plan\n\nNightly at 02:30 restic copies hermes to atlas. Retention: 14 daily, 8 weekly."


@pytest.fixture
def notes(talk):
    for title, text in (("The Salt Crown", CAMPAIGN), ("Backup plan", BACKUPS)):
        talk.post("/documents", {"title": title, "text": text})
    talk.work()
    return talk


def test_of_a_table_the_row_is_told_that_names_what_is_asked(notes):
    assert notes.answered("What class is Isolde?").strip() == (
        "From “The Salt Crown”: “Character: Isolde Vane; Player: Priya; Class: wizard; Home: Orlis”"
    )
    assert "fighter" not in notes.answered("What class is Merrow?")


def test_a_column_is_told_where_its_head_is_asked_for(notes):
    assert notes.answered("Who are the players?").strip() == "From “The Salt Crown”: “Marek, Priya, Jo”"
    assert notes.answered("What are the classes?").strip() == "From “The Salt Crown”: “fighter, wizard, rogue”"


def test_a_point_of_a_list_is_quoted_without_the_next(notes):
    told = notes.answered("Who runs the Gutted Eel?")
    assert "run by Hesper" in told
    assert "ordained" not in told


def test_when_something_runs_is_told_below_what_it_is(notes):
    assert "Nightly at 02:30 restic copies hermes to atlas." in notes.answered("When do the backups run?")


def test_where_somebody_comes_from_is_not_told_by_who_cannot_come(talk):
    talk.say("Jo can't come, so Tink stays behind. Brannoch bought a shield.")
    assert talk.answered("Where does Brannoch come from?").startswith(("Nothing you told me", "I don't know that"))


def test_who_wants_something_is_told_with_it(talk):
    talk.say("Lead from the fair: Callum Ng, catering, Bath. Wants a call in January")
    assert "Callum Ng" in talk.answered("Who should I call in January?")


def test_what_runs_is_no_answer_of_which_version_runs(talk):
    talk.say("I run a small homelab. I manage Northlight.")
    assert talk.answered("What do I run?").strip() == "You run a small homelab."
    assert not talk.answered("Which version of Jellyfin am I running?").startswith("You run")


def test_a_target_is_not_what_is_short_of_it(talk):
    talk.say("My target this year is 400,000 pounds.")
    assert not talk.answered("How much am I short of my target?").startswith("Your target")
