"""What was said since of a plan that is quoted: that it is called off, or moved. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence

from assistant.agenda.called_off import Off, since
from assistant.extraction.words.named_days import named, recurring
from assistant.without_model.passages import Line
from assistant.without_model.quoting import shortened
from graph.days import day_of
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item

_OPEN = re.compile(  # what is planned, for no day that is told
    r"\b(?:might|may|thinking (?:of|about)|considering|wants? to|plan(?:s|ning)? to|hop(?:es?|ing) to|going to)\b",
    re.IGNORECASE,
)
Changes = Callable[[], Sequence[tuple[Off, Item]]]  # what called plans off or moved them, newest first; looked up late


def since_then(line: Line, changes: Changes, now: dt.datetime) -> Line | None:
    """The newest change that calls off or moves what a line tells of some days; None where none does.

    "Rehearsals are on Thursdays" is not told without "rehearsals have moved to Fridays", nor "Bram might quit" without
    "he stays, the job fell through".
    """
    chunk = line.item.chunk
    if chunk is None or chunk.document_kind != TALK:
        return None
    said_on = day_of(chunk.created_at, now.tzinfo)
    days = named(line.text, said_on)
    if not days and not recurring(line.text) and not _OPEN.search(line.text):
        return None
    meant = min((one.first for one in days), default=said_on), max((one.last for one in days), default=now.date())
    off = since([off for off, _ in changes()], line.text, meant, chunk.created_at, line.item.pk)
    item = next((item for one, item in changes() if one is off), None)
    return Line(item, shortened(off.text)) if off is not None and item is not None else None
