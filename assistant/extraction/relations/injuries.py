"""What happened to somebody's body: "broke my left wrist", "had chickenpox", and what they gave up, "quit smoking"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import FIRST_PERSON, SELF
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words.nouns import CONDITIONS, words_of
from assistant.extraction.words.vocabulary import INJURED
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_BODY = words_of(
    "wrist arm elbow shoulder collarbone hand finger thumb hip leg knee ankle foot toe heel tibia fibula femur rib "
    "ribs nose jaw skull back neck spine pelvis meniscus ligament acl tendon hamstring calf tooth"
)
_GIVEN_UP = words_of(
    "smoking drinking vaping gambling smoke drink alcohol cigarettes nicotine coffee caffeine sugar meat"
)
_HAD_ONCE = words_of(
    "chickenpox measles mumps rubella covid covid-19 flu influenza shingles pneumonia bronchitis tonsillitis "
    "stroke heart-attack concussion miscarriage "
    "appendicitis meningitis sepsis malaria dengue jaundice mono scarlatina whooping-cough kidney-stones"
)
_GIVEN_FOR = words_of("shot shots jab jabs vaccine vaccination booster test")
_OPERATIONS = words_of("surgery operation transplant replacement bypass hysterectomy caesarean c-section mastectomy")
_TAKEN_OUT = words_of("appendix gallbladder tonsils spleen thyroid uterus wisdom-teeth teeth tooth kidney adenoids")
_LEAVING = words_of("quit stop")


def injuries(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The bone that somebody broke, and the habit that they gave up."""
    if clause.passive:
        return
    if clause.lemma == "have" and clause.tense != "present":
        yield from _was_ill(reading, clause)
        yield from _operated(reading, clause)
    elif clause.lemma in INJURED and clause.tense in {"past", "perfect"}:
        yield from _injured(reading, clause)
    elif clause.lemma in _LEAVING or clause.lemma == "give":
        yield from _given_up(reading, clause)


def _injured(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """Of their own: "Tom broke his arm", not "Tom broke my arm" or "broke the arm off"."""
    for part in (one for one in clause.verb.children if one.dep_ == "dobj" and one.lower_ in _BODY):
        owners = {child.lower_ for child in part.children if child.dep_ == "poss"}
        for who in reading.everyone(clause.subjects):
            if owners and (owners <= FIRST_PERSON) == (who.name == SELF):
                said = phrases.Object(value=phrases.phrase(part))
                yield from reading.candidate(clause.verb, who, INJURED[clause.lemma], said, PLAIN)


def _was_had(clause: Clause, illness: Token) -> bool:
    """What one has once, or "as a child": whoever had asthma then may have it still."""
    as_child = any(
        one.lower_ in {"child", "kid", "baby", "teenager"} and one.head.lower_ == "as" for one in illness.sent
    )
    lasting = as_child and clause.tense == "past" and illness.lower_ in CONDITIONS
    return illness.lower_ in _HAD_ONCE or lasting


def _was_ill(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Leo had chickenpox in May"; not "a shingles shot"."""
    for illness in (one for one in clause.verb.children if one.dep_ == "dobj" and _was_had(clause, one)):
        if illness.i + 1 < len(illness.doc) and illness.nbor(1).lower_ in _GIVEN_FOR:
            continue
        for who in reading.everyone(clause.subjects):
            yield from reading.candidate(clause.verb, who, "had", phrases.Object(value=phrases.phrase(illness)), PLAIN)


def _operated(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "I had knee surgery in 2019", "had my appendix removed", "had her tonsils out"."""
    for child in clause.verb.children:
        out = any(one.dep_ == "prt" and one.lower_ == "out" for one in clause.verb.children)
        taken = child.dep_ == "ccomp" and child.lower_ in {"removed", "out", "taken"}
        parts = [one for one in child.children if one.dep_ in {"nsubj", "nsubjpass"}] if taken else [child]
        for part in (one for one in parts if one.lower_ in _TAKEN_OUT and (taken or (out and one.dep_ == "dobj"))):
            how = "removed" if child.lower_ == "removed" else "out"
            yield from _had(reading, clause, f"{phrases.phrase(part)} {how}")
        if child.dep_ == "dobj" and child.lower_ in _OPERATIONS:
            yield from _had(reading, clause, phrases.phrase(child))


def _had(reading: Reading, clause: Clause, what: str) -> Iterator[Candidate]:
    for who in reading.everyone(clause.subjects):
        yield from reading.candidate(clause.verb, who, "had", phrases.Object(value=what), PLAIN)


def _given_up(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "I quit smoking two years ago", "she gave up meat": "quit" is written alike in the past."""
    up = any(child.dep_ == "prt" and child.lower_ == "up" for child in clause.verb.children)
    if (clause.lemma == "give" and not up) or (clause.lemma != "quit" and clause.tense == "present"):
        return
    for left in _left(clause.verb):
        for who in reading.everyone(clause.subjects):
            yield from reading.candidate(clause.verb, who, "gave_up", phrases.Object(value=left), PLAIN)


def _left(verb: Token) -> Iterator[str]:
    """ "smoking", and of "eating bread" the bread; not "my tea", which only got cold."""
    for child in (one for one in verb.children if one.dep_ in {"xcomp", "dobj"}):
        eaten = [one for one in child.children if one.dep_ == "dobj"] if child.lower_ in {"eating", "drinking"} else []
        if eaten and not any(one.dep_ in {"poss", "det"} for one in eaten[0].children):
            yield phrases.phrase(eaten[0])
        elif not eaten and child.lower_ in _GIVEN_UP:
            yield child.text
