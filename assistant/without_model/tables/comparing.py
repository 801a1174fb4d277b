"""What a row has more or less of than a question says: "more than 5,000", "before 2015". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from assistant.without_model.tables import heads as columns
from assistant.without_model.tables.amounts import amount, order, units
from assistant.without_model.tables.table import Row, Table

_YEAR = r"(?:1[5-9]|20)\d\d"
_MORE = r"(?P<more>more than|greater than|over|above|longer than|(?P<least>at least|from))"
_LESS = r"(?P<less>less than|fewer than|under|below|shorter than|(?P<most>at most|up to))"
_UNITS = {  # as a question writes them, and as heads and cells do
    "minutes": "min mins minutes",
    "hours": "h hr hrs hours",
    "days": "d days",
    "weeks": "weeks",
    "months": "months",
    "years": "years",
    "km": "km kilometres",
    "m": "m metres",
    "cm": "cm",
    "kg": "kg kilos",
    "g": "g grams",
    "euros": "€ eur euros",
    "dollars": "$ usd dollars",
    "pounds": "£ gbp pounds",
    "percent": "% percent",
}
_WRITTEN = {said: unit for unit, forms in _UNITS.items() for said in (unit, unit.removesuffix("s"), *forms.split())}
_UNIT = rf"(?P<unit>{'|'.join(sorted((re.escape(said) for said in _WRITTEN), key=len, reverse=True))})"
_AMOUNT = re.compile(rf"\b(?:{_MORE}|{_LESS}) (?P<amount>[£$€]?\d[\d.,]*)(?: ?{_UNIT}(?!\w))?", re.IGNORECASE)
_DATED = re.compile(
    rf"\b(?:(?P<more>after|(?P<least>since|from))|(?P<less>before)) (?P<amount>{_YEAR})\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Compared:
    """What the cells of a column have to be more than, or less; `words` are those of the question that say so."""

    is_more: bool
    is_or_equal: bool
    amount: Decimal
    is_year: bool
    words: frozenset[str]
    unit: str = ""

    def holds(self, cell: str) -> bool:
        number = amount(cell)
        if self.is_year:
            year = re.search(rf"\b{_YEAR}\b", cell)
            number = Decimal(year[0]) if year is not None else None
        if number is None:
            return False
        return (self.is_or_equal and number == self.amount) or (
            number > self.amount if self.is_more else number < self.amount
        )


def compared(text: str) -> Compared | None:
    """The first comparison of a question; None where it makes none."""
    dated = _DATED.search(text)
    said = dated or _AMOUNT.search(text)
    number = amount(said["amount"].rstrip(".,")) if said is not None else None
    if said is None or number is None:
        return None
    groups = said.groupdict()
    return Compared(
        is_more=groups["more"] is not None,
        is_or_equal=groups["least"] is not None or groups.get("most") is not None,
        amount=number,
        is_year=dated is not None,
        unit=_WRITTEN.get((groups.get("unit") or "").casefold(), ""),
        words=frozenset(re.findall(r"[^\W_]+", said[0].casefold())),
    )


def column(table: Table, comparison: Compared, named: Sequence[str]) -> str:
    """The head of the column that is compared: one that is named, of days where it is a year, or the only one; "" where
    there is none.
    """
    if comparison.is_year:
        fitting = [head for head in table.heads if columns.tokens(head) & (columns.WHEN | {"year"})]
    else:
        fitting = [head for head in table.heads if order(table.cells(head)) is not None]
        fitting = [head for head in fitting if not columns.tokens(head) & columns.WHEN]
        fitting = [head for head in fitting if _is_in(comparison.unit, head, table)]
    said = [head for head in fitting if head in named]
    return said[0] if said else fitting[0] if len(fitting) == 1 else ""


def _is_in(unit: str, head: str, table: Table) -> bool:
    """Whether a column may be in a unit: one that is in minutes has nothing that is longer than two hours."""
    told = {_WRITTEN[one] for one in (*columns.tokens(head), *units(table.cells(head))) if one in _WRITTEN}
    return not unit or not told or unit in told


def keeping(rows: Sequence[Row], head: str, comparison: Compared) -> list[Row]:
    return [row for row in rows if comparison.holds(row.cells.get(head, ""))]
