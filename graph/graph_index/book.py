"""What stands in the library's index by name: numbers for names and relations, and keys for the edges between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, count
from typing import TYPE_CHECKING

from graph.graph_index.edge import Edge

if TYPE_CHECKING:
    from graph.exchange.maig import Records

Triple = tuple[str, str, str]


@dataclass(slots=True)
class Book:
    """Names to numbers and back, and what stands now. Only writers change it, one at a time; names are only added."""

    names: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    relations: dict[str, int] = field(default_factory=dict)
    keys: dict[Triple, int] = field(default_factory=dict)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    degrees: Counter[str] = field(default_factory=Counter)
    next_key: int = 1

    @classmethod
    def of(cls, records: Records, keys: dict[Triple, int]) -> Book:
        """A book in which a file's records stand with the keys 1, 2, …, all at once."""
        pairs = list(zip(records.sources, records.targets, strict=True))
        degrees = Counter(chain.from_iterable(pairs))
        return cls(
            names=list(degrees),
            numbers=dict(zip(degrees, count())),
            relations=dict(zip(dict.fromkeys(records.relations), count())),
            keys=keys,
            pairs=Counter(pairs),
            degrees=degrees,
            next_key=len(keys) + 1,
        )

    def number(self, name: str) -> int:
        number = self.numbers.get(name)
        if number is None:
            number = len(self.names)
            self.names.append(name)
            self.numbers[name] = number
        return number

    def note(self, triple: Triple) -> int:
        """Enter an edge; returns its key, which is never given twice."""
        source, target, relation = triple
        if triple not in self.keys:
            self.pairs[source, target] += 1
            self.degrees[source] += 1
            self.degrees[target] += 1
        self.number(source)
        self.number(target)
        self.relations.setdefault(relation, len(self.relations))
        key, self.next_key = self.next_key, self.next_key + 1
        self.keys[triple] = key
        return key

    def strike(self, edge: Edge) -> None:
        """Take an edge out."""
        del self.keys[edge.source, edge.target, edge.relation]
        pair = (edge.source, edge.target)
        self.pairs[pair] -= 1
        if not self.pairs[pair]:
            del self.pairs[pair]
        for name in pair:
            self.degrees[name] -= 1
            if not self.degrees[name]:
                del self.degrees[name]
