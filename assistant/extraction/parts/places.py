"""Which of several places a verb tells: the nearest by name, not what it lies in and not the walls around one; and
whether what it tells is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import named_side
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words

if TYPE_CHECKING:
    from spacy.tokens import Token

_INTO = frozenset({"in", "into", "to"})
_BEHIND_ADDRESS = re.compile(
    r"[;!?\n]|\.(?=\s|$)|\s+(?:and|but|so|since|because|now|with|until|for)\s|\s+(?:at the moment|at present|for now)\b"
)
_SENTENCE = 3  # as many words behind a comma, in small letters, are no town


def once(complements: Iterable[tuple[str, Token]]) -> Iterator[tuple[str, Token]]:
    """`complements` with one place of each run: Bergen of "to Bergen in Norway", Nora of "in a yellow house in Nora".

    A dwelling without a place by name is none either: "in a flat near the harbour" tells no town.
    """
    place: Token | None = None
    for preposition, token in complements:
        if preposition in {*_INTO, "on"} and _is_dwelling(token) and (beside := list(_beside(token, preposition))):
            yield from beside
        elif preposition not in _INTO:
            yield preposition, token
        elif _is_dwelling(token):
            continue
        elif place is None or not _lies_in(place, token):
            yield preposition, token
            place = token if phrases.is_proper(token) else None


def _is_dwelling(noun: Token) -> bool:
    """A flat, or a care home that has no name; "at home" is no such thing."""
    if phrases.is_proper(noun) or any(child.dep_ == "acl" for child in noun.children):
        return False
    of_a_kind = any(child.dep_ in {"compound", "amod"} for child in noun.children)
    return noun.lemma_.lower() in nouns.DWELLINGS | {"farm"} or (noun.lower_ == "home" and of_a_kind)


def _beside(dwelling: Token, preposition: str) -> Iterator[tuple[str, Token]]:
    """Leeds in "a flat in Leeds", where the parser hangs it on the flat; "a cottage near Hexham" is near Hexham."""
    inside = "to" if preposition == "to" else "in"  # "on a houseboat in Bristol", "into a flat in Leeds"
    for child in (one for one in dwelling.children if one.dep_ == "prep"):
        by = inside if child.lower_ == "in" else child.lower_
        named = (one for one in child.children if one.dep_ == "pobj" and phrases.is_proper(one))
        yield from ((by, one) for one in named if child.lower_ in {"in", "near", "outside"})


def _lies_in(place: Token, wider: Token) -> bool:
    """Whether "in Norway" follows right on Bergen."""
    return wider.head.lower_ == "in" and wider.head.i == place.i + 1 and phrases.is_proper(wider)


def place_in_full(token: Token) -> phrases.Object | None:
    """A street with what follows it: "12 High Street, Leeds"; not "at the moment, in a house on Mill Road"."""
    text = token.doc[token.left_edge.i : token.sent.end].text
    first, *more = _BEHIND_ADDRESS.split(text)[0].strip(" ,.").split(", ")
    if not (first[:1].isupper() or any(map(str.isdigit, first))):
        return None
    town = takewhile(lambda part: part[:1].isupper() or part[:1].isdigit() or len(part.split()) < _SENTENCE, more)
    text = ", ".join([first, *town])
    return phrases.Object(value=text) if re.search(r"\d", text) and re.search(r"[^\W\d]", text) else None


def is_street(token: Token) -> bool:
    """ "Mill Lane", "Humboldtstraße", "Rue Mouffetard"; not "on benefits" or "on Universal Credit"."""
    first, last = phrases.phrase(token).split()[:1], token.lower_.rstrip(".")
    in_haste = token.text.islower() and any(child.dep_ in {"compound", "amod"} for child in token.children)
    return (phrases.is_proper(token) or (in_haste and last in nouns.STREETS)) and (
        last in nouns.STREETS or last.endswith(nouns.STREET_ENDINGS) or "".join(first).casefold() in nouns.STREETS
    )


def is_bare_place(noun: Token) -> bool:
    """Whether it stands without any word of its own behind the place where one works."""
    alone = not any(True for _ in noun.lefts)
    before = {one.lower_ for one in noun.doc[noun.sent.start : noun.head.i]}
    return alone and bool(before & {"at", "in"})


def is_no_home(place: Token) -> bool:
    """ "based in the Dublin office", "in the same street as Ted"."""
    marks = {child.lower_ for child in place.children if child.dep_ in {"amod", "det"}}
    return place.lemma_.lower() in nouns.WORKPLACES | nouns.DEPARTMENTS or bool(marks & nouns.ORDINALS)


def near_place(settlement: Token) -> phrases.Object | None:
    """ "small town near Metz", but not "town"; of one that is named, "a village near Ghent called Deurle", the name."""
    if (name := named_side(settlement)) != settlement:
        return phrases.thing(name, words.PLACE)
    for child in settlement.children:
        named = [one for one in child.children if one.dep_ == "pobj" and phrases.is_proper(one)]
        if child.dep_ == "prep" and named:
            last = max(named[0].i, max((one.i for one in named[0].subtree if one.dep_ == "compound"), default=0))
            text = f"{phrases.phrase(settlement)} {settlement.doc[child.i : last + 1].text}"
            return phrases.Object(name=phrases.Name(text, words.PLACE)) if len(text.split()) < 6 else None
    return None
