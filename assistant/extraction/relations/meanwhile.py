"""What goes on for months in somebody's life: expecting a baby, on parental leave, on a medicine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.objects import medicine_in, without_dose
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_EXPECTED = words_of("baby babies twins triplets child daughter son girl boy")
_PRESCRIBING = words_of("put prescribe start switch give")
_TITLES = ("Dr ", "Dr. ", "Doctor ")
_AWAY = words_of("leave sabbatical furlough probation")
_MONTHS_OF = words_of("in around for")  # "in April", "around Easter"


def meanwhile(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The facts that the clause states of what goes on for months."""
    yield from _put_on(reading, clause)
    if clause.tense != "present" or clause.passive:
        return
    if clause.verb.tag_ == "VBG" and clause.lemma == "expect":
        yield from _expects(reading, clause)
    elif clause.lemma == "be" and not any(child.dep_ in {"attr", "acomp"} for child in clause.verb.children):
        yield from _is_on(reading, clause)


def _expects(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "We're expecting a baby in April", in its own words."""
    for child in (one for one in clause.verb.children if one.dep_ == "dobj" and one.lower_ in _EXPECTED):
        due = [one for one in clause.verb.children if one.dep_ == "prep" and one.lower_ in _MONTHS_OF]
        last = max([child.right_edge.i, *(one.right_edge.i for one in due if one.i > child.i)])
        said = phrases.Object(value=child.doc[child.left_edge.i : last + 1].text)
        for who in reading.everyone(clause.subjects):
            yield from reading.candidate(clause.verb, who, "expects", said, PLAIN)


def _is_on(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Beatriz is on maternity leave until September", "I'm on metformin"."""
    for preposition, token in complements(clause.verb):
        if preposition != "on":
            continue
        for who in reading.everyone(clause.subjects):
            if token.lower_ in _AWAY:
                yield from reading.candidate(clause.verb, who, "is", _state(token), PLAIN)
            elif (medicine := medicine_in(token)) is not None:
                yield from reading.candidate(clause.verb, who, "takes", without_dose(medicine), PLAIN)


def _put_on(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "My doctor put me on metformin", "the vet prescribed me amoxicillin": who is put on it takes it; and whoever is
    called a doctor and gives it is theirs.
    """
    if clause.lemma not in _PRESCRIBING or clause.tense == "present" or clause.passive:
        return
    whom = [child for child in clause.verb.children if child.dep_ in {"dobj", "dative"} and child.pos_ != "NOUN"]
    given = [token for preposition, token in complements(clause.verb) if preposition in {"on", ""}]
    for medicine in (one for token in given if (one := medicine_in(token)) is not None):
        for who in (one for token in whom if token != medicine for one in reading.parties(token)):
            yield from reading.candidate(clause.verb, who, "takes", without_dose(medicine), PLAIN)
            for doctor in (one for one in clause.subjects if phrases.phrase(one).startswith(_TITLES)):
                named = phrases.Object(name=Name(phrases.phrase(doctor), PERSON))
                yield from reading.candidate(clause.verb, who, "doctor", named, PLAIN)


def _state(noun: Token) -> phrases.Object:
    return phrases.Object(value=f"on {phrases.phrase(noun)}")
