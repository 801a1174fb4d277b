"""A signed-in person with a few facts, one of them waiting and in conflict, and one answered question."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.models import Conversation, Message
from graph.curation import facts
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Chunk, Document, Fact, Retrieval, RetrievalItem

SAID = "My sister Anna moved to Porto last week."


@pytest.fixture(autouse=True)
def _at_the_fixed_moment(now, monkeypatch):
    from graph import clock

    monkeypatch.setattr(clock, "now", lambda: now)


@pytest.fixture
def page(client, user):
    """The signed-in person's browser."""
    client.force_login(user)
    return client


@pytest.fixture
def stranger(other_user):
    from django.test import Client

    client = Client()
    client.force_login(other_user)
    return client


@pytest.fixture
def by_script(page):
    """The same browser when htmx asks: a client whose requests carry its header."""
    page.defaults["HTTP_HX_REQUEST"] = "true"
    return page


@pytest.fixture
def confirmed(user, caller, now) -> Fact:
    """Anna lives in Lisbon, written down by hand long ago."""
    draft = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
    return facts.state(user=user, draft=draft, by=caller, now=now - dt.timedelta(days=100))[0]


@pytest.fixture
def conversation(user, now) -> Conversation:
    return Conversation.objects.create(user=user, title="About Anna", created_at=now, updated_at=now)


@pytest.fixture
def question(user, conversation, now) -> Message:
    row = {"user": user, "conversation": conversation, "created_at": now}
    return Message.objects.create(**row, role=Message.Role.USER, text=SAID)


@pytest.fixture
def waiting(user, confirmed, conversation, question, now) -> Fact:
    """Anna lives in Porto: learned from the chat, contradicting what is confirmed."""
    document = Document.objects.create(
        user=user,
        title="About Anna",
        kind=Document.Kind.CONVERSATION,
        source=f"conversation:{conversation.pk}",
        sha256="0" * 64,
        status=Document.Status.READY,
        created_at=now,
    )
    chunk = Chunk.objects.create(user=user, document=document, position=0, text=SAID, created_at=now)
    candidate = Candidate(
        Name("Anna", "person"),
        "lives_in",
        object=Name("Porto", "place"),
        confidence=0.8,
        quote="Anna moved to Porto",
        chunk=chunk.pk,
    )
    made = facts.stage(
        user=user,
        candidates=[candidate],
        by=Actor(Change.Actor.EXTRACTOR, user),
        now=now,
        run=f"message:{question.pk}",
        document=document.pk,
    )
    fact = made.created[0]
    Message.objects.filter(pk=question.pk).update(learned=[fact.pk], learning=Message.Learning.DONE)
    return fact


@pytest.fixture
def answer(user, conversation, question, confirmed, waiting, now) -> Message:
    """A finished answer that cites both facts, with its receipt."""
    run = Retrieval.objects.create(
        user=user, query="Where does Anna live?", timings={"total": 190}, degraded=["model_loading"], created_at=now
    )
    for rank, (fact, why) in enumerate([(confirmed, None), (waiting, "Contradicts 1, which is confirmed")]):
        RetrievalItem.objects.create(
            user=user,
            retrieval=run,
            kind="fact",
            object_id=fact.pk,
            rank=rank,
            score=0.78 - rank / 10,
            used=why is None,
            cited=why is None,
            detail={
                "text": "lives_in",
                "subject_name": "Anna",
                "reads": "lives in",
                "object_name": "Porto" if rank else "Lisbon",
                "status": fact.status,
                "scores": {"vector": 0.71, "keyword": 0.38, "activation": 0.0},
                "path": [
                    {"relation": None, "id": "1", "name": "Ines"},
                    {"relation": "sister", "id": "2", "name": "Anna"},
                    {"relation": "lives_in", "id": "3", "name": "Lisbon", "reverse": True},
                ],
                "evidence": [{"message": "1", "title": "About Anna", "quote": "she is in Lisbon"}],
                "section": "Anna",
                "why_left_out": why,
            },
        )
    return Message.objects.create(
        user=user,
        conversation=conversation,
        role=Message.Role.ASSISTANT,
        reply_to=question,
        status=Message.Status.DONE,
        text="She lives in **Lisbon**[1].",
        retrieval=run,
        cited=[["fact", confirmed.pk]],
        created_at=now + dt.timedelta(seconds=1),
    )


@pytest.fixture
def started(monkeypatch):
    """Turns whose answers were begun; none is written, because that is the chat's own test."""
    from assistant.streaming import runs

    turns: list = []
    monkeypatch.setattr(runs, "start", turns.append)
    return turns


@pytest.fixture
def three(user, caller, now):
    """Three more proposals without a source."""
    candidates = [Candidate(Name("Tomek", "person"), "likes", value=what) for what in ("rye", "chess", "the sea")]
    return facts.stage(user=user, candidates=candidates, by=caller, now=now, run="a").created
