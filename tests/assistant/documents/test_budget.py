"""A budget for the language model: a run stops in the middle when it is spent, keeps what it has, and goes on later."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import call_command

from graph import jobs
from graph.documents import budget
from graph.models import ChunkEdge, Document, Job
from tests.assistant.documents.harbour import PARTS, edge, shown

pytestmark = pytest.mark.django_db
TEXT = "\n\n".join(f"# Part {place}\n\n{words}" for place, words in enumerate(PARTS))
BATCHES = 3  # of two passages each
OPTIONS = {"graph_extraction": True, "batch_size": 2, "workers": 1, "learn": False}


@pytest.fixture
def asked(scripted) -> list[str]:
    """What the model is asked; it links the two passages it is shown."""
    questions: list[str] = []

    def script(text: str) -> str:
        questions.append(text)
        one, two = shown(text)
        return json.dumps({"edges": [edge(one, two, weight=0.9)]})

    scripted(script)
    return questions


def cost(text: str) -> int:
    from graph.documents.judging import RULES

    return budget.tokens(RULES) + budget.tokens(text)


def test_a_document_stops_when_its_budget_is_spent_and_a_retry_goes_on(api, work, asked):
    pk = api.post("/documents", {"text": TEXT, "options": {**OPTIONS, "budget": 280}})[1]["id"]
    work()
    document = api.get(f"/documents/{pk}")[1]
    assert document["status"] == "ready_without_graph"
    assert document["error"] == (
        "The budget of 280 tokens is spent: 1 of 3 batches of passages were compared. Trying again goes on from there."
    )
    assert (document["edge_count"], len(asked)) == (1, 1)
    assert document["metadata"]["spent"] >= 280 > cost(asked[0])
    assert not Job.objects.filter(kind="mend", state="queued").exists()  # nothing spends more by itself
    for passed in (2, 3):
        api.post(f"/documents/{pk}/retry")
        work()
        assert len(asked) == passed
    document = api.get(f"/documents/{pk}")[1]
    assert (document["status"], document["edge_count"], document["error"]) == ("ready", 3, None)
    assert len(set(asked)) == BATCHES


def test_the_documents_of_a_run_share_a_budget_and_the_same_command_goes_on(user, asked, tmp_path):
    """One document's worth of tokens for three documents: the sentence says how many are left."""
    for number in range(3):
        (tmp_path / f"note-{number}.md").write_text(f"# Note {number}\n\nA first line.\n\n# End\n\nA last line.")

    def ingest(**options) -> tuple[str, str]:
        out, err = io.StringIO(), io.StringIO()
        call_command(
            "ingest", str(tmp_path), user=user.username, extract=True, wait=True, stdout=out, stderr=err, **options
        )
        return out.getvalue(), err.getvalue()

    out, err = ingest(budget=300)
    assert len(asked) == 2
    assert ChunkEdge.objects.count() == 2
    assert sorted(line.split("\t")[1] for line in out.splitlines()) == ["ready", "ready", "ready_without_graph"]
    assert "The budget of 300 tokens is spent: 1 of 3 documents were not wholly compared." in err
    out, err = ingest(budget=300)
    assert (len(asked), ChunkEdge.objects.count()) == (3, 3)
    assert {line.split("\t")[1] for line in out.splitlines()} == {"ready"}
    assert "budget of 300 tokens is spent" not in err
    ingest(budget=300)
    assert len(asked) == 3


def test_the_strongest_links_of_a_passage_are_kept_over_all_batches_o24(api, work, scripted):
    """O24: windows that overlap find two links of the same passage in two batches; the heavier one stays."""
    weights = iter([0.5, 0.8])

    def script(text: str) -> str:
        ids = shown(text)
        return json.dumps({"edges": [edge(ids[1], ids[0], weight=0.5), edge(ids[0], ids[1], weight=next(weights))]})

    scripted(script)
    options = {**OPTIONS, "batch_overlap": 1, "max_edges_per_chunk": 1}
    pk = api.post("/documents", {"text": "\n\n".join(TEXT.split("\n\n")[:6]), "options": options})[1]["id"]
    work()
    found = ChunkEdge.objects.filter(source__document=pk).order_by("source__position")
    links = [(one.source.position, one.target.position, one.weight) for one in found]
    assert links == [(0, 1, 0.5), (1, 2, 0.8), (2, 1, 0.5)]


def test_a_new_version_is_judged_anew(user, asked, tmp_path):
    """What was judged belongs to the passages of the old text."""
    note = tmp_path / "note.md"
    for words in ("A first line.", "Another line."):
        note.write_text(f"# Note\n\n{words}\n\n# End\n\nA last line.")
        call_command("ingest", str(note), user=user.username, extract=True, wait=True, stdout=io.StringIO())
    assert len(asked) == 2
    assert Document.objects.get().status == "ready"
    assert jobs.work(lambda: Document.objects.get().created_at) == 0
