"""What is so now before what was: of what somebody said, the latest that tells of a change. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.without_model.asking import Asking
from assistant.without_model.line import Line
from graph.retrieval.question.words import content_stems

_SWITCHED = re.compile(r"\b(?:changed|switched) (?:the |our |my )?(?P<what>[a-z]+)\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:now|nowadays|these days|switched|changed|moved|actually|instead|no longer|any ?more|from now on"
    r"|so far|by now|no,? wait|oh,? wait|wait,? no|scratch that|correction"
    r"|halved|doubled|reduced|increased|raised|lowered|cut (?:down )?to|(?:down|up) to)\b",
    re.IGNORECASE,
)


def changed_first(asking: Asking, lines: list[Line]) -> list[Line]:
    """Of what somebody said with the same words of the question the latest that tells of a change first: it is so now.

    "The butter supplier is Longley Farm" was so until "we switched butter, it's from Acorn Dairy now".
    """
    if asking.by.earlier:  # what it was before: what was said first
        said = sorted((line for line in lines if line.is_said), key=lambda one: one.at)
        return [*said, *(line for line in lines if not line.is_said)]
    newest: dict[frozenset[str], Line] = {}
    for line in sorted((line for line in lines if _tells_change(asking, line)), key=lambda one: one.at):
        newest[line.words] = line
    moved = {line.item.pk for line in newest.values()}
    ordered: list[Line] = []
    for line in lines:
        latest = newest.get(line.words) or next((one for one in newest.values() if _is_less(asking, one, line)), None)
        if latest is not None and line.at <= latest.at:  # what was said later stays before it
            ordered.append(replace(newest.pop(latest.words), words=line.words, is_close=line.is_close))
        if line.item.pk not in moved:
            ordered.append(line)
    return ordered


def _is_less(asking: Asking, changed: Line, line: Line) -> bool:
    """Whether less of the question's words tell a change of the same: "we've changed bread", of who makes it."""
    return changed.words < line.words and _switches(asking, changed)


def _switches(asking: Asking, line: Line) -> bool:
    what = _SWITCHED.search(line.text)
    return what is not None and content_stems(what["what"]) <= line.words | asking.names


def _tells_change(asking: Asking, line: Line) -> bool:
    told = bool(line.words) or _switches(asking, line)
    return line.is_said and told and _CHANGED.search(line.text) is not None
