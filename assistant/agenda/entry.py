"""An entry of an agenda: a fact or a sentence, and the days that it tells."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from assistant import params
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item, Kind, Parts

BIRTHDAYS = ("birthday", "born_on")
WEDDING = "got_married"
ALSO = {"buy": ("shopping", "groceries")}  # as a list is called of what is to be done so


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact, or a sentence of a passage (`said`), with the days and perhaps the time, "19:00", that it tells.

    `off` is the passage in which it was called off or moved since, and `off_said` the sentence.
    """

    first: dt.date
    last: dt.date
    item: Item
    at: str = ""
    said: str = ""
    off: Item | None = None
    off_said: str = ""

    @property
    def place(self) -> tuple[dt.date, bool, str, dt.date, Kind, int]:
        """Its place among others: by day, what is only known by its month first, then by time."""
        return self.first, not is_whole_month(self.first, self.last), self.at or "99", self.last, *self.key

    @property
    def items(self) -> tuple[Item, ...]:
        """All that it stands on."""
        return (self.item,) if self.off is None else (self.item, self.off)

    @property
    def key(self) -> tuple[Kind, int]:
        return self.item.kind, self.item.pk

    def is_about(self, what: str) -> bool:
        """Whether it is said in it, or stands above it: "☐ order the rail pass", below "Japan April"."""
        fact, chunk = self.item.fact, self.item.chunk
        told = f"{fact.subject_name} {fact.predicate} {fact.object_name or fact.value}" if fact else self.said
        above = f"{chunk.document_title} {chunk.prefix}" if chunk and chunk.document_kind != TALK else ""
        there = content_stems(f"{above} {told}")
        return any(content_stems(one) <= there for one in (what, *ALSO.get(what, ())))


def of_passage(chunk: ChunkRow) -> Item:
    """A passage as what is cited, found by its days or beside another, and not by a score."""
    return Item("chunk", chunk.pk, chunk.text, 0.0, Parts(), chunk=chunk)


def meets(span: tuple[dt.date, dt.date], first: dt.date, last: dt.date) -> bool:
    """Whether something on the days of `span` is to be told of those from `first` to `last`.

    "In July" says of no single week that it is then: most of a whole month or more has to be asked about. What lasts
    for months is told where it begins or ends.
    """
    if span[1] - span[0] > params.LONGEST_EVENT and span[0] < first and last < span[1] and not is_whole_month(*span):
        return False
    overlap = (min(span[1], last) - max(span[0], first)).days + 1
    return overlap > 0 and (not is_whole_month(*span) or 2 * overlap > (span[1] - span[0]).days)


def is_whole_month(first: dt.date, last: dt.date) -> bool:
    """Whether these are the days of one or more months, from the first to the last."""
    return first.day == 1 and (last + dt.timedelta(days=1)).day == 1
