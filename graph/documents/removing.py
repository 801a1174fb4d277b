"""A document deleted: what was confirmed from it stays, what it alone proposed goes."""

from __future__ import annotations

import datetime as dt

from graph.curation.recorder import Actor, recording
from graph.documents import store
from graph.models import Change, Document, Evidence, Fact, User


def delete(*, user: User, document: Document, by: Actor, now: dt.datetime) -> Change:
    """Delete a document and its passages. Confirmed facts keep their quotes; unconfirmed ones of it alone go."""
    with recording(user=user, by=by, verb="delete_document", now=now, reason=document.title[:200]) as record:
        quotes = list(Evidence.objects.filter(document=document, fact__isnull=False).select_related("fact"))
        for quote in quotes:
            fact = quote.fact
            assert fact is not None
            alone = not fact.evidence.exclude(document=document).exists()
            if fact.status == Fact.Status.STAGED and alone:
                record.update(fact, status=Fact.Status.RETRACTED)
            record.update(quote, document=None, chunk=None)
        store.remove(document)
        document.delete()
        record.summarise(document.title[:200])
    return record.change
