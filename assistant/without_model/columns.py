"""What a table has in one column, or of what it says so: "who are the players?", "what haven't we paid yet?". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant import params
from assistant.without_model.asking import Asking
from assistant.without_model.line import Line
from graph.prose import units
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.retrieval.types import Item
from graph.tables import cells_told, is_row

_ALL = re.compile(
    r"\W*(?:and )?(?:who|what|which) (?:are|were) (?:all )?(?:the|my|our) (?P<what>[a-z]+(?: [a-z]+)?)"
    r"(?: (?:of|in|on|at|for) [^?]+)?\W*",
    re.IGNORECASE,
)
_THOSE = re.compile(
    r"\W*(?:and )?(?:which|what) (?!(?:do|does|did|can|will|is|are|was|were|has|have)\b)"
    r"(?P<what>[a-z]+(?: [a-z]+)?) (?:have|has|had|got|get|contain|contains|are|is|with)"
    r"(?: in| at| on)? (?P<value>[^?]{2,40}?)(?: in (?:it|them))?\W*",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\W*(?:and )?(?:who|what|which (?:[a-z]+ ){1,2}?)(?: else)? ?(?:have|has|are|is|were|was|did)(?:n['’]?t| not)"
    r"(?: yet)?(?: (?:we|i|you|they))?(?: yet)?(?: been)? (?P<done>[a-z]+)\b[^?]{0,20}\W*",
    re.IGNORECASE,
)
# "Who are the altos?", "who is vegan?": those in whose rows a cell says just that.
_WHO_IS = re.compile(
    r"\W*(?:[Aa]nd )?[Ww]ho (?:(?:all )?(?:is|are)|else is) (?:(?:all )?(?:the|my|our) )?"
    r"(?!(?:i|we|you|he|she|it|they)\b)(?P<said>[a-z -]+?)\W*"
)
# "What do I sow in March?", "who got a 1 in test 2?": what a row has below a head.
_DONE_IN = re.compile(
    r"\W*(?:and )?what (?:do|can|should|must) (?:i|we|you) (?P<head>[a-z ]+) (?:in|on|at) (?P<value>[^?]{2,30}?)\W*",
    re.IGNORECASE,
)
_GOT = re.compile(
    r"\W*(?:and )?who (?:got|has|have|had|scored) (?:an? )?(?P<value>\S+) (?:in|on|for|at) (?P<head>[^?]{2,30}?)\W*",
    re.IGNORECASE,
)
_LIST = content_stems("list")
_NOT = frozenset({"no", "not yet", "n", "open", "pending", "outstanding", "unpaid", "false", "☐", "✗"})
_FEWEST = 2  # rows of what is a list


class _Row(NamedTuple):
    """A row of a table as it is told, and its cells, each with its head."""

    text: str
    cells: list[tuple[str, str]]

    @property
    def first(self) -> str:
        return self.cells[0][1]


def column(asking: Asking, result: Result) -> Line | None:
    """The cells below the head that a question names by its plural, of the first table found that has one.

    Where it asks which of them are so, those in whose rows another cell says it, and where it asks who is so the first
    cells of those rows; of a single one the row tells more.
    """
    question = asking.question.strip()
    if (undone := _UNDONE.fullmatch(question)) is not None:
        return _undone(content_stems(undone["done"]), result)
    asked = _ALL.fullmatch(question) or _THOSE.fullmatch(question)
    what = content_stems(asked["what"]) if asked is not None else frozenset()
    which = (asked.groupdict().get("value") or "") if asked is not None else ""
    value = content_stems(which)
    is_so = _WHO_IS.fullmatch(question)
    said = content_stems(is_so["said"]) if is_so is not None else frozenset()
    pair = _DONE_IN.fullmatch(question) or _GOT.fullmatch(question)
    for item in result.items if what or said or pair else ():
        if item.chunk is None:
            continue
        table = list(_rows(item.chunk.text))
        having = [
            row
            for row in table
            if which and any(_words(which) == _words(f"{head} {cell}") for head, cell in row.cells[1:])
        ]
        if pair is not None:
            having += [row for row in table if _has_below(row, pair["head"], pair["value"])]
        if having:
            return _told(item, having, what)
        told = [*_below(table, what, value)] if what else []
        told = told or [
            row.first for row in table if said and any(content_stems(one) == said for _, one in row.cells[1:])
        ]
        if not told and what and not value and content_stems(item.chunk.document_title) - _LIST == what:
            told = [row.first for row in table]  # "Guest list"
        if len(told := list(dict.fromkeys(told))) >= _FEWEST:
            return Line(item, _in_a_row(told), what or said)
    return None


def _undone(done: frozenset[str], result: Result) -> Line | None:
    """What the first table with a column of that name says is not so, the row itself if it is one."""
    for item in result.items:
        undone = [
            row
            for row in _rows(item.chunk.text if item.chunk is not None else "")
            if any(content_stems(head) == done and cell.casefold().strip() in _NOT for head, cell in row.cells)
        ]
        if undone:
            return _told(item, undone, done)
    return None


def _told(item: Item, rows: Sequence[_Row], words: frozenset[str]) -> Line:
    """The first cells of several rows; of a single one the row tells more."""
    return Line(item, _in_a_row([row.first for row in rows]) if len(rows) >= _FEWEST else rows[0].text, words)


def _in_a_row(cells: Sequence[str]) -> str:
    return f"{', '.join(cells[: params.ANSWER_LISTED])}{', …' if len(cells) > params.ANSWER_LISTED else ''}"


def _has_below(row: _Row, head: str, said: str) -> bool:
    """Whether a row has just that below a head: "March" below "Sow"."""
    below = content_stems(head)
    return bool(below) and any(content_stems(one) == below and _words(cell) == _words(said) for one, cell in row.cells)


def _below(table: Sequence[_Row], what: frozenset[str], value: frozenset[str]) -> Iterator[str]:
    for row in table:
        if any(value <= content_stems(cell) for head, cell in row.cells if not value or content_stems(head) != what):
            yield from (cell for head, cell in row.cells if content_stems(head) == what)


def _words(text: str) -> list[str]:
    return sorted(word.removesuffix("s") for word in text.casefold().split())


def _rows(text: str) -> Iterator[_Row]:
    """The rows of tables in a text."""
    for unit in units(text):
        if not unit.is_code and is_row(unit.text):
            yield _Row(unit.text, list(cells_told(unit.text)))
