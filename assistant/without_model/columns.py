"""All that a table has in one column, where that is asked for: "who are the players?". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant import params
from assistant.without_model.asking import Asking
from assistant.without_model.passages import Line
from graph.prose import units
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.tables import cells_told, is_row

_ALL = re.compile(
    r"\W*(?:and )?(?:who|what|which) (?:are|were) (?:all )?(?:the|my|our) (?P<what>[a-z]+(?: [a-z]+)?)"
    r"(?: (?:of|in|on|at|for) [^?]+)?\W*",
    re.IGNORECASE,
)
_FEWEST = 2  # rows of what is a list


def column(asking: Asking, result: Result) -> Line | None:
    """The cells below the head that a question names by its plural, of the first table found that has one."""
    asked = _ALL.fullmatch(asking.question.strip())
    what = content_stems(asked["what"]) if asked is not None else frozenset()
    for item in result.items if what else ():
        if item.chunk is None:
            continue
        told = list(dict.fromkeys(_below(item.chunk.text, what)))
        if len(told) >= _FEWEST:
            more = ", …" if len(told) > params.ANSWER_LISTED else ""
            return Line(item, f"{', '.join(told[: params.ANSWER_LISTED])}{more}", what)
    return None


def _below(text: str, what: frozenset[str]) -> Iterator[str]:
    for unit in units(text):
        if not unit.is_code and is_row(unit.text):
            yield from (cell for head, cell in cells_told(unit.text) if content_stems(head) == what)
