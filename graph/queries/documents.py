"""Documents with how far they are, and one document with its passages."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, F, Q

from graph.documents.watching import AT_HAND, STAGES
from graph.models import Chunk, ChunkEdge, Document, Entity, Evidence, Fact
from graph.predicates import registry
from graph.queries.passages import Passage, passages
from graph.queries.sentences import Sentence, sentence

PAGE = 40
PASSAGES = 50  # passages on one page of a document
FACTS = 30

AT_WORK = (Document.Status.QUEUED, Document.Status.PROCESSING)
READY = (Document.Status.READY, Document.Status.READY_WITHOUT_GRAPH)


@dataclass(frozen=True, slots=True)
class Stage:
    """`state` is done, now, fail or "" for what is still to come."""

    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Card:
    pk: int
    title: str
    kind: str
    status: str
    error: str
    at: dt.datetime
    characters: int
    passages: int
    confirmed: int
    waiting: int
    stages: tuple[Stage, ...]
    done: int = 0  # of `total` steps of the stage at hand, where it counts them
    total: int = 0
    links: int = 0

    @property
    def can_be_tried_again(self) -> bool:
        return self.status in (Document.Status.READY_WITHOUT_GRAPH, Document.Status.CANCELLED)

    @property
    def is_at_work(self) -> bool:
        return self.status in AT_WORK

    @property
    def failed(self) -> bool:
        return self.status == Document.Status.FAILED


@dataclass(frozen=True, slots=True)
class Shelf:
    cards: tuple[Card, ...]
    total: int
    page: int
    pages: int
    at_work: int

    @property
    def percent(self) -> int:
        return 100 * (self.total - self.at_work) // self.total if self.total else 100


@dataclass(frozen=True, slots=True)
class Reading:
    card: Card
    passages: tuple[Passage, ...]
    page: int
    pages: int
    facts: tuple[Sentence, ...]
    named: tuple[tuple[int, str, int], ...]


def shelf(user_id: int, *, page: int = 1, failed: bool = False, words: str = "") -> Shelf:
    """Files and imports, newest first, or only those that could not be read, or whose title holds `words`.

    Conversations are kept elsewhere.
    """
    mine = Document.objects.for_user(user_id).exclude(kind=Document.Kind.CONVERSATION)
    listed = mine.filter(status=Document.Status.FAILED) if failed else mine
    listed = listed.filter(title__icontains=words) if words else listed
    total = listed.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    rows = list(listed.defer("text").order_by("-created_at", "-id")[(page - 1) * PAGE : page * PAGE])
    return Shelf(
        cards=_cards(rows),
        total=total,
        page=page,
        pages=pages,
        at_work=mine.filter(status__in=AT_WORK).count(),
    )


def card(user_id: int, pk: int) -> Card | None:
    row = Document.objects.for_user(user_id).defer("text").filter(pk=pk).first()
    return _cards([row])[0] if row else None


def reading(user_id: int, pk: int, *, page: int = 1) -> Reading | None:
    """One document: a page of its passages with who is named in each, and the facts that rest on it."""
    found = card(user_id, pk)
    if found is None:
        return None
    chunks = Chunk.objects.filter(document=pk, children=None).order_by("position")
    pages = max(1, -(-found.passages // PASSAGES))
    page = min(max(1, page), pages)
    shown = list(chunks[(page - 1) * PASSAGES : page * PASSAGES])
    relations = registry(user_id)
    facts = Fact.objects.for_user(user_id).active().filter(evidence__document=pk).distinct()
    named = Entity.objects.for_user(user_id).standing().filter(mentions__document=pk)
    return Reading(
        card=found,
        passages=passages(pk, shown, (page - 1) * PASSAGES + 1, is_typed=found.kind == Document.Kind.CONVERSATION),
        page=page,
        pages=pages,
        facts=tuple(
            sentence(row, relations, quoted=False)
            for row in facts.select_related("subject", "object").order_by("-id")[:FACTS]
        ),
        named=tuple(
            named.annotate(number=Count("mentions", filter=Q(mentions__document=pk)))
            .order_by(F("number").desc(), "name")
            .values_list("pk", "name", "number")[:12]
        ),
    )


def _cards(rows: list[Document]) -> tuple[Card, ...]:
    """The rows with their counts, in three further queries for any number of rows."""
    ids = [row.pk for row in rows]
    passages = dict(
        Chunk.objects.filter(document__in=ids, children=None)
        .values("document_id")
        .annotate(number=Count("pk"))
        .values_list("document_id", "number")
    )
    facts = {
        row["document_id"]: row
        for row in Evidence.objects.filter(document__in=ids)
        .exclude(fact=None)
        .values("document_id")
        .annotate(
            confirmed=Count("fact", filter=Q(fact__status=Fact.Status.CONFIRMED), distinct=True),
            waiting=Count("fact", filter=Q(fact__status=Fact.Status.STAGED), distinct=True),
        )
    }
    links = dict(
        ChunkEdge.objects.filter(source__document__in=ids)
        .values("source__document")
        .annotate(number=Count("pk"))
        .values_list("source__document", "number")
    )
    return tuple(
        Card(
            pk=row.pk,
            title=row.title,
            kind=row.kind,
            status=row.status,
            error=row.error,
            at=row.created_at,
            characters=int(row.metadata.get("characters") or 0),
            passages=passages.get(row.pk, 0),
            confirmed=facts[row.pk]["confirmed"] if row.pk in facts else 0,
            waiting=facts[row.pk]["waiting"] if row.pk in facts else 0,
            stages=stages(row),
            done=int((row.metadata.get("progress") or {}).get("done", 0)),
            total=int((row.metadata.get("progress") or {}).get("total", 0)),
            links=links.get(row.pk, 0),
        )
        for row in rows
    )


def stages(row: Document) -> tuple[Stage, ...]:
    """The stages of a document that is at work or failed; none of one that is ready."""
    if row.status in READY or row.status == Document.Status.CANCELLED:
        return ()
    done = AT_HAND[Document.Stage(row.stage)]
    current = "fail" if row.status == Document.Status.FAILED else "now"
    return tuple(
        Stage(name, "done" if place < done else current if place == done else "") for place, name in enumerate(STAGES)
    )
