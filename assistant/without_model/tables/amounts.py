"""Numbers and days as the cells of a table write them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from assistant.extraction.words.named_days import named

_AMOUNT = re.compile(
    r"(?P<before>[£$€¥~]?\s?)(?P<number>[-+−]?\d{1,3}(?:[,.' ]\d{3})+(?:[.,]\d{1,2})?|[-+−]?\d+(?:[.,]\d+)?)"
    r"(?P<behind>\s?(?:%|°C|°|[£$€¥]|[a-zA-Zµ]{1,8}\.?(?:/[a-z]{1,5})?)?)"
)


def amount(cell: str) -> Decimal | None:
    """The number that a cell is, with its unit or without; None where it is none: "4-0", "12 or 13"."""
    said = _AMOUNT.fullmatch(cell.strip())
    if said is None:
        return None
    number = said["number"].replace("−", "-").replace("'", "").replace(" ", "")
    if re.fullmatch(r"[-+]?\d{1,3}(?:[,.]\d{3})+", number):
        return Decimal(re.sub(r"[,.]", "", number))  # "1,150" and "1.150" are thousands
    *whole, last = re.split(r"[,.]", number)
    return Decimal(f"{''.join(whole)}.{last}" if whole else last)


def order(cells: Sequence[str]) -> list[Decimal] | None:
    """By what the cells of a column compare, numbers of one unit or days; None where one of them is neither."""
    found = [amount(cell) for cell in cells]
    if None not in found and len(_signs(cells)) <= 1:
        return [one for one in found if one is not None]
    days = [named(cell, None) for cell in cells]
    if all(len(one) == 1 for one in days):
        return [Decimal(one[0].first.toordinal()) for one in days]
    return None


def total(cells: Sequence[str]) -> str:
    """What they add up to, with their unit if they have one in common."""
    return _with_unit(sum((amount(cell) or Decimal() for cell in cells), Decimal()), cells)


def mean(cells: Sequence[str]) -> str:
    """Their mean, rounded to two places."""
    added = sum((amount(cell) or Decimal() for cell in cells), Decimal())
    return _with_unit(round(added / len(cells), 2).normalize(), cells)


def _with_unit(number: Decimal, cells: Sequence[str]) -> str:
    signs = _signs(cells)
    before, behind = signs.pop() if len(signs) == 1 else ("", "")
    return f"{before}{number:,f}{behind}"


def _signs(cells: Sequence[str]) -> set[tuple[str, str]]:
    """What stands before and behind the numbers."""
    said = [_AMOUNT.fullmatch(cell.strip()) for cell in cells]
    return {(one["before"], one["behind"]) for one in said if one is not None}


def units(cells: Sequence[str]) -> set[str]:
    """The units that numbers are written with, in small letters."""
    return {sign.strip().casefold() for signs in _signs(cells) for sign in signs} - {""}
