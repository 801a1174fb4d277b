"""The rows of a table that a question is about: those that say each word that a row has to say. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant import params
from assistant.without_model.tables import heads as columns
from assistant.without_model.tables.amounts import order
from assistant.without_model.tables.asked import Asked, Word
from assistant.without_model.tables.comparing import column, keeping
from assistant.without_model.tables.matching import Match, columns_of
from assistant.without_model.tables.table import Row, Table
from graph.retrieval.question.words import content_stems

_NO = frozenset({"", "-", "–", "—", "☐", "✗", "no", "not yet", "n", "none", "false", "0", "0.00", "0,00", "open",
                 "pending", "outstanding", "unpaid"})  # fmt: skip
_YES = frozenset({"yes", "y", "x", "true", "✓", "✔", "☑", "done", "paid"})


def fitting(table: Table, asked: Asked, match: Match, value: str, own: frozenset[str]) -> list[Row]:
    """The rows that are asked for where the answer stands below `value`; "" where it is the rows themselves.

    `own` are the stems of the person's name.
    """
    rows = _own(list(_saying(table, asked, match, value)), table, asked, own)
    if asked.compared is not None:
        rows = keeping(rows, column(table, asked.compared, [*match.named]), asked.compared)
    if asked.kind == "cell" and value not in match.named and not asked.noun:
        return [row for row in rows if _is_of_key(row, table, match)]
    return rows


def _saying(table: Table, asked: Asked, match: Match, value: str) -> Iterator[Row]:
    """The rows whose cells say every required word, none of them only where the answer stands."""
    denied, required = _denied(table, asked, match)
    if asked.denied is not None and denied is None:
        return  # nothing tells what is not so
    affirmed = [] if denied else [head for head in match.named if _is_affirmed(table, head, asked)]
    numbered = match.called(asked) - {value}
    for row in table.rows:
        if any(row.cells.get(head, "").casefold() != said for head, said in match.bound):
            continue
        if any(not columns_of(row, word) - {value} for word in required):
            continue
        if numbered and any(not columns_of(row, word) & numbered for word in required if word.is_number):
            continue
        if denied is not None and not denied.is_not_so(row):
            continue
        if any(row.cells.get(head, "").casefold().strip() in _NO for head in affirmed):
            continue
        if value and value not in row.cells and asked.kind in {"cell", "who"}:
            continue
        yield row


@dataclass(frozen=True, slots=True)
class _Denied:
    """What is said not to be so: a column whose cell says no, or a word that a column does not have."""

    head: str
    stem: str = ""

    def is_not_so(self, row: Row) -> bool:
        if self.stem:
            return self.stem not in row.said.get(self.head, frozenset())
        return row.cells.get(self.head, "").casefold().strip() in _NO


def _denied(table: Table, asked: Asked, match: Match) -> tuple[_Denied | None, Sequence[Word]]:
    """What is denied and the words that are required beside it."""
    if asked.denied is None:
        return None, match.required
    nouns = {word.place for word in asked.words if word.text.casefold() in asked.noun}
    for head, places in match.named.items():
        may_be_no = any(row.cells.get(head, "").casefold() in _NO for row in table.rows)
        if may_be_no and max(places - nouns, default=-1) > asked.denied:
            return _Denied(head), match.required
    for word in [one for one in match.required if one.place > asked.denied]:
        for head in table.heads:
            having = [word.stem in row.said.get(head, ()) for row in table.rows]
            if any(having) and len(set(table.cells(head))) < len(table.rows):
                return _Denied(head, word.stem), [one for one in match.required if one is not word]
    return None, match.required


def _is_affirmed(table: Table, head: str, asked: Asked) -> bool:
    """Whether a row has to say of a column that it is so: who is coming, and who has children."""
    return is_yes_or_no(table, head) or (asked.is_having and order(table.cells(head)) is not None)


def is_yes_or_no(table: Table, head: str) -> bool:
    cells = {row.cells[head].casefold().strip() for row in table.rows if head in row.cells}
    return bool(cells & _YES) and bool(cells & _NO)


def _own(rows: list[Row], table: Table, asked: Asked, own: frozenset[str]) -> list[Row]:
    """Those of oneself, where a column names who each is of: "what are my actions?"."""
    heads = [head for head in table.heads if columns.tokens(head) & columns.WHO] if asked.is_mine and own else []
    mine = [row for row in rows if any(own & row.said.get(head, frozenset()) for head in heads)]
    is_owned = any(columns.tokens(head) & columns.OWNED for head in heads)
    return mine if mine or is_owned else rows


def _is_of_key(row: Row, table: Table, match: Match) -> bool:
    """Whether what tells a row apart is what it is of: that a chapter is told by Anders says not where he is."""
    first, *others = table.heads
    is_short = order(table.cells(first)) is not None or all(
        len(cell) < params.SHORT_NAME for cell in table.cells(first)
    )
    named = next((head for head in others if _names(table, head)), first)
    keys = {first, named} if is_short else {first}
    stems = frozenset(word.stem for word in match.required)
    keys |= {head for head in table.heads if head in row.cells and content_stems(row.cells[head]) <= stems}
    return bool(match.bound) or all(columns_of(row, word) & (keys | match.named.keys()) for word in match.required)


def _names(table: Table, head: str) -> bool:
    """Whether a row is called by what it has there: words, and other ones in each row."""
    cells = table.cells(head)
    return len({*cells}) == len(table.rows) and order(cells) is None
