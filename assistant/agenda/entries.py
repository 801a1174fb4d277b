"""What a book has on some days: facts that tell a day, and what was said or written with one, in order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from assistant import params
from assistant.agenda import facts, passages
from assistant.agenda.asked import BIRTHDAY, Asked
from assistant.agenda.entry import BIRTHDAYS, Entry
from graph.models import User
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.question.words import content_stems


def on(
    user: User,
    asked: Asked,
    now: dt.datetime,
    filters: Mapping[str, Any] | None = None,
    most: int = params.ON_DAYS,
) -> list[Entry]:
    """The entries of the days that are asked about, of the sort that is asked for, at most `most`, by day and time.

    What a fact says is not told again in the words it rests on; `filters` are those of a retrieval.
    """
    found = facts.on(user, asked.first, asked.last, now)
    quotes = facts.quotes(user, found)
    said = passages.on(user, asked.first, asked.last, now, asked.past)
    found += [one for one in said if not _is_in(one, quotes)]
    if filters is not None:
        allowed = within.allowed(user, Filters(**filters))
        found = [one for one in found if allowed.lets(one.item.kind, one.item.pk)]
    if asked.kind:
        found = [one for one in found if _is_of(one, asked.kind)]
    found.sort(key=lambda one: one.place)
    return found[: 1 if asked.only_next else most]


def _is_of(entry: Entry, kind: str) -> bool:
    """Whether it is of a sort, by its words; a birthday is one by what is told of somebody."""
    fact = entry.item.fact
    if kind == BIRTHDAY and fact is not None and fact.predicate in BIRTHDAYS:
        return True
    words = f"{fact.subject_name} {fact.predicate.replace('_', ' ')}" if fact is not None else entry.said
    return content_stems(kind) <= content_stems(words)


def _is_in(entry: Entry, quotes: Mapping[int, Sequence[str]]) -> bool:
    """Whether a fact rests on these words."""
    return any(quote in entry.said or entry.said in quote for quote in quotes.get(entry.item.pk, ()))
