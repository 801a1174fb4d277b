"""Documents that wait are read so far that the passages of several are embedded at once, each with its checkpoints."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from graph import jobs
from graph.documents import folder, stages
from graph.models import Document, Embedding, Job
from graph.projections import embed

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


def test_one_that_cannot_be_read_leaves_the_others_alone(api, work, minilm, batches, monkeypatch):
    """A fault in a document that was brought along is that document's own, tried again like any other."""
    ids = give(api, 4)
    split = stages.split
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
    """Each is split once, though its job is taken up twice."""
    from graph.documents import run

    seen: list[str] = []
    split = stages.split

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
    """Plain lines, as a log wants them, in the order in which the stages begin."""
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
