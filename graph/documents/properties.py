"""What stands above the text of a note of a day: properties of the note, found by their words, and no facts."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from graph.curation import said
from graph.documents import chunk, store
from graph.models import Document

KEY = "properties"  # in a document's metadata: a line for each; in a passage's: that it consists of them


def passage(document: Document) -> list[store.Passage]:
    """The passage of the properties, which comes after those of the text; none where there are none."""
    lines = document.metadata.get(KEY) if document.kind == Document.Kind.IMPORT else None
    if not lines:
        return []
    at, end = said.of_document(document.metadata), len(document.text)
    return [store.Passage("\n".join(lines), chunk.prefix(document.title, ()), end, end, {KEY: True}, at)]


def renew(document: Document, now: dt.datetime) -> None:
    """Put the passage of the properties in place of the one that stood there. A document that waits gets it in time."""
    last = document.chunks.order_by("-position").first()
    stood = [last.text] if last is not None and KEY in last.metadata else []
    made = passage(document)
    if last is None or stood == [one.text for one in made]:
        return
    with transaction.atomic():
        if stood:
            store.remove(document, most=1)
        store.add(document, made, now)
