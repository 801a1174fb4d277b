"""Rules for when something is due or expires: "my thesis is due on 3 March", "my passport expires in May 2028"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.phrases import Object, phrase, slug, whole
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.relations.owned import head_words
from assistant.extraction.statements import Clause
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import EXPRESSION, MONTH_AND_YEAR, MONTHS, NUMBERS, in_month, written
from assistant.extraction.words.named_days import named
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_ENDING = {"expire": "expires_on", "renew": "renews_on", "end": "ends"}
_MOVING = words_of("move slip shift push postpone delay reschedule")
_SETTING = words_of("plan schedule set book fix")
_DAYS = words_of("deadline date launch release delivery kickoff go-live")
_DUE = re.compile(
    r"(?:due(?: back| in)?|(?:expire|renew|end|run)s?(?: out)?(?: in)?)"
    r"(?: (?:on|by|before))?(?: (?P<how>this|next|coming))?"
    rf" (?P<day>today|tonight|tomorrow|{EXPRESSION})\b"
    rf"|(?:due|expires?|renews?|ends?) in (?P<count>\d{{1,3}}|{'|'.join(NUMBERS)}) (?P<unit>day|week)s?\b",
    re.IGNORECASE,
)


def due(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """When each subject is due or expires, in the words it is said with; nothing where they tell no time ("soon")."""
    if clause.tense != "present":
        return
    for predicate, said in _said(clause):
        found = _DUE.match(reading.full.text, said.idx, said.sent.end_char)
        for who in (one for subject in clause.subjects for one in what(reading, subject)):
            if found and who.name != SELF:
                yield from reading.candidate(clause.verb, who, predicate, Object(value=found.group()), PLAIN)


def moved(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "The Aurora deadline moved to 30 June": what it is now, as "the deadline is 30 June" would say it."""
    if clause.lemma not in _MOVING or clause.tense == "present":
        return
    for subject in (one for one in clause.subjects if one.lemma_.lower() in _DAYS):
        for preposition, token in complements(clause.verb):
            day = Object(value=whole(token))
            if preposition == "to" and written(day.value or "") is not None:
                owner = reading.owner(subject) if any(child.dep_ == "poss" for child in subject.children) else None
                who = owner or reading.party(subject, words.CONCEPT)
                predicate = slug(phrase(subject)) if owner else "is"
                for one in reading.candidate(clause.verb, who, predicate, day, PLAIN) if who else ():
                    yield replace(one, valid_from=None, valid_until=None)  # the day is not since when it is so


def set_for(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Our first release is planned for 15 March", "the audit is scheduled for May 2027": the day of what has one."""
    if clause.lemma not in _SETTING or not clause.passive or clause.tense != "present":
        return
    days = [token for preposition, token in complements(clause.verb) if preposition in {"for", "on"}]
    said = [whole(token) for token in days]
    for day in (Object(value=one) for one in said if written(one) is not None or MONTH_AND_YEAR.fullmatch(one)):
        for subject in clause.subjects:
            owner = reading.owner(subject)
            who = owner or reading.party(subject, words.CONCEPT)
            predicate = slug(head_words(subject)) if owner else "date"
            yield from reading.candidate(clause.verb, who, predicate, day, PLAIN) if who else ()


def _said(clause: Clause) -> Iterator[tuple[str, Token]]:
    if clause.lemma == "run" and any(child.dep_ == "prt" and child.lower_ == "out" for child in clause.verb.children):
        yield "expires_on", clause.verb
    elif clause.lemma in _ENDING:
        yield _ENDING[clause.lemma], clause.verb
    elif clause.lemma == "be":
        yield from (("due", child) for child in clause.verb.children if child.dep_ == "acomp" and child.lower_ == "due")


def fallen(candidate: Candidate, said_at: dt.datetime | None) -> list[Candidate]:
    """Of "due on 3 March" the day, of "due in May" that month; any other candidate as it is.

    None where no calendar has the day.
    """
    said = _DUE.fullmatch(candidate.value or "") if candidate.predicate in {"due", *_ENDING.values()} else None
    if said is None:
        return [candidate]
    if (month := _month(said["day"] or "", said_at.date() if said_at else None)) is not None:
        return [replace(candidate, value=month)]
    on = _falls_on(said, said_at.date()) if said_at else None
    return [replace(candidate, value=on.isoformat(), value_type="date")] if on else []


def _month(words: str, said_on: dt.date | None) -> str | None:
    """ "May 2027" of "May", said in 2026 in June or later; None of what is no month."""
    match words.casefold().split():
        case [month] if month in MONTHS and said_on is not None:
            number = MONTHS.index(month) + 1
            return in_month(dt.date(said_on.year + (number < said_on.month), number, 1))
        case [month, year] if month in MONTHS and len(year) == 4 and year.isdigit():
            return in_month(dt.date(int(year), MONTHS.index(month) + 1, 1))
    return None


def what(reading: Reading, subject: Token) -> list[Party]:
    """Something by name, "the report", or the person's own, "my thesis", which has no other name."""
    mine = next((child for child in subject.children if child.dep_ == "poss" and child.lower_ in {"my", "our"}), None)
    found = reading.parties(subject, words.CONCEPT)
    if found or mine is None or subject.pos_ != "NOUN":
        return found
    return [Party(Name(f"{mine.text} {phrase(subject)}", words.CONCEPT), 0.85)]


def _falls_on(said: re.Match[str], said_on: dt.date) -> dt.date | None:
    """The day meant, from `said_on` onwards."""
    if said["count"]:
        count = int(said["count"]) if said["count"].isdigit() else NUMBERS[said["count"].casefold()]
        return said_on + dt.timedelta(days=count * (7 if said["unit"].casefold() == "week" else 1))
    days = named(" ".join(filter(None, (said["how"], said["day"]))), said_on, back=False)
    return days[0].first if len(days) == 1 and days[0].first == days[0].last else None
