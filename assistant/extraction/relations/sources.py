"""Where somebody gets things: "we order our flour from Mühle Kofler", "our eggs come from the Hubers"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import FIRST_PERSON
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import third_person
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import GROUPS, ROLES
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_GETTING = words_of("get buy order source import lease hire")
_HEARD = words_of("email mail message text call letter news advice idea feedback answer help impression sense feeling")


def sources(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What is got again and again from whom, in the clause's own words; what was got once passes."""
    if clause.passive or clause.verb.tag_ not in {"VBP", "VBZ"}:
        return
    if clause.lemma == "come":
        yield from _come_from(reading, clause)
    if clause.lemma not in _GETTING:
        return
    for thing in (child for child in clause.verb.children if child.dep_ == "dobj" and child.pos_ in {"NOUN", "PROPN"}):
        if any(one.lemma_.lower() in _HEARD for one in coordinated(thing)):
            continue
        for giver in _givers(thing, clause.verb):
            said = phrases.Object(value=_unowned(thing, giver.right_edge))
            for who in reading.everyone(clause.subjects):
                yield from reading.candidate(clause.verb, who, third_person(clause.lemma), said, PLAIN)


def _givers(thing: Token, verb: Token) -> Iterator[Token]:
    """Whoever has a name behind "from" or "at", which the parser hangs on the thing or on the verb."""
    for preposition in (child for one in (thing, verb) for child in one.children if child.dep_ == "prep"):
        if preposition.lower_ in {"from", "at"} and preposition.i > thing.i:
            named = (one for one in preposition.children if one.dep_ == "pobj" and phrases.is_proper(one))
            yield from (one for one in named if not phrases.is_date(one))


def _come_from(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Our eggs come from the Hubers"; "our parents come from Poland" is told of where somebody is from."""
    for thing in (one for one in clause.subjects if one.pos_ == "NOUN"):
        owners = [one for one in thing.children if one.dep_ == "poss" and one.lower_ in FIRST_PERSON]
        if not owners or thing.lemma_.lower() in ROLES or thing.lower_ in GROUPS:
            continue
        whose = Party(Name(f"{owners[0].text} {phrases.phrase(thing)}", words.CONCEPT), 0.85)
        for giver in _givers(thing, clause.verb):
            said = phrases.thing(giver, phrases.type_of(giver, words.CONCEPT))
            yield from reading.candidate(clause.verb, whose, f"{clause.verb.lower_}_from", said, PLAIN)


def _unowned(thing: Token, last: Token) -> str:
    """From the thing to whom it is from, without whose it is: "chains and cassettes from Velobo in Ulm"."""
    first = thing.left_edge
    while first.i < thing.i and first.dep_ in {"poss", "det"}:
        first = first.nbor(1)
    return thing.doc[first.i : last.i + 1].text.rstrip(" .,;!")
