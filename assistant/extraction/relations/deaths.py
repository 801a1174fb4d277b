"""Rules for who died, when and of what: "Jack passed away in 2015", "our dog Bruno died last week"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import LIVING, Party
from assistant.extraction.parts.subjects import SUBJECTS
from assistant.extraction.parts.timing import clause_words
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words.base_forms import lemma
from assistant.extraction.words.dates import DATED_YEAR, EXPRESSION, MONTHS, day, in_month, written
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_WHEN = re.compile(rf"\b(?:(?:in|on) )?(?P<when>{EXPRESSION}|(?<=in ){DATED_YEAR})\b", re.IGNORECASE)
_DATED = re.compile(rf"\b(?:{EXPRESSION})\b", re.IGNORECASE)
_YEAR = re.compile(DATED_YEAR)
_OF = re.compile(r"\b(?:of|from) (?:an? |the )?(?P<cause>(?:(?!\b(?:in|on|at|when|aged|last|this)\b)[\w'’-]+ ?){1,4})")
_DYING = frozenset({"die", "drown", "perish"})
# How exactly the words tell: not at all, to the year, to the month; else to the day.
_WEEK = re.compile(r"\b(?:weeks?|wks?)\b")
_IN_YEARS = re.compile(r"\b(?:years?|yrs?)\b")
_IN_MONTHS = re.compile(rf"\bmonths?\b|^(?:{'|'.join(MONTHS)})(?: {_YEAR.pattern})?$")


def deaths(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """When each subject died, in the words it is said with, and of what; nothing where the clause tells neither."""
    if not _is_dying(clause.verb, clause.lemma) or clause.tense == "present":
        return
    told = clause_words(clause.verb)
    behind = told.partition(clause.verb.text)[2]  # "born 1915, died 2002"
    when, of = _exact(behind) or _WHEN.search(behind) or _WHEN.search(told), _OF.search(_DATED.sub("", behind))
    subjects = [_before_brackets(clause.verb) or subject for subject in clause.subjects]
    for who in (one for subject in subjects for one in _living(reading, subject)):
        if when is not None:
            yield from reading.candidate(clause.verb, who, "died_on", Object(value=when["when"]), PLAIN)
        if of is not None:
            yield from reading.candidate(clause.verb, who, "died_of", Object(value=of["cause"].strip()), PLAIN)


def _before_brackets(verb: Token) -> Token | None:
    """ "Morag 1899, Ewan 1903 (died 1916 at sea)": of the name right before, and not of the first."""
    if verb.i < 2 or verb.nbor(-1).text != "(":
        return None
    before = verb.nbor(-2)
    name = before.nbor(-1) if before.like_num and before.i else before
    return name if name.pos_ == "PROPN" else None


def _exact(told: str) -> re.Match[str] | None:
    """The day with its year, wherever it stands: "four years ago, on the 3rd of May 2022"."""
    dated = ((one, written(one["when"].casefold().removeprefix("the "))) for one in _WHEN.finditer(told))
    return next((one for one, day_of in dated if day_of is not None and day_of[1]), None)


def is_dead(role: Token, named: Token) -> bool:
    """Whether whoever is named in a role is told to have died: "my late husband Ernst", "my wife Ada died in 2015"."""
    if any(child.lower_ == "late" for child in role.children):
        return True
    verb = next((one.head for one in (role, named) if one.dep_ in SUBJECTS), None)
    return verb is not None and verb.tag_ == "VBD" and _is_dying(verb, lemma(verb))


def _is_dying(verb: Token, base: str) -> bool:
    return base in _DYING or (base == "pass" and any(child.lower_ == "away" for child in verb.children))


def _living(reading: Reading, subject: Token) -> list[Party]:
    """Whoever can die; the recogniser takes many a first name for a firm."""
    return [one for one in reading.parties(subject) if one.name.type in LIVING or one.name.text.istitle()]


def passed_away(candidate: Candidate, said_at: dt.datetime | None) -> list[Candidate]:
    """Of "last Friday" the day, of "in March" the month with its year, of "in 2015" that; any other as it is.

    None at all where the words tell less ("last week").
    """
    if candidate.predicate != "died_on" or candidate.value_type == "date":  # a day in full needs none to count from
        return [candidate]
    text = (candidate.value or "").casefold()
    if _YEAR.fullmatch(text):
        return [candidate]
    exact = written(text.removeprefix("the "))
    on = dt.date.fromisoformat(exact[0]) if exact and exact[1] else day(text, said_at.date()) if said_at else None
    if on is None or _WEEK.search(text):
        return []
    value = str(on.year) if _IN_YEARS.search(text) else in_month(on) if _IN_MONTHS.search(text) else ""
    return [replace(candidate, value=value or on.isoformat(), value_type="string" if value else "date")]
