"""Who is not meant: "Samuel Rivera", whose name is near to Robert Rivera's, and anybody else where I ask of myself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from graph.params import STOP_WORDS
from graph.retrieval.types import FactRow


@dataclass(frozen=True, slots=True)
class Others:
    """What tells others from the entities that a question names: these, and the words of each one's name.

    `me` is who asks, where it is asked of oneself alone.
    """

    named: Collection[int] = frozenset()
    names: tuple[frozenset[str], ...] = ()
    words: frozenset[str] = frozenset()
    me: int | None = None

    def has(self, name: str) -> bool:
        """Whether a name has a word of one that was asked for, and each of the two a word that the other lacks.

        "Anna" and "Anna Weiss" may be one; so may what a qualifier in brackets tells apart.
        """
        if self.words.isdisjoint(name.casefold().split()):
            return False
        mine = _words(name)
        return any(mine & asked and mine - asked and asked - mine for asked in self.names)

    def is_one(self, pk: int, name: str) -> bool:
        """Whether an entity is one of them."""
        return pk != self.me if self.me is not None else pk not in self.named and self.has(name)

    def have(self, fact: FactRow) -> bool:
        """Whether a fact is about one of them, and about nobody who was asked for."""
        if self.me is not None:
            return self.me not in (fact.subject, fact.object)
        if not self.names or fact.subject in self.named or fact.object in self.named:
            return False
        return self.has(fact.subject_name) or bool(fact.object_name and self.has(fact.object_name))


NOBODY = Others()


def others(named: Mapping[int, str], me: int | None = None) -> Others:
    """Those beside the entities of these names (primary key -> normalised name); without any, those beside `me`."""
    if not named:
        return Others(me=me)
    names = tuple(dict.fromkeys(map(_words, named.values())))
    return Others(named.keys(), names, frozenset().union(*names))


def _words(name: str) -> frozenset[str]:
    return frozenset(name.partition("(")[0].casefold().split()) - STOP_WORDS
