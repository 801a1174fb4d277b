"""What completes a verb or a noun: its object, and what stands behind its prepositions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.extents import named_beside
from assistant.extraction.words import vocabulary as words

if TYPE_CHECKING:
    from spacy.tokens import Token


def complements(verb: Token) -> Iterator[tuple[str, Token]]:
    """What completes the verb: ("", object) and (preposition, its object), its own and those of "as a nurse at ..."."""
    shared = [one for one in verb.children if one.dep_ == "conj" and one.i == verb.i + 2 and one.pos_ == verb.pos_]
    if shared and verb.pos_ == "VERB":  # "born and raised in Detroit"
        yield from ((preposition, token) for preposition, token in complements(shared[0]) if preposition)
    hung_before = verb.head.children if verb.dep_ == "conj" and verb.head.pos_ == "NOUN" else ()
    for child in hung_before:  # "is a plumber and lives in Genk": the parser hangs "in Genk" on the plumber
        if child.dep_ == "prep" and child.i > verb.i:
            yield from _prepositional(child)
    for child in verb.children:
        if child.dep_ in {"dobj", "xcomp"} or (child.dep_ in {"oprd", "acomp"} and verb.lemma_ == "speak"):
            yield "", child
            yield from _hung_on_object(verb, child)
        elif child.dep_ in {"prep", "agent"}:
            yield from _prepositional(child)
        elif child.dep_ == "advmod" and child.lower_ in {"back", "over", "away", "out"}:  # "moved back to Breda"
            for later in child.children:
                if later.dep_ == "prep":
                    yield from _prepositional(later)
        elif child.dep_ == "advmod" and child.lower_ == "there" and (preposition := _takes_place(verb)):
            yield preposition, child  # "we moved there in May"
        elif child.dep_ == "npadvmod" and verb.lower_ == "born" and phrases.is_date(child):
            yield "in", child  # "Angus was born 1869"
        elif child.dep_ == "prt":
            for later in verb.children:
                if later.dep_ == "prep":
                    yield from _prepositional(later)


def _takes_place(verb: Token) -> str:
    """The preposition behind which a verb's place stands, "to" of "move"; empty for what is done anywhere."""
    base = verb.lemma_.lower()
    known = {**words.ACTIONS, **words.EVENTS}
    return next((by for by in ("in", "to") if (base, by) in known and known[base, by].object == words.PLACE), "")


def _hung_on_object(verb: Token, noun: Token) -> Iterator[tuple[str, Token]]:
    """ "teaches physics at Oslo Cathedral School": the parser hangs the school on the physics.

    Only of verbs that say what and where: "likes the bar at Acme" is of the bar alone.
    """
    base = verb.lemma_.lower()
    if verb.pos_ != "VERB" or (base, "") not in words.ACTIONS:
        return
    for child in noun.children:
        if child.dep_ == "prep" and child.i > noun.i and (base, child.lower_) in words.ACTIONS:
            yield from _prepositional(child)


def _prepositional(preposition: Token) -> Iterator[tuple[str, Token]]:
    for token in preposition.children:
        if token.dep_ == "pobj":
            yield preposition.lower_, named_beside(token) or token
            for nested in token.children:  # "as a nurse at ..." hangs "at" on the nurse, "on 3 May in ..." on the date
                if nested.dep_ == "prep" and (
                    (preposition.lower_ == "as" and nested.lower_ in {"at", "for"})
                    or (phrases.is_date(token) and nested.lower_ == "in")
                    or (preposition.lower_ == "with" and nested.lower_ == "in" and preposition.head.lemma_ == "live")
                ):
                    yield from _prepositional(nested)
