"""Whether what was found is of another kind than a question asks for: nuts, of which vaccines one must avoid. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.question.asked import FILLERS, GROUPS, Asks
from assistant.question.facts import fact_of
from assistant.without_model.asking import Asking, stems_of
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import FactRow, Item

_WHICH_DO = re.compile(r"\b(?:which|what) (?P<things>[a-z]+s) (?:do|does|did|can|will)\b", re.IGNORECASE)
_HOW_MUCH_MORE = re.compile(r"\bhow (?:much|many) (?:more|less|fewer)\b.*\b(?:would|than)\b", re.IGNORECASE)
_WHICH_AVOID = re.compile(
    r"\b(?:which|what) (?P<kind>(?!foods?\b|things?\b|drinks?\b|ingredients?\b)[a-z]+)"
    r" (?:must|should|do|does|can) .* avoid\b",
    re.IGNORECASE,
)
_WHICH_FLOOR = re.compile(r"\b(?:which|what) (?:floor|storey|flat|room|house number)\b", re.IGNORECASE)
_FLOOR = re.compile(r"\d|\b(?:ground|first|second|third|fourth|fifth|top) floor\b", re.IGNORECASE)


def is_of_other_things(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether "which databases does Heron support?" is only told by what a document says that it supports: none of them
    is said to be a database. What people tell is so short that the verb says of what it is; but of which vaccines one
    must avoid, that one cannot eat nuts tells nothing.
    """
    if _WHICH_FLOOR.search(asking.question) and found and not any(_tells_floor(fact_of(item)) for item in found):
        return True  # the town, of which floor one lives on
    if _HOW_MUCH_MORE.search(asking.question) and found:
        return True  # what one earns, of how much more one would
    avoided = _WHICH_AVOID.search(asking.question)
    if avoided and found and not any(content_stems(avoided["kind"]) & stems_of(item) for item in found):
        return True
    asked = _WHICH_DO.search(asking.question)
    things = content_stems(asked["things"]) - FILLERS - asking.names if asked else frozenset()
    read = bool(found) and all(fact_of(item).source == "file" for item in found)
    if any(things <= content_stems(group.words) for group in GROUPS if told_by(group, found)):
        return False  # "which languages does she speak?"
    return read and bool(things) and not any(things & stems_of(item) for item in found)


def told_by(group: Asks, found: Sequence[Item]) -> bool:
    """Whether what is found has the predicates that these words ask for."""
    return {fact_of(item).predicate for item in found} <= set(group.predicates.split())


def _tells_floor(fact: FactRow) -> bool:
    return _FLOOR.search(fact.object_name or fact.value) is not None
