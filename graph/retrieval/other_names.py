"""Who is only called alike: "Samuel Rivera" is near to a question about Robert Rivera, and somebody else."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from graph.params import STOP_WORDS
from graph.retrieval.types import FactRow


@dataclass(frozen=True, slots=True)
class Others:
    """What tells others from the entities that a question names: these, and the words of each one's name."""

    named: Collection[int] = frozenset()
    names: tuple[frozenset[str], ...] = ()
    words: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Whether a name has a word of one that was asked for, and each of the two a word that the other lacks.

        "Anna" and "Anna Weiss" may be one; so may what a qualifier in brackets tells apart.
        """
        if self.words.isdisjoint(name.casefold().split()):
            return False
        mine = _words(name)
        return any(mine & asked and mine - asked and asked - mine for asked in self.names)

    def have(self, fact: FactRow) -> bool:
        """Whether a fact is about one of them, and about nobody who was asked for."""
        if not self.names or fact.subject in self.named or fact.object in self.named:
            return False
        return self.has(fact.subject_name) or bool(fact.object_name and self.has(fact.object_name))


NOBODY = Others()


def others(named: Mapping[int, str]) -> Others:
    """Those beside the entities of these names (primary key -> normalised name)."""
    names = tuple(dict.fromkeys(map(_words, named.values())))
    return Others(named.keys(), names, frozenset().union(*names))


def _words(name: str) -> frozenset[str]:
    return frozenset(name.partition("(")[0].casefold().split()) - STOP_WORDS
