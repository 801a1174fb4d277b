"""Over which facts what was reached can be walked to from somebody whom the question names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from graph.retrieval.spreading.activation import SAME_NAME, Activation
from graph.retrieval.types import ENTITY, NO_NODE, FactRow, node, node_kind, node_pk


@dataclass(frozen=True, slots=True)
class Walked:
    """A fact as a step: over which relation, whether against its direction, and to which node (NO_NODE: a value)."""

    fact: int
    relation: str
    reverse: bool
    target: int

    def goes_back(self, before: Walked) -> bool:
        """Whether it walks the relation that was walked before straight back."""
        return (self.relation, self.reverse) == (before.relation, not before.reverse)


Taken = tuple[int, Walked]  # from a node, over a fact
Way = tuple[int, list[Walked]]  # the entity that it begins at, and its steps


def taken(activation: Activation, direct: Mapping[int, FactRow]) -> Iterator[Taken]:
    """Every fact as a step from a node; from either end one that was found directly, as it may not have been walked,
    and one whose other end was reached in another way: a passage leads to all that it names at once."""
    for pk, arrival in activation.facts.items():
        if pk not in direct:
            yield arrival.node, Walked(pk, arrival.relation, arrival.reverse, arrival.target)
            there = activation.nodes.get(arrival.target)
            if there is not None and there.fact != pk:
                yield arrival.target, Walked(pk, arrival.relation, not arrival.reverse, arrival.node)
    for pk, fact in direct.items():
        subject, other = node(ENTITY, fact.subject), node(ENTITY, fact.object) if fact.object else NO_NODE
        yield subject, Walked(pk, fact.predicate, False, other)
        if other != NO_NODE:
            yield other, Walked(pk, fact.predicate, True, subject)


class Ways:
    """How nodes are walked to from who is named: as the spread did, which keeps one way to each, and over these steps.

    Who lives where their firm stands is reached by living there, though the firm is asked for.
    """

    def __init__(self, activation: Activation, named: Collection[int], steps: Iterable[Taken]):
        self._activation, self._named = activation, named
        self._spread: dict[int, list[Way]] = {}
        self._others: dict[int, list[Way]] = {}
        self._into: dict[int, dict[tuple[int, int], Walked]] = defaultdict(dict)
        for source, step in steps:
            if step.target != NO_NODE:
                self._into[step.target][source, step.fact] = step
                self._into[source][step.target, step.fact] = replace(step, reverse=not step.reverse, target=source)

    def before(self, last: Walked, number: int) -> Iterator[Way]:
        """The ways to a node on which this last step may follow.

        Only the spread's own is walked straight back: it knows where one went over what is shared by many.
        """
        yield from self._as_spread(number)
        if number not in self._others:
            self._others[number] = [] if self._is_named(number) else list(self._over_a_step(number))
        for start, steps in self._others[number]:
            if not last.goes_back(steps[-1]):
                yield start, steps

    def _over_a_step(self, number: int) -> Iterator[Way]:
        for (source, fact), step in self._into.get(number, {}).items():
            for start, steps in self._as_spread(source):
                if all(fact != before.fact for before in steps):
                    yield start, [*steps, step]

    def _is_named(self, number: int) -> bool:
        return node_kind(number) == ENTITY and node_pk(number) in self._named

    def _as_spread(self, number: int) -> list[Way]:
        """The way that the spread walked, if it begins at who is named.

        To what the question found itself that is how another seed reached it, unless it is named.
        """
        if number not in self._spread:
            steps: list[Walked] = []
            passed: set[int] = set()
            at = number
            while at not in passed and not self._is_named(at):
                passed.add(at)
                known = self._activation.nodes.get(at)
                if known is not None and known.step is None:
                    known = self._activation.revisited.get(at)
                if known is None or known.step is None:
                    break
                if known.step.relation != SAME_NAME:
                    steps.append(Walked(known.fact, known.step.relation, known.step.reverse, at))
                at = known.parent
            self._spread[number] = [(node_pk(at), steps[::-1])] if self._is_named(at) else []
        return self._spread[number]
