"""Erasing an entry, a document, a chat or everything: what goes along, the receipt, and the proof."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Model

from assistant.conversation import conversations
from assistant.erasure import admin_log
from assistant.extraction.parsing import parse
from assistant.extraction.text import topics
from assistant.models import ApiToken, Conversation, IdempotentReply, Message
from assistant.question import told_as_asked
from assistant.streaming import runs
from graph import versions
from graph.curation.names import self_entity
from graph.curation.recorder import Actor
from graph.erasure import proof, removal, scope, scrub
from graph.erasure.scope import Scope, Wording
from graph.models import (
    Change,
    ChangeRow,
    Document,
    Entity,
    Evidence,
    Fact,
    Job,
    Predicate,
    Retrieval,
    RetrievalItem,
    User,
)
from graph.models.owned import Owned
from graph.projections import keywords
from graph.retrieval import cache

GONE = "Erased."
TOLD_BEFORE = ("graph_chunk", "assistant_message")  # tables: texts of their own that name it are counted on the page


@dataclass(frozen=True, slots=True)
class Receipt:
    """How many rows went from each store, whether the second pass found nothing, and the texts that merely name it."""

    removed: dict[str, int]
    verified: bool
    remaining: tuple[proof.Found, ...]
    trouble: str = ""


def entity(*, user: User, pk: int, by: Actor, including_passages: bool = False, now: dt.datetime) -> Receipt:
    """Erase an entry with its facts. Raises EntityNotFound or SelfIsKept."""
    return _erase(scope.of_entity(user, pk), by=by, including_passages=including_passages, now=now)


def document(*, document: Document, by: Actor, including_passages: bool = False, now: dt.datetime) -> Receipt:
    """Erase a document with its passages and what rests on it alone."""
    return _erase(scope.of_documents(document.user, [document]), by=by, including_passages=including_passages, now=now)


def conversation(
    *, conversation: Conversation, by: Actor, including_passages: bool = False, now: dt.datetime
) -> Receipt:
    """Erase a chat with its messages and what was learned from it alone."""
    return _erase(of_conversation(conversation), by=by, including_passages=including_passages, now=now)


def of_conversation(row: Conversation) -> Scope:
    """The scope of a chat: its messages, and the document in which the person's words of it are kept."""
    source = conversations.source_of(row.pk)
    mirror = Document.objects.for_user(row.user).filter(kind=Document.Kind.CONVERSATION, source=source)
    found = scope.of_documents(row.user, mirror)
    said = dict(row.messages.values_list("pk", "text"))
    ids = {**found.ids, "conversation": frozenset({row.pk}), "message": frozenset(said)}
    return replace(found, ids=ids, texts=(*found.texts, *(text for text in said.values() if text)))


def name_of(user: User, pk: int) -> str:
    """What an entry is called; "" if only the ledger still knows it."""
    return Entity.objects.for_user(user).filter(pk=pk).values_list("name", flat=True).first() or ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would go along: counted by kind, the entries by name, and how many texts merely name it."""

    counts: tuple[tuple[str, int], ...]
    entries: tuple[str, ...]
    naming: int


def preview(what: Scope) -> Preview:
    """What an erasure of this scope would take, without taking it."""
    names = Entity.objects.for_user(what.user).filter(pk__in=list(what.of("entity")), merged_into=None)
    kinds = ("document", "conversation", "message", "passage", "fact")
    sizes = {kind: len(what.of("chunk" if kind == "passage" else kind)) for kind in kinds}
    sought = proof.Sought(what.user.pk, {}, what.words, ())
    named = proof.naming(sought, TOLD_BEFORE)
    elsewhere = [one for one in named if int(one.id) not in what.of(one.store)]
    return Preview(
        tuple((kind, size) for kind, size in sizes.items() if size),
        tuple(names.order_by("name").values_list("name", flat=True)[:50]),
        len(elsewhere),
    )


def _erase(what: Scope, *, by: Actor, including_passages: bool, now: dt.datetime) -> Receipt:
    with transaction.atomic():
        removed = removal.remove(what, by=by, including_passages=including_passages, now=now)
        removed += _talk(what, including_passages=including_passages)
    sought = proof.Sought(
        what.user.pk,
        what.ids,
        what.words,
        what.texts,
        including_passages=including_passages,
        version=versions.current(what.user.pk),
    )
    return proven(what.user, removed, sought)


def proven(user: User, removed: Counter[str], sought: proof.Sought) -> Receipt:
    """Clean the files and caches, then look for what should be gone."""
    runs.forget(user.pk)
    removed["snapshots"] += scrub.forget(user)
    parse.forget()
    topics.forget()
    told_as_asked.forget()
    trouble = scrub.compact()
    cache.forget(user.pk)  # an answer that was being prepared may have come in after the first time
    found = proof.search(sought)
    leaks = [one for one in found if one.is_leak]
    return Receipt(dict(+removed), not leaks and not trouble, tuple(found[: proof.LISTED]), trouble)


def _talk(what: Scope, *, including_passages: bool) -> Counter[str]:
    """The same in chats: messages that go, and what was kept beside those that stay."""
    removed: Counter[str] = Counter()
    wording, mine = Wording(what), Message.objects.for_user(what.user)
    for pk in what.of("conversation"):
        gone = mine.filter(conversation=pk)
        receipts = list(gone.exclude(retrieval=None).values_list("retrieval_id", flat=True))
        removed["messages"] += gone.count()
        Conversation.objects.for_user(what.user).filter(pk=pk).delete()
        removed["conversations"] += 1
        removed["receipts"] += Retrieval.objects.for_user(what.user).filter(pk__in=receipts).delete()[0]
    for row in mine.iterator():
        changed: dict[str, Any] = {}
        if wording.names(row.search_text):
            changed["search_text"] = ""
        if wording.names(row.error):
            changed["error"] = ""
        if including_passages and wording.names(row.text):
            changed |= {"text": GONE, "cited": [], "learned": []}
            removed["messages"] += 1
        if changed:
            mine.filter(pk=row.pk).update(**changed)
    if including_passages:
        titled = Conversation.objects.for_user(what.user).values_list("pk", "title")
        for pk in [pk for pk, title in titled if wording.names(title)]:
            Conversation.objects.filter(pk=pk).update(title=GONE)
    replies = IdempotentReply.objects.for_user(what.user).values_list("pk", "body", "key")
    told = [pk for pk, *texts in replies.iterator() if wording.names(*texts) or _is_reply_about(texts[0], what)]
    removed["kept answers"] += IdempotentReply.objects.filter(pk__in=told).delete()[0]
    return +removed


def _is_reply_about(body: str, what: Scope) -> bool:
    """A kept answer of a chat is the id of its message."""
    return body.isdecimal() and int(body) in what.of("message")


def everything(*, user: User, by: Actor, now: dt.datetime) -> Receipt:
    """Erase the whole book: every row of the person but their account, their keys and their settings."""
    with transaction.atomic():
        removed, files = rows(user)
        Change.objects.create(user=user, actor=by.kind, by=by.user, verb="erase", at=now)
        versions.bump(user.pk, ())  # nothing older is remembered, so every projection builds itself anew
        person = self_entity(user, now).pk
    removed["files"] += unlinked(files)
    return proven(user, removed, proof.Sought(user.pk, everything=True, person=person))


def rows(user: User) -> tuple[Counter[str], list[Path]]:
    """Delete every row of the person's book, inside a transaction: how many of each, and the files that they name."""
    removed: Counter[str] = Counter()
    files = [
        Path(settings.DATA_DIR) / "imports" / str(job.payload.get("path"))
        for job in Job.objects.for_user(user).filter(kind="import")
    ]
    keywords.clear(user.pk)
    Message.objects.for_user(user).update(reply_to=None, retrieval=None)
    Fact.objects.for_user(user).update(superseded_by=None)
    Entity.objects.for_user(user).update(merged_into=None)
    Change.objects.for_user(user).update(undone_by=None)
    removed["ledger lines"] = ChangeRow.objects.filter(change__user=user).delete()[0]
    first: list[type[Model]] = [RetrievalItem, Retrieval, Evidence, Predicate]
    every = [model for model in [*first, *_owned()] if model is not ApiToken]
    removed["lines of the admin's log"] = admin_log.forget(user, every)
    for model in dict.fromkeys(every):  # counted before any goes: an entry takes its facts along
        removed[str(model._meta.verbose_name_plural)] = model._default_manager.filter(user=user).count()
    for model in every:
        model._default_manager.filter(user=user).delete()
    return removed, files


def unlinked(files: list[Path]) -> int:
    """Delete those of the files that are there; returns how many."""
    standing = [path for path in files if path.is_file()]
    for path in standing:
        path.unlink()
    return len(standing)


def _owned() -> list[type[Owned]]:
    from django.apps import apps

    return [model for model in apps.get_models() if issubclass(model, Owned)]
