"""Documents taken in: a text or a file kept and queued for reading, tried again, cancelled, deleted."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from graph import jobs
from graph.curation.said import BY_DAYS, SAID_AT
from graph.documents import budget, dated, mending, newer, params, parse, readable, references
from graph.documents.formats import messenger, notes, pasted, reading
from graph.models import Document, Job, Original, User
from graph.naming import clean
from graph.preferences import keep

JOB = params.READING
OPTIONS: dict[str, Any] = {
    "sequence_edges": False,
    "graph_extraction": False,
    "batch_size": params.BATCH_SIZE,
    "batch_overlap": params.BATCH_OVERLAP,
    "workers": 3,
    "min_edge_weight": 0,
    "max_edges_per_chunk": 0,
    "cross_document": False,
    "learn": True,
    "chunking": "flat",
    "contextual": False,
    "budget": 0,
}

AT_WORK = (Document.Status.QUEUED, Document.Status.PROCESSING)
TO_BE_TRIED_AGAIN = (Document.Status.FAILED, Document.Status.CANCELLED)
FINISHED = (Document.Status.READY, Document.Status.READY_WITHOUT_GRAPH, Document.Status.CANCELLED)


class TooManyWaiting(parse.CannotRead):
    """So many documents of this person wait to be read that no more are taken."""


def receive(
    *,
    user: User,
    text: str,
    title: str = "",
    source: str = "",
    metadata: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    replaces: Document | None = None,
    now: dt.datetime,
    brought_by: str = "",
    may_wait: bool = False,
) -> tuple[Document, bool]:
    """Keep a text and queue its reading; the same content again is the standing document.

    With `replaces` it becomes the new version of that document. What an import brings, whose run `brought_by` names, is
    one decision of the person's, so it may wait in any number, as may what a caller that looked itself calls
    `may_wait`. Raises CannotRead, or TooManyWaiting.
    """
    text, unnamed = readable.kept(user, text)
    called = clean(title)[:500] or parse.own_title(text)
    called = unnamed if called in {"", messenger.UNNAMED} and unnamed else called
    new = Document(
        user=user,
        title=called or parse.title_of(text, source),
        source=source[:1000],
        kind=Document.Kind.IMPORT if brought_by else Document.Kind.FILE,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        options=whole(user, options or {}),
        metadata=whole_metadata(text, source, metadata or {}, called, now),
        created_at=now,
    )
    return _kept(new, None, replaces, now, may_wait=bool(brought_by) or may_wait, brought_by=brought_by)


def same(*, user: User, text: str) -> Document | None:
    """The document that `receive` would find in place of making one of this text. Raises CannotRead."""
    sha256 = hashlib.sha256(readable.kept(user, text)[0].encode()).hexdigest()
    return _standing(Document(user=user, sha256=sha256))


def equals(document: Document, *, title: str = "", source: str = "") -> str:
    """That what came by another title and another place has the text of this document; empty if it is this one again.

    It is the same again under the same path, or under the same title where no path is told.
    """
    if source[:1000] == document.source if source and document.source else clean(title)[:500] == document.title:
        return ""
    where = f" ({document.source})" if document.source not in {"", document.title} else ""
    return f"Its text is that of “{document.title}”{where}, which stands for both."


def receive_file(
    *,
    user: User,
    data: bytes,
    name: str,
    title: str = "",
    source: str = "",
    metadata: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    replaces: Document | None = None,
    now: dt.datetime,
    may_wait: bool = False,
) -> tuple[Document, bool]:
    """Keep a file of any format that can be read; all but plain text is parsed by the worker, not here.

    Raises CannotRead for what is seen to be unreadable at once, or TooManyWaiting.
    """
    source = source or name
    if reading.reader_of(data, name) is None:
        text = parse.decode(data, name)
        title = title or parse.title_of(text, name)
        return receive(
            user=user,
            text=text,
            title=title,
            source=source,
            metadata=metadata,
            options=options,
            replaces=replaces,
            now=now,
            may_wait=may_wait,
        )
    new = Document(
        user=user,
        title=clean(title)[:500] or parse.title_of("", name),
        source=source[:1000],
        sha256=hashlib.sha256(data).hexdigest(),
        options=whole(user, options or {}),
        metadata={**(metadata or {}), **({} if title else {"untitled": True})},
        created_at=now,
    )
    return _kept(new, Original(user=user, name=name[:1000], data=data), replaces, now, may_wait=may_wait)


def whole(user: User, options: dict[str, Any]) -> dict[str, Any]:
    """All options of a document: those given, over the person's own, over the defaults."""
    if OPTIONS.keys() <= options.keys():  # of a folder's they are looked up once
        return options
    return {**OPTIONS, **keep.documents(user), **options}


def whole_metadata(text: str, source: str, told: dict[str, Any], title: str, now: dt.datetime) -> dict[str, Any]:
    """What is told of a text, and what it says of itself, with the day on which it was written where it has one."""
    every = {**told, **about(text)}
    sent = pasted.sent(text, now)
    mailed = {SAID_AT: sent.isoformat()} if sent is not None else {}
    return {**dated.said_at(source, every.get("front_matter") or {}, title, now.date()), **mailed, **every}


def about(text: str) -> dict[str, Any]:
    """What a text says of itself: where it links to, its front matter, and whether it is a chat by days."""
    matter = notes.front_matter(text)
    by_days = {BY_DAYS: True} if messenger.is_by_days(text) else {}
    return {"links": references.links_in(text)[:2000], **({"front_matter": matter} if matter else {}), **by_days}


def _kept(
    new: Document,
    original: Original | None,
    replaces: Document | None,
    now: dt.datetime,
    *,
    may_wait: bool = False,
    brought_by: str = "",
) -> tuple[Document, bool]:
    """Write a new document, or a new version of one, and queue it; or find the one with the same content.

    The queued work of what an import made names the import and the content, by which it is found to be undone.
    """
    user = new.user
    with transaction.atomic():
        standing = _standing(new)
        if standing is not None:
            if standing.status in TO_BE_TRIED_AGAIN:
                retry(standing, now)
            return standing, False
        if not may_wait:
            refuse_crowd(user)
        try:
            with transaction.atomic():
                if replaces is None:
                    new.save()
                else:
                    newer.renew(replaces, new, now)
                    Original.objects.filter(document=replaces).delete()
                    new = replaces
        except IntegrityError:  # the same content arrived in another request at the same moment
            standing = _standing(new)
            assert standing is not None
            return standing, False
        if original is not None:
            original.document = new
            original.save()
        origin = {"run": brought_by, "sha256": new.sha256, "renews": replaces is not None} if brought_by else {}
        payload = {"document": new.pk, **origin}
        jobs.enqueue(kind=JOB, key=str(new.pk), user_id=user.pk, payload=payload, now=now)
    return new, True


_SAME = "SELECT * FROM graph_document WHERE user_id = %s AND sha256 = %s AND NOT (kind = 'conversation') LIMIT 1"


def _standing(new: Document) -> Document | None:
    """The person's document with the same content."""
    return next(iter(Document.objects.raw(_SAME, [new.user_id, new.sha256])), None)


def refuse_crowd(user: User) -> None:
    """Raises TooManyWaiting while so many documents of this person wait to be read that no more are taken."""
    waiting = Job.objects.for_user(user).filter(kind=JOB, state=Job.State.QUEUED).count()
    if waiting >= params.DOCUMENTS_WAITING:
        raise TooManyWaiting(f"{waiting:,} documents still wait to be read. Add more when they are done.")


def retry(document: Document, now: dt.datetime) -> None:
    """Queue a failed or cancelled document again, from its last finished stage; make the links that are missing.

    One that is at work or complete is left alone.
    """
    if document.status in (*AT_WORK, Document.Status.READY):
        return None
    if budget.stopped(document):
        budget.renew(document)
    if document.status == Document.Status.READY_WITHOUT_GRAPH:
        return mending.enqueue(document, now, dt.timedelta(0))
    document.status, document.error = Document.Status.QUEUED, ""
    document.save(update_fields=["status", "error"])
    jobs.enqueue(kind=JOB, key=str(document.pk), user_id=document.user_id, payload={"document": document.pk}, now=now)


def cancel(document: Document) -> bool:
    """Stop reading after the step at hand; what is there stays, and a retry goes on from it. False if it was done."""
    return bool(at_work(document).update(status=Document.Status.CANCELLED))


def at_work(document: Document) -> QuerySet[Document]:
    """The row, unless it was cancelled, finished or replaced by a newer version meanwhile."""
    return Document.objects.filter(pk=document.pk, sha256=document.sha256, status__in=AT_WORK)
