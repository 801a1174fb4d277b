"""One person's rows of every kind, with a word in each of them that nobody else may ever read."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Model

from assistant.http import tokens
from assistant.models import ApiToken, Conversation, IdempotentReply, Message
from graph.curation import entities, facts
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import Actor
from graph.documents import store
from graph.models import (
    Change,
    Conflict,
    Document,
    Entity,
    Fact,
    Job,
    Predicate,
    Retrieval,
    RetrievalItem,
    User,
)
from graph.models.owned import Owned

SECRET = "Zanzibar"


@dataclass(frozen=True)
class Book:
    """The rows that addresses name, with the token of a program (`secret` is its text)."""

    user: User
    entity: Entity
    other_entity: Entity
    confirmed: Fact
    waiting: Fact
    conflict: Conflict
    change: Change
    predicate: Predicate
    document: Document
    conversation: Conversation
    question: Message
    answer: Message
    item: RetrievalItem
    token: ApiToken
    secret: str
    brought: Job


def book(user: User, now: dt.datetime) -> Book:
    """Write everything that a person can have."""
    me = Actor.person(user)
    begun = now - dt.timedelta(days=100)
    draft = Draft(Name(f"Anna {SECRET}", "person"), "lives_in", object=Name(f"Lisbon {SECRET}", "place"))
    confirmed, _ = facts.state(user=user, draft=draft, by=me, now=begun)
    other = entities.create(user=user, name=f"Annie {SECRET}", type="person", by=me, now=begun)
    predicate = Predicate.objects.create(user=user, name=f"{SECRET.lower()}_of", label=f"{SECRET} of")
    conversation = Conversation.objects.create(user=user, title=f"About {SECRET}", created_at=now, updated_at=now)
    said = {"user": user, "conversation": conversation, "created_at": now}
    question = Message.objects.create(**said, role="user", text=f"Anna {SECRET} moved to Porto {SECRET}.")
    talk = _document(user, now, kind="conversation", source=f"conversation:{conversation.pk}", status="ready")
    [passage] = store.add(talk, [store.Passage(question.text, metadata={"message": str(question.pk)})], now)
    candidate = Candidate(
        Name(f"Anna {SECRET}", "person"),
        "lives_in",
        object=Name(f"Porto {SECRET}", "place"),
        quote=question.text,
        chunk=passage.pk,
    )
    by = Actor(Change.Actor.EXTRACTOR, user)
    staged = facts.stage(user=user, candidates=[candidate], by=by, now=now, run=f"message:{question.pk}")
    waiting = staged.created[0]
    document = _document(user, now, kind="file", source=f"{SECRET}.md", status="failed")
    store.add(document, [store.Passage(f"{SECRET} in a letter")], now)
    run = Retrieval.objects.create(user=user, query=f"Where is {SECRET}?", created_at=now)
    item = RetrievalItem.objects.create(
        user=user,
        retrieval=run,
        kind="fact",
        object_id=confirmed.pk,
        rank=0,
        score=0.5,
        detail={"subject_name": f"Anna {SECRET}", "reads": "lives in", "object_name": SECRET, "status": "confirmed"},
    )
    answer = Message.objects.create(
        **said, role="assistant", reply_to=question, text=f"In {SECRET}[1].", retrieval=run, cited=[["fact", 1]]
    )
    token, secret = tokens.create(user=user, name=SECRET, scopes=["write"], now=now)
    IdempotentReply.objects.create(user=user, key="once", request_hash="0" * 64, body=SECRET, created_at=now)
    payload = {
        "format": "csv",
        "path": "gone",
        "name": SECRET,
        "dry_run": False,
        "report": {},
        "error": f"No {SECRET}.",
    }
    brought = Job.objects.create(
        user=user, kind="import", key=SECRET, payload=payload, state="done", due_at=now, created_at=now
    )
    return Book(
        user=user,
        entity=confirmed.subject,
        other_entity=other,
        confirmed=confirmed,
        waiting=waiting,
        conflict=Conflict.objects.get(user=user),
        change=Change.objects.filter(user=user, verb="stage").latest("pk"),
        predicate=predicate,
        document=document,
        conversation=conversation,
        question=question,
        answer=answer,
        item=item,
        token=token,
        secret=secret,
        brought=brought,
    )


def _document(user: User, now: dt.datetime, **columns: Any) -> Document:
    sha = f"{columns['kind']:0<64}"
    return Document.objects.create(
        user=user,
        title=f"{SECRET} {columns['kind']}",
        text=f"{SECRET} in a letter",
        sha256=sha,
        created_at=now,
        **columns,
    )


def everything_of(user: User) -> dict[str, list[tuple]]:
    """Every row the person owns, in every table, to be compared before and after."""
    owned = [model for model in apps.get_models() if issubclass(model, Owned)]
    return {model.__name__: rows_of(model, user) for model in owned}


def rows_of(model: type[Model], user: User) -> list[tuple]:
    columns = [one.attname for one in model._meta.concrete_fields if one.name != "last_used"]
    return sorted(map(repr, model._default_manager.filter(user_id=user.pk).values_list(*columns)))  # type: ignore[type-var]
