"""Rules for posts and studies: "got a job at Spotify", "the head of sales at Nordlicht", "doing a PhD in physics"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.timing import midnight
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import EXPRESSION, period
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_JOBS = nouns.words_of("job position role internship post offer contract apprenticeship traineeship")
_TAKING = nouns.words_of("get land start take accept begin")
_STARTING = re.compile(rf"\b(?:start|starts|starting|from)(?: on| in| from)? (?P<day>{EXPRESSION})\b", re.IGNORECASE)
_AND_THEN = re.compile(
    r"\b(?:and|but) (?:from|i|we|he|she|they)\b", re.IGNORECASE
)  # "… and from May I live in Utrecht"
_COMING = nouns.words_of("move relocate come")
_BEGINNING = nouns.words_of("start begin")
_LEAVING = nouns.words_of("quit lose leave resign change start find want hope")
_FORMER = nouns.words_of("old last previous former first next new dream ideal")
_STUDYING = nouns.words_of("do pursue start begin")
_STUDIED = nouns.words_of("have hold get finish complete do earn receive")


_IN_CHARGE = nouns.words_of(  # for what, is not for whom
    "manager lead leader head director coordinator officer secretary treasurer editor producer architect planner buyer"
)


def posts(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The facts that a clause states of a post taken, a degree, and whoever is "the designer"."""
    for noun in (child for child in clause.verb.children if child.dep_ == "dobj"):
        if noun.lemma_.lower() == "job" and clause.lemma == "have" and clause.verb.tag_ in {"VBP", "VBZ"}:
            yield from _each(reading, clause, _job(noun))  # "I have a part-time job at a copy shop"
        elif noun.lemma_.lower() in _JOBS and clause.lemma in _TAKING and clause.tense != "present":
            begins = _begins(reading, clause)
            for one in _each(reading, clause, _job(noun)):
                yield replace(one, valid_from=begins, valid_until=None) if begins else one
        elif noun.lower_ in nouns.DEGREES:
            yield from _each(reading, clause, _degree(clause, noun))
    if clause.lemma == "sign" and clause.tense != "present" and (begins := _begins(reading, clause)):
        for one in _each(reading, clause, _signed_with(clause)):
            yield replace(one, valid_from=begins, valid_until=None)
    for job in (one for one in clause.verb.subtree if one.lemma_.lower() == "job"):
        if next((one for one in job.ancestors if one.pos_ in {"VERB", "AUX"}), None) == clause.verb:
            yield from _job_of(reading, clause, job)
    yield from _each(reading, clause, _with_degree(clause))
    yield from _each(reading, clause, _came_for(clause))
    if clause.lemma == "be" and clause.tense != "past":
        yield from _the_one(reading, clause)
    if clause.lemma == "go" and clause.verb.tag_ in {"VBP", "VBZ"}:
        yield from _each(reading, clause, _goes(clause))


Said = tuple[str, phrases.Object | None]


def _each(reading: Reading, clause: Clause, said: Iterator[Said]) -> Iterator[Candidate]:
    facts = list(said)
    for who in reading.everyone(clause.subjects):
        for predicate, of in facts:
            yield from reading.candidate(clause.verb, who, predicate, of, PLAIN)


def _job(noun: Token) -> Iterator[Said]:
    """ "a new job as a nurse at Spotify": the parser hangs either on the job or on the verb."""
    for preposition, token in [*complements(noun), *complements(noun.head)]:
        named = phrases.is_proper(token) or token.text[:1].isupper() or token.lower_ in nouns.EMPLOYING
        if preposition in {"at", "with"} and named:
            yield "works_at", phrases.thing(token, words.ORGANISATION)
        elif preposition == "as":
            yield "works_as", phrases.thing(token, words.CONCEPT)


def _job_of(reading: Reading, clause: Clause, job: Token) -> Iterator[Candidate]:
    """ "because of my job at ASML", "she loves her job at Shell"; not one that somebody left, or only did once."""
    whose = {child.lower_ for child in job.children if child.dep_ == "poss"}
    done = job.dep_ == "dobj" and clause.tense != "present"  # "I loved my job at Bosch", "I quit my job at Bosch"
    if not whose or done or clause.lemma in _LEAVING or any(one.lower_ in _FORMER for one in job.lefts):
        return
    owner = reading.owner(job)
    for predicate, firm in _job(job):
        if predicate == "works_at" and owner is not None:
            for one in reading.candidate(job, owner, predicate, firm, PLAIN):
                yield replace(one, valid_from=None, valid_until=None)  # "we moved here in August because of my job"


def _signed_with(clause: Clause) -> Iterator[Said]:
    """ "I signed with Sencrop", of a job by the day on which one starts."""
    for preposition, token in complements(clause.verb):
        if preposition in {"with", "at"} and phrases.is_proper(token):
            yield "works_at", phrases.thing(token, words.ORGANISATION)


def _begins(reading: Reading, clause: Clause) -> dt.datetime | None:
    """The day that is to come from which one has the job: "I got the job at Acme, start on 16 March"."""
    begins = _STARTING.search(_AND_THEN.split(clause.verb.sent.text)[0])
    if begins is None or reading.said_at is None:
        return None
    return midnight(period(f"from {begins['day']}", reading.said_at.date()).coming_since, reading.said_at)


def _degree(clause: Clause, noun: Token) -> Iterator[Said]:
    """ "doing a PhD in linguistics at Utrecht" studies it there; "have a degree in law" studied it.

    Who has begun one is still at it, as far as is said.
    """
    begun = clause.lemma in _BEGINNING and clause.tense != "present"
    now = begun or (clause.verb.tag_ == "VBG" and clause.lemma in _STUDYING)
    if now or (clause.lemma in _STUDIED and clause.verb.tag_ != "VBG"):
        yield from _studies("studies" if now else "studied", noun)


def _studies(verb: str, noun: Token) -> Iterator[Said]:
    for preposition, token in _places(noun):
        if preposition in {"in", "on"} and not phrases.is_date(token) and token.ent_type_ not in {"GPE", "LOC"}:
            yield verb, phrases.thing(token, words.CONCEPT)
        elif preposition in {"at", "from"} and phrases.is_proper(token):
            yield f"{verb}_at", phrases.thing(token, words.ORGANISATION)


def _with_degree(clause: Clause) -> Iterator[Said]:
    """ "graduated from Trinity in 2011 with a degree in law"."""
    if clause.lemma == "graduate" and clause.tense != "present":
        for preposition, token in complements(clause.verb):
            if preposition == "with" and token.lower_ in nouns.DEGREES:
                yield from _studies("studied", token)


def _came_for(clause: Clause) -> Iterator[Said]:
    """ "moved to Bremen to start a PhD in biology": what somebody came for, and has come."""
    if clause.lemma in _COMING and clause.tense != "present":
        for purpose in (one for one in clause.verb.children if one.dep_ in {"xcomp", "advcl"} and one.tag_ == "VB"):
            for noun in (one for one in purpose.children if one.dep_ == "dobj" and one.lower_ in nouns.DEGREES):
                yield from _studies("studies", noun)


def _places(noun: Token) -> Iterator[tuple[str, Token]]:
    """ "a PhD in linguistics at Utrecht": "in" hangs on either of two words, and "at" on any of three."""
    for preposition, token in [*complements(noun), *complements(noun.head)]:
        yield preposition, token
        if preposition in {"in", "on"}:
            yield from complements(token)


def _the_one(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Sandra is the head of marketing at Nordlicht", "Ada is the designer"."""
    for noun in (child for child in clause.verb.children if child.dep_ == "attr"):
        if not any(child.lower_ == "the" for child in noun.children):
            continue
        beside = list(complements(noun))
        charges = [token for one, token in beside if one == "for" and noun.lower_ in _IN_CHARGE]
        places = [(one, token) for one, token in beside if one in {"at", "for"} and phrases.is_proper(token)]
        places += [("at", token) for charge in charges for one, token in complements(charge) if one == "at"]
        others = [token for one, token in beside if one in {"of", "on"} and phrases.is_proper(token)]
        if others or (not places and (not is_occupation(noun) or len(beside) > len(charges))):
            continue
        for subject in clause.subjects:
            if not (subject.lower_ in {"i", "she", "he"} or phrases.is_proper(subject)):
                continue
            for who in reading.parties(subject):
                person = who.of_type(words.PERSON)
                yield from reading.candidate(noun, person, "works_as", phrases.thing(noun, words.CONCEPT), PLAIN)
                for preposition, token in places:
                    firm = phrases.thing(token, words.ORGANISATION)
                    yield from reading.candidate(noun, person, f"works_{preposition}", firm, PLAIN)


def _goes(clause: Clause) -> Iterator[Said]:
    """ "go climbing twice a week" is what one does; "goes to De Wonderwijzer" is where."""
    for child in clause.verb.children:
        alone = all(one.dep_ in {"npadvmod", "advmod"} for one in child.children)
        if child.dep_ in {"xcomp", "advcl"} and child.tag_ == "VBG" and alone:
            yield "does", phrases.Object(name=phrases.Name(child.text, words.CONCEPT))
    for preposition, token in complements(clause.verb):
        at_school = token.lower_ in nouns.SCHOOLS - {"school"} or token.lower_ in {"university", "uni", "college"}
        named = phrases.is_proper(token) and (phrases.type_of(token, "") != words.PLACE or at_school)
        if preposition == "to" and (named or (at_school and not list(token.lefts))):
            yield "goes_to", phrases.thing(token, words.ORGANISATION)
