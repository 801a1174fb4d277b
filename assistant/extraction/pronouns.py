"""Whom the pronouns of a message mean that it does not name itself: "she visits me in May" is said of Larissa."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from assistant import params
from assistant.extraction.mentions import mentions
from assistant.extraction.parsing.parse import parse
from assistant.extraction.parts.parties import SELF, parties
from assistant.extraction.rules import surroundings
from assistant.extraction.text.ages_beside import without_ages
from assistant.extraction.text.own_words import own_words
from assistant.extraction.words.vocabulary import PERSON

_MOST = 2  # names: of more it is told of a crowd
_PRONOUNS = frozenset({"she", "he", "they", "him", "her", "them", "his", "hers", "their"})
_ANY = re.compile(rf"\b(?:{'|'.join(sorted(_PRONOUNS))})\b", re.IGNORECASE)


def spoken_of(text: str, *, history: Sequence[str] = (), roles: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The people by name, at most two. `history` and `roles` as `rules.candidates` has them."""
    if not history or _ANY.search(text) is None:
        return ()
    around = surroundings(history, roles)
    doc = parse(without_ages(own_words(text[: params.LEARNED_CHARACTERS])))
    here = mentions(doc, around)
    known = text.casefold()
    found: dict[str, None] = {}
    for token in doc:
        if token.lower_ not in _PRONOUNS:
            continue
        for one in parties(token, around, here):
            is_new = one.name != SELF and one.name.text.casefold().removeprefix("my ").split()[0] not in known
            if is_new and one.name.type == PERSON:
                found.setdefault(one.name.text)
    return tuple(found) if len(found) <= _MOST else ()
