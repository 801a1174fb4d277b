"""What a table says that a question asks: which rows, by what they are named, and below which head it stands. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from assistant.without_model.tables import heads as columns
from assistant.without_model.tables.amounts import order
from assistant.without_model.tables.asked import TASKS, Asked
from assistant.without_model.tables.fitting import fitting, is_yes_or_no
from assistant.without_model.tables.matching import Match, columns_of, matched
from assistant.without_model.tables.table import Row, Table
from graph.retrieval.question.words import content_stems

_IMPLIED = {  # by how a question begins, the heads below which its answer stands
    "when": columns.WHEN,
    "what time": frozenset({"time", "start", "starts", "when", "departure", "arrival"}),
    "where": columns.WHERE,
    "how much": frozenset(["cost", "price", "amount", "total", "fee", "sum", "rate", "rent", "paid", "due"]),
    "how long": frozenset(["length", "duration", "minutes", "min", "hours", "nights", "time"]),
    "how far": frozenset(["distance", "km", "miles"]),
    "how old": frozenset(["age", "born", "birth", "dob", "birthday"]),
}
_COUNTING = ("how much", "how many")


@dataclass(frozen=True, slots=True)
class Found:
    """The rows that are asked for, below which head they are named, and below which stands what is asked of them.

    They are named by none where all have the same name. `said` are the stems of the question's words that cells and
    heads have as they are; `is_all`: nothing tells the rows from the others.
    """

    asked: Asked
    rows: tuple[Row, ...]
    label: str
    value: str = ""
    said: frozenset[str] = frozenset()
    is_all: bool = False


def found(table: Table, asked: Asked, own: frozenset[str]) -> Found | None:
    """What the table says of what is asked; None where it does not have every word of the question that says something.

    `own` are the stems of the person's name.
    """
    match = matched(table, asked)
    wanted = _wanted(table, asked, match)
    for value in [*wanted, ""] if asked.may_be_of_rows else wanted or [""]:
        if not value and asked.kind in {"cell", "sum", "mean"} and not _is_of_rows(asked, match):
            continue
        rows = fitting(table, asked, match, value, own)
        is_all = match.is_of_all and len(rows) == len(table.rows)
        if rows and not (is_all and not _may_be_all(table, asked, match, value)):
            told = _picked(table, asked, match, rows, value)
            return replace(told, is_all=is_all, said=match.said(asked)) if told is not None else None
    return None


def _is_of_rows(asked: Asked, match: Match) -> bool:
    return asked.may_be_of_rows and (bool(match.named) or match.is_titled)


def _wanted(table: Table, asked: Asked, match: Match) -> list[str]:
    """The heads below which the answer may stand, the likeliest first."""
    if asked.kind == "who":
        is_role = asked.opening.startswith(("who is", "who was", "who are", "who were", "who's", "who’s"))
        said = [head for head in match.named if order(table.cells(head)) is None and not is_yes_or_no(table, head)]
        said = [head for head in said if is_role or not _is_constrained(table, match, head)]
        return sorted(said, key=lambda head: -_share(head, match.named[head]))
    nouns = {word.place for word in asked.words if word.text.casefold() in asked.noun}
    if asked.kind in {"which", "count"} or asked.noun:
        if asked.noun == TASKS:
            return [head for head in table.heads if columns.tokens(head) & {*TASKS, "what"}]
        by_noun = [head for head, places in match.named.items() if places & nouns]
        if asked.kind == "count" and not by_noun:  # of how many rolls there are the quantities tell
            return [head for head in table.heads if columns.tokens(head) & columns.COUNTED]
        return sorted(by_noun, key=lambda head: -_share(head, match.named[head] & nouns))
    if asked.kind == "most":
        return []
    implied = next((heads for begins, heads in _IMPLIED.items() if asked.opening.startswith(begins)), frozenset())
    fitting = [head for head in table.heads if _may_tell(table, head, asked)]
    rated = {
        head: _share(head, match.named.get(head, frozenset())) + bool(columns.tokens(head) & implied)
        for head in fitting
    }
    return sorted((head for head in fitting if rated[head]), key=lambda head: -rated[head])


def _is_constrained(table: Table, match: Match, head: str) -> bool:
    """Whether a word that a row has to say stands below a head: who got a 3 in test 2 is not who test 2 is."""
    return any(head in columns_of(row, word) for row in table.rows for word in match.required)


def _share(head: str, places: Collection[int]) -> float:
    return len(places) / max(1, len(columns.tokens(head)))


def _may_tell(table: Table, head: str, asked: Asked) -> bool:
    """Whether a column is of what is asked for: of numbers, where it is how much."""
    cells = table.cells(head)
    if asked.opening.startswith(_COUNTING) or asked.kind in {"sum", "mean"}:
        return order(cells) is not None
    if asked.opening.startswith(("when", "what time")):
        return bool(columns.tokens(head) & columns.WHEN)
    return bool(cells)


def _may_be_all(table: Table, asked: Asked, match: Match, value: str) -> bool:
    """Whether all rows are meant, where nothing tells them apart: "who are the players?", "which is the dearest?"."""
    if asked.kind == "count":
        return bool(value) and (order(table.cells(value)) is None or match.is_titled)
    if asked.kind in {"most", "sum", "mean"}:
        return True
    titled = bool(asked.noun) and not match.named  # "who are the singers?", of "Singers"
    return asked.kind == "which" and (bool(value) or titled) and asked.denied is None


def _picked(table: Table, asked: Asked, match: Match, rows: list[Row], value: str) -> Found | None:
    if asked.kind == "most":
        return _extreme(table, asked, match, rows)
    if asked.kind == "cell" or (asked.kind == "who" and value):
        whole = max(_wholly(row, match) for row in rows)
        rows = [row for row in rows if _wholly(row, match) == whole]  # Thomas, before Thomas Pell
    if (asked.kind == "which" and value) or (asked.kind == "count" and value and order(table.cells(value)) is None):
        return Found(asked, tuple(rows), value)
    label = _label(table, rows, match, value)
    if value and len({row.cells.get(label) for row in rows}) == 1 < len(rows):
        label = ""
    if asked.kind in {"which", "who", "cell"} and not value:
        had = next((head for head in match.named if asked.is_having and order(table.cells(head)) is not None), "")
        return Found(asked, tuple(rows), label, had)
    if asked.kind == "count" and not value:
        counted = _counted(table, asked, rows)
        return Found(asked, tuple(rows), counted) if counted else None
    is_same = bool(value) and len({row.cells.get(value) for row in rows}) == 1
    if is_same and asked.kind in {"who", "cell"} and not asked.opening.startswith(_COUNTING):
        rows = rows[:1]  # what William was stands in the rows of both of his children
    return Found(replace(asked, kind="cell") if asked.kind == "count" else asked, tuple(rows), label, value)


def _counted(table: Table, asked: Asked, rows: Sequence[Row]) -> str:
    """The head below which each row says that it is one of those that are asked for, such as a bench; "" where a column
    tells how many there are.
    """
    nouns = {word.stem for word in asked.words if word.text.casefold() in asked.noun}
    has_numbers = any(columns.tokens(head) & columns.COUNTED for head in table.heads)
    if not nouns or has_numbers:
        return ""
    named = (head for head in table.heads[:2] if all(nouns <= row.said.get(head, frozenset()) for row in rows))
    return next(named, "")


def _wholly(row: Row, match: Match) -> int:
    """How many of the required words stand in a cell with nothing else."""
    stems = frozenset(word.stem for word in match.required)
    return sum(content_stems(cell) <= stems for cell in row.cells.values() if content_stems(cell))


def _label(table: Table, rows: Sequence[Row], match: Match, value: str) -> str:
    """The head below which rows are named: the first whose cells are words and differ, or else differ at all."""
    constrained = {head for row in rows for word in match.required for head in columns_of(row, word)}
    others = [head for head in table.heads if head != value and not is_yes_or_no(table, head)]
    free = [head for head in others if head not in constrained] or others or [value]
    told = [
        head for head in free if order(table.cells(head)) is None and not columns.tokens(head) & columns.WHEN
    ] or free
    if not value or order(table.cells(value)) is None or columns.tokens(value) & columns.WHEN:
        free = []  # numbers say nothing by themselves; names, and each day with its time, do
    differing = [head for head in (*told, *free) if len({row.cells.get(head, "") for row in rows}) == len(rows)]
    return (differing or told)[0]


def _extreme(table: Table, asked: Asked, match: Match, rows: list[Row]) -> Found | None:
    assert asked.extreme is not None
    by = [(head, most) for heads, most in asked.extreme.by for head in table.heads if columns.tokens(head) & heads]
    if not asked.extreme.by:
        by = [(head, asked.extreme.is_most) for head in match.named]
    for head, most in by:
        having = [row for row in rows if row.has(head)]
        values = order([row.cells[head] for row in having])
        if values:
            best = max(values) if most else min(values)
            best_rows = tuple(row for row, value in zip(having, values, strict=True) if value == best)
            return Found(asked, best_rows, _label(table, best_rows, match, head), head)
    return None
