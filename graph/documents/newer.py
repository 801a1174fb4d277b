"""A changed file: the same document with another text, whose facts are looked up in it again."""

from __future__ import annotations

import datetime as dt
from typing import Any

from graph.clock import written
from graph.counted import counted
from graph.curation import said
from graph.curation.candidates import FRONT_MATTER
from graph.curation.recorder import Actor, recording
from graph.documents import properties
from graph.documents.formats import notes
from graph.models import Change, Document, Evidence, Fact
from graph.statements import select

# "+ 0": of an import all quotes are their owner's and in no passage, and SQLite would begin with those indexes.
_UNPLACED = """
    SELECT 1 FROM graph_evidence WHERE document_id = %s AND fact_id IS NOT NULL AND chunk_id + 0 IS NULL
    AND user_id + 0 = %s LIMIT 1
"""
DRIFTED = "drifted"  # in a fact's metadata: the words that it rests on are no longer in its document


def renew(document: Document, new: Document, now: dt.datetime) -> None:
    """Put the new text, or the wait for it, in place of the old; quotes stay, apart from the passages that go."""
    by = Actor(Change.Actor.IMPORT, document.user)
    with recording(user=document.user, by=by, verb="new_version", now=now, reason=document.title[:200]) as record:
        for quote in _quotes(document):
            record.update(quote, chunk=None)
    versions = [*document.metadata.get("versions", []), {"sha256": document.sha256, "until": written(now)}]
    document.text, document.sha256, document.options = new.text, new.sha256, new.options
    if new.text:
        document.title = new.title
    document.metadata = {**new.metadata, "versions": versions[-50:]}
    document.status, document.stage, document.error = Document.Status.QUEUED, Document.Stage.RECEIVED, ""
    document.save()


def restate(document: Document, metadata: dict[str, Any], now: dt.datetime) -> None:
    """Put what stands above a text that is the same in place of what stood there; its facts are looked up in it."""
    kept = {key: value for key, value in document.metadata.items() if key not in (said.SAID_AT, properties.KEY)}
    document.metadata = kept | metadata
    document.save(update_fields=["metadata"])
    at = said.of_document(metadata) or document.created_at
    document.chunks.exclude(created_at=at).update(created_at=at)
    properties.renew(document, now)
    verify(document, now)


def verify(document: Document, now: dt.datetime) -> tuple[int, int]:
    """Find each fact's words in the new passages; returns how many stand and how many drifted.

    What stood in the front matter is looked up there, and in the passages if they have it too. What a note of a day
    says was said on that day.
    A drifted fact keeps its status and its quote, and says since when; one whose words are back is whole again.
    """
    at = said.of_document(document.metadata)
    if not (at or select(_UNPLACED, document.pk, document.user_id)):
        return 0, 0
    every = _quotes(document)
    quotes = [quote for quote in every if quote.chunk_id is None]
    passages = [(row, _plain(row.text)) for row in document.chunks.filter(children=None).order_by("position")]
    said_above = notes.lines(document.metadata.get("front_matter") or {})
    standing = {quote.fact_id for quote in every if quote.chunk_id is not None}
    facts: dict[int, Fact] = {}
    by = Actor(Change.Actor.IMPORT, document.user)
    with recording(user=document.user, by=by, verb="verify", now=now, reason=document.title[:200]) as record:
        for quote in every:
            if at is not None and quote.created_at != (day := min(at, now)):
                record.update(quote, created_at=day)
        for quote in quotes:
            fact = quote.fact
            assert fact is not None
            facts[fact.pk] = fact
            if quote.extractor == FRONT_MATTER and quote.quote in said_above:
                standing.add(fact.pk)
                continue
            words = _plain(quote.quote)
            place = next((row for row, text in passages if words and words in text), None)
            if place is not None:
                start = max(place.text.find(quote.quote), 0)
                record.update(quote, chunk=place, start=start, end=start + len(quote.quote))
                standing.add(fact.pk)
        for pk, fact in facts.items():
            metadata = {key: value for key, value in fact.metadata.items() if key != DRIFTED}
            if pk not in standing:
                metadata[DRIFTED] = {"document": str(document.pk), "since": written(now)}
            if metadata != fact.metadata:
                record.update(fact, metadata=metadata)
        stand = counted(len(standing), "fact stands", "facts stand")
        record.summarise(f"{stand}, {len(facts) - len(standing)} drifted")
    return len(standing), len(facts) - len(standing)


def _quotes(document: Document) -> list[Evidence]:
    rows = Evidence.objects.for_user(document.user_id).filter(document=document, fact__isnull=False)
    return list(rows.select_related("fact").order_by("pk"))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
