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


def test_who_holds_a_post_is_told_by_the_row_that_says_so(talk):
    rows = "| name | role |\n|---|---|\n| Ruth Kessler | secretary |\n| Irena Novak | coach |\n"
    minutes = "All coaches need a new check by 31 January. Irena's runs out on 8 January."
    for title, text in (("Minutes", minutes), ("Members", rows)):
        talk.post("/documents", {"title": title, "text": text})
    talk.work()
    assert talk.answered("Who is our coach?").startswith("From “Members”: “name: Irena Novak; role: coach”")


def test_what_each_costs_counts_none_and_a_day_is_no_sum(talk):
    text = "Irena enters two quads. The entry fee is 48 per boat. The grant of Sport England was 2,500."
    talk.post("/documents", {"title": "Minutes", "text": text})
    talk.work()
    talk.say("The report on the Sport England grant is due 28 February.")
    assert not talk.answered("How many boats does Irena enter?").startswith("From “Minutes”: “The entry fee")
    assert talk.answered("How much was the Sport England grant?").startswith(
        "From “Minutes”: “The grant of Sport England"
    )


def test_a_protocol_is_told_by_its_steps_and_a_paper_by_its_authors(talk):
    protocol = "# Barley growth protocol\n\n1. Sterilise the seeds\n2. Germinate for 3 days\n3. Transplant\n"
    paper = (
        "---\ntitle: Citrate efflux in dry soils\nauthors: [Marta Silva]\nyear: 2019\n---\nCitrate efflux doubled.\n"
    )
    for title, text in (("Barley growth protocol", protocol), ("Citrate efflux in dry soils", paper)):
        talk.post("/documents", {"title": title, "text": text})
    talk.work()
    assert "1. Sterilise the seeds\n2. Germinate for 3 days" in talk.answered("What is the barley growth protocol?")
    assert "authors: [Marta Silva" in talk.say("Who wrote the paper on citrate efflux?")["text"]
    assert talk.answered("What year am I in?").startswith(("Nothing you told me", "I don't know that"))


def test_who_is_leaving_is_not_told_by_who_holds_a_post(talk):
    talk.say("I'm the treasurer of Irwell Rowing Club.")
    assert not talk.answered("Who is leaving the club?").startswith("You are the treasurer")


def test_what_is_to_be_cancelled_before_a_day_calls_nothing_off(talk):
    talk.say("Got laid off on 30 September. My trial ends on 14 December.")
    talk.say("The LinkedIn trial ends on 14 December, cancel before that.")
    assert "Since then" not in talk.answered("When was I laid off?")
    assert "ends on 14 December" in talk.answered("When does the LinkedIn trial end?")
