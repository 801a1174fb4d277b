"""What stands beside what somebody is: "a widower, 71, retired pilot", "an engineer, currently working with Julius"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.objects import object_of
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.relations.owned import LOOSE, PLAIN
from assistant.extraction.relations.qualities import age
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token


def also(reading: Reading, who: Party, noun: Token) -> Iterator[Candidate]:
    """ "a widower, 71, retired harbour pilot": an age, and what else somebody is."""
    for beside in (one for one in noun.children if one.dep_ == "appos" and one.i > noun.i):
        marks = {child.lower_ for child in beside.children if child.dep_ in {"det", "poss"}}
        if beside.like_num:
            yield from age(reading, who, beside)
        elif beside.pos_ == "NOUN" and marks <= {"a", "an"} and not phrases.is_measure(beside):
            yield from reading.candidate(beside, who, "is_a", phrases.thing(beside, words.CONCEPT), LOOSE)


def meanwhile(reading: Reading, who: Party, noun: Token) -> Iterator[Candidate]:
    """ "an engineer, currently working with Julius Berger", "a Brazilian citizen living in Portugal", "a
    photographer based in Porto"."""
    doing = [one for one in noun.subtree if one.dep_ == "acl" and (one.tag_ == "VBG" or one.lower_ == "based")]
    for verb in doing:
        for preposition, token in complements(verb):
            says = words.ACTIONS.get(("live" if verb.lower_ == "based" else verb.lemma_.lower(), preposition))
            if says is None or not phrases.is_proper(token):
                continue
            predicate = "works_for" if says.predicate == "works_with" else says.predicate
            expected = words.ORGANISATION if says.predicate == "works_with" else says.object
            yield from reading.candidate(verb, who, predicate, object_of(reading, token, expected, predicate), PLAIN)


def origins(reading: Reading) -> Iterator[Candidate]:
    """ "I'm Sunniva, 29, originally from Tromsø but ..."."""
    for token in reading.doc:
        behind = [one for one in token.sent if one.i > token.i][:2]
        if token.lower_ != "originally" or len(behind) < 2 or behind[0].lower_ != "from":
            continue
        place = behind[1]
        while place.dep_ == "compound" and place.head.i == place.i + 1:
            place = place.head
        subject = next((one for one in token.sent if one.dep_ == "nsubj" and one.i < token.i), None)
        if subject is None or not phrases.is_proper(place):
            continue
        for who in reading.parties(subject):
            yield from reading.candidate(behind[0], who, "from", phrases.thing(place, words.PLACE), PLAIN)
