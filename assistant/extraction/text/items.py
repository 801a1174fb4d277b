"""The parts of a written text that are read apart: each item of a list, and the running text between lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.documents.formats import notes

_FENCED = re.compile(r"^\s{0,3}(```|~~~).*?^\s{0,3}\1", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"^.*(?:\n|\Z)", re.MULTILINE)
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_APART = re.compile(r"\s{0,3}#{1,6}\s|\s*\|")  # a heading, a row of a table: names without a sentence


def items(text: str) -> Iterator[tuple[int, str]]:
    """Each part with its offset, without the mark of its item.

    To a parser two items are one sentence, and of "comes from Oslo" and "- Decision: wait" Decision is from Oslo.
    """
    prose = _FENCED.sub(lambda code: " " * len(code[0]), text)
    if notes.BLANK.search(prose):  # a line that a template leaves open says nothing yet
        prose = _LINE.sub(lambda line: " " * len(line[0]) if notes.BLANK.search(line[0]) else line[0], prose)
    begun: int | None = None
    is_item = False
    for line in _LINE.finditer(prose):
        item, apart = _ITEM.match(line[0]), _APART.match(line[0])
        ends = item or apart or (is_item and not line[0].strip())
        if ends and begun is not None:
            yield begun, prose[begun : line.start()]
            begun, is_item = None, False
        if item:
            begun, is_item = line.start() + item.end(), True
        elif begun is None and not apart and line[0].strip():
            begun = line.start()
    if begun is not None:
        yield begun, prose[begun:]
