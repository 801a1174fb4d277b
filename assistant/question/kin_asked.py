"""Whom a question asks for, or about, by what they are to somebody: "who is Anna's son?", "how old are her twins?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ANY_ROLE, FEMALE, MALE, ROLES

_WHO_IS = re.compile(r"\W*(?i:who(?:['’]s| is| was)) (?P<whom>[^\W\d_a-z][\w-]*['’]s? (?:[a-z]+ )?(?P<role>[a-z]+))\W*")
# "How old is Anna's son?", "what does Anna's son do?": also of whom something else is asked than who it is.
_OF_ONE = re.compile(
    r"(?:['’]s|\b(?i:is|was|does|did|has|will|can|should)) "
    rf"(?P<whom>[^\W\d_a-z][\w-]*['’]s? (?:[a-z]+ )?(?P<role>{ANY_ROLE}))(?=\W*$| )"
)
_OF_SEVERAL = re.compile(
    r"(?P<whom>(?:[^\W\d_a-z][\w-]*['’]s?|\b(?i:my|our)) (?P<role>[a-z-]+))"
    r"(?= (?:called|named|live|work|do|go|old)\b|\W*$)"
)
_HAS_SEVERAL = re.compile(r"\W*(?i:how many) (?P<role>[a-z-]+) (?:does|do) (?P<whose>[^\W\d_a-z][\w-]*) (?:have|got)\b")
_SEVERAL = frozenset({f"{role}s" for role in ROLES} | {"children", "kids", "parents", "grandparents", "wives"})
_MEN = words_of(
    "luca andrea nikita sasha misha mika elia ezra joshua noa jonah isa musa dima kolya ilya borja juha pekka"
)


def one_asked_for(question: str) -> Iterator[tuple[str, str]]:
    """(who, gender) of one: "Sigrid's teacher", "Wim's son"."""
    if (asked := _WHO_IS.fullmatch(question) or _OF_ONE.search(question)) is not None:
        yield asked["whom"], gender(asked["role"].casefold())


def several_asked_for(question: str) -> Iterator[str]:
    """Several by their role: "Alina's twins", "Markus's children" of how many children Markus has."""
    asked, has = _OF_SEVERAL.search(question), _HAS_SEVERAL.match(question)
    if asked is not None and asked["role"].casefold() in _SEVERAL:
        yield asked["whom"]
    elif has is not None and has["role"].casefold() in _SEVERAL:
        yield f"{has['whose']}'s {has['role']}"


def gender(role: str) -> str:
    """ "f" or "m" of a role, "" where it tells none."""
    return "f" if role in FEMALE else "m" if role in MALE else ""


def sounds_like_hers(name: str) -> bool:
    """Whether a name ends as most of women do in most languages of Europe."""
    first = name.split()[0].casefold()
    return first.endswith("a") and first not in _MEN
