"""What the words of a relation tell of a question: what is done, by whom, and when or where."""

from __future__ import annotations

from functools import lru_cache

from graph.asked_by import asked_by
from graph.retrieval.question import words
from graph.retrieval.seeding import seeds

Stems = frozenset[str]
# In the place of stems, where the meaning of a question and not its words is that of a relation: no word is so.
MEANT, NEARLY = " meant", " nearly"
WITHIN = " within"  # nor where "the cities in X" asks for what is there
RELATIONS_READ = 4096  # whose stems are kept in memory: a graph taken from texts has thousands
# What the words of a relation have that tells when or where.
TELLING = {
    "when": words.content_stems("date day year month time birthday anniversary deadline"),
    "where": words.content_stems(
        "place city town country location located address home birthplace hometown residence destination"
    ),
    "why": words.content_stems("cause caused reason"),
    "about": words.content_stems("topic subject theme concerns"),
}
KINDS = frozenset(TELLING)  # what a question asks with: less than any word that says what of
ASKED_WITH = KINDS - {"about"}  # a word by itself; "about" is one of many others
_PREPOSITIONS = {
    "when": frozenset({"on"}),
    "where": frozenset({"in", "at", "near", "from"}),
    "why": frozenset({"because"}),
    "about": frozenset({"about"}),
}
_NO_PLACE = words.content_stems("home address")  # in no town, by themselves
_ON_A_THING = frozenset(
    ["appears", "based", "depends", "featured", "focuses", "lives", "plays", "relies", "runs", "serves", "works"]
)


def tells(kind: str, words_of: str, place: str) -> bool:
    """Whether a relation of these words tells when, where, why or of what: by a word for it, or as "works at" does.

    At a firm one is, but in no town: where a `place` is asked for, "at" does not tell it, and "in year" tells no place.
    "Based on" tells no time.
    """
    if words.held(TELLING[kind] - (_NO_PLACE if place else frozenset()), words_of):
        return True
    read = words_of.split()
    said = _PREPOSITIONS[kind].intersection(read) - ({"at"} if place else set())
    if kind == "when" and not _ON_A_THING.isdisjoint(read):
        return False
    return bool(said) and not (kind == "where" and words.held(TELLING["when"], words_of))


def makes(words_of: str) -> bool:
    """Whether a relation of these words tells by whom something was made: "written by", and no "advised by"."""
    return "by" in words_of.split() and not _MAKES.isdisjoint(all_deeds(words_of))


def deeds(text: str) -> Stems:
    """The stems of what is done, and by whom, in a text: "directed" and "director" are one."""
    return words.content_stems(text, words.deed)


@lru_cache(maxsize=RELATIONS_READ)
def deeds_of(relation: str) -> Stems:
    """`deeds` of how a relation reads: each question compares it with some dozens."""
    return deeds(relation)


@lru_cache(maxsize=RELATIONS_READ)
def all_deeds(relation: str) -> Stems:
    """The stems of all words of a relation, those that carry little among them: "when" may be one of them."""
    return frozenset(map(words.deed, seeds.words(relation)))


_MAKES = deeds(
    "author write compose direct create make produce paint design build publish draw record sing perform develop "
    "photograph sculpt invent edit translate illustrate"
)


def forget() -> None:
    """Drop what is kept of relations (erasure): they may be in words of their owner."""
    for kept in (deeds_of, all_deeds, asked_by):
        kept.cache_clear()
