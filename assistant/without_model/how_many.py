"""How many there are of what was found: whether one fact says it itself, and whether there are more. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.extraction.words.dates import NUMBERS
from assistant.question.facts import fact_of
from graph.retrieval.result import Result
from graph.retrieval.types import Item


def tells_count(found: Sequence[Item]) -> bool:
    """Whether the one fact that answers has a number in it: "214 cM", "five nights"."""
    value = fact_of(found[0]).value if len(found) == 1 and fact_of(found[0]).object is None else ""
    return any(map(str.isdigit, value)) or not NUMBERS.keys().isdisjoint(value.casefold().split())


def more_were_found(found: Sequence[Item], result: Result) -> bool:
    """Whether there was no room for a fact that says the same of one end as one of those that were counted."""
    counted = {end for item in found for end in _ends(item)}
    return any(counted.intersection(_ends(item)) for item, _ in result.left_out if item.fact is not None)


def _ends(item: Item) -> tuple[tuple[str, str, object], ...]:
    fact = fact_of(item)
    return (fact.predicate, "of", fact.subject), (fact.predicate, "is", fact.object or fact.value)


def number_of(found: Sequence[Item]) -> int:
    """How many these are: the four children whom each of two parents is told to have are four."""
    facts = [fact_of(item) for item in found]
    return max(len({fact.subject for fact in facts}), len({(fact.object, fact.value) for fact in facts}))
