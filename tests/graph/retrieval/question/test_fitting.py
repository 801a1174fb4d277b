"""What a fact tells has to be what a question asks with (N35)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from graph.retrieval.question.fitting import fits, is_number
from graph.retrieval.question.reading import wanted
from graph.retrieval.types import FactRow

AT = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
QUEEN, KING = 1, 2


def _asks(question: str):
    return wanted(question, {QUEEN: "berit"}, None, lambda name: None)


def test_who_of_several_it_is_may_be_told_by_a_number_of_each_n35():
    of_two = wanted("Who is taller Berit or Ulf", {QUEEN: "berit", KING: "ulf"}, None, lambda name: None)
    assert fits(of_two, _told("182 cm"), None, QUEEN)
    assert fits(_asks("Who of the children of Berit was born in 1990"), _told("1990"), _told("Ulf"), QUEEN)


def _told(value: str) -> FactRow:
    return FactRow(
        1, QUEEN, "Berit", False, "says", None, "", value, "confirmed", "user_edit", 1.0, 1.0, 0, None, AT, AT
    )


@pytest.mark.parametrize("told", ["1290", "2003-04-12", "30 t", "83 euros", "12.50"])
def test_a_number_with_its_unit_is_a_number_n35(told):
    assert is_number(told)


@pytest.mark.parametrize("told", ["Room 9", "Askov", "10 Downing Street in London", "a fever"])
def test_a_name_with_a_number_is_none_n35(told):
    assert not is_number(told)


def test_when_is_told_by_a_time_and_where_by_no_number_n35():
    assert fits(_asks("When did Berit die"), _told("1290"), None, QUEEN)
    assert fits(_asks("When did Berit die"), _told("in the spring after the war"), None, QUEEN)
    assert not fits(_asks("When did Berit die"), _told("a fever"), None, QUEEN)
    assert not fits(_asks("Where did Berit die"), _told("1290"), None, QUEEN)
    assert not fits(_asks("Who did Berit meet"), _told("83 euros"), None, QUEEN)
    assert fits(_asks("How much did Berit pay"), _told("83 euros"), None, QUEEN)


def test_a_fact_that_has_its_time_beside_it_tells_when_n35():
    begun = replace(_told("Siemens"), valid_from=dt.datetime(2019, 1, 1, tzinfo=dt.UTC))
    assert fits(_asks("When did Berit start at Siemens"), begun, None, QUEEN)


def test_a_where_inside_a_question_is_not_what_it_asks_with_n35():
    assert fits(_asks("How high is the mountain where Berit lives"), _told("1317 m"), None, QUEEN)
