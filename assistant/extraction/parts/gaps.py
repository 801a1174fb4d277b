"""Clauses without their verb: "Sven lives in Malmö and my brother in Oslo" tells of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.words.role_words import ROLES

if TYPE_CHECKING:
    from spacy.tokens import Token

_JOINED = frozenset({"conj", "appos"})


def gaps(verb: Token) -> dict[Token, Token]:
    """What stands behind a repeated preposition, and who before it: {Oslo: brother}.

    The parser joins who to the first object, and hangs what follows anywhere.
    """
    found: dict[Token, Token] = {}
    for again in verb.subtree:
        if again.dep_ != "prep" or again.i == 0:
            continue
        who = again.nbor(-1)
        if who.dep_ in {"appos", "compound"} and _is_role(who.head):
            who = who.head  # "my mum Ingrid in Uppsala"
        first = who
        while first.dep_ in _JOINED:
            first = first.head
        repeats = first != who and first.dep_ == "pobj" and first.head.lower_ == again.lower_ and first.head.i < again.i
        if repeats and (phrases.is_proper(who) or _is_role(who)):
            found |= {one: who for one in again.children if one.dep_ == "pobj"}
    return found


def is_somebody(who: Token) -> bool:
    """Whether it is plainly a person who stands there: of "in Bern and Biel in Switzerland" Biel is none."""
    return who.ent_type_ == "PERSON" or _is_role(who)


def _is_role(noun: Token) -> bool:
    return noun.lemma_.lower() in ROLES or any(child.dep_ == "poss" for child in noun.children)
