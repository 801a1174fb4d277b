"""What facts rest on: each quote once, with the passage of its document that holds the words."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph.curation import said
from graph.curation.candidates import FRONT_MATTER, Draft, Quote
from graph.curation.recorder import Recording
from graph.models import Chunk, Document, Evidence, Fact
from graph.projections.subjects import batches


def placed(user_id: int, drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, each quote with the passage it stands in; a document of one passage needs no words for that."""
    wanted = {quote.document for draft in drafts for quote in draft.evidence if _is_open(quote)}
    if not wanted:
        return list(drafts)
    passages: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for batch in batches([pk for pk in wanted if pk is not None]):
        found = Chunk.objects.checked_for(user_id).filter(document__in=batch, children=None).order_by("position")
        for pk, document, text in found.values_list("pk", "document_id", "text"):
            passages[document].append((pk, text))
    return [replace(draft, evidence=tuple(_placed(draft.evidence, passages))) for draft in drafts]


def _is_open(quote: Quote) -> bool:
    return quote.document is not None and quote.chunk is None and quote.extractor != FRONT_MATTER


def _placed(quotes: Iterable[Quote], passages: dict[int, list[tuple[int, str]]]) -> Iterable[Quote]:
    for quote in quotes:
        held = passages.get(quote.document or 0, [])
        if not _is_open(quote) or not held:
            yield quote
            continue
        words = " ".join(quote.text.split())
        holding = [pk for pk, text in held if words and words in " ".join(text.split())]
        yield replace(quote, chunk=holding[0] if holding else held[0][0] if len(held) == 1 else None)


def support(
    record: Recording, pairs: Sequence[tuple[Fact | None, tuple[Quote, ...]]], passages: tuple[set[int], dict[int, int]]
) -> None:
    """Add each quote that its fact does not have yet: the same claim said twice is one fact with two evidences.

    The same words in two documents are two.
    """
    supported = [(fact, quotes) for fact, quotes in pairs if fact is not None and quotes]
    standing = Evidence.objects.filter(fact__in=[fact.pk for fact, _ in supported])
    had: set[tuple[int, int | None, int | None, str]] = set(
        standing.values_list("fact_id", "document_id", "chunk_id", "quote")
    )
    rows = []
    dated = _dated({quote.document for _, quotes in supported for quote in quotes} | set(passages[1].values()))
    for fact, quotes in supported:
        for quote in quotes:
            document = quote.document if quote.chunk is None else passages[1][quote.chunk]
            if (fact.pk, document, quote.chunk, quote.text) in had:
                continue
            had.add((fact.pk, document, quote.chunk, quote.text))
            rows.append(
                Evidence(
                    user_id=fact.user_id,
                    fact=fact,
                    document_id=document,
                    chunk_id=quote.chunk,
                    quote=quote.text,
                    start=quote.start,
                    end=max(quote.end, quote.start),
                    extractor=quote.extractor[:40],
                    created_at=min(quote.at or dated.get(document, record.now), record.now),
                )
            )
    record.create_many(rows)


def _dated(documents: set[int | None]) -> dict[int | None, dt.datetime]:
    """The moments of those documents that know their own: what a note of a day says was said on that day."""
    found: dict[int | None, dt.datetime] = {}
    rows = Document.objects.exclude(kind=Document.Kind.CONVERSATION).filter(metadata__has_key=said.SAID_AT)
    for batch in batches([pk for pk in documents if pk is not None]):
        for pk, told in rows.filter(pk__in=batch).values_list("pk", f"metadata__{said.SAID_AT}"):
            if (at := said.of_document({said.SAID_AT: told})) is not None:
                found[pk] = at
    return found
