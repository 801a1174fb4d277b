"""What others do to the person that is asked for: "who owes me money?"."""

from __future__ import annotations

import re

from assistant.question.facts import fact_of
from assistant.without_model.asking import Asking
from assistant.without_model.narrowing import kept
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import FactRow, Item

_OWING = content_stems("owe")
_OWED = re.compile(r"\bhow much (?:do|does|did) .{1,40}? (?:still )?owe\b", re.IGNORECASE)
_HAS_PAID = re.compile(r"\bhow much (?:has|have|did) .{1,40}? (?:paid|pay)\W*$", re.IGNORECASE)
_PAID = re.compile(r"\b(?:paid|transferred)\b", re.IGNORECASE)
_UNPAID = re.compile(r"\b(?:not|never|still|rest|owe[sd]?|owing|due|lent|borrowed)\b|n['’]t\b", re.IGNORECASE)
_NOT_PAID = re.compile(
    r"\b(?:(?:not|never|yet to) (?:yet )?pa(?:id|y)|unpaid|outstanding)\b|n['’]t (?:yet )?paid\b", re.I
)
_TO_ME = re.compile(r"\bwho (?P<verb>[a-z]+) (?:me|us)\b", re.IGNORECASE)


def done_to_owner(asking: Asking) -> list[Item]:
    """The facts that tell it; none where the question asks for nothing of the kind."""
    said = _TO_ME.search(asking.question)
    if said is None:
        return []
    verb = content_stems(said["verb"])
    found = kept(asking.facts, asking.by)
    others = [item for item in found if not fact_of(item).subject_is_self]
    told = [item for item in others if verb & content_stems(fact_of(item).predicate.replace("_", " "))]
    mine = [item for item in found if fact_of(item).subject_is_self and _is_sum_lent(fact_of(item))]
    borrowed = [item for item in others if _is_sum_borrowed(fact_of(item)) and item not in told]
    return [*told, *borrowed, *mine] if verb & _OWING else told


def is_owed(fact: FactRow) -> bool:
    """Whether it tells of a sum that somebody has of one's own, in whatever words."""
    return _is_sum_lent(fact) or _is_sum_borrowed(fact)


def tells_debt(question: str, text: str) -> bool:
    """Whether a line may tell what somebody owes where that is asked: that they paid something tells none."""
    if _HAS_PAID.search(question):
        return _NOT_PAID.search(text) is None  # nor does what is not paid tell how much is
    return _OWED.search(question) is None or _PAID.search(text) is None or _UNPAID.search(text) is not None


def tells_unpaid(question: str, text: str) -> bool:
    """ "Falk hasn't paid for October, 240 euros", of how much Falk owes."""
    return _OWED.search(question) is not None and _NOT_PAID.search(text) is not None


def asks_who_owes(question: str) -> bool:
    said = _TO_ME.search(question)
    return said is not None and bool(content_stems(said["verb"]) & _OWING)


def _is_sum_lent(fact: FactRow) -> bool:
    """ "Lent Jens 80 euros", which he owes; not a tent."""
    return fact.predicate == "lent" and any(map(str.isdigit, fact.object_name or fact.value))


def _is_sum_borrowed(fact: FactRow) -> bool:
    """ "Yusuf borrowed 500 kroner from me"."""
    of_me = fact.value.casefold().endswith((" from me", " from us"))
    return fact.predicate == "borrowed" and of_me and any(map(str.isdigit, fact.value))
