"""What a question asks for, and of whom."""

from __future__ import annotations

import pytest

from assistant.question.asked import DOING
from assistant.question.focus import focus, of_whom


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did Marit do after Anders died?", "What did Marit do?"),
        ("What did she do before they moved?", "What did she do?"),
        ("What did I do before Nordlicht?", "What did I do before Nordlicht?"),
        ("What did I do after lunch?", "What did I do after lunch?"),
        ("Who is Anna?", "Who is Anna?"),
    ],
)
def test_who_is_named_in_a_clause_of_time_only_says_when(question, asked):
    assert of_whom(question) == asked


@pytest.mark.parametrize(
    ("question", "of_work"),
    [
        ("What does Marit do?", True),
        ("What does Marit have to do?", False),
        ("What would Marit like to do?", False),
        ("What did Anders do for a living?", True),
        ("What did Marit do after Anders died?", True),
        ("Hello there.\nWhat does Anna do?", True),
        ("What does she do after work?", False),
        ("What do I do when she falls?", False),
    ],
)
def test_what_somebody_does_is_asked_by_the_whole_question(question, of_work):
    assert (focus(question).predicates == tuple(DOING.split())) is of_work


def test_where_somebody_comes_from_is_not_who_comes():
    assert focus("Where does Brannoch come from?").stems == {"brannoch"}


def test_who_did_it_is_asked_for_and_not_what():
    assert focus("Who diagnosed the asthma?").predicates == ("diagnosed_by",)
    assert focus("When was Ida diagnosed?").predicates == ("has",)


def test_who_is_in_a_team_asks_for_people():
    assert "report" in focus("Who is in my team?").predicates
    assert "report" not in focus("Which team am I in?").predicates


@pytest.mark.parametrize(
    ("question", "predicate", "asks_for_it"),
    [
        ("How long was my commute before I moved?", "lives_in", False),
        ("What did I earn when I worked at Acme?", "works_at", False),
        ("Do you know when my flight leaves?", "date", True),
        ("Where did I live before I moved to Porto?", "lives_in", True),
        ("Which job offers did I have?", "works_at", False),
    ],
)
def test_what_is_named_in_a_clause_of_time_is_not_what_is_asked_for(question, predicate, asks_for_it):
    assert (predicate in focus(question).predicates) == asks_for_it
