"""Medicines in a row, each with its dose or its time: all of them are taken, and nothing else that stands behind (M9)."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.test_rules import learned


def taken(text: str) -> set[str]:
    return {said for _, predicate, said in learned(text) if predicate == "takes"}


@pytest.mark.parametrize(
    ("text", "medicines"),
    [
        (
            "I take methotrexate 15 mg once a week on Fridays, and folic acid on Mondays.",
            {"methotrexate", "folic acid"},
        ),
        ("I take ramipril 5 mg in the morning and simvastatin 20 mg at night.", {"ramipril", "simvastatin"}),
        ("I'm on metformin 500 mg, atorvastatin and aspirin 75 mg.", {"metformin", "atorvastatin", "aspirin"}),
        ("I take aspirin and walk every day.", {"aspirin"}),
        ("I take ibuprofen when my back hurts and cycle twice a week.", {"ibuprofen"}),
        ("I take ibuprofen and drink 200 ml of water.", {"ibuprofen"}),
        ("I take ibuprofen and drink 200 ml water.", {"ibuprofen"}),
        ("I take ibuprofen 400 mg, then paracetamol 500 mg.", {"ibuprofen", "paracetamol"}),
        ("I take metformin. Anna needs sertraline 50 mg.", {"metformin"}),
    ],
)
def test_each_of_a_row_is_taken(text, medicines):
    assert taken(text) == medicines


def test_they_are_hers_who_takes_the_first_and_none_is_a_verb():
    assert learned("Mum takes warfarin, metformin 500 mg twice daily and vitamin D in the morning.") == {
        ("my mum", "takes", "warfarin"),
        ("my mum", "takes", "metformin"),
        ("my mum", "takes", "vitamin D"),
    }
