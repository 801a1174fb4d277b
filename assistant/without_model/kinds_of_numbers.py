"""Whether a number that was found is of the kind that is asked for: a weight is no target weight. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.extraction.words.dates import WEEKDAYS
from assistant.question.asked import FILLERS, LIGHT
from assistant.question.facts import fact_of
from assistant.without_model.asking import GROUP_STEMS, RELATION_STEMS, Asking, shared_stems, stems_of
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import Item

_DID_THEN = re.compile(
    rf"\b(?:did|was|were)\b.*\b(?:yesterday|last (?:night|week|month)|(?:on|last) (?:{'|'.join(WEEKDAYS)}))\b",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\b(?:what|which) (?:percentage|percent|share|fraction|portion|proportion) of\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\b(?:percent|per cent|half|third|quarter|tenth)\b", re.IGNORECASE)
_COUNTED = re.compile(r"\bhow many (?P<what>[a-z]{3,})\b", re.IGNORECASE)
_KINDS = tuple(map(content_stems, ("target", "average", "max maximum", "min minimum", "ideal")))


def is_another_number(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether none of these tells a number of what is asked: no share where one is asked for, whose birthday is when of
    how many guests came to it, or one of another kind.
    """
    if _SHARE.search(asking.question) and not any(_PERCENT.search(in_words(item)) for item in found):
        return True
    counted = _COUNTED.search(asking.question)
    what = content_stems(counted["what"]) - FILLERS - LIGHT - GROUP_STEMS - RELATION_STEMS if counted else frozenset()
    is_value = bool(found) and all(fact_of(item).object is None for item in found)
    if asking.focus.predicates and what and is_value and not any(shared_stems(what, item) for item in found):
        return True
    return bool(found) and _is_of_other_kind(asking, found)


def _is_of_other_kind(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether a number is asked for of a kind that none of these is of, or was on a day: what one weighs, of the target
    weight; the greatest heart rate, of the mean one or of Tuesday's.
    """
    kinds = [kind for kind in _KINDS if kind & (asking.focus.stems - asking.names)]
    if kinds:
        return not any(kind & stems_of(item) for kind in kinds for item in found)
    predicates = [content_stems(fact_of(item).predicate.replace("_", " ")) for item in found]
    of_kind = all(any(kind & predicate for kind in _KINDS) for predicate in predicates)
    return of_kind and _DID_THEN.search(asking.question) is not None


def in_words(item: Item) -> str:
    """What a fact says of its subject."""
    fact = fact_of(item)
    return f"{fact.predicate.replace('_', ' ')} {fact.object_name or fact.value}"
