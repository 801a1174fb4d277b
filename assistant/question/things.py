"""What a question is about that has no name: "the caravan", "my lessons", "the inspector". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.parts.occupations import is_trade
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ROLES

_NO_THINGS = words_of("year time day date month week kind sort city country town place number size colour color")
_WORKERS = words_of(
    "plumber carpenter painter teacher baker hairdresser trainer lawyer officer driver manager cleaner gardener "
    "builder photographer banker farmer dealer plasterer roofer designer programmer engineer"
)
# What a question is about that has no name: "my pension", "the boiler man", of which "it" is asked next.
_THING = re.compile(
    r"\b(?!(?i:what|which) (?:[a-z]+ed|made|broke|came|went|fell|got|gave) )"
    r"(?:(?i:my|our|the|what|which|whose|how much|how many)"
    r"|(?!(?:What|Who|Where|When|How|It|That|There|He|She)['’])(?:[A-ZÀ-ÞĀ-Ž][\w-]*\.? )*[A-ZÀ-ÞĀ-Ž][\w-]*['’]s?) "
    r"(?!(?:is|are|am|was|were|do|does|did|has|have|had|can|will|should|happened|happens|i|we|you|he|she|they|it) )"
    r"(?P<thing>(?:[A-Za-z][\w-]*(?:['’]s)? ){0,2}?[a-z][\w-]*)"
    r"(?=\W*$| (?:is|are|was|were|in|on|at|to|for|of|with|from|about|due|called|come|comes|go|goes|and|start|starts"
    r"|that|which|who|does|do|did|will|can|begin|run|runs|end|ends|cost|costs|need|needs|work|works|have|has|had|made"
    r"|open|opens|last|down|up|off|out|back|late)\b)"
)


def things_in(question: str, *, several: bool) -> Iterator[str]:
    """ "The caravan", or of `several` "my lessons", in an earlier question that asks of nothing by name, the last one
    first.
    """
    for match in reversed(list(_THING.finditer(question))):
        said = match["thing"].casefold().split()
        if any(map(_is_somebody, said)):
            continue
        if ROLES.keys().isdisjoint(said) and said[-1].endswith("s") is several and said[-1] not in _NO_THINGS:
            yield re.sub(r"^(?:what|which|whose|how (?:much|many))\b", "the", match[0], flags=re.IGNORECASE)


def _is_somebody(word: str) -> bool:
    """Whether it is surely a person: many a thing is called as trades are, a router or a mower."""
    return is_trade(word) and (word in _WORKERS or not word.endswith("er"))


def trades_in(question: str) -> Iterator[str]:
    """ "the inspector" in "when does the inspector come?", of whom "she" is asked next; not of whom it is asked who
    that is.
    """
    for match in _THING.finditer("" if question[:3].casefold() == "who" else question):
        if match[0].casefold().startswith("the ") and is_trade(match["thing"].casefold().split()[-1]):
            yield match[0]
