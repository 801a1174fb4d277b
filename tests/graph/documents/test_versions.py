"""A file that changed is a new version of its document: facts are verified in it, and nothing is learned twice."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from graph.models import Document, Evidence, Fact

pytestmark = pytest.mark.django_db
LETTER = "# Letter\n\nAnna Weiss lives in Lisbon. Tomek Nowak works for Tidewater Press.\n"
CHANGED = "# Letter\n\nA new beginning. Anna Weiss lives in Lisbon. The press has closed.\n"


@pytest.fixture
def ingest(user, tmp_path):
    """Run the command over a folder and return what it prints."""

    def run(*more, **options) -> str:
        out, err = io.StringIO(), io.StringIO()
        call_command("ingest", str(tmp_path), *more, user=user.username, wait=True, stdout=out, stderr=err, **options)
        return out.getvalue() + err.getvalue()

    return run


def facts() -> dict[str, Fact]:
    return {fact.predicate: fact for fact in Fact.objects.select_related("subject").order_by("pk")}


def test_a_changed_file_is_a_new_version_whose_facts_stand_or_drift_a_t3(ingest, tmp_path, api):
    """A-T2, A-T3: the same document id; the fact whose words are still there leads to its new place."""
    (tmp_path / "letter.md").write_text(LETTER)
    first = ingest().split("\t")[0]
    assert set(facts()) == {"lives_in", "works_for"}
    (tmp_path / "letter.md").write_text(CHANGED)
    assert ingest().split("\t")[0] == first
    document = api.get(f"/documents/{first}")[1]
    assert (document["status"], document["title"]) == ("ready", "Letter")
    assert len(document["metadata"]["versions"]) == 1
    assert Document.objects.get().text == CHANGED
    stands, drifted = facts()["lives_in"], facts()["works_for"]
    assert "drifted" not in stands.metadata
    assert drifted.metadata["drifted"]["document"] == first
    [quote] = Evidence.objects.filter(fact=stands)
    assert quote.chunk.text[quote.start : quote.end] == quote.quote
    assert Evidence.objects.get(fact=drifted).chunk is None
    assert Fact.objects.count() == 2


def test_words_that_are_back_make_the_fact_whole_again_a_t3(ingest, tmp_path):
    for text in (LETTER, CHANGED, LETTER + "\nMore.\n"):
        (tmp_path / "letter.md").write_text(text)
        ingest()
    assert all("drifted" not in fact.metadata for fact in facts().values())


def test_what_was_rejected_is_not_proposed_again_after_reading_anew(ingest, tmp_path, api):
    (tmp_path / "letter.md").write_text(LETTER)
    ingest()
    api.post("/facts/decide", {"ids": [str(facts()["lives_in"].pk)], "decision": "reject"})
    (tmp_path / "letter.md").write_text(CHANGED)
    ingest()
    assert Fact.objects.filter(predicate="lives_in").count() == 1
    assert facts()["lives_in"].status == "rejected"


def test_an_unchanged_file_is_not_read_again_a_t2(ingest, tmp_path, monkeypatch):
    (tmp_path / "letter.md").write_text(LETTER)
    first = ingest()
    monkeypatch.setattr("graph.documents.splitting.split", lambda *_: pytest.fail("it was read again"))
    assert ingest().split("\t")[0] == first.split("\t")[0]
    assert Document.objects.count() == 1


def test_files_of_the_same_name_in_two_folders_are_two_documents(ingest, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "notes.md").write_text(f"Words of {folder}.")
    ingest()
    assert Document.objects.count() == 2


def test_a_program_replaces_a_document_by_its_id(api, other_api, work):
    pk = api.post("/documents", {"text": LETTER})[1]["id"]
    work()
    assert other_api.post("/documents", {"text": CHANGED, "replaces": pk})[0] == 404
    status, answer = api.post("/documents", {"text": CHANGED, "replaces": pk})
    assert (status, answer["id"]) == (202, pk)
    work()
    assert api.get(f"/documents/{pk}/chunks")[1]["items"][0]["text"].startswith("A new beginning.")


def test_an_estimate_without_reading(ingest, tmp_path):
    (tmp_path / "letter.md").write_text(LETTER * 100)
    said = ingest("--dry-run", extract=True)
    assert said.startswith("1 file, about 11 passages")
    assert "3 questions to the language model" in said
    assert Document.objects.count() == 0


def test_every_file_that_cannot_be_read_is_named_and_the_rest_goes_on(ingest, tmp_path):
    (tmp_path / "good.md").write_text("Words.")
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 cut")
    (tmp_path / "empty.docx").write_bytes(b"")
    said = ingest()
    assert "Refused" in said
    assert "The PDF is damaged or cut off." in said
    assert "The file is empty." in said
    assert Document.objects.filter(status="ready").count() == 1
