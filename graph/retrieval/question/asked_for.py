"""By which of its words a question asks for relations, of whom, and from whom each of them leads away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from graph.naming import SELF_WORDS, spoken
from graph.retrieval.question import standing, words
from graph.retrieval.question.direction import done_leads_back, leads_back
from graph.retrieval.question.shared_with import asked_back, joined
from graph.retrieval.question.telling import KINDS, TELLING, Stems, all_deeds, deeds, tells
from graph.retrieval.seeding import seeds

_JOINING = frozenset({"and", "or"})
_WIDE = words.content_stems("country nation state continent region province county")  # places that have places
_THINGS = words.content_stems("company firm")  # "my company" asks for where I work; "the company that …" does not
_LANDS = words.content_stems("country city town state")
_PLACES = _LANDS | words.content_stems("university college school club team")
_IS_THE = (("where", "is", "the"), ("where", "are", "the"))
_WHO = frozenset({"who", "whom"})
_JOB = words.deed("job")
AGAIN = " again"  # behind the stem of what is told for the second time


@dataclass(frozen=True, slots=True)
class Wanted:
    """The stems by which a question asks for relations, those by which it asks for them again, and whom it names.

    `through` are those that name somebody by who is named ("the actor of X"), with the word. `named` are primary
    keys, `spoken` its words, `names` the places of those that name somebody, `said` the stems in order. `away` is
    how many words each is away from a name, for every time that it is said, nearest first: "the genre of the films
    directed by Anna" leads from her by "directed" to "genre". `verb` is the stem of what is done where or when, if it
    asks so: "where does Anna work"; `place` that of "in which town"; `classes` of what may be passed on the way: "the
    country where Anna was born"; `things` are the kinds of thing that are looked for, `which` those of "which office".
    `is_of_a_thing`: "where is the school that Anna goes to"; `is_of_somebody`: "who".
    """

    stems: Stems
    again: Stems
    through: Mapping[str, str]
    named: Collection[int]
    spoken: Sequence[str]
    names: Collection[int]
    said: Sequence[str]
    away: Mapping[str, Sequence[float]]
    words_of: Callable[[str], str]  # of a relation, by its name
    verb: str = ""
    place: str = ""
    classes: Stems = frozenset()
    things: Stems = frozenset()
    which: Stems = frozenset()
    is_of_a_thing: bool = False
    is_of_somebody: bool = False
    _told: dict[str, Stems] = field(default_factory=dict)
    _back: dict[str, bool | None] = field(default_factory=dict)
    _dated: dict[str, bool] = field(default_factory=dict)

    def told_by(self, predicate: str) -> Stems:
        """Those of the stems that the words of a relation are."""
        if predicate not in self._told:
            read = self.words_of(predicate)
            told = self.stems & all_deeds(read)
            of_a_kind = {kind for kind in KINDS & self.stems if self.verb in told or tells(kind, read, self.place)}
            self._told[predicate] = told | of_a_kind
        return self._told[predicate]

    def kind_of(self, type: str, name: str) -> Stems:
        """Those of the things that are looked for that something is, by its type or name: "Payments team" a team.

        Feldmar City may be a club.
        """
        by_name = self.things - _LANDS - _WIDE
        return words.held(self.things, type, words.deed) | words.held(by_name, name, words.deed)

    def of_kind(self, kind: Stems, by_relation: Stems, place: int, *, is_last: bool) -> Stems:
        """What a step to something of this `kind` tells by that, at its place on the way, 0 the first.

        Where its relation tells nothing but where or when, only what somebody has, "X's project", and what is asked
        for, "which office": "the films that share a writer with X" are those of no relation but the writer's.
        """
        if by_relation - KINDS:
            return kind
        return kind & ((self.through.keys() if place == 0 else frozenset()) | (self.which if is_last else frozenset()))

    def goes_wider(self, predicate: str, before: str) -> bool:
        """Whether it asks for the country of a place, or where a thing is, and one relation behind the other leads
        there."""
        told = [self.told_by(one) for one in (predicate, before)]
        farther = self.place in _WIDE and self.place not in told[1]
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
        return any(self.away[stem][0] < farthest for stem in spoken_for - told if stem in self.away)

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
            read = spoken(relation)
            said = [leads_back(somebody, read) for somebody in self.through.values()]
            said.append(done_leads_back(self.spoken, self.names, read))
            self._back[relation] = next((one for one in said if one is not None), None)
        return self._back[relation] in {None, reverse}

    def may_end(self, relation: str) -> bool:
        """Whether it may ask for what a relation tells: "who" asks for no date."""
        if relation not in self._dated:
            self._dated[relation] = bool(words.held(TELLING["when"], self.words_of(relation)))
        return not (self.is_of_somebody and self._dated[relation])

    def _distance(self, stem: str) -> float:
        """How far it stands from who is named; 0 where that tells nothing. What is asked for again is farther off."""
        if stem == self.place:  # "in which town …": there it leads
            return inf
        times = int(stem.endswith(AGAIN))
        away = self.away.get(stem.removesuffix(AGAIN), ())
        return away[times] if times < len(away) else 0.0


def wanted(question: str, named: Mapping[int, str], me: int | None, words_of: Callable[[str], str]) -> Wanted:
    """What a question asks for that names these entities (primary key -> normalised name), and `me` by "I" or "my"."""
    question = question[: question.rfind("?") + 1] or question  # what stands behind it is searched for, and not asked
    told = seeds.words(question)
    said = [words.deed(word) for word in told]
    named = standing.proper(told, named)
    of_names = frozenset[str]().union(*map(deeds, named.values()))
    which = [stem for word, stem in zip(told, said[1:], strict=False) if word.casefold() in standing.WHICH]
    asking = {word.casefold() for word in told} & KINDS
    place = next((stem for stem in which if stem in TELLING["where"] | _WIDE), "")
    asking |= {"where"} if place else set()
    asking |= set() if TELLING["when"].isdisjoint(which) else {"when"}
    classes = _described(told, said)
    trade = {_JOB} if _asks_trade(told) else set()
    asked = deeds(question)
    stems = (asked | joined(told) | asking | trade) - of_names - (classes - _PLACES)
    own = SELF_WORDS if me is not None else frozenset[str]()
    names = standing.of_names(told, said, named.values(), of_names, own)
    said = ["" if place in names else stem for place, stem in enumerate(said)]
    is_of_a_thing = tuple(word.casefold() for word in told[:3]) in _IS_THE and bool(classes)
    is_of_somebody = bool(told) and told[0].casefold() in _WHO
    everybody = named.keys() if me is None else {*named, me}
    through = standing.of_the_named(told, names)
    again = asked_back(told, stems, named.values(), through.keys())
    last = standing.ending(told, said, names, bool(asking))
    things = (standing.things(told, said) | through.keys()) & asked - of_names
    away = standing.away(told, said, (stems - classes | things) - asking, names, last)
    return Wanted(
        stems=stems,
        again=again,
        through=through,
        named=everybody,
        spoken=told,
        names=names,
        said=said,
        away=away,
        words_of=words_of,
        verb=_done(told, said),
        place=place,
        classes=classes & _PLACES,
        things=things,
        which=things.intersection(which),
        is_of_a_thing=is_of_a_thing,
        is_of_somebody=is_of_somebody,
    )


def _asks_trade(spoken: Sequence[str]) -> bool:
    """Whether it is "what does … do?", with or without "for a living", or "work as"; no "have to do"."""
    folded = [word.casefold() for word in spoken]
    folded = folded[:-3] if folded[-3:] == ["for", "a", "living"] else folded
    asks = len(folded) > 2 and folded[0] == "what" and folded[1] in words.DOES
    return asks and ((folded[-1] == "do" and folded[-2] != "to") or folded[-2:] == ["work", "as"])


def _described(spoken: Sequence[str], said: Sequence[str]) -> Stems:
    """The stems of things that a question looks for by what it says of them: "which company", "the company that makes".

    They are no relation of whom it names; a country may be, but need not.
    """
    folded = ["", *(word.casefold() for word in spoken), ""]
    found = list(zip(folded, said, folded[2:], strict=False))
    asked = {stem for before, stem, _ in found if before in standing.WHICH} & _THINGS
    told = {stem for _, stem, behind in found if behind in standing.DESCRIBING}
    return frozenset(asked | told & (_THINGS | _PLACES))


def _done(spoken: Sequence[str], said: Sequence[str]) -> str:
    """The stem of the verb that ends "where does … work", or "" where a question asks in another way."""
    opening = [word.casefold() for word in spoken[:2]]
    return said[-1] if len(opening) == 2 and opening[0] in KINDS and opening[1] in words.DOES else ""
