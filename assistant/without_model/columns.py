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
        having = _having(item.chunk.text, which) if which else []
        if having := having or (_below_is(item.chunk.text, pair["head"], pair["value"]) if pair else []):
            several = ", ".join(first for _, first in having[: params.ANSWER_LISTED])
            return Line(item, several if len(having) >= _FEWEST else having[0][0], what)
        told = list(dict.fromkeys(_below(item.chunk.text, what, value) if what else ()))
        told = told or list(dict.fromkeys(_saying(item.chunk.text, said) if said else ()))
        if not told and what and not value and content_stems(item.chunk.document_title) - _LIST == what:
            told = list(dict.fromkeys(cells[0][1] for _, cells in _rows(item.chunk.text)))  # "Guest list"
        if len(told) >= _FEWEST:
            more = ", …" if len(told) > params.ANSWER_LISTED else ""
            return Line(item, f"{', '.join(told[: params.ANSWER_LISTED])}{more}", what or said)
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


def _having(text: str, said: str) -> list[tuple[str, str]]:
    """The rows, and their first cells, of which one cell says just that with its head: "5 stars", "no DCC"."""
    return [
        (row, cells[0][1])
        for row, cells in _rows(text)
        if any(_words(said) == _words(f"{head} {cell}") for head, cell in cells[1:])
    ]


def _below_is(text: str, head: str, said: str) -> list[tuple[str, str]]:
    """The rows, and their first cells, that have just that below a head: "March" below "Sow"."""
    below = content_stems(head)
    return [
        (row, cells[0][1])
        for row, cells in _rows(text)
        if below and any(content_stems(one) == below and _words(cell) == _words(said) for one, cell in cells)
    ]


def _below(text: str, what: frozenset[str], value: frozenset[str]) -> Iterator[str]:
    for _, cells in _rows(text):
        if any(value <= content_stems(cell) for head, cell in cells if not value or content_stems(head) != what):
            yield from (cell for head, cell in cells if content_stems(head) == what)


def _words(text: str) -> list[str]:
    return sorted(word.removesuffix("s") for word in text.casefold().split())


def _saying(text: str, said: frozenset[str]) -> Iterator[str]:
    for _, [(_, first), *cells] in _rows(text):
        if any(content_stems(cell) == said for _, cell in cells):
            yield first


def _rows(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The rows of tables in a text, each with its cells by their heads."""
    for unit in units(text):
        if not unit.is_code and is_row(unit.text):
            yield unit.text, list(cells_told(unit.text))
