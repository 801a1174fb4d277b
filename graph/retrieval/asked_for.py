"""By which of its words a question asks for relations, of whom, and from whom each of them leads away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from graph.naming import SELF_WORDS
from graph.retrieval import seeds, words
from graph.retrieval.shared_with import asked_back
from graph.retrieval.types import FactRow

Stems = frozenset[str]
BEHIND = 1.5  # words that one behind a name is farther than one before it
_JOINING = frozenset({"and", "or"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """The stems by which a question asks for relations, those by which it asks for them again, and whom it names.

    `named` are primary keys of entities, `said` the stems of all its words in order, `away` how many words each of them
    is away from a name: "the genre of the films directed by Anna" leads from her by "directed" to "genre".
    """

    stems: Stems
    again: Stems
    named: Collection[int]
    said: Sequence[str]
    away: Mapping[str, float]
    reads: Callable[[str], str]  # the words of a relation, by its name
    _told: dict[str, Stems] = field(default_factory=dict)

    def told_by(self, predicate: str) -> Stems:
        """Those of the stems that the words of a relation are."""
        if predicate not in self._told:
            self._told[predicate] = words.held(self.stems, self.reads(predicate), words.deed)
        return self._told[predicate]

    def first_steps(self, facts: Mapping[int, FactRow]) -> set[int]:
        """The facts about somebody who is named whose relation is asked for."""
        return {
            pk
            for pk, fact in facts.items()
            if (fact.subject in self.named or fact.object in self.named) and self.told_by(fact.predicate)
        }

    def joins(self, one: Stems, other: Stems) -> bool:
        """Whether it asks for two things beside each other ("who wrote and directed"), not for one of the other."""
        here = [place for place, stem in enumerate(self.said) if stem in one]
        there = [place for place, stem in enumerate(self.said) if stem in other]
        if not here or not there:
            return False
        near = min(((a, b) for a in here for b in there), key=lambda pair: abs(pair[0] - pair[1]))
        return not _JOINING.isdisjoint(self.said[min(near) : max(near)])

    def leads_away(self, told: Sequence[Stems]) -> bool:
        """Whether what one step after another tells stands farther and farther from who is named."""
        away = [min((self.away[stem] for stem in step if stem in self.away), default=0.0) for step in told]
        known = [distance for distance in away if distance]
        return known == sorted(known)


def wanted(question: str, named: Mapping[int, str], me: int | None, reads: Callable[[str], str]) -> Wanted:
    """What a question asks for that names these entities (primary key -> normalised name), and `me` by "I" or "my"."""
    spoken = seeds.words(question)
    said = [words.deed(word) for word in spoken]
    of_names = frozenset[str]().union(*map(deeds, named.values()))
    stems = deeds(question) - of_names
    own = SELF_WORDS if me is not None else frozenset[str]()
    names = [place for place, stem in enumerate(said) if stem in of_names or spoken[place].casefold() in own]
    everybody = named.keys() if me is None else {*named, me}
    again = asked_back(spoken, stems, named.values())
    return Wanted(stems, again, everybody, said, _away(said, stems, names), reads)


def deeds(text: str) -> Stems:
    """The stems of what is done, and by whom, in a text: "directed" and "director" are one."""
    return words.content_stems(text, words.deed)


def _away(said: Sequence[str], stems: Stems, names: Sequence[int]) -> dict[str, float]:
    """How many words each stem is away from the nearest of these places.

    What stands behind a name is a little farther: "what did the director of X write" asks of X for its director first.
    """
    away: dict[str, float] = {}
    for place, stem in enumerate(said):
        if stem in stems and names:
            near = min(name - place if place < name else place - name + BEHIND for name in names)
            away[stem] = min(away.get(stem, near), near)
    return away
