"""Candidates from a message without a language model: rules over the dependencies of its plain statements."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assistant import params
from assistant.extraction.mentions import mentions
from assistant.extraction.parsing.parse import parse
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import Mention, Party, Surroundings
from assistant.extraction.parts.types_of_names import settle_types
from assistant.extraction.reading import Reading
from assistant.extraction.relations.actions import actions
from assistant.extraction.relations.aims import aims
from assistant.extraction.relations.beside import origins
from assistant.extraction.relations.birthdays import birthdays, reckoned
from assistant.extraction.relations.contacts import at_firms, contacts, of_firms
from assistant.extraction.relations.copula import copula
from assistant.extraction.relations.deaths import deaths, passed_away
from assistant.extraction.relations.debts import debts
from assistant.extraction.relations.diets import diets
from assistant.extraction.relations.due import due, fallen, moved, set_for
from assistant.extraction.relations.fittings import fittings
from assistant.extraction.relations.having import having
from assistant.extraction.relations.heights import heights
from assistant.extraction.relations.hours import hours
from assistant.extraction.relations.household import household
from assistant.extraction.relations.idioms import idioms
from assistant.extraction.relations.injuries import injuries
from assistant.extraction.relations.kinship import appositions
from assistant.extraction.relations.made import made
from assistant.extraction.relations.makes import makes
from assistant.extraction.relations.meanwhile import meanwhile
from assistant.extraction.relations.meetings import meetings
from assistant.extraction.relations.moved_over import moved_over
from assistant.extraction.relations.mutual import mutual
from assistant.extraction.relations.naming import new_thing
from assistant.extraction.relations.once import on_its_day
from assistant.extraction.relations.parents import children_listed, parents_listed
from assistant.extraction.relations.planned import planned
from assistant.extraction.relations.posts import posts
from assistant.extraction.relations.prices import owed_for, prices, raised
from assistant.extraction.relations.refusals import refusals
from assistant.extraction.relations.routines import routines
from assistant.extraction.relations.sources import sources
from assistant.extraction.relations.vital import vital
from assistant.extraction.relations.was import was
from assistant.extraction.settle import settled
from assistant.extraction.statements import clauses, is_question
from assistant.extraction.text import secrets
from assistant.extraction.text.ages_beside import ages, without_ages
from assistant.extraction.text.answered import of_oneself, question_in
from assistant.extraction.text.capitals import shown
from assistant.extraction.text.children_listed import children_aged, without_children
from assistant.extraction.text.medicines_listed import with_medicines
from assistant.extraction.text.own_words import UNREAD, as_written, own_words
from assistant.extraction.text.taken_back import taken_back
from assistant.extraction.text.unsaid import in_full
from assistant.extraction.text.wished import wishes
from assistant.extraction.verbatim import stands_in
from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate, Name

IN_HASTE = 200  # characters of a message that is read again with the full stop that it lacks
_CALL_ME = re.compile(
    r"^(?:please |just )?call me (?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+)(?:,? (?:please|not \w+))?\s*[.!]?$", re.IGNORECASE
)


def candidates(
    text: str,
    *,
    history: Sequence[str] = (),
    roles: Mapping[str, str] | None = None,
    said_at: dt.datetime | None = None,
    asked: str = "",
    about: str = "",
) -> tuple[Candidate, ...]:
    """What `text` plainly states, in order, each once.

    `history` holds the person's earlier messages, oldest first: pronouns may mean whom they name. `roles` are the
    person's known relations that have exactly one holder: {"sister": "Anna"}. `said_at`, on the person's own clock,
    is what "last Tuesday" counts from. `asked` is what the assistant said right before: half a sentence may answer it.
    `about` is the name that stands over the text, as a heading: of whom its half sentences and pronouns tell.
    """
    found = _candidates(text, history, roles, said_at, asked, about, stopped=False)
    if not found and len(text) <= IN_HASTE and text.rstrip()[-1:].isalnum():  # without its full stop it may be misread
        found = _candidates(text, history, roles, said_at, asked, about, stopped=True)
    return found


def _candidates(
    text: str,
    history: Sequence[str],
    roles: Mapping[str, str] | None,
    said_at: dt.datetime | None,
    asked: str,
    about: str,
    *,
    stopped: bool,
) -> tuple[Candidate, ...]:
    around = surroundings(history, roles) if not about else Surroundings((Mention(Name(about, PERSON), 0),), roles)
    doc = parse(without_ages(without_children(own_words(text[: params.LEARNED_CHARACTERS]))))
    full = in_full(doc, asked, about, stopped=stopped)
    if full.put_in:
        doc = parse(full.text)
    reading = Reading(text, doc, full, around, mentions(doc, around), said_at, secrets.spans(text))
    earlier = [*history, about, of_oneself(question_in(asked))]
    found: dict[tuple[str, str, str], Candidate] = {}
    for candidate in _all(reading):
        said = candidate.object.text if candidate.object else candidate.value or ""
        key = (candidate.subject.text.casefold(), candidate.predicate, said.casefold())
        if key not in found and stands_in(candidate, text, earlier, roles) and not taken_back(candidate, text):
            for one in _on_its_day(settled(_as_written(candidate, text)), said_at):
                told = one.object.text if one.object else one.value or ""
                found.setdefault((key[0], one.predicate, told.casefold()), one)
    typed = shown(settle_types(_without_unnamed(tuple(found.values()))), doc)
    typed = (*typed, *ages(text, typed), *wishes(text))
    typed = with_medicines(text, (*typed, *children_aged(text, typed)))
    return tuple(sorted(typed, key=lambda candidate: candidate.start))[: params.LEARNED_FACTS]


def _on_its_day(candidate: Candidate, said_at: dt.datetime | None) -> list[Candidate]:
    found = [candidate]
    for reckon in (reckoned, fallen, passed_away, on_its_day):
        found = [one for told in found for one in reckon(told, said_at)]
    return found


def _as_written(candidate: Candidate, text: str) -> Candidate:
    if candidate.subject != SELF:
        subject = as_written(candidate.subject.text, text)
        candidate = replace(candidate, subject=replace(candidate.subject, text=subject))
    if candidate.object is not None:
        return replace(candidate, object=replace(candidate.object, text=as_written(candidate.object.text, text)))
    return replace(candidate, value=as_written(candidate.value or "", text))


def _without_unnamed(found: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Without "has a puppy" where the puppy's name is told as well."""
    kinds = {one.object.text for one in found if one.predicate == "is_a" and one.object} | {
        one.predicate for one in found if one.object
    }
    named = {one.subject.text for one in found if one.predicate == "pet" or one.predicate in ROLES.values()}
    return tuple(
        one
        for one in found
        if not (
            one.predicate == "has"
            and one.subject.text in named
            and (one.value or "").split()[-1:]
            and (one.value or "").split()[-1] in kinds
        )
    )


def _all(reading: Reading) -> Iterator[Candidate]:
    yield from appositions(reading)
    for clause in clauses(reading.doc):
        yield from copula(reading, clause)
        yield from mutual(reading, clause)
        yield from was(reading, clause)
        yield from having(reading, clause)
        yield from fittings(reading, clause)
        done = [*actions(reading, clause), *sources(reading, clause), *hours(reading, clause)]
        yield from done or routines(reading, clause)
        yield from posts(reading, clause)
        yield from meetings(reading, clause)
        yield from meanwhile(reading, clause)
        yield from injuries(reading, clause)
        yield from due(reading, clause)
        yield from moved(reading, clause)
        yield from set_for(reading, clause)
        yield from moved_over(reading, clause)
        yield from made(reading, clause)
        yield from prices(reading, clause)
        yield from raised(reading, clause)
        yield from owed_for(reading, clause)
        yield from debts(reading, clause)
        yield from aims(reading, clause)
        yield from household(reading, clause)
        yield from deaths(reading, clause)
    yield from idioms(reading)
    yield from refusals(reading)
    yield from diets(reading)
    yield from birthdays(reading)
    yield from vital(reading)
    yield from contacts(reading)
    yield from of_firms(reading)
    yield from at_firms(reading)
    yield from origins(reading)
    yield from planned(reading)
    yield from makes(reading)
    yield from heights(reading)
    yield from children_listed(reading)
    yield from parents_listed(reading)
    yield from _call_me(reading)


def _call_me(reading: Reading) -> Iterator[Candidate]:
    """The one command that states something: "Call me Tom."."""
    for sentence in reading.doc.sents:
        match = _CALL_ME.match(sentence.text.strip())
        if match:
            yield from reading.candidate(sentence.root, Party(SELF), "name", Object(value=match["name"]), 0.9)


def surroundings(history: Sequence[str], roles: Mapping[str, str] | None) -> Surroundings:
    """Whom the earlier messages named, numbered so that later sentences are higher."""
    around = Surroundings(roles=roles)
    found: list[Mention] = []
    sentence = latest = 0
    thing = ""
    for said in history[-params.REMEMBERED_MESSAGES :]:
        doc = parse(without_ages(own_words(said[: params.REMEMBERED_CHARACTERS])).replace(UNREAD, ""))
        found += mentions(doc, around, sentence)
        sents = list(doc.sents)
        latest, sentence = sentence, sentence + len(sents)
        told = [one for one in sents if not is_question(one)]
        thing = new_thing(told[-1]) if told else ""
    return Surroundings(tuple(found), roles, latest, thing)
