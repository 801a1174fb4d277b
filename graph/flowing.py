"""Running text without the line breaks of the window that it was written in. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from graph.tables import is_row

FULL = 50  # letters from which a line is one that its writer's window ended
NEARLY_FULL = 40  # from which it may be one in a text that has such lines: a long word or a link did not fit
_BEGINS_ANEW = re.compile(r"\s*(?:[-*+•>#|]\s|[>#|]|\d{1,3}[.)]\s|```|~~~|</?\w|!\[|\Z)")  # an item, a row, code
_MARKS = " \t*_`([“‘\"'"  # before the word that a line begins with
_FENCED = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE)


def flowing(text: str, *, wraps: bool = False) -> str:
    """The text, as long as it was, with a space for the line break of a full line whose sentence goes on.

    That is a long line before a small letter; where a text `wraps`, as one with such lines does, any long line before
    what is no item or the like. Lists, tables, verse and code stay as they are.
    """
    wraps = wraps or is_wrapped(text)
    if not wraps:
        return text
    made: list[str] = []
    place = 0
    for fenced in _FENCED.finditer(text):
        made += [_joined(text[place : fenced.start()]), fenced[0]]
        place = fenced.end()
    return "".join([*made, _joined(text[place:])])


def is_wrapped(text: str) -> bool:
    """Whether some line of it was surely ended by a window."""
    return "\n" in text and any(_goes_on(line, after) for line, after in pairwise(_FENCED.sub("\n", text).split("\n")))


def _joined(text: str) -> str:
    lines = text.split("\n")
    return "".join(_broken(pairwise([*lines, ""])))[:-1]


def _broken(pairs: Iterable[tuple[str, str]]) -> Iterable[str]:
    for line, after in pairs:
        broken = _has(line, FULL) and not _BEGINS_ANEW.match(after)
        yield line + (" " if broken or _goes_on(line, after, NEARLY_FULL) else "\n")


def _goes_on(line: str, after: str, letters: int = FULL) -> bool:
    return _has(line, letters) and not _BEGINS_ANEW.match(after) and after.lstrip(_MARKS)[:1].islower()


def _has(line: str, letters: int) -> bool:
    return len(line) >= letters and "|" not in line and not is_row(line)
