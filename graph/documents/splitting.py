"""A document's text as passages, in place of those that stood before."""

from __future__ import annotations

import datetime as dt
import math
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from django.db import transaction

from graph.curation import said
from graph.documents import chunk, newer, params, properties, store
from graph.models import Document
from graph.paced import paced
from graph.projections import embed


def split(document: Document, now: dt.datetime, beat: Callable[[], None]) -> None:
    """Passages in place of those of an attempt that was interrupted.

    They are made before anything is written, since counting the words of two megabytes takes longer than others wait to
    write, and are written some at a time. Where a newer version came meanwhile the rest is its reader's.
    """
    *batches, last = _batches(_passages(document))
    beat()

    def end() -> None:
        store.add(document, last, now)
        newer.verify(document, now)

    most = params.PASSAGES_AT_ONCE
    steps: list[Callable[[], object]] = [
        *[partial(store.remove, document, most=most)] * math.ceil(document.chunks.count() / most),
        *[partial(store.add, document, batch, now) for batch in batches],
        end,
    ]
    same = Document.objects.select_for_update().filter(pk=document.pk, sha256=document.sha256)
    for step in paced(steps):
        with transaction.atomic():
            if not same.exists():
                return
            step()


def _batches(passages: list[store.Passage]) -> Iterator[list[store.Passage]]:
    """At least one batch; a passage that holds others stands in one with them."""
    batch: list[store.Passage] = []
    first = 0
    for place, passage in enumerate(passages):
        if passage.parent is None and len(batch) >= params.PASSAGES_AT_ONCE:
            yield batch
            batch, first = [], place
        batch.append(passage if passage.parent is None else replace(passage, parent=passage.parent - first))
    yield batch


def _passages(document: Document) -> list[store.Passage]:
    """Flat, or each group of neighbours after the parent that holds them."""
    place_of, said_at = _Places(document), said.of_document(document.metadata)
    pieces = chunk.split(document.text, title=document.title, count_tokens=embed.count_tokens)

    def passage(piece: chunk.Piece, parent: int | None = None) -> store.Passage:
        headings = {"headings": list(piece.headings)} if piece.headings else {}
        stands = chunk.prefix(document.title, piece.headings)
        metadata = {**headings, **place_of(piece.start)}
        return store.Passage(piece.text, stands, piece.start, piece.end, metadata, said_at, parent)

    above = properties.passage(document)
    if document.options.get("chunking") != "parents":
        return [*map(passage, pieces), *above]
    found: list[store.Passage] = []
    for group in chunk.gathered(pieces, count_tokens=embed.count_tokens, limit=params.PARENT_TOKENS):
        start, end = group[0].start, group[-1].end
        found.append(passage(chunk.Piece(document.text[start:end], start, end, group[0].headings)))
        parent = len(found) - 1
        found += [passage(piece, parent) for piece in group]
    return [*found, *above]


class _Places:
    """Where in the file a passage begins: {"page": "3"}, {"slide": "2"}, {"sheet": "May"}; nothing for plain text."""

    def __init__(self, document: Document):
        self.places = document.metadata.get("places") or []
        self.starts = [start for start, _, _ in self.places]

    def __call__(self, start: int) -> dict[str, str]:
        at = bisect_right(self.starts, start) - 1
        return {self.places[at][1]: self.places[at][2]} if at >= 0 else {}
