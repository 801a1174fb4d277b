"""Whom the words name that an answer quotes: of one of them "she" may be asked next. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ADDRESSED, ROLES
from assistant.question.kin_asked import gender
from assistant.question.referents import Named, is_new, is_placed, names_in, stands_in
from graph.params import STOP_WORDS
from graph.retrieval.question.word_forms import PAST

_OPENING = words_of("he she it they we you his her its their our this that these those there here nobody everybody")
_CONTENT = re.compile(r"[^\W\d_]{4,}|(?-i:[A-Z]{2,})")
_SENTENCE = re.compile(r"(?<=[a-z\d]{3}[.!?])(?<!Prof\.) ")
_CLAUSE = re.compile(r"[,;:.]|\b(?:and|but|while)\b")
_TITLE = re.compile(r'"[^"“”]{1,80}"')  # "Consent in recommender systems" is nobody's name
_QUOTED = re.compile(r"(?<!From )(?<!, in )“([^”]+)”")  # and no title of a document


def in_quotes(answer: str, question: str = "") -> tuple[Named, ...]:
    """Who may be meant of the names in the words that an answer quotes, in order: Ilona of "Met Ilona from Riga".

    First are those who are said to be what the question asks for, "the secretary is Aoife", or are alone in the half
    sentence that says it: of who does QA, "Wen does data, Ingrid is QA". "Frau Amann" is a she.
    """
    found: dict[str, None] = {}
    alone: set[str] = set()
    words = [word for word in _CONTENT.findall(question) if word.casefold() not in STOP_WORDS]
    asked = "|".join(re.escape(word) for word in words)
    for quote in map(_done, _QUOTED.findall(_TITLE.sub('""', answer))):
        for sentence in _SENTENCE.split(quote):
            said = (_without_opening(name) for name in names_in(sentence))
            somebody = [name for name in said if name not in words and _may_be_somebody(name, quote)]
            found |= dict.fromkeys(somebody)
            alone |= _alone_beside(asked, sentence, somebody) if asked else set()
    is_asked = re.compile(rf"\b(?:{asked}),? (?:(?:is|was|called|named|now) ){{0,2}}(\w+)") if asked else None
    first = alone | set(is_asked.findall(answer) if is_asked is not None else ())
    order = sorted(found, key=lambda name: name.split()[0] not in first)
    placed = dict.fromkeys(
        name for quote in _QUOTED.findall(answer) for name in names_in(quote) if _is_place(name, quote)
    )
    places = (Named(name, "place", quoted=True) for name in placed if is_new(name, ()))
    return (*(Named(name, "", _gender(name, answer), True) for name in order), *places)


def _gender(name: str, answer: str) -> str:
    """By how somebody is addressed, "Frau Amann", or what stands before the name, "my brother-in-law Jens"."""
    role = re.search(rf"([a-z-]+),? {re.escape(name)}(?!\w)", answer)
    by_role = gender(role[1]) if role is not None else ""
    return by_role or ADDRESSED.get(name.split()[0].rstrip(".").casefold(), "")


def _alone_beside(asked: str, sentence: str, names: Sequence[str]) -> set[str]:
    """Those whom alone a half sentence with one of the words names, by their first word."""
    found = set()
    for clause in _CLAUSE.split(sentence):
        within = [name for name in names if stands_in(name, clause)]
        if len(within) == 1 and re.search(rf"\b(?:{asked})\b", clause):
            found.add(within[0].split()[0])
    return found


def _is_place(name: str, quote: str) -> bool:
    return re.search(rf"\b(?:in|to|from|near) {re.escape(name)}(?!\w)", quote) is not None


def _may_be_somebody(name: str, quote: str) -> bool:
    """Whether it is no day, no place, and no title: "Small Things Like These"."""
    is_title = not _OPENING.isdisjoint(name.casefold().split())
    opens = quote.startswith(name) and (name.endswith("ing") or name.casefold() in ROLES)  # "Heating broke"
    return bool(name) and not is_title and not opens and is_new(name, ()) and not is_placed(name, quote)


def _without_opening(name: str) -> str:
    """A name without the words of a sentence that begins with it: "Her" is none, nor is "In" of "In Porto"."""
    parts = name.split()
    while parts and parts[0].casefold() in STOP_WORDS | _OPENING:
        parts = parts[1:]
    parts = parts[:-1] if parts[-1:] == ["I"] else parts
    return " ".join(parts)


def _done(quote: str) -> str:
    """A note without the verb that it begins with: "Met Ilona"."""
    first, gap, rest = quote.partition(" ")
    return rest if gap and first.casefold() in PAST else quote
