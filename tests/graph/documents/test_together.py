"""Documents that wait are read so far that the passages of several are embedded at once, each with its checkpoints."""

from __future__ import annotations

import datetime as dt
import io
import threading

import pytest
from django.core.management import call_command
from django.db import connection

from assistant.extraction import rules
from graph import claims, jobs
from graph.documents import folder, params, splitting
from graph.models import Document, Embedding, Job
from graph.projections import embed, vector_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def batches(monkeypatch) -> list[int]:
    """How many texts each call of the embedding model had."""
    sizes: list[int] = []
    encode = embed.encode

    def counted(texts, name=None):
        sizes.append(len(texts))
        return encode(texts, name)

    monkeypatch.setattr(embed, "encode", counted)
    return sizes


def written_by_another(user, name: str) -> None:
    """A write on a connection of its own, done when this returns."""

    def write() -> None:
        type(user).objects.filter(pk=user.pk).update(first_name=name)
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()


def give(api, count: int) -> list[str]:
    return [
        api.post("/documents", {"text": f"Letter {n} came by sea.", "title": f"L{n}"})[1]["id"] for n in range(count)
    ]


def test_the_passages_of_many_documents_are_embedded_in_one_batch(api, work, minilm, batches):
    ids = give(api, 6)
    work()
    assert {api.get(f"/documents/{pk}")[1]["status"] for pk in ids} == {"ready"}
    assert max(batches) == 6
    assert Embedding.objects.filter(kind="chunk").count() == 6
    assert set(Job.objects.filter(kind="ingest").values_list("state", "attempts")) == {("done", 1)}


def test_a_long_text_waits_behind_the_shorter_ones_once(api, work, minilm, monkeypatch, now):
    """A folder of notes is not held up by the one that is a book; alone it begins at once."""
    monkeypatch.setattr(params, "LONG_TEXT", 40)
    began = iter(range(1, 100))
    text = "It is a long letter that came by sea, and it goes on."
    pk = api.post("/documents", {"text": text, "title": "Long"})[1]["id"]
    ids = give(api, 3)

    def done() -> set[str]:
        return {one for one in (pk, *ids) if api.get(f"/documents/{one}")[1]["status"] == "ready"}

    jobs.work(lambda: now + dt.timedelta(seconds=next(began)), kinds=["ingest"], limit=4)
    assert done() == set(ids)
    jobs.work(lambda: now + dt.timedelta(seconds=next(began)), kinds=["ingest"])
    assert done() == {pk, *ids}
    api.post("/documents", {"text": f"{text} And on."})
    assert jobs.work(lambda: now + dt.timedelta(seconds=next(began)), kinds=["ingest"]) == 1


def test_documents_do_not_wait_until_the_facts_of_an_import_have_their_vectors(api, minilm, now):
    facts = [{"subject": {"name": f"Boat {n}"}, "predicate": "has", "value": f"{n} oars"} for n in range(3)]
    assert api.post("/facts/bulk", {"facts": facts})[1]["created"] == 3
    ids = give(api, 2)
    jobs.work(lambda: now, kinds=["ingest"])
    assert {api.get(f"/documents/{pk}")[1]["status"] for pk in ids} == {"ready"}
    assert set(Embedding.objects.values_list("kind", flat=True)) == {"chunk"}


@pytest.mark.django_db(transaction=True)
def test_the_lease_of_a_long_document_is_kept_while_it_is_learned_from(api, user, minilm, work, monkeypatch):
    """Else another worker begins the same document after a minute; also while others write, as SQLite sees it."""
    monkeypatch.setattr(claims, "BEATEN_EVERY", 0.0)
    beaten, seen = [], []
    heartbeat, candidates = claims.heartbeat, rules.candidates
    monkeypatch.setattr(claims, "heartbeat", lambda job, now: (beaten.append(job.pk), heartbeat(job, now)))

    def read(text: str, **told):
        seen.append(len(beaten))
        written_by_another(user, f"1.1.20{len(seen):02}")
        return candidates(text, **told)

    monkeypatch.setattr(rules, "candidates", read)
    api.post("/documents", {"text": "\n\n".join(f"# Part {n}\n\nIda Berg lives in Oslo." for n in range(4))})
    work()
    assert len(seen) == 4
    assert seen == sorted(set(seen))
    assert api.get("/documents")[1]["items"][0]["status"] == "ready"


def test_one_that_cannot_be_read_leaves_the_others_alone(api, work, minilm, batches, monkeypatch):
    """A fault in a document that was brought along is that document's own, tried again like any other."""
    ids = give(api, 4)
    split = splitting.split
    from graph.documents import run

    def broken(document, now, beat):
        if document.title == "L2":
            raise RuntimeError("no")
        split(document, now, beat)

    monkeypatch.setitem(run.STAGES, Document.Stage.PARSED, (broken, Document.Stage.CHUNKED))
    work()
    said = [api.get(f"/documents/{pk}")[1]["status"] for pk in ids]
    assert said == ["ready", "ready", "queued", "ready"]
    assert max(batches) == 3
    job = Job.objects.get(kind="ingest", key=ids[2])
    assert (job.state, job.attempts, job.error) == ("queued", 1, "RuntimeError: no")


def test_what_was_brought_along_goes_on_from_its_checkpoint(api, minilm, now, monkeypatch):
    """Each is split once, though its job is taken up twice. A-O2."""
    from graph.documents import run

    seen: list[str] = []
    split = splitting.split

    def counted(document, now, beat):
        seen.append(document.title)
        split(document, now, beat)

    monkeypatch.setitem(run.STAGES, Document.Stage.PARSED, (counted, Document.Stage.CHUNKED))
    give(api, 3)
    jobs.work(lambda: now, kinds=["ingest"], limit=1)
    assert list(Document.objects.order_by("pk").values_list("stage", flat=True)) == ["learned", "linked", "linked"]
    jobs.work(lambda: now)
    assert seen == ["L0", "L1", "L2"]


def test_a_second_look_at_an_unchanged_folder_costs_one_query_in_all(user, tmp_path, django_assert_num_queries):
    for number in range(5):
        (tmp_path / f"{number}.md").write_text(f"Letter {number}.")
    files = folder.expand([str(tmp_path)])
    first = [one.document for one in folder.receive(user, files, {})]
    with django_assert_num_queries(2):  # what is known, and whether the queue is full
        again = list(folder.receive(user, files, {}))
    assert ([one.document for one in again], {one.is_new for one in again}) == (first, {False})


def test_the_terminal_says_each_stage_of_each_document(user, tmp_path):
    """Plain lines, as a log wants them, in the order in which the stages begin. A-O2."""
    (tmp_path / "letter.md").write_text("A letter.")
    err = io.StringIO()
    call_command("ingest", str(tmp_path), user=user.username, wait=True, stdout=io.StringIO(), stderr=err)
    lines = [line for line in err.getvalue().splitlines() if line.startswith("letter.md: ")]
    words = [line.removeprefix("letter.md: ") for line in lines]
    assert words == ["Reading", "Splitting", "Linking", "Indexing", "Comparing", "Learning"]
    assert "\r" not in err.getvalue()


def test_on_a_terminal_a_bar_is_drawn_in_place(user, tmp_path):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for number in range(3):
        (tmp_path / f"{number}.md").write_text(f"Letter {number}.")
    err = Terminal()
    call_command("ingest", str(tmp_path), user=user.username, wait=True, stdout=io.StringIO(), stderr=err)
    drawn = err.getvalue().split("\r")
    assert any(line.startswith(f"Read [{'#' * 10}{'.' * 20}] 1/3") for line in drawn)
    assert any("0.md: Splitting" in line for line in drawn)
    assert "\n0.md" not in err.getvalue()


def test_a_document_of_a_line_costs_few_statements(api, user, work, minilm, django_assert_max_num_queries):
    """What a small document costs is not its embedding: stages with nothing to do write no checkpoint."""
    for n in range(20):
        api.post("/documents", {"text": f"Letter {n} came by sea.", "title": f"L{n}", "options": {"learn": False}})
    with django_assert_max_num_queries(20 * 48):
        work()
    assert set(Document.objects.values_list("status", "stage")) == {("ready", "learned")}


@pytest.mark.django_db(transaction=True)
def test_a_job_that_reads_all_vectors_keeps_its_lease_while_others_write(api, user, minilm, monkeypatch, work):
    """SQLite refuses a write to whoever has a reading open that is older than another's write."""
    monkeypatch.setattr(vector_rows, "BATCH", 2)
    give(api, 5)
    work()
    batches = 0
    for ids, _ in vector_rows.stream(user.pk, "chunk", embed.DEFAULT):
        written_by_another(user, f"1.2.20{batches:02}")
        Job.objects.update(error=str(ids[0]))
        batches += 1
    assert batches == 3
