"""By which of its words a question asks for relations, of whom, and from whom each of them leads away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from graph.asked_by import asked_by
from graph.naming import SELF_WORDS
from graph.retrieval import params
from graph.retrieval.question import words
from graph.retrieval.question.shared_with import asked_back
from graph.retrieval.seeding import seeds

Stems = frozenset[str]
_JOINING = frozenset({"and", "or"})
# What the words of a relation have that tells when or where.
_TELLING = {
    "when": words.content_stems("date day year month time birthday anniversary deadline"),
    "where": words.content_stems("place city town country location located address home birthplace"),
}
_PREPOSITIONS = {"when": frozenset({"on"}), "where": frozenset({"in", "at", "near", "from"})}
_WIDE = words.content_stems("country nation state continent region province county")  # places that have places
KINDS = frozenset(_TELLING)  # what a question asks with: less than any word that says what of
_WHICH = frozenset({"which", "what"})
_THINGS = words.content_stems("company firm")  # "my company" asks for where I work; "the company that …" does not
_DESCRIBING = frozenset({"that", "which", "where", "behind"})
_DOES = frozenset({"do", "does", "did"})
RELATIONS_READ = 4096  # whose stems are kept in memory: a graph taken from texts has thousands


@dataclass(frozen=True, slots=True)
class Wanted:
    """The stems by which a question asks for relations, those by which it asks for them again, and whom it names.

    `named` are primary keys of entities, `said` the stems of all its words in order, `away` how many words each of them
    is away from a name: "the genre of the films directed by Anna" leads from her by "directed" to "genre". `verb` is
    the stem of what is done where or when, if it asks so: "where does Anna work"; `place` that of "in which
    town".
    """

    stems: Stems
    again: Stems
    named: Collection[int]
    said: Sequence[str]
    away: Mapping[str, float]
    words_of: Callable[[str], str]  # of a relation, by its name
    verb: str = ""
    place: str = ""
    _told: dict[str, Stems] = field(default_factory=dict)

    def told_by(self, predicate: str) -> Stems:
        """Those of the stems that the words of a relation are."""
        if predicate not in self._told:
            read = self.words_of(predicate)
            told = self.stems & _all_deeds(read)
            of_a_kind = {kind for kind in KINDS & self.stems if self.verb in told or _tells(kind, read, self.place)}
            self._told[predicate] = told | of_a_kind
        return self._told[predicate]

    def goes_wider(self, predicate: str, before: str) -> bool:
        """Whether it asks for the country of a place, and one relation behind the other leads there."""
        tells = ("where" in self.told_by(one) for one in (predicate, before))
        return self.place in _WIDE and self.place not in self.told_by(before) and all(tells)

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
        farthest = max((self.away[stem] for stem in told if stem in self.away), default=0.0)
        return any(self.away[stem] < farthest for stem in spoken_for - told if stem in self.away)

    def leads_away(self, told: Sequence[Stems]) -> bool:
        """Whether what one step after another tells stands farther and farther from who is named."""
        away = [min((self.away[stem] for stem in step if stem in self.away), default=0.0) for step in told]
        known = [distance for distance in away if distance]
        return known == sorted(known)


def wanted(question: str, named: Mapping[int, str], me: int | None, words_of: Callable[[str], str]) -> Wanted:
    """What a question asks for that names these entities (primary key -> normalised name), and `me` by "I" or "my"."""
    question = question[: question.rfind("?") + 1] or question  # what stands behind it is searched for, and not asked
    spoken = seeds.words(question)
    said = [words.deed(word) for word in spoken]
    of_names = frozenset[str]().union(*map(deeds, named.values()))
    which = [stem for word, stem in zip(spoken, said[1:], strict=False) if word.casefold() in _WHICH]
    asking = {word.casefold() for word in spoken} & KINDS
    place = next((stem for stem in which if stem in _TELLING["where"] | _WIDE), "")
    asking |= {"where"} if place else set()
    asking |= set() if _TELLING["when"].isdisjoint(which) else {"when"}
    stems = (deeds(question) | asking) - of_names - _described(spoken, said)
    own = SELF_WORDS if me is not None else frozenset[str]()
    names = _places(spoken, said, named.values(), of_names, own)
    said = ["" if place in names else stem for place, stem in enumerate(said)]
    everybody = named.keys() if me is None else {*named, me}
    again = asked_back(spoken, stems, named.values())
    away = _away(said, stems - asking, names)
    return Wanted(stems, again, everybody, said, away, words_of, _done(spoken, said), place)


def _described(spoken: Sequence[str], said: Sequence[str]) -> Stems:
    """The stems of things that a question looks for by what it says of them: "which company", "the company that makes".

    They are no relation of whom it names.
    """
    folded = ["", *(word.casefold() for word in spoken), ""]
    around = zip(folded, said, folded[2:], strict=False)
    return frozenset(stem for before, stem, behind in around if before in _WHICH or behind in _DESCRIBING) & _THINGS


def _done(spoken: Sequence[str], said: Sequence[str]) -> str:
    """The stem of the verb that ends "where does … work", or "" where a question asks in another way."""
    opening = [word.casefold() for word in spoken[:2]]
    return said[-1] if len(opening) == 2 and opening[0] in KINDS and opening[1] in _DOES else ""


def _tells(kind: str, words_of: str, place: str) -> bool:
    """Whether a relation of these words tells when or where: by a word for it, or as "works at" does.

    At a firm one is, but in no town: where a `place` is asked for, "at" does not tell it, and "in year" tells no place.
    """
    if words.held(_TELLING[kind], words_of):
        return True
    said = _PREPOSITIONS[kind].intersection(words_of.split()) - ({"at"} if place else set())
    return bool(said) and not (kind == "where" and words.held(_TELLING["when"], words_of))


def deeds(text: str) -> Stems:
    """The stems of what is done, and by whom, in a text: "directed" and "director" are one."""
    return words.content_stems(text, words.deed)


@lru_cache(maxsize=RELATIONS_READ)
def deeds_of(relation: str) -> Stems:
    """`deeds` of how a relation reads: each question compares it with some dozens."""
    return deeds(relation)


@lru_cache(maxsize=RELATIONS_READ)
def _all_deeds(relation: str) -> Stems:
    """The stems of all words of a relation, those that carry little among them: "when" may be one of them."""
    return frozenset(map(words.deed, seeds.words(relation)))


def forget() -> None:
    """Drop what is kept of relations (erasure): they may be in words of their owner."""
    for kept in (deeds_of, _all_deeds, asked_by):
        kept.cache_clear()


def _places(
    spoken: Sequence[str], said: Sequence[str], names: Iterable[str], of_names: Stems, own: Collection[str]
) -> set[int]:
    """At which of its words a question names somebody; an article or "and" in a name is part of it."""
    folded = [word.casefold().removesuffix("'s").removesuffix("’s") for word in spoken]
    places = {place for place, word in enumerate(folded) if word in own or said[place] in of_names}
    for name in names:
        words_of = [word.casefold() for word in seeds.words(name)]
        for start in range(len(folded) - len(words_of) + 1):
            if folded[start : start + len(words_of)] == words_of:
                places.update(range(start, start + len(words_of)))
    return places


def _away(said: Sequence[str], stems: Stems, names: Collection[int]) -> dict[str, float]:
    """How many words each stem is away from the nearest of these places."""
    away: dict[str, float] = {}
    for place, stem in enumerate(said):
        if stem in stems and names:
            near = min(name - place if place < name else place - name + params.BEHIND_NAME for name in names)
            away[stem] = min(away.get(stem, near), near)
    return away
