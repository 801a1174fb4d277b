"""By what words the column of a table is asked for: "birthday" by "Born", "number" by "No". Pure."""

from __future__ import annotations

from functools import lru_cache

from graph.retrieval.question.words import content_stems, deed, stem
from graph.retrieval.seeding.seeds import words

# The words of a question, and the heads that they ask for.
_MEANT = tuple(
    (frozenset(map(stem, asked.split())), frozenset(heads.split()))
    for asked, heads in (
        ("number", "no nr num № # phone tel telephone mobile"),
        ("chapter", "ch chap"),
        ("quantity", "qty amount"),
        ("many", "qty quantity amount number count"),
        ("position", "pos"),
        ("category", "cat"),
        ("birthday birthdate birth born old age", "born birth dob birthday birthdate age"),
        ("cost price pay paid spend spent charge expensive", "cost costs price amount total fee sum rate paid"),
        ("phone telephone mobile", "phone tel telephone mobile"),
        ("email mail", "email e-mail mail"),
        ("job occupation profession work", "occupation profession job trade role"),
        ("weigh weight", "weight kg"),
        ("tall high height", "height cm"),
        ("long length duration", "length duration minutes min hours time"),
        ("far distance", "distance km miles"),
        ("live home", "city town address lives country"),
        ("come coming attend", "rsvp coming attending attendance"),
        ("due deadline", "due deadline by"),
        ("responsible", "owner who responsible assignee"),
        ("vegetarian vegan eat diet", "diet food menu"),
        ("name called", "name title"),
    )
)
_WHEN = "date day when time due deadline born birth start starts end ends begins until since"
_WHERE = "where place location city town room venue address site country shelf"
_WHO = (
    "who name owner person people responsible assignee assigned author by tenant player child member guest teacher"
    " trainer coach leader driver speaker host employee staff"
)
_COUNTED = "quantity qty pieces pcs stock count number"
_OWNED = "owner responsible assignee assigned"
WHEN, WHERE, WHO = (frozenset(some.split()) for some in (_WHEN, _WHERE, _WHO))
OWNED, COUNTED = (frozenset(some.split()) for some in (_OWNED, _COUNTED))
_SHORT = 3  # letters of what may be short for a word: "Ch", "Pos"


def tokens(head: str) -> frozenset[str]:
    """The words of a head as they are written, in small letters: "#" is one."""
    return frozenset(word.casefold() for word in words(head.replace("-", " "))) or frozenset({head.strip().casefold()})


@lru_cache(maxsize=4096)
def meant(head: str) -> frozenset[str]:
    """The stems of the other words that ask for a column."""
    said = tokens(head)
    return frozenset[str]().union(*(asked for asked, heads in _MEANT if said & heads))


def is_asked_by(head: str, word: str) -> bool:
    """Whether a word of a question, in small letters, asks for a column by another word than its head has."""
    return stem(word) in meant(head)


def is_called(head: str, word: str) -> bool:
    """Whether a word of a question, in small letters, is of a column's head, or what that is short for."""
    own = content_stems(head.replace("-", " ")) | tokens(head)
    if stem(word) in own or word in own or deed(word) in content_stems(head, deed):
        return True
    short = head.strip(". ").casefold()
    return 1 < len(short) <= _SHORT and short.isalpha() and len(word) > len(short) + 1 and word.startswith(short)
