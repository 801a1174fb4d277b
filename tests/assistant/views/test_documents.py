"""Adding files and reading them back."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graph.models import Chunk, Document
from graph.queries import documents as reading

pytestmark = pytest.mark.django_db


def upload(page, *files):
    return page.post(reverse("documents"), {"files": [SimpleUploadedFile(*file) for file in files]}, follow=True)


def test_an_empty_shelf_says_what_to_do_next(page):
    assert "No documents yet." in page.get(reverse("documents")).text


def test_several_files_are_added_and_wait_to_be_read(page):
    text = upload(page, ("notes.md", b"# Soundings\n\nThe bar of 1857."), ("list.txt", b"bread")).text
    assert "Added 2 files." in text
    assert set(Document.objects.values_list("title", "status")) == {("Soundings", "queued"), ("list", "queued")}
    assert text.count('hx-trigger="every 2s"') == 1


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (("empty.txt", b""), "empty.txt"),
        (("blob.txt", b"\x00\x01\x02\x03" * 50), "The file is binary, not text."),
        (("photo.png", b"\x89PNG"), "files cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_loses_no_other(page, file, says):
    text = upload(page, file, ("good.txt", b"bread and salt")).text
    assert says in text
    assert "Added 1 file." in text


def test_a_text_that_is_not_utf8_is_read(page):
    upload(page, ("old.txt", "Café".encode("cp1252")))
    assert Document.objects.get().text == "Café"


def test_a_file_with_the_text_of_another_is_told_with_the_others_name(page):
    upload(page, ("cod.txt", b"bread and salt"))
    text = upload(page, ("kelp.txt", b"bread and salt")).text
    assert "kelp.txt: Its text is that of “cod” (cod.txt), which stands for both." in text
    assert "Added" not in text
    assert "which stands for both" not in upload(page, ("cod.txt", b"bread and salt")).text


def test_no_file_says_so(page):
    assert "No file was chosen." in page.post(reverse("documents"), follow=True).text


@pytest.fixture
def letters(user, now) -> Document:
    document = Document.objects.create(
        user=user, title="Letters", sha256="1" * 64, status="ready", stage="learned", created_at=now
    )
    for position in range(3):
        Chunk.objects.create(
            user=user,
            document=document,
            position=position,
            text=f"Letter {position} <script>to Anna</script>",
            created_at=now,
        )
    return document


def test_a_document_shows_its_passages_as_words(page, letters):
    text = page.get(reverse("document", args=[letters.pk])).text
    assert "Letter 2 &lt;script&gt;to Anna&lt;/script&gt;" in text
    assert "3 passages" in text


def test_a_passage_is_shown_as_it_is_read_with_its_headings_and_its_code(page, letters):
    Chunk.objects.filter(document=letters, position=1).update(
        text="Two **ways** of [sending](../send):\n\n* by post\n* by hand\n\n```sh\nsend  <letter> | more\n```",
        metadata={"headings": ["Letters", "Sending"]},
    )
    text = page.get(reverse("document", args=[letters.pk])).text
    assert "Two ways of sending:<br>• by post<br>• by hand</div>" in text
    assert ">send  &lt;letter&gt; | more</pre>" in text
    assert "2 · Sending" in text


@pytest.mark.parametrize(
    ("status", "stage", "marks"),
    [
        ("queued", "received", ["now", "", "", "", "", ""]),
        ("processing", "chunked", ["done", "done", "now", "", "", ""]),
        ("processing", "embedded", ["done", "done", "done", "done", "now", ""]),
        ("failed", "chunked", ["done", "done", "fail", "", "", ""]),
        ("ready", "learned", []),
    ],
)
def test_a_stage_is_marked_by_what_is_finished(letters, status, stage, marks):
    from graph.queries.documents import stages

    letters.status, letters.stage = status, stage
    assert [one.state for one in stages(letters)] == marks


def test_a_line_is_asked_for_again_only_while_it_is_being_read(by_script, letters):
    address = reverse("document-card", args=[letters.pk])
    assert "hx-get" not in by_script.get(address).text
    Document.objects.filter(pk=letters.pk).update(status="processing", stage="chunked")
    assert f'hx-get="{address}"' in by_script.get(address).text


def test_a_failed_document_says_why_and_is_tried_again(page, letters):
    Document.objects.filter(pk=letters.pk).update(status="failed", stage="received", error="The file is binary.")
    assert "The file is binary." in page.get(reverse("documents")).text
    page.post(reverse("document-retry", args=[letters.pk]))
    letters.refresh_from_db()
    assert letters.status == "queued"


def test_a_document_is_removed(page, letters):
    page.post(reverse("document-remove", args=[letters.pk]))
    assert not Document.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_the_shelf_costs_the_same_with_one_and_with_three(page, user, now, count, django_assert_num_queries):
    for number in range(count):
        Document.objects.create(user=user, title="x", sha256=str(number), status="ready", created_at=now)
    with django_assert_num_queries(10):
        page.get(reverse("documents"))


def test_names_are_marked_and_links_told_with_their_reason(page, letters, user, now):
    """O28: the description stands beside the link, at both its ends; the page has an address for each."""
    from graph.curation import entities
    from graph.curation.recorder import Actor
    from graph.documents import mentions
    from graph.models import ChunkEdge

    anna = entities.create(user=user, name="Anna", type="person", by=Actor.person(user), now=now)
    one, two = letters.chunks.order_by("position")[:2]
    mentions.link_chunks(user, [one], now)
    ChunkEdge.objects.create(
        user=user, source=one, target=two, relation="depends_on", weight=0.9, description="<i>so</i>", created_at=now
    )
    text = page.get(reverse("document", args=[letters.pk])).text
    assert f'<a class="named" href="{reverse("entity", args=[anna.pk])}">Anna</a>' in text
    assert 'depends on <a class="num" href="#p2">passage 2</a>: <span class="serif" hx-ignore>&lt;i&gt;so' in text
    assert 'is needed by <a class="num" href="#p1">passage 1</a>' in text
    assert "This takes along 3 passages, 1 link" in text


def test_reading_is_stopped_and_gone_on_with(page, letters):
    Document.objects.filter(pk=letters.pk).update(
        status="processing", stage="embedded", metadata={"progress": {"done": 3, "total": 12}}
    )
    assert "Comparing 3 of 12" in page.get(reverse("documents")).text
    page.post(reverse("document-cancel", args=[letters.pk]))
    text = page.get(reverse("documents")).text
    assert "Reading was stopped." in text
    page.post(reverse("document-retry", args=[letters.pk]))
    assert Document.objects.get(pk=letters.pk).status == "queued"


def test_a_document_without_graph_says_so_and_can_be_tried_again(page, letters):
    Document.objects.filter(pk=letters.pk).update(status="ready_without_graph", error="The language model was silent.")
    text = page.get(reverse("documents")).text
    assert "The language model was silent." in text
    assert reverse("document-retry", args=[letters.pk]) in text


def test_while_files_are_read_the_shelf_asks_once_for_all_of_them_and_says_how_far_it_is(page):
    upload(page, ("a.md", b"One."), ("b.md", b"Two."))
    text = page.get(reverse("documents")).text
    assert text.count("hx-trigger") == 1
    assert "2 documents, 2 still being read" in text
    asked_again = page.get(reverse("documents"), headers={"HX-Request": "true"}).text
    assert asked_again.lstrip().startswith('<section id="shelf" hx-get="/documents/?page=1"')
    Document.objects.update(status="ready")
    assert "hx-trigger" not in page.get(reverse("documents")).text


def test_a_shelf_of_several_pages_is_narrowed_by_words_of_titles(page, monkeypatch):
    assert 'name="q"' not in page.get(reverse("documents")).text
    monkeypatch.setattr(reading, "PAGE", 1)
    upload(page, ("tides.txt", b"the bar of 1857"), ("bread.txt", b"salt"))
    assert 'name="q"' in page.get(reverse("documents")).text
    found = page.get(reverse("documents") + "?q=TIDE").text
    assert "1 document with “TIDE” in the title" in found
    assert ">tides</a>" in found
    assert ">bread</a>" not in found
    none = page.get(reverse("documents") + "?q=moss").text
    assert "No title says that." in none
    assert f"{reverse('search')}?q=moss" in none
