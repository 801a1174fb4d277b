"""The base form of a verb, where the tagger guesses one that no rule knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words import vocabulary as words

if TYPE_CHECKING:
    from spacy.tokens import Token

VERBS = frozenset(verb for verb, _ in [*words.ACTIONS, *words.EVENTS]) | words.HABITS.keys()
_KNOWN = VERBS | words.ATTITUDES


def third_person(verb: str) -> str:
    """ "work" -> "works", "go" -> "goes", "study" -> "studies", "have" -> "has"."""
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def lemma(verb: Token) -> str:
    """The verb's base form; the tagger's guess is mended where it is no verb the rules know ("hates": "hat")."""
    guess = verb.lemma_.lower()
    if guess in _KNOWN or guess in words.PASSING_VERBS:
        return guess
    text = verb.lower_
    for ending, replacement in (("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e")):
        if text.endswith(ending) and text.removesuffix(ending) + replacement in _KNOWN:
            return text.removesuffix(ending) + replacement
    return guess
