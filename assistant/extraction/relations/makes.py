"""What somebody drives, by the make of the car that they call theirs: "my Skoda Octavia squeals"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.statements import is_question
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import lemma
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.8
_MAKES = words_of(
    "skoda škoda volkswagen vw toyota ford opel vauxhall audi bmw mercedes honda mazda fiat renault peugeot citroen "
    "citroën volvo tesla hyundai kia nissan seat dacia mitsubishi suzuki subaru porsche lexus jeep chevrolet chevy "
    "saab lancia alfa daihatsu isuzu cupra polestar"
)
_PARTING = words_of("sell scrap trade lose give crash total miss want need test rent borrow hire return")
_OTHER = words_of("first old last former previous next dream rental")


def makes(reading: Reading) -> Iterator[Candidate]:
    """What one drives; nothing of a car that is sold, wished for or asked about."""
    for token in reading.doc:
        car = token.head if token.dep_ == "compound" else token
        if token.lower_ not in _MAKES or not token.text[:1].isupper() or not phrases.is_proper(car):
            continue
        before = {child.lower_ for one in (token, car) for child in one.children}
        kept = car.dep_ == "nsubj" or lemma(_verb(car)) not in _PARTING  # "my Skoda needs new brakes"
        if kept and before & {"my", "our"} and not before & _OTHER and not is_question(car.sent):
            yield from reading.candidate(car, Party(SELF), "drives", phrases.thing(car, words.CONCEPT), PLAIN)


def _verb(noun: Token) -> Token:
    while noun.dep_ != "ROOT" and noun.pos_ not in {"VERB", "AUX"}:
        noun = noun.head
    return noun
