"""Who is whose kin, by the facts that make it so, and by which words it is asked."""

from __future__ import annotations

import datetime as dt
from itertools import count

import pytest

from assistant.question import kin
from graph.retrieval.types import FactRow, Item, Parts

NOW = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)
# A family in letters: A is asked from; their mother is M, whose parents are G and H; G's brother is B; and so on.
FAMILY = (
    "A mother M, A father F, M father G, M parent H, G brother B, B child C, C son D, D daughter E, A sister S, S son N, "
    "N daughter O, A married_to W, W mother V, W brother X, S married_to Y, A child K, K married_to L, K daughter J, "
    "G father P, P mother Q, F uncle U, A friend Z"
)


def facts(told: str) -> list[Item]:
    number = count(1)
    rows = [
        FactRow(
            pk=next(number), subject=ord(subject), subject_name=subject, subject_is_self=False, predicate=predicate,
            object=ord(other), object_name=other, value="", status="confirmed", source="user_edit", confidence=1.0,
            weight=1.0, used_count=0, last_used=None, confirmed_at=NOW, created_at=NOW,
        )
        for subject, predicate, other in (one.split() for one in told.split(", "))
    ]  # fmt: skip
    return [Item("fact", row.pk, "", 0.0, Parts(confidence=1.0), fact=row) for row in rows]


def called(start: str, told: str = FAMILY) -> dict[str, str]:
    return {chr(pk): kin.called(one) for pk, one in kin.relatives(ord(start), facts(told)).items()}


def test_everyone_is_called_by_the_way_that_leads_to_them():
    assert called("A") == {
        "M": "mother", "F": "father", "G": "grandfather", "H": "grandparent", "B": "great-uncle", "S": "sister",
        "C": "cousin once removed", "D": "second cousin", "E": "second cousin once removed", "N": "nephew",
        "O": "great-niece", "W": "spouse", "V": "mother-in-law", "X": "brother-in-law", "Y": "sibling-in-law",
        "K": "child", "L": "child-in-law", "J": "granddaughter", "P": "great-grandfather", "U": "great-uncle",
        "Q": "great-great-grandmother",
    }  # fmt: skip


def test_the_other_end_is_called_by_the_way_back():
    assert called("D")["A"] == "second cousin"
    assert called("B")["A"] == "great-niece or great-nephew"
    assert called("J")["M"] == "great-grandmother"
    assert called("N")["M"] == "grandmother"  # his mother's mother is her sister's


def test_a_confirmed_fact_leads_before_a_shorter_word_and_friends_lead_nowhere():
    assert "Z" not in called("A")
    assert called("A", "A mother M, B mother M")["B"] == "sibling"
    assert called("A", "A child B, C child B").get("C", "") == ""  # whoever it is: parents need not be wed
    assert called("A", "A married_to B, B married_to C").get("C", "") == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("grandparents", {"grandparent"}),
        ("nephews and nieces", {"nephew", "niece"}),
        ("great grandmother", {"great-grandmother"}),
        ("first cousins", {"cousin"}),
        ("second cousins", {"second cousin"}),
        ("sisters-in-law", {"sister-in-law"}),
        ("grandchildren", {"grandchild"}),
        ("granddad", {"grandfather"}),
        ("friends", set()),
        ("cousins and friends", set()),
    ],
)
def test_kin_are_asked_for_by_these_words(text, words):
    assert kin.terms(text) == words


def test_of_a_grandfather_only_a_parents_parent_may_be_told():
    found = kin.relatives(ord("A"), facts("A mother M, M parent G, M parent H")).values()
    chosen, is_sure = kin.those_called(found, kin.terms("grandfather"))
    assert ({chr(one.pk) for one in chosen}, is_sure) == ({"G", "H"}, False)
    chosen, is_sure = kin.those_called(found, kin.terms("grandparents"))
    assert ({chr(one.pk) for one in chosen}, is_sure) == ({"G", "H"}, True)
    assert kin.those_called(found, kin.terms("aunts")) == ([], False)


def test_a_grandparent_is_most_often_wed_to_the_other():
    found = kin.relatives(ord("A"), facts("A grandfather G, G married_to H, A mother M, M married_to X")).values()
    chosen, is_sure = kin.those_called(found, kin.terms("grandmother"))
    assert ({chr(one.pk) for one in chosen}, is_sure) == ({"H"}, False)
    assert kin.those_called(found, kin.terms("father")) == ([], False)
