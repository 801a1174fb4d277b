"""Far more than a person has: a folder of notes that link in a circle, and a document that is nothing but cells."""

from __future__ import annotations

import io
import os

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from graph.models import Document, DocumentReference
from graph.projections import embed
from tests.graph.documents import files

pytestmark = pytest.mark.django_db
NOTES = 5_000 if os.environ.get("FAULTS_FULL") else 150


@pytest.fixture
def _quick_vectors(monkeypatch):
    """Vectors are not what is tested here, and thousands take minutes."""

    def encode(texts, name=None):
        made = np.random.default_rng(1).normal(size=(len(texts), 384)).astype(np.float32)
        return made / np.linalg.norm(made, axis=1, keepdims=True)

    monkeypatch.setattr(embed, "encode", encode)


@pytest.mark.usefixtures("_quick_vectors")
def test_a_vault_with_a_link_cycle_is_read_whole_and_the_broken_note_is_named(user, tmp_path):
    """Each note links to the next and the last to the first; 5,000 of them in the long form (FAULTS_FULL=1)."""
    for number in range(NOTES):
        follower = (number + 1) % NOTES
        (tmp_path / f"Note {number}.md").write_text(f"Words of {number}. Next is [[Note {follower}]].\n")
    (tmp_path / "Broken.md").write_bytes(b"\x00\x01\x02" * 100)

    def ingest() -> tuple[str, str]:
        out, err = io.StringIO(), io.StringIO()
        call_command("ingest", str(tmp_path), user=user.username, wait=True, stdout=out, stderr=err)
        return out.getvalue(), err.getvalue()

    out, err = ingest()
    assert [line.split("\t")[1] for line in out.splitlines()] == ["ready"] * NOTES
    assert f"Refused {tmp_path / 'Broken.md'}: The file is binary, not text." in err
    linked = DocumentReference.objects.order_by("source", "target").values_list("source__title", "target__title")
    assert sorted(linked) == sorted((f"Note {number}", f"Note {(number + 1) % NOTES}") for number in range(NOTES))
    again, _ = ingest()
    assert again == out
    assert Document.objects.count() == NOTES


def test_a_word_document_of_a_million_cells_is_refused_in_a_sentence_and_the_next_is_read(api, client, work):
    """As it is, not with a smaller limit: a thousand rows of a thousand cells."""
    row = f"<w:tr>{'<w:tc><w:p><w:r><w:t>7</w:t></w:r></w:p></w:tc>' * 1000}</w:tr>"
    body = f"<w:body><w:tbl>{row * 1000}</w:tbl></w:body>"
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    data = files.packed({"word/document.xml": f'<w:document xmlns:w="{space}">{body}</w:document>'})
    said = []
    for name, words in (("cells.docx", data), ("good.txt", b"The next one is read.")):
        answer = client.post("/api/v1/documents", {"file": SimpleUploadedFile(name, words)}, headers=api.headers)
        work()
        said.append(api.get(f"/documents/{answer.json()['id']}")[1])
    assert [one["status"] for one in said] == ["failed", "ready"]
    assert said[0]["error"] == "The file unpacks to far more than its size, so it is not opened."
