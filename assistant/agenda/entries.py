"""What a book has on some days: facts that tell a day, and what was said or written with one, in order."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant import params
from assistant.agenda import facts, passages, texts
from assistant.agenda.asked import BIRTHDAY, DUE, PAYMENT, Asked
from assistant.agenda.called_off import Off, called_off, since
from assistant.agenda.entry import BIRTHDAYS, Entry, of_passage
from assistant.extraction.words.dates import MONTHS, WEEKDAYS
from graph.models import User
from graph.prose import DONE, OPEN
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import ChunkRow

_BY_DAY = rf"by (?:the )?(?:\d{{1,2}}|end of|next|tomorrow|{'|'.join([*WEEKDAYS, *MONTHS])})"
_PAID = r"pay(?:s|ing|able|ments?)?|paid|owe[ds]?|bills?|rent|fees?|instal?lments?|premiums?"
_SAID_OF = {  # the words by which something is of a sort
    DUE: re.compile(
        rf"\b(?:due|deadline|expir\w+|valid (?:un)?till?|renew\w*|hand(?:ed)? in|submit\w*|{_PAID}|{_BY_DAY})\b",
        re.IGNORECASE,
    ),
    PAYMENT: re.compile(rf"\b(?:{_PAID}|\d+ (?:euros?|dollars?|pounds?|quid))\b|[€$£] ?\d|\d ?[€$£]", re.IGNORECASE),
}


def on(
    user: User,
    asked: Asked,
    now: dt.datetime,
    filters: Mapping[str, Any] | None = None,
    most: int = params.ON_DAYS,
) -> list[Entry]:
    """The entries of the days that are asked about, of the sort that is asked for, at most `most`, by day and time.

    What a fact says is not told again in the words it rests on, unless they alone say at what time; `filters` are those
    of a retrieval.
    """
    read = texts.read(user, asked.first, asked.last, now)
    said = passages.on(read, asked.first, asked.last, asked.past)
    chunks = rows.chunks(user.pk, {one.chunk for one in said})
    found = facts.on(user, asked.first, asked.last, now)
    quotes = facts.quotes(user, found)
    found += [_of_passage(one, chunks[one.chunk]) for one in said if one.chunk in chunks and not _is_in(one, quotes)]
    offs = called_off(read)
    if filters is not None:
        allowed = within.allowed(user, Filters(**filters))
        found = [one for one in found if allowed.lets(*one.key)]
        offs = [one for one in offs if allowed.lets("chunk", one.chunk)]
    found = _with_what_became_of_it(user, found, offs)
    if asked.kind:
        found = [one for one in found if _is_of(one, asked.kind)]
    if asked.only_next:
        found = [one for one in found if one.off is None]
        found = [one for one in found if _is_called_next(one, asked.kind)] or found
    found.sort(key=lambda one: one.place)
    return found[: 1 if asked.only_next else most]


def _of_passage(said: passages.Said, chunk: ChunkRow) -> Entry:
    return Entry(said.first, said.last, of_passage(chunk), passages.time_in(said.text), said.text)


def _with_what_became_of_it(user: User, found: Sequence[Entry], offs: Sequence[Off]) -> list[Entry]:
    """Each with what called it off or moved it since.

    A sentence that calls another off is no entry of its own; one that names the day to which it is moved is.
    """
    became = {place: off for place, entry in enumerate(found) if (off := _since(entry, offs)) is not None}
    chunks = rows.chunks(user.pk, {off.chunk for off in became.values()})
    told: list[Entry] = []
    for place, entry in enumerate(found):
        off = became.get(place)
        chunk = chunks.get(off.chunk) if off is not None else None
        if off is not None and chunk is not None:
            entry = replace(entry, off=of_passage(chunk), off_said=off.text)
        told.append(entry)
    spoken = {off.text for off in became.values() if not off.moves}
    return [entry for entry in told if entry.said not in spoken]


def _since(entry: Entry, offs: Sequence[Off]) -> Off | None:
    origin = entry.item.fact or entry.item.chunk
    assert origin is not None
    own = entry.item.pk if entry.item.chunk else 0
    return since(offs, _words(entry), (entry.first, entry.last), origin.created_at, own)


def _words(entry: Entry) -> str:
    fact = entry.item.fact
    return f"{fact.subject_name} {fact.predicate.replace('_', ' ')}" if fact is not None else entry.said


def _is_of(entry: Entry, kind: str) -> bool:
    """Whether it is of a sort, by its words; a birthday by what is told of somebody."""
    fact = entry.item.fact
    if kind == BIRTHDAY and fact is not None and fact.predicate in BIRTHDAYS:
        return True
    if kind in _SAID_OF:
        words = _words(entry)
        is_task = kind == DUE and words.startswith(OPEN)
        return (is_task or _SAID_OF[kind].search(words) is not None) and not words.startswith(DONE)
    return content_stems(kind) <= content_stems(_words(entry))


def _is_called_next(entry: Entry, kind: str) -> bool:
    """Whether it says in so many words that it is the next: "8. Next meeting: 12 January"."""
    return re.match(rf"(?:\d+[.)] )?(?:the |our )?next {re.escape(kind)}\b", entry.said, re.IGNORECASE) is not None


def _is_in(said: passages.Said, quotes: Mapping[int, Sequence[tuple[str, bool]]]) -> bool:
    """Whether a fact rests on these words, and tells the time if they do."""
    rests = [timed for quote, timed in quotes.get(said.chunk, ()) if quote in said.text or said.text in quote]
    return any(rests) or (bool(rests) and not passages.time_in(said.text))
