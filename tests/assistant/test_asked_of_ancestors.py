"""POST /chat: a family's papers and what is told of them: births long ago, ages in a census, posts, and who leads whom
(J12, N35)."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

CENSUS = """1911 Census
Address: 14 Waterside, Ely
Head: Thomas Pell, 40, lighterman, born Ely
Wife: Ann Pell, 38, born Littleport
Daughter: Florence, 2
"""


def test_a_maiden_name_is_not_what_somebody_is_called_now(talk):
    learned = talk.learned("my mother's maiden name was Dunn")
    assert learned == {("my mother", "maiden_name", "Dunn")}


def test_the_hour_of_a_birth_is_no_day_and_a_month_behind_a_year_may_be_a_town(talk):
    learned = talk.learned(
        "Isla was born on 2 October at 04:17", "Joan was born in 1938 in the railway cottages in March"
    )
    assert {one for one in learned if one[1] == "born_on"} == {
        ("Isla", "born_on", "2 October"),
        ("Joan", "born_on", "1938"),
    }


def test_the_month_of_a_birth_before_its_place_is_kept(talk):
    assert ("Ola", "born_on", "March 1990") in talk.learned("Ola was born in March 1990 in Oslo")


def test_a_post_may_be_told_with_what_it_is_for(talk):
    learned = talk.learned("I'm the project manager for the Harbour migration at Lindqvist Logistics")
    assert learned == {("me", "works_as", "project manager"), ("me", "works_at", "Lindqvist Logistics")}


def test_who_drives_for_an_evening_is_no_driver_by_trade(talk):
    assert not talk.learned("I'm the driver for the party")


def test_whom_i_report_to_is_not_what_i_manage(talk):
    talk.say("I report to Henrik Lund, our COO")
    assert not talk.answered("What project do I manage?").startswith("Henrik Lund")


def test_when_somebody_was_born_in_another_century_is_told(talk):
    talk.post("/documents", {"title": "1911 census", "text": CENSUS})
    talk.work()
    talk.say("my great-grandfather was Thomas Pell, born 1871 in Ely")
    assert talk.answered("When was Thomas Pell born?").strip() == "Thomas Pell was born in 1871."


def test_an_age_stands_behind_a_name_between_commas(talk):
    talk.post("/documents", {"title": "1911 census", "text": CENSUS})
    talk.work()
    assert "Ann Pell, 38" in talk.answered("How old was Ann in 1911?")
    assert "Florence, 2" in talk.answered("How old was Florence in 1911?")


def test_what_is_still_to_do_is_told_by_open_boxes(talk):
    talk.post("/documents", {"title": "Home", "text": "# Home\n\n- [ ] fix the cot rail\n- [x] benefit form\n"})
    talk.work()
    told = talk.answered("What is still to do?")
    assert "fix the cot rail" in told
    assert "benefit form" not in told


def test_what_was_so_on_one_day_is_not_told_of_another(talk):
    talk.say("Isla was born on 2 October at 04:17 and weighed 3.4 kg")
    assert not talk.answered("How much did Isla weigh on 26 October?").startswith("You said")
    assert "3.4 kg" in talk.answered("How much did Isla weigh on 2 October?")
