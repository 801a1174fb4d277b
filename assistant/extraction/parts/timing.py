"""Since when and until when a clause says that something holds."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

from assistant.extraction.words.dates import calendar_day, period
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.vocabulary import INJURED

if TYPE_CHECKING:
    from spacy.tokens import Token

# What an event began: "moved to Porto in 2019" is where someone lives since then.
BEGUN = words_of(
    "lives_in works_at works_for works_as is is_a has owns uses married_to engaged_to partner located_in boss met "
    "gave_up had takes"
) | frozenset(INJURED.values())
TIMELESS = words_of("born_in born_on birthday age name from")
_HAVE = frozenset({"have", "has", "had", "'ve", "’ve", "ve"})
_RATE = re.compile(r"\d (?:\w+ )?(?:a|an|per|each|every) (?:hour|day|week|month|quarter|year)\b", re.IGNORECASE)
_APART = frozenset({"conj", "advcl", "relcl", "ccomp", "parataxis"})


def held(at: Token, predicate: str, said_at: dt.datetime | None) -> tuple[dt.datetime | None, dt.datetime | None]:
    """(valid_from, valid_until) of what the clause around `at` states: midnights in the zone of `said_at`."""
    if said_at is None or predicate in TIMELESS:
        return None, None
    verb = at
    while verb.dep_ != "ROOT" and verb.pos_ not in {"VERB", "AUX"}:
        verb = verb.head
    told = period(clause_words(verb), said_at.date())
    is_so = verb.tag_ == "VBN" and any(one.dep_ == "auxpass" and one.tag_ in {"VBZ", "VBP"} for one in verb.lefts)
    happened = verb.tag_ in {"VBD", "VBN"} and not is_so and not any(one.lower_ in _HAVE for one in verb.children)
    begun = told.since
    if _may_come(verb) and told.coming_since and begun and told.coming_since - said_at.date() < said_at.date() - begun:
        begun = told.coming_since  # "is on leave from 1 February", said in November
    if begun is None and happened and predicate in BEGUN:
        begun = told.when
    elif begun is None and not happened and not _is_rate(verb):
        begun = told.lasting_since
    ended = told.until if happened or told.since else told.still_until
    if (
        (verb.lemma_ == "be" or is_so)
        and not happened
        and told.since
        and told.until
        and told.still_until
        and told.still_until > told.until
    ):
        begun, ended = _in_year(told.since, told.since.year + told.still_until.year - told.until.year), told.still_until
    if begun and ended and ended < begun:
        return None, None
    return midnight(begun, said_at), midnight(ended, said_at)


def _is_rate(verb: Token) -> bool:
    """ "The lease is 389 a month for four years": for so long it will be, not since then."""
    return verb.lemma_ == "be" and verb.tag_ in {"VBP", "VBZ"} and _RATE.search(clause_words(verb)) is not None


def _may_come(verb: Token) -> bool:
    """Whether it may be meant of what is to come: "works", "is moving", "will be"; not "has worked"."""
    past = any(child.dep_ in {"aux", "auxpass"} and child.lower_ in _HAVE for child in verb.children)
    return verb.tag_ not in {"VBD", "VBN"} and not past


def _in_year(day: dt.date, year: int) -> dt.date:
    """Of what "is on leave from 10 January to 28 February", said in November, both days are to come."""
    return calendar_day(year, day.month, day.day) or day


def clause_words(verb: Token) -> str:
    """The words of the verb's own clause, without the clauses that hang on it."""
    apart: set[int] = set()
    for token in verb.subtree:
        if token != verb and (token.dep_ in _APART or token.lower_ == "born") and token.pos_ in {"VERB", "AUX"}:
            apart |= {one.i for one in token.subtree}
    return "".join(token.text_with_ws for token in verb.subtree if token.i not in apart)


def midnight(day: dt.date | None, said_at: dt.datetime) -> dt.datetime | None:
    """The beginning of `day` in the zone of `said_at`."""
    return dt.datetime.combine(day, dt.time(), said_at.tzinfo) if day else None
