"""Rules for whom somebody met when: "I met Ole in 2021", and "we met in 2021" of whom was spoken of just before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import PRONOUNS, SELF
from assistant.extraction.parts.spoken_of import Party, person_spoken_of
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.parts.timing import clause_words
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import period
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_NO_PERSONS = frozenset({words.PLACE, words.ORGANISATION})


def meetings(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """Who met whom, where the clause tells the day, the month or the year; a meeting of no day is any meeting."""
    if clause.lemma != "meet" or clause.tense != "past" or clause.passive or reading.said_at is None:
        return
    if period(clause_words(clause.verb), reading.said_at.date()).when is None:
        return
    who = reading.everyone(clause.subjects)
    met = [one for child in clause.verb.children if child.dep_ == "dobj" for one in coordinated(child)]
    if met:
        others = [other for one in met if (other := _somebody(reading, one)) is not None]
    elif any(child.lower_ in {"with", "for", "about", "up"} for child in clause.verb.children):
        return  # "we met with the client", "we met for lunch"
    elif len(who) == 1 and clause.subjects[0].lower_ == "we":
        other = person_spoken_of(clause.verb, reading.around, reading.mentions)
        others = [other] if other else []
    else:
        who, others = sorted(who, key=lambda one: one.name != SELF)[:1], [one for one in who if one.name != SELF]
        others = others if len(clause.subjects) == 2 and who[0].name == SELF else []
    for one in who:
        for other in others:
            yield from reading.candidate(clause.verb, one, "met", other, PLAIN)


def _somebody(reading: Reading, token: Token) -> Party | None:
    """Who goes by a name, or "her" and "him" of whom was spoken; not "the client", and no firm or town."""
    if not phrases.is_proper(token) and token.lower_ not in PRONOUNS.keys() - {"it", "its"}:
        return None
    who = reading.party(token)
    return who if who is not None and who.name.type not in _NO_PERSONS else None
