"""What joins two or three entities among facts that were found, and what those say of each of them. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from assistant import params
from assistant.question.facts import confirmed_first, fact_of
from graph.retrieval.types import Item


def told(ends: Sequence[int], facts: Sequence[Item]) -> list[list[Item]]:
    """What joins them, then what else is said of each, a list each; nothing unconfirmed before what it contradicts."""
    joins = list(dict.fromkeys(item for pair in combinations(ends, 2) for item in joining(*pair, facts)))
    beside = [item for item in facts if item not in joins]
    groups = [joins]
    for end in ends:
        of_it = [item for item in beside if end in _ends(item)]
        groups.append(confirmed_first(of_it)[: params.JOINED_FACTS])
    return [confirmed_first([*_rivals(group, facts), *group]) for group in groups]


def joining(start: int, goal: int, facts: Sequence[Item], steps: int = params.JOINED_STEPS) -> list[Item]:
    """The facts between the two, or else the shortest way from one to the other, confirmed ones first."""
    direct = [item for item in facts if {start, goal} == set(_ends(item))]
    return confirmed_first(direct)[: params.ANSWER_FACTS] or _way(start, goal, confirmed_first(facts), steps)


def _way(start: int, goal: int, facts: Sequence[Item], steps: int) -> list[Item]:
    at: dict[int, list[Item]] = defaultdict(list)
    for item in facts:
        for end in _ends(item):
            at[end].append(item)
    ways: dict[int, list[Item]] = {start: []}
    frontier = [start]
    for _ in range(steps):
        reached = []
        for number in frontier:
            for item in at[number]:
                for end in _ends(item):
                    if end not in ways:
                        ways[end] = [*ways[number], item]
                        reached.append(end)
        frontier = reached
    return ways.get(goal, [])


def _ends(item: Item) -> list[int]:
    """The entities that a fact is of: a value is none."""
    fact = fact_of(item)
    return [fact.subject] if fact.object is None else [fact.subject, fact.object]


def _rivals(group: Sequence[Item], facts: Sequence[Item]) -> list[Item]:
    """For each unconfirmed fact a confirmed one that says the same relation of the same subject."""
    doubted = {(fact_of(item).subject, fact_of(item).predicate) for item in group if not _is_confirmed(item)}
    found = {
        said: item
        for item in reversed(facts)
        if _is_confirmed(item) and (said := (fact_of(item).subject, fact_of(item).predicate)) in doubted
    }
    return [item for item in found.values() if item not in group]


def _is_confirmed(item: Item) -> bool:
    return fact_of(item).status == "confirmed"
