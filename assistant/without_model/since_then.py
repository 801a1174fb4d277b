"""What was said since of a plan that is quoted: that it is called off, or moved. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from assistant.agenda.called_off import called_off, since
from assistant.agenda.passages import Text
from assistant.extraction.words.named_days import named, recurring
from assistant.without_model.passages import Line, shortened
from graph.days import day_of
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item


def since_then(line: Line, changes: Callable[[], Sequence[Item]], now: dt.datetime) -> Line | None:
    """The newest of these passages that calls off or moves what a line tells of some days; None where none does.

    "Rehearsals are on Thursdays" is not told without "rehearsals have moved to Fridays".
    """
    chunk = line.item.chunk
    if chunk is None or chunk.document_kind != TALK:
        return None
    said_on = day_of(chunk.created_at, now.tzinfo)
    days = named(line.text, said_on)
    if not days and not recurring(line.text):
        return None
    by_pk = {item.pk: item for item in changes()}
    texts = [
        Text(pk, one.text, one.created_at, day_of(one.created_at, now.tzinfo), one.document_kind)
        for pk, item in by_pk.items()
        if (one := item.chunk) is not None
    ]
    meant = min((one.first for one in days), default=said_on), max((one.last for one in days), default=now.date())
    off = since(called_off(texts), line.text, meant, chunk.created_at, line.item.pk)
    return Line(by_pk[off.chunk], shortened(off.text)) if off is not None else None
