"""What a table has in one column, or of what it says so: "who are the players?", "what haven't we paid yet?". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant import params
from assistant.without_model.asking import Asking
from assistant.without_model.line import Line
from graph.prose import units
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.tables import cells_told, is_row

_ALL = re.compile(
    r"\W*(?:and )?(?:who|what|which) (?:are|were) (?:all )?(?:the|my|our) (?P<what>[a-z]+(?: [a-z]+)?)"
    r"(?: (?:of|in|on|at|for) [^?]+)?\W*",
    re.IGNORECASE,
)
_THOSE = re.compile(
    r"\W*(?:and )?(?:which|what) (?P<what>[a-z]+(?: [a-z]+)?) (?:have|has|contain|contains|are|is|with)"
    r"(?: in| at| on)? (?P<value>[^?]{2,40}?)(?: in (?:it|them))?\W*",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\W*(?:and )?(?:who|what|which (?:[a-z]+ ){1,2}?)(?: else)? ?(?:have|has|are|is|were|was|did)(?:n['’]?t| not)"
    r"(?: yet)?(?: (?:we|i|you|they))?(?: yet)?(?: been)? (?P<done>[a-z]+)\b[^?]{0,20}\W*",
    re.IGNORECASE,
)
_NOT = frozenset({"no", "not yet", "n", "open", "pending", "outstanding", "unpaid", "false", "☐", "✗"})
_FEWEST = 2  # rows of what is a list


def column(asking: Asking, result: Result) -> Line | None:
    """The cells below the head that a question names by its plural, of the first table found that has one.

    Where it asks which of them are so, those in whose rows another cell says it; of a single one the row tells more.
    """
    question = asking.question.strip()
    if (undone := _UNDONE.fullmatch(question)) is not None:
        return _undone(content_stems(undone["done"]), result)
    asked = _ALL.fullmatch(question) or _THOSE.fullmatch(question)
    what = content_stems(asked["what"]) if asked is not None else frozenset()
    value = content_stems(asked.groupdict().get("value") or "") if asked is not None else frozenset()
    for item in result.items if what else ():
        if item.chunk is None:
            continue
        told = list(dict.fromkeys(_below(item.chunk.text, what, value)))
        if len(told) >= _FEWEST:
            more = ", …" if len(told) > params.ANSWER_LISTED else ""
            return Line(item, f"{', '.join(told[: params.ANSWER_LISTED])}{more}", what)
    return None


def _undone(done: frozenset[str], result: Result) -> Line | None:
    """What the first table with a column of that name says is not so, the row itself if it is one."""
    for item in result.items:
        undone = [
            (row, cells)
            for row, cells in _rows(item.chunk.text if item.chunk is not None else "")
            if any(content_stems(head) == done and cell.casefold().strip() in _NOT for head, cell in cells)
        ]
        if undone:
            several = ", ".join(cells[0][1] for _, cells in undone[: params.ANSWER_LISTED])
            return Line(item, several if len(undone) >= _FEWEST else undone[0][0], done)
    return None


def _below(text: str, what: frozenset[str], value: frozenset[str]) -> Iterator[str]:
    for _, cells in _rows(text):
        if any(value <= content_stems(cell) for head, cell in cells if not value or content_stems(head) != what):
            yield from (cell for head, cell in cells if content_stems(head) == what)


def _rows(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The rows of tables in a text, each with its cells by their heads."""
    for unit in units(text):
        if not unit.is_code and is_row(unit.text):
            yield unit.text, list(cells_told(unit.text))
