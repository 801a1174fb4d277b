"""Numbers and days as cells write them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from assistant.without_model.tables.amounts import amount, mean, order, total


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("12", "12"),
        ("£1,150", "1150"),
        ("12,400 €", "12400"),
        ("3,40", "3.40"),
        ("1.250,50 €", "1250.50"),
        ("72 °C", "72"),
        ("-4", "-4"),
        ("85 %", "85"),
    ],
)
def test_a_number_is_read_with_its_unit_or_without(cell, number):
    assert amount(cell) == Decimal(number)


@pytest.mark.parametrize("cell", ["", "4-0", "12 or 13", "Lab 3", "912 000 111 or mail", "2.14.1"])
def test_what_is_no_number_is_none(cell):
    assert amount(cell) is None


def test_cells_are_ordered_by_numbers_or_by_days():
    assert order(["12 km", "9 km"]) == [Decimal(12), Decimal(9)]
    first, second = order(["2026-01-02", "2026-01-03"]) or ()
    assert second - first == 1


@pytest.mark.parametrize("cells", [["12", "none"], ["180 g", "1 kg"], ["monthly", "weekly"]])
def test_cells_that_do_not_compare_have_no_order(cells):
    assert order(cells) is None


def test_what_adds_up_keeps_its_unit():
    assert total(["£1,150", "£300"]) == "£1,450"
    assert total(["84.00", "142.50"]) == "226.50"
    assert mean(["10 km", "11 km"]) == "10.5 km"
