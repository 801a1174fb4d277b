"""By which of its words a question asks for relations, of whom, and from whom each of them leads away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple, Protocol

from graph.naming import spoken
from graph.retrieval import params
from graph.retrieval.question import words
from graph.retrieval.question.belonging import is_belonging, is_shared
from graph.retrieval.question.direction import done_leads_back, leads_back
from graph.retrieval.question.once import ONCE, is_of_once
from graph.retrieval.question.standing import WHICH
from graph.retrieval.question.telling import KINDS, TELLING, WITHIN, Stems, all_deeds, makes, tells

_JOINING = frozenset({"and", "or"})
WIDE = words.content_stems("country nation state continent region province county")  # places that have places
LANDS = words.content_stems("country city town state")
AGAIN = " again"  # behind the stem of what is told for the second time


class Called(Protocol):
    """The words by which a relation is called, what its owner asks for it by, and all by which it is asked for."""

    @property
    def own_words(self) -> str: ...
    @property
    def owners_words(self) -> str: ...
    @property
    def asked_as(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def phrases(self) -> tuple[str, ...]: ...


class _Reading(NamedTuple):
    """A relation as a question reads it: by which of its stems, and what of it need not be said."""

    told: Stems
    plainly: Stems
    is_of_once: bool
    belongs: bool
    is_theirs_too: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """The stems by which a question asks for relations, those by which it asks for them again, and whom it names.

    `through` are those that name somebody by who is named ("the actor of X"), with the word. `named` are primary
    keys, `spoken` its words, `names` the places of those that name somebody, `said` the stems in order. `away` is
    how many words each is away from a name, for every time that it is said, nearest first: "the genre of the films
    directed by Anna" leads from her by "directed" to "genre". `verb` is the stem of what is done where or when, if it
    asks so: "where does Anna work"; `happened` of what happened: "when was it painted"; `place` that of "in which
    town"; `classes` of what may be passed on the way: "the country where Anna was born"; `things` are the kinds of
    thing that are looked for, `which` those of "which office". `is_of_a_thing`: "where is the school that Anna goes
    to"; `is_of_somebody`: "who"; `is_of_now`: of nothing past. `made` is what somebody made: "papers by Anna".
    """

    stems: Stems
    again: Stems
    through: Mapping[str, str]
    named: Collection[int]
    spoken: Sequence[str]
    names: Collection[int]
    said: Sequence[str]
    away: Mapping[str, Sequence[float]]
    relation_of: Callable[[str], Called]  # by its name
    verb: str = ""
    happened: str = ""
    place: str = ""
    classes: Stems = frozenset()
    things: Stems = frozenset()
    which: Stems = frozenset()
    is_of_a_thing: bool = False
    is_of_somebody: bool = False
    is_of_now: bool = False
    made: Stems = frozenset()
    _read: dict[str, _Reading] = field(default_factory=dict)
    _back: dict[str, bool | None] = field(default_factory=dict)
    _dated: dict[str, bool] = field(default_factory=dict)

    def told_by(self, predicate: str) -> Stems:
        """Those of the stems that the words of a relation are."""
        return self._reading(predicate).told

    def told_at(self, predicate: str, *, reverse: bool, is_first: bool) -> Stems:
        """Those of them that a step over it tells: what is somewhere is found on the way back from there alone."""
        return self.told_by(predicate) - (frozenset() if reverse and is_first else {WITHIN})

    def told_plainly(self, predicate: str) -> Stems:
        """Those of them that the relation is called by, and not only asked for."""
        return self._reading(predicate).plainly

    def is_over(self, predicate: str) -> bool:
        """Whether a relation is of what was so once, and the question does not say that it asks for that."""
        return ONCE not in self.stems and self._reading(predicate).is_of_once

    def _words_of(self, predicate: str) -> str:
        return self.relation_of(predicate).words

    def _reading(self, predicate: str) -> _Reading:
        """What each of many steps over a relation is asked."""
        if predicate not in self._read:
            one = self.relation_of(predicate)
            own, asked = one.own_words, one.words
            of_once = is_of_once(spoken(predicate))
            self._read[predicate] = _Reading(
                told=self._read_as(asked),
                plainly=self.stems & all_deeds(one.owners_words),
                is_of_once=of_once,
                belongs=is_belonging(own) and not (self.is_of_now and of_once),
                is_theirs_too=is_shared(asked, is_place=bool(self.place)),
            )
        return self._read[predicate]

    def _read_as(self, read: str) -> Stems:
        of_once = is_of_once(read)
        if of_once and self.is_of_now:
            return frozenset()  # whom she plays for is not whom she formerly played for
        told = self.stems & all_deeds(read) | (self.made if makes(read) else frozenset())
        of_a_kind = {kind for kind in KINDS & self.stems if self.verb in told or tells(kind, read, self.place)}
        of_a_kind |= {WITHIN} & self.stems if tells("where", read, "") else set()
        return told | of_a_kind | (self.stems & {ONCE} if of_once else frozenset())

    def kind_of(self, type: str, name: str) -> Stems:
        """Those of the things that are looked for that something is, by its type or name: "Payments team" a team.

        Feldmar City may be a club.
        """
        by_name = self.things - LANDS - WIDE
        return words.held(self.things, type, words.deed) | words.held(by_name, name, words.deed)

    def of_kind(self, kind: Stems, by_relation: Stems, place: int, *, is_last: bool) -> Stems:
        """What a step to something of this `kind` tells by that, at its place on the way, 0 the first.

        Where its relation tells nothing but where or when, only what somebody has, "X's project", and what is asked
        for, "which office": "the films that share a writer with X" are those of no relation but the writer's.
        """
        if by_relation - KINDS:
            return kind
        told = set(self.which) if is_last else set[str]()
        if place == 0:
            told |= self.through.keys()
            told |= set() if is_last else self.things - self.which  # "the museum that has X"
        return kind & told

    def goes_wider(self, predicate: str, before: str) -> bool:
        """Whether it asks for the country of a place, or where a thing is, and one relation behind the other leads
        there."""
        told = [self.told_by(one) for one in (predicate, before)]
        farther = self.place in WIDE and self.place not in told[1]
        return (farther or self.is_of_a_thing) and all("where" in one for one in told)

    def joins(self, one: Stems, other: Stems) -> bool:
        """Whether it asks for two things beside each other ("who wrote and directed"), not for one of the other."""
        here = [place for place, stem in enumerate(self.said) if stem in one]
        there = [place for place, stem in enumerate(self.said) if stem in other]
        if not here or not there:
            return False
        near = min(((a, b) for a in here for b in there), key=lambda pair: abs(pair[0] - pair[1]))
        return not _JOINING.isdisjoint(self.said[min(near) : max(near)])

    def passes_over(self, told: Stems, spoken_for: Stems) -> bool:
        """Whether some relation tells (`spoken_for`) a word that stands nearer to who is named than one of these.

        "Where does my sister work" asks for no work of mine.
        """
        farthest = max((self.away[stem][0] for stem in told if stem in self.away), default=0.0)
        passed = spoken_for - told - self.classes
        return any(self.away[stem][0] < farthest for stem in passed if stem in self.away)

    def leads_away(self, told: Sequence[Stems]) -> bool:
        """Whether what one step after another tells stands farther and farther from who is named."""
        away = [min(filter(None, map(self._distance, step)), default=0.0) for step in told]
        known = [distance for distance in away if distance]
        return known == sorted(known)

    def times(self, relation: str) -> int:
        """How often it may walk a relation: as often as it says it in any words, and there and back."""
        return max(2, sum(len(self.away.get(stem, ())) for stem in self.says(self.told_by(relation))))

    def goes_on(self, told: Stems) -> bool:
        """Whether one may go back over what tells this, to others: "films by the director of X", "films whose actors
        also appear in X", and what it asks for again.
        """
        return not told.isdisjoint(self.again.union(self.through)) or len(self.says(told)) > 1

    def says(self, told: Stems) -> Stems:
        """What is told without that it is a time, a place or a country."""
        return told - KINDS - self.classes

    def walks(self, relation: str, reverse: bool) -> bool:
        """Whether it may walk a relation of who is named this way; where nothing tells, it may."""
        if relation not in self._back:
            read, all_words = spoken(relation), self._words_of(relation)
            said = [leads_back(somebody, read, all_words) for somebody in self.through.values()]
            said += [done_leads_back(self.spoken, self.names, read, one) for one in (read, all_words)]
            said += [True] if WITHIN in self.told_by(relation) else []
            self._back[relation] = next((one for one in said if one is not None), None)
        return self._back[relation] in {None, reverse}

    def is_only_way(self, told: Stems) -> bool:
        """Whether these tell only through whom it asks: of "which songs are on the albums of X" the albums."""
        first = next((stem for stem in self.said if stem in self.stems - KINDS), "")
        asks_of_it = bool(first) and self.spoken[0].casefold() in WHICH
        return asks_of_it and first not in told and bool(told) and told <= self.through.keys()

    def belongs(self, relation: str) -> bool:
        """Whether a relation leads to what somebody belongs to, which a question need not say."""
        return self._reading(relation).belongs

    def is_theirs_too(self, relation: str) -> bool:
        """Whether what a relation of that leads to is asked for of whoever belongs to it."""
        return self._reading(relation).is_theirs_too

    def may_end_at(self, relation: str, *, is_value: bool) -> bool:
        """Whether it may ask for where a step leads: of "when", a year is told by its value, and no journal."""
        return is_value or "when" not in self.stems or tells("when", self._words_of(relation), "")

    def may_end(self, relation: str) -> bool:
        """Whether it may ask for what a relation tells: "who" asks for no date."""
        if relation not in self._dated:
            self._dated[relation] = bool(words.held(TELLING["when"], self._words_of(relation)))
        return not (self.is_of_somebody and self._dated[relation])

    def _distance(self, stem: str) -> float:
        """How far it stands from who is named; 0 where that tells nothing. What is asked for again is farther off: as
        far as it is said again or else, as what is shared, before one goes on from it.
        """
        if stem == self.place:  # "in which town …": there it leads
            return inf
        times = int(stem.endswith(AGAIN))
        away = self.away.get(stem.removesuffix(AGAIN), ())
        if times and len(away) == 1:
            return away[0] + params.ASKED_BACK
        return away[times] if times < len(away) else 0.0
