"""Taking rows away for good, with their vectors, words and links; the projections are told."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from django.db import transaction
from django.db.models import Q

from graph import jobs, versions
from graph.curation import mentions
from graph.curation.recorder import Actor
from graph.erasure import elsewhere, ledger, traces
from graph.erasure.scope import Scope, Wording
from graph.models import (
    Change,
    Chunk,
    ChunkEdge,
    Conflict,
    Document,
    Embedding,
    Entity,
    EntityAlias,
    Evidence,
    Fact,
    Original,
    Touch,
)
from graph.projections import keywords, texts
from graph.projections.subjects import batches

Touched = list[tuple[str, int]]
BLANK = "·"  # stands for each erased character, so that the places of the other passages stay right


def remove(scope: Scope, *, by: Actor, including_passages: bool, now: dt.datetime) -> Counter[str]:
    """Erase everything in the scope; returns how many rows went from each store. The ledger says only that it was."""
    wording = Wording(scope)
    removed: Counter[str] = Counter()
    with transaction.atomic():
        chunks, facts = set(scope.of("chunk")), set(scope.of("fact"))
        # The title of a document is a word like any other: what people wrote elsewhere goes only with an entry's name.
        of_a_name = including_passages and not scope.of("document")
        if including_passages:
            naming = Chunk.objects.for_user(scope.user).values_list("pk", "text", "metadata")
            chunks |= {pk for pk, *texts in naming.iterator() if wording.names(*texts)}
        if of_a_name:
            facts |= elsewhere.facts_saying(scope, wording)
        ids = {**scope.ids, "chunk": frozenset(chunks), "fact": frozenset(facts)}
        scope = Scope(scope.user, ids, scope.words, scope.texts)
        touched = _touched(scope)
        removed["ledger"] = ledger.redact(scope, wording, all_naming=including_passages)
        removed += traces.clear(scope, wording)
        for kind in ("entity", "fact", "chunk"):
            removed["keywords"] += _indexed(scope, kind)
            for batch in batches(scope.of(kind)):
                gone = Embedding.objects.for_user(scope.user).filter(kind=kind, object_id__in=batch)
                removed["vectors"] += gone.delete()[0]
        if including_passages:
            removed["texts"] += _without_context(scope, wording) + _blank_out(scope, wording)
        if of_a_name:
            removed["texts"] += elsewhere.clear(scope, wording)
        removed += _rows(scope)
        mentions.count({pk for kind, pk in touched if kind == Touch.Kind.AROUND})
        Change.objects.create(user=scope.user, actor=by.kind, by=by.user, verb="erase", at=now)
        versions.bump(scope.user.pk, touched)
        jobs.enqueue(kind="embed", key=str(scope.user.pk), user_id=scope.user.pk, payload={}, now=now)
    return +removed


def _rows(scope: Scope) -> Counter[str]:
    removed: Counter[str] = Counter()
    documents, chunks, facts, entities = (scope.of(kind) for kind in ("document", "chunk", "fact", "entity"))
    for batch in batches(facts):
        Fact.objects.filter(superseded_by__in=batch).update(superseded_by=None)
        removed["questions"] += Conflict.objects.filter(Q(older__in=batch) | Q(newer__in=batch)).delete()[0]
        removed["quotes"] += Evidence.objects.filter(fact__in=batch).delete()[0]
    for batch in batches(entities):
        removed["mentions"] += Evidence.objects.filter(entity__in=batch).delete()[0]
        removed["names"] += EntityAlias.objects.filter(entity__in=batch).delete()[0]
    for batch in batches(chunks):
        removed["quotes"] += Evidence.objects.filter(chunk__in=batch).delete()[0]
        removed["links"] += ChunkEdge.objects.filter(Q(source__in=batch) | Q(target__in=batch)).delete()[0]
    for batch in batches(documents):
        removed["quotes"] += Evidence.objects.filter(document__in=batch).delete()[0]
        removed["originals"] += Original.objects.filter(document__in=batch).delete()[0]
    for model, ids, name in (
        (Fact, facts, "facts"),
        (Entity, entities, "entities"),
        (Chunk, chunks, "passages"),
        (Document, documents, "documents"),
    ):
        for batch in batches(ids):
            owned = model._default_manager.filter(user=scope.user, pk__in=batch)
            removed[name] += owned.count()
            owned.delete()
    return removed


def _without_context(scope: Scope, wording: Wording) -> int:
    """The passages that stay but whose context (what was said before them) names it: they stand without one."""
    staying = Chunk.objects.for_user(scope.user).exclude(prefix="").iterator()
    named = [chunk for chunk in staying if chunk.pk not in scope.of("chunk") and wording.names(chunk.prefix)]
    for chunk in named:
        chunk.prefix = ""
        chunk.save(update_fields=["prefix"])
    parents = set(Chunk.objects.for_user(scope.user).exclude(parent=None).values_list("parent_id", flat=True))
    leaves = [(chunk.pk, texts.chunk_text(chunk)) for chunk in named if chunk.pk not in parents]
    keywords.put("chunk", scope.user.pk, leaves)
    for batch in batches([chunk.pk for chunk in named]):
        Embedding.objects.for_user(scope.user).filter(kind="chunk", object_id__in=batch).delete()
    if named:
        kinds = (Touch.Kind.CHUNK, Touch.Kind.EMBEDDING_CHUNK)
        versions.bump(scope.user.pk, [(kind, chunk.pk) for chunk in named for kind in kinds])
    return len(named)


def _blank_out(scope: Scope, wording: Wording) -> int:
    """The texts that other passages are cut from, without the passages that go and whatever else names it."""
    blanked = 0
    cut: dict[int, list[tuple[int, int]]] = {}
    for batch in batches(scope.of("chunk")):
        for document, start, end in Chunk.objects.filter(pk__in=batch).values_list("document_id", "start", "end"):
            cut.setdefault(document, []).append((start, end))
    for row in Document.objects.for_user(scope.user).exclude(pk__in=list(scope.of("document"))).iterator():
        text = row.text
        for start, end in cut.get(row.pk, ()):
            text = text[:start] + BLANK * (min(end, len(text)) - start) + text[end:] if start < len(text) else text
        if wording.names(text):
            text = "\n".join(BLANK * len(line) if wording.names(line) else line for line in text.split("\n"))
        title, metadata = row.title, row.metadata
        if wording.names(title):
            title = "Erased"
        if wording.names(metadata) or wording.names(row.source):
            metadata = {}
        if wording.names(text):
            text = ""  # named across a line break: nothing of it can be kept
        if (text, title, metadata) != (row.text, row.title, row.metadata):
            source = "" if wording.names(row.source) else row.source
            Document.objects.filter(pk=row.pk).update(
                text=text, title=title, title_key="", metadata=metadata, source=source
            )
            blanked += 1
    quotes = Evidence.objects.for_user(scope.user).exclude(quote="").values_list("pk", "quote")
    for batch in batches([pk for pk, quote in quotes.iterator() if wording.names(quote)]):
        saying = Evidence.objects.filter(pk__in=batch)
        named = set(saying.filter(entity__isnull=False).values_list("entity_id", flat=True))
        blanked += saying.delete()[0]
        mentions.count(named)
    links = ChunkEdge.objects.for_user(scope.user).exclude(description="").values_list("pk", "description")
    for pk in [pk for pk, said in links.iterator() if wording.names(said)]:
        blanked += ChunkEdge.objects.filter(pk=pk).update(description="")
    return blanked


def _indexed(scope: Scope, kind) -> int:
    """Take the rows out of the keyword index; returns how many stood there."""
    ids = scope.of(kind)
    if not ids:
        return 0
    standing = len(ids & keywords.contents(kind, scope.user.pk).keys())
    keywords.remove(kind, scope.user.pk, ids)
    return standing


def _touched(scope: Scope) -> Touched:
    """What the projections must look at again: the rows that go, and what they were joined to."""
    kinds = {
        "entity": (Touch.Kind.ENTITY, Touch.Kind.EMBEDDING_ENTITY, Touch.Kind.AROUND),
        "fact": (Touch.Kind.FACT, Touch.Kind.EMBEDDING_FACT),
        "chunk": (Touch.Kind.CHUNK, Touch.Kind.EMBEDDING_CHUNK),
    }
    touched: Touched = [(touch, pk) for kind, touches in kinds.items() for touch in touches for pk in scope.of(kind)]
    for batch in batches(scope.of("fact")):
        for ends in Fact.objects.filter(pk__in=batch).values_list("subject_id", "object_id"):
            touched += [(Touch.Kind.AROUND, pk) for pk in ends if pk]
    for batch in batches(scope.of("entity")):
        named_in = Evidence.objects.filter(entity__in=batch, chunk__isnull=False)
        touched += [(Touch.Kind.CHUNK, pk) for pk in named_in.values_list("chunk_id", flat=True)]
    for batch in batches(scope.of("chunk")):
        named = Evidence.objects.filter(chunk__in=batch, entity__isnull=False)
        touched += [(Touch.Kind.AROUND, pk) for pk in named.values_list("entity_id", flat=True)]
        linked = ChunkEdge.objects.filter(target__in=batch)
        touched += [(Touch.Kind.EDGE, pk) for pk in linked.values_list("source_id", flat=True)]
    return touched
