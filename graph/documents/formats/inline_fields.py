"""Fields inside a note's text, as Obsidian's Dataview reads them: “birthday:: 1972-07-09”, “[rating:: 4]”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import yaml

from graph.documents.formats import notes

MOST = 200  # fields of one note
MOST_LOOKED_AT = 1000  # of which many may say the same key again
_CODE = re.compile(r"^[ \t]{0,3}(```|~~~).*?^[ \t]{0,3}\1|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_KEY = r"(?P<key>[^\W\d_](?:[\w /-]{0,40}\w)?)"
_LINE = re.compile(
    rf"^[ \t]*(?:[-*+][ \t]+(?:\[.\][ \t]+)?)?(?:\*\*|__)?{_KEY}(?:\*\*|__)?::[ \t]+(?P<value>\S.*?)[ \t]*$",
    re.MULTILINE,
)
_INSIDE = re.compile(rf"[\[(]{_KEY}::[ \t]*(?P<value>[^\[\]()\n]{{1,500}})[\])]")
_PART = re.compile(r"[ \t]*(?:[-*+|#]|\d+[.)])")  # an item, a row or a heading: a field in it is of that alone
_LINKS = re.compile(r"\[\[[^\]\n]+\]\](?:[ \t]*,[ \t]*\[\[[^\]\n]+\]\])*")


def fields(body: str) -> dict[str, Any]:
    """The fields of a note's text outside of code, each with its value as front matter would have it; repeated ones as
    a list. Several links, parted by commas, are a list as well.
    """
    found: dict[str, Any] = {}
    prose = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code.group()), body)
    for key, value in _written(prose):
        if key in found:
            stood = found[key] if isinstance(found[key], list) else [found[key]]
            found[key] = [*stood, *(value if isinstance(value, list) else [value])]
        elif len(found) < MOST:
            found[key] = value
    return found


def blanked(text: str) -> str:
    """`text` at the same length without its fields, which say what they say by themselves."""
    for pattern in (_LINE, _INSIDE):
        text = pattern.sub(lambda field: re.sub(r"[^\n]", " ", field.group()), text)
    return text


def _written(prose: str) -> Iterator[tuple[str, Any]]:
    lines = list(islice(_LINE.finditer(prose), MOST_LOOKED_AT))
    whole = [range(*match.span()) for match in lines]
    brackets = islice(_INSIDE.finditer(prose), MOST_LOOKED_AT)
    inside = [match for match in brackets if not any(match.start() in span for span in whole)]
    inside = [match for match in inside if _PART.match(prose, prose.rfind("\n", 0, match.start()) + 1) is None]
    for match in sorted([*lines, *inside], key=lambda one: one.start()):
        yield match["key"].strip(), _value(match["value"].strip())


def _value(text: str) -> Any:
    """A link or a list of them, a number, a day or a truth where it is written as one; else the text."""
    if _LINKS.fullmatch(text):
        links = re.findall(r"\[\[[^\]\n]+\]\]", text)
        return links if len(links) > 1 else links[0]
    try:
        value = notes.loaded(f"v: {text}")["v"]
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, KeyError):
        return text
    return text if value is None or isinstance(value, dict | list) else value
