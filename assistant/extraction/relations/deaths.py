"""Rules for when somebody died: "Jack passed away in 2015", "our dog Bruno died last week"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import LIVING, Party
from assistant.extraction.parts.timing import clause_words
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words.dates import EXPRESSION, MONTHS, day, written
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_WHEN = re.compile(rf"\b(?:(?:in|on) )?(?P<when>{EXPRESSION})\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH = re.compile(rf"(?:{'|'.join(MONTHS)})(?: (?:19|20)\d\d)?", re.IGNORECASE)


def deaths(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """When each subject died, in the words it is said with; nothing where the clause tells no time."""
    passed = clause.lemma == "pass" and any(child.lower_ == "away" for child in clause.verb.children)
    if not (clause.lemma == "die" or passed) or clause.tense == "present":
        return
    if (said := _WHEN.search(clause_words(clause.verb))) is None:
        return
    for who in (one for subject in clause.subjects for one in _living(reading, subject)):
        yield from reading.candidate(clause.verb, who, "died_on", Object(value=said["when"]), PLAIN)


def _living(reading: Reading, subject: Token) -> list[Party]:
    """Whoever can die; the recogniser takes many a first name for a firm."""
    return [one for one in reading.parties(subject) if one.name.type in LIVING or one.name.text.istitle()]


def passed_away(candidate: Candidate, said_at: dt.datetime | None) -> list[Candidate]:
    """Of "last Friday" the day, of "in March" the month with its year, of "in 2015" that; any other as it is.

    None at all where the words tell less ("last week").
    """
    if candidate.predicate != "died_on":
        return [candidate]
    text = (candidate.value or "").casefold()
    exact = written(text.removeprefix("the "))
    if _YEAR.fullmatch(text):
        return [candidate]
    if exact and exact[1]:
        return [replace(candidate, value=exact[0], value_type="date")]
    on = day(text, said_at.date()) if said_at else None
    if on is None or text.endswith("week") or text.split()[-1].startswith(("week", "wk")):
        return []
    if text.endswith("year") or " year" in text or " yr" in text:
        return [replace(candidate, value=str(on.year), value_type="string")]
    if _MONTH.fullmatch(text) or "month" in text:
        return [replace(candidate, value=f"{MONTHS[on.month - 1].capitalize()} {on.year}", value_type="string")]
    return [replace(candidate, value=on.isoformat(), value_type="date")]
