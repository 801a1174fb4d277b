"""Long work is written bit by bit, so that others write in between; broken off anywhere, it goes on and loses nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from assistant import params
from assistant.conversation import conversations
from assistant.exchange import talks
from assistant.models import Conversation, Message
from graph import jobs, paced
from graph.documents import ingest, store
from graph.documents import params as reading
from graph.models import Change, Chunk, ChunkEdge, Document, Fact, Job
from tests.assistant.exchange.test_learning_talks import claude
from tests.conftest import NOW

FRIENDS = ("Anna", "Bruno", "Carla", "Emil", "Hanna", "Igor")
LINES = [
    line for name in FRIENDS for line in (("human", f"My friend {name} sings."), ("assistant", f"So {name} sings."))
]


@pytest.fixture
def pauses(monkeypatch):
    """What stood at each moment at which others could write: passages, messages, facts."""
    seen = []

    def look(seconds):
        assert not connection.in_atomic_block
        seen.append((Chunk.objects.count(), Message.objects.count(), Fact.objects.count()))

    monkeypatch.setattr(paced.time, "sleep", look)
    return seen


@pytest.fixture
def begin(api, client, monkeypatch):
    """Queue the import of one conversation, four lines of which are written at once; returns its id."""
    monkeypatch.setattr(talks, "LINES", 4)

    def queue(*lines: tuple[str, str]) -> str:
        file = SimpleUploadedFile("conversations.json", claude(list(lines)))
        answer = client.post("/api/v1/import?format=claude", {"file": file}, headers=api.headers)
        return answer.json()["id"]

    return queue


def dies_at(monkeypatch, owner, name: str, number: int) -> None:
    """The process ends in the call of this number."""
    function, calls = getattr(owner, name), []

    def dying(*given, **named):
        calls.append(1)
        if len(calls) == number:
            raise KeyboardInterrupt
        return function(*given, **named)

    monkeypatch.setattr(owner, name, dying)


def kept() -> tuple:
    """The conversation as it stands, without ids."""
    said = [(one.role, one.text, one.reply_to and one.reply_to.text) for one in Message.objects.order_by("pk")]
    passages = list(Chunk.objects.order_by("position").values_list("position", "text", "prefix"))
    edges = ChunkEdge.objects.order_by("source__position").values_list("source__position", "target__position")
    return said, passages, list(edges), sorted(Fact.objects.active().values_list("object__name", "predicate"))


def later(work) -> None:
    work()
    jobs.work(lambda: NOW + dt.timedelta(minutes=5))


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere nobody waits for a writer")
def test_others_write_between_the_parts_of_a_long_conversation(begin, work, pauses):
    begin(*LINES)
    work()
    assert [(passages, messages) for passages, messages, _ in pauses[:2]] == [(2, 4), (4, 8)]


@pytest.mark.django_db
def test_an_import_killed_in_a_conversation_goes_on_in_it_and_is_undone_whole(api, begin, work, monkeypatch, minilm):
    whole = begin(*LINES)
    later(work)
    calm = kept()
    assert len(calm[0]) == 12
    assert calm[3]
    assert api.post("/changes/undo", {"import": whole, "documents": True})[0] == 200
    assert (kept()[0], Document.objects.count()) == ([], 0)

    pk = begin(*LINES)
    with monkeypatch.context() as killed:
        dies_at(killed, conversations, "mirror_new", 2)
        with pytest.raises(KeyboardInterrupt):
            work()
    assert Message.objects.count() == 4
    Job.objects.filter(kind="import").update(state="queued", lease_until=None)
    later(work)
    assert api.get(f"/imports/{pk}")[1]["counts"]["conversations"] == 1
    assert kept() == calm
    assert not Message.objects.filter(learning="queued").exists()
    done = api.post("/changes/undo", {"import": pk, "documents": True})[1]
    assert ([one["kind"] for one in done["removed"]], done["stayed"]) == (["conversation"], [])
    assert (kept()[0], Document.objects.count()) == ([], 0)


@pytest.mark.django_db
def test_half_a_conversation_goes_with_its_import_unless_one_went_on_with_it(api, user, begin, work, monkeypatch):
    """The import was given up: what it kept is its own; imported anew, what is missing follows."""
    pk = begin(*LINES)
    with monkeypatch.context() as killed:
        dies_at(killed, conversations, "mirror_new", 3)
        with pytest.raises(KeyboardInterrupt):
            work()
    Job.objects.filter(kind="import").update(state="failed", lease_until=None)
    seen = api.post("/changes/undo", {"import": pk, "documents": True, "dry_run": True})[1]
    assert [one["kind"] for one in seen["removed"]] == ["conversation"]
    again = begin(*LINES)
    later(work)
    assert [one.text for one in Message.objects.order_by("pk")] == [text for _, text in LINES]
    talk = Conversation.objects.get()
    Message.objects.create(user=user, conversation=talk, role="user", text="And ropes.", created_at=NOW)
    [stayed] = api.post("/changes/undo", {"import": again, "documents": True, "dry_run": True})[1]["stayed"]
    assert (stayed["kind"], stayed["why"]) == ("conversation", talks.CHANGED)


@pytest.mark.django_db
def test_a_conversation_deleted_while_it_is_kept_stays_deleted(begin, work, monkeypatch):
    begin(*LINES)
    batches = talks._batches

    def deleting(said):
        for number, batch in enumerate(batches(said)):
            if number == 1:
                conversations.delete(conversation=Conversation.objects.get(), now=NOW)
            yield batch

    monkeypatch.setattr(talks, "_batches", deleting)
    work()
    assert (Conversation.objects.count(), Message.objects.count(), Document.objects.count()) == (0, 0, 0)


@pytest.mark.django_db
def test_what_one_conversation_teaches_is_bounded_in_however_many_parts_it_came(begin, work, monkeypatch, minilm):
    monkeypatch.setattr(params, "TALK_FACTS", 2)
    begin(*LINES)
    with monkeypatch.context() as killed:
        dies_at(killed, conversations, "mirror_new", 3)
        with pytest.raises(KeyboardInterrupt):
            work()
    Job.objects.exclude(kind="import").update(due_at=NOW)
    work()  # what is there is learned from
    learned = Fact.objects.count()
    Job.objects.filter(kind="import").update(state="queued", lease_until=None)
    later(work)
    assert Message.objects.count() == 12
    assert 0 < learned == Fact.objects.count()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere nobody waits for a writer")
@pytest.mark.parametrize("chunking", ["flat", "parents"])
def test_others_write_between_the_passages_of_a_long_document(api, work, pauses, monkeypatch, chunking, minilm):
    monkeypatch.setattr(reading, "PASSAGES_AT_ONCE", 3)
    text = "\n\n".join(f"Rope {n} lies on the quay. " * 40 for n in range(12))
    api.post("/documents", {"title": "Ropes", "text": text, "options": {"learn": False, "chunking": chunking}})
    work()
    counts = [passages for passages, _, _ in pauses]
    assert len(counts) > 1
    assert counts == sorted(set(counts))
    assert 3 <= counts[0] < counts[-1] < Chunk.objects.count()


@pytest.mark.django_db
def test_a_document_killed_between_its_passages_is_cut_anew(api, work, monkeypatch, minilm):
    monkeypatch.setattr(reading, "PASSAGES_AT_ONCE", 3)
    text = "\n\n".join(f"Rope {n} lies on the quay. " * 40 for n in range(12))
    api.post("/documents", {"title": "Ropes", "text": text, "options": {"learn": False, "sequence_edges": True}})
    with monkeypatch.context() as killed:
        dies_at(killed, store, "add", 3)
        with pytest.raises(KeyboardInterrupt):
            work()
    assert Chunk.objects.count() == 6
    Job.objects.filter(kind=ingest.JOB).update(state="queued", lease_until=None)
    work()
    places = list(Chunk.objects.order_by("position").values_list("position", "start"))
    assert [place for place, _ in places] == list(range(len(places)))
    assert len(places) == len({start for _, start in places}) == ChunkEdge.objects.count() + 1 > 6


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere nobody waits for a writer")
def test_others_write_between_the_facts_of_a_document_and_all_are_undone_as_one(api, work, pauses, monkeypatch, minilm):
    monkeypatch.setattr(params, "STAGED_AT_ONCE", 2)
    people = ["Bruno Aker", "Carla Dorn", "Emil Falk", "Hanna Ivo", "Jana Korn"]
    text = "\n\n".join(f"{name} lives in Lisbon." for name in people)
    pk = api.post("/documents", {"title": "People", "text": text})[1]["id"]
    work()
    assert [facts for _, _, facts in pauses] == [2, 4]
    assert Change.objects.filter(run=f"document:{pk}").count() == 3
    assert api.post("/changes/undo", {"document": pk})[1]["counts"]["facts"] == 5
    assert not Fact.objects.exists()
