"""Whom the words name that an answer quotes: of one of them "she" may be asked next. Pure."""

from __future__ import annotations

import re

from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ADDRESSED
from assistant.question.referents import Named, is_new, is_placed, names_in
from graph.params import STOP_WORDS
from graph.retrieval.question.word_forms import PAST

_OPENING = words_of("he she it they we you his her its their our this that these those there here nobody everybody")
_CONTENT = re.compile(r"[^\W\d_]{4,}")
_QUOTED = re.compile(r"(?<!From )(?<!, in )“([^”]+)”")  # and no title of a document


def in_quotes(answer: str, question: str = "") -> tuple[Named, ...]:
    """Who may be meant of the names in the words that an answer quotes, in order: Ilona of "Met Ilona from Riga".

    First are those who are said to be what the question asks for, "the secretary is Aoife". "Frau Amann" is a she.
    """
    found: dict[str, None] = {}
    for quote in map(_done, _QUOTED.findall(answer)):
        said = (_without_opening(name) for name in names_in(quote))
        found |= dict.fromkeys(name for name in said if _may_be_somebody(name, quote))
    asked = "|".join(re.escape(word) for word in _CONTENT.findall(question))
    is_asked = re.compile(rf"\b(?:{asked}),? (?:(?:is|was|called|named|now) ){{0,2}}(\w+)") if asked else None
    first = set(is_asked.findall(answer)) if is_asked is not None else set()
    order = sorted(found, key=lambda name: name.split()[0] not in first)
    return tuple(Named(name, "", ADDRESSED.get(name.split()[0].rstrip(".").casefold(), ""), True) for name in order)


def _may_be_somebody(name: str, quote: str) -> bool:
    """Whether it is no day, no place, and no title: "Small Things Like These"."""
    is_title = not _OPENING.isdisjoint(name.casefold().split())
    return bool(name) and not is_title and is_new(name, ()) and not is_placed(name, quote)


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
