"""What is shared between people - commands, caches, streams, tasks, exports - keeps them apart all the same."""

from __future__ import annotations

import io
import json

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.core.management import CommandError, call_command, get_commands
from django.test import AsyncClient

from assistant.streaming import runs
from assistant.turn import chat
from graph import jobs
from graph.clock import now as present
from graph.models import Chunk, Document, Entity, Fact, Job, Retrieval
from graph.projections import adjacency, keywords, pending, vectors
from graph.retrieval import rows
from graph.retrieval.pipeline import retrieve
from tests.conftest import token_for
from tests.owned import SECRET, Book, book, everything_of
from tests.tables import show

pytestmark = pytest.mark.django_db
ASKED = f"Where does Anna {SECRET} live?"


@pytest.fixture
def owned(user, now) -> Book:
    return book(user, now)


def said(*command: str, **options) -> str:
    """What a command prints, refusals included."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*command, stdout=out, stderr=err, **options)
    except CommandError as refusal:
        err.write(str(refusal))
    return out.getvalue() + err.getvalue()


FOR_NO_PERSON = {
    "up": "serves everybody, each behind their own door",
    "backup": "keeps the whole book, as whoever may read its file could",
    "restore": "works on an empty folder alone",
    "bench": "works on throw-away data",
    "create_user": "makes a person who owns nothing yet",
    "mcp": "serves until its client leaves: walked with the official client among the doors",
}


def commands(file: str, owned: Book) -> dict[str, list[str]]:
    """How each command is called for a person, with what would name the owner's rows."""
    return {
        "ask": ["ask", ASKED],
        "kg_search": ["kg_search", ASKED, "--expand", "--verbose"],
        "kg_context": ["kg_context", ASKED],
        "create_token": ["create_token", "cli"],
        "ingest": ["ingest", file],
        "check_projections": ["check_projections"],
        "import_memories": ["import_memories", f"{file}.out", "--format", "csv"],
        "export_graph": ["export_graph", f"{file}.out", "--format", "csv"],
    }


def test_every_command_acts_for_the_person_it_names_alone(owned, other_user, minilm, tmp_path):
    file = tmp_path / "letter.md"
    file.write_text("# A letter\n\nDear Tom, come soon.")
    listed = {name for name, app in get_commands().items() if app in {"graph", "assistant"}}
    called = commands(str(file), owned)
    assert listed - set(FOR_NO_PERSON) <= set(called), "say in `commands` how a new command is called"
    before = everything_of(owned.user)
    for name in sorted(listed & set(called)):
        told = said(*called[name], user=other_user.username)
        assert SECRET not in told.replace(ASKED, ""), name
    assert everything_of(owned.user) == before
    for name in ("ask", "kg_search", "kg_context"):
        assert SECRET in said(*called[name], user=owned.user.username).replace(ASKED, ""), name
    assert "no entity" in said("kg_context", "Anna", user=other_user.username, entities=str(owned.entity.pk))
    assert "No document" in said("kg_context", "Anna", user=other_user.username, files=f"{SECRET}*")
    for name in sorted(listed & set(called)):
        assert "There is no user" in said(*called[name], user="nobody"), name
    show(f"isolation: {len(listed & set(called))} commands walked for another person and for nobody")


def test_a_cached_answer_is_its_askers_alone(owned, other_user, minilm):
    pending.embed_pending(owned.user.pk)
    first = retrieve(user=owned.user, query=ASKED, now=present())
    again = retrieve(user=owned.user, query=ASKED, now=present())
    theirs = retrieve(user=other_user, query=ASKED, now=present())
    assert (first.cache_hit, again.cache_hit, theirs.cache_hit) == (False, True, False)
    assert SECRET in again.narrative
    assert (theirs.items, theirs.narrative) == ((), "")
    assert Retrieval.objects.for_user(other_user).count() == 1


def test_projections_are_kept_by_person(owned, other_user, minilm):
    pending.embed_pending(owned.user.pk)
    from graph.projections import embed

    query = embed.encode_query(ASKED)
    for kind in ("entity", "fact", "chunk"):
        assert vectors.nearest(owned.user.pk, kind, query, 5)
        assert vectors.nearest(other_user.pk, kind, query, 5) == []
        assert keywords.search(owned.user.pk, kind, SECRET, 5)
        assert keywords.search(other_user.pk, kind, SECRET, 5) == []
    mine, theirs = adjacency.of(owned.user.pk), adjacency.of(other_user.pk)
    assert mine is not theirs


READ_BY_IDS = {
    "facts_by_id": Fact,
    "past": Fact,
    "chunks": Chunk,
    "indexed_texts": Chunk,
    "entities": Entity,
    "stated": Fact,
    "titles": Document,
    "evidence": Fact,
}


@pytest.mark.parametrize("name", READ_BY_IDS)
def test_rows_read_by_their_ids_are_their_owners_alone(owned, user, other_user, name):
    """Whatever an index says: it is asked for ids, and the rows have the last word."""
    read, ids = getattr(rows, name), list(READ_BY_IDS[name].objects.for_user(user).values_list("pk", flat=True))
    if name == "past":
        Fact.objects.update(status="superseded")
    assert read(user.pk, ids)
    assert not read(other_user.pk, ids)


def test_rows_chosen_by_their_ids_are_checked_for_their_owner(owned, user, other_user):
    ids = list(Fact.objects.values_list("pk", flat=True))
    assert Fact.objects.checked_for(user).filter(pk__in=ids).count() == len(ids) > 0
    assert not Fact.objects.checked_for(other_user.pk).filter(pk__in=ids).exists()


def test_a_job_does_its_owners_work_whatever_it_names(owned, other_user, now, work):
    """A job in one person's name that names another's document or message: nothing of the stranger's is written."""
    mine = {model: rows for model, rows in everything_of(other_user).items() if model != "Job"}
    for kind, payload in (("ingest", {"document": owned.document.pk}), ("learn", {"message": owned.question.pk})):
        jobs.enqueue(kind=kind, key=f"forged-{kind}", user_id=other_user.pk, payload=payload, now=now)
    work()
    theirs = everything_of(other_user)
    assert SECRET not in json.dumps({name: rows for name, rows in theirs.items() if name != "Job"})
    assert set(mine) <= set(theirs)
    assert not Document.objects.for_user(other_user).exists()
    assert SECRET not in str(list(Entity.objects.for_user(other_user).values_list("name", flat=True)))
    assert {job.user_id for job in Job.objects.filter(key__startswith="forged")} == {other_user.pk}


@pytest.mark.django_db(transaction=True)
def test_the_streams_of_an_answer_are_its_askers_alone(user, other_user, now, minilm):
    turn = chat.begin(user=user, text=ASKED, now=present())
    runs.start(turn)
    async_to_sync(_followed)(user.pk, turn.answer.pk)
    pages, api = f"/m/{turn.answer.pk}/stream/", f"/api/v1/messages/{turn.answer.pk}/stop"
    stranger, owner, nobody = AsyncClient(), AsyncClient(), AsyncClient()
    stranger.force_login(other_user)
    owner.force_login(user)

    async def statuses() -> list[int]:
        return [(await one.get(pages)).status_code for one in (owner, stranger, nobody)]

    assert async_to_sync(statuses)() == [200, 404, 302]
    stops = [
        AsyncClient().post(api, headers={"Authorization": f"Bearer {token_for(person, now)}"})
        for person in (user, other_user)
    ]

    async def stopped() -> list[int]:
        return [(await one).status_code for one in stops]

    assert async_to_sync(stopped)() == [200, 404]


def test_an_incognito_run_is_found_by_nobody_else_even_by_its_id(user, other_user, monkeypatch):
    from assistant.models import Message
    from assistant.streaming.run import Run

    turn = chat.begin(user=user, text="A secret", mode="incognito", now=present())
    monkeypatch.setattr(runs, "_runs", {(user.pk, turn.answer.pk): Run(turn)})
    assert runs.state(user.pk, turn.answer.pk).message == turn.answer.pk
    for ask in (runs.state, runs.stop):
        with pytest.raises(Message.DoesNotExist):
            ask(other_user.pk, turn.answer.pk)


def test_a_stop_for_anothers_answer_leaves_no_mark_in_the_cache(owned, other_user):
    from assistant.models import Message

    with pytest.raises(Message.DoesNotExist):
        runs.stop(other_user.pk, owned.answer.pk)
    assert cache.get(runs._stop_key(owned.answer.pk)) is None


async def _followed(user_id: int, message_id: int) -> None:
    async for _ in runs.follow(user_id, message_id):
        pass
