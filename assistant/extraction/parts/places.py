"""Which of several places a verb tells: the nearest by name, not what it lies in and not the walls around one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.words import nouns

if TYPE_CHECKING:
    from spacy.tokens import Token

_INTO = frozenset({"in", "into", "to"})


def once(complements: Iterable[tuple[str, Token]]) -> Iterator[tuple[str, Token]]:
    """`complements` with one place of each run: Bergen of "to Bergen in Norway", Nora of "in a yellow house in Nora".

    A dwelling without a place by name is none either: "in a flat near the harbour" tells no town.
    """
    place: Token | None = None
    for preposition, token in complements:
        if preposition not in _INTO:
            yield preposition, token
        elif _is_dwelling(token):
            yield from ((preposition, inner) for inner in _inside(token))
        elif place is None or not _lies_in(place, token):
            yield preposition, token
            place = token if phrases.is_proper(token) else None


def _is_dwelling(noun: Token) -> bool:
    """A flat, or a care home that has no name; "at home" is no such thing."""
    if phrases.is_proper(noun) or any(child.dep_ == "acl" for child in noun.children):
        return False
    of_a_kind = any(child.dep_ in {"compound", "amod"} for child in noun.children)
    return noun.lemma_.lower() in nouns.DWELLINGS or (noun.lower_ == "home" and of_a_kind)


def _inside(dwelling: Token) -> list[Token]:
    """Leeds in "a flat in Leeds", where the parser hangs it on the flat."""
    within = [child for child in dwelling.children if child.dep_ == "prep" and child.lower_ == "in"]
    return [one for prep in within for one in prep.children if one.dep_ == "pobj" and phrases.is_proper(one)]


def _lies_in(place: Token, wider: Token) -> bool:
    """Whether "in Norway" follows right on Bergen."""
    return wider.head.lower_ == "in" and wider.head.i == place.i + 1 and phrases.is_proper(wider)


def place_in_full(token: Token) -> phrases.Object | None:
    """A street with what follows it: "12 High Street, Leeds"."""
    text = token.doc[token.left_edge.i : token.sent.end].text
    text = re.split(r"[;!?\n]|\.(?=\s|$)|\s+(?:and|but|so|since|because|now)\s", text)[0].strip(" ,.")
    return phrases.Object(value=text) if re.search(r"\d", text) and re.search(r"[^\W\d]", text) else None
