"""Documents: text in, passages with mentions and links out, found by a question."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph import claims
from graph.curation import names
from graph.documents import chunk, mentions, params, parse, titles
from graph.models import Document, DocumentReference, Entity, Evidence
from graph.projections import embed
from graph.retrieval.seeding import seeds

ATLAS = """# Harbour Atlas

The atlas is printed by Tidewater Press on Munken Pure paper.

## Binding

Mira Okafor binds the run of 400 copies by March. See [the letters](letters.md) and [[Paper samples]].
"""
LETTERS = "# Letters\n\nTomek wrote about walnuts and the ferry to Gdynia."
PAPER = "# Paper samples\n\nUncoated stock, 120 g, from the mill at Munkedal."


def give(api, text: str, source: str, **options) -> str:
    status, answer = api.post("/documents", {"text": text, "source": source, "options": options})
    assert status == 202, answer
    return answer["id"]


def test_a_document_becomes_passages_with_headings_and_offsets_o73(api, work):
    pk = give(api, ATLAS, "atlas.md")
    assert api.get(f"/documents/{pk}")[1]["status"] == "queued"
    work()
    document = api.get(f"/documents/{pk}")[1]
    assert (document["status"], document["title"], document["chunk_count"]) == ("ready", "Harbour Atlas", 2)
    chunks = api.get(f"/documents/{pk}/chunks")[1]["items"]
    assert [one["prefix"] for one in chunks] == ["Harbour Atlas", "Harbour Atlas › Binding"]
    text = Document.objects.get(pk=pk).text
    assert [text[one["start"] : one["end"]] for one in chunks] == [one["text"] for one in chunks]


def test_a_passage_begins_and_ends_with_a_word_and_its_offsets_say_where(api, work):
    pk = give(api, "# Tides\n\n\t  The tide turns at noon.  \n\n# Winds\n\n    It blows from the west.\n\n", "tides.md")
    work()
    chunks = api.get(f"/documents/{pk}/chunks")[1]["items"]
    assert [one["text"] for one in chunks] == ["The tide turns at noon.", "It blows from the west."]
    text = Document.objects.get(pk=pk).text
    assert [text[one["start"] : one["end"]] for one in chunks] == [one["text"] for one in chunks]


def test_a_question_finds_the_passage_and_says_where_it_stands(api, work, minilm):
    give(api, ATLAS, "atlas.md")
    give(api, LETTERS, "letters.md")
    work()
    _, answer = api.post("/retrieve", {"query": "Who does the bookbinding?"})
    passage = next(item for item in answer["items"] if item["kind"] == "chunk")
    assert "Mira Okafor binds" in passage["text"]
    assert passage["evidence"][0]["title"] == "Harbour Atlas"


def test_passages_are_linked_to_the_entities_they_name_whichever_came_first_n8_n18(api, work):
    """A-J7."""
    api.post("/entities", {"name": "Tidewater Press"})
    give(api, ATLAS, "atlas.md")
    work()
    later = api.post("/entities", {"name": "Mira Okafor"})[1]["id"]
    work()
    assert api.get(f"/entities/{later}")[1]["mention_count"] == 1
    early = api.post("/entities/resolve", {"text": "tidewater press"})[1]["resolved"]
    assert api.get(f"/entities/{early}")[1]["mention_count"] == 1


def test_links_and_wikilinks_become_references_once_both_ends_exist_t21(api, work, now):
    import datetime as dt

    from graph import jobs

    give(api, ATLAS, "notes/atlas.md")
    give(api, LETTERS, "notes/letters.md")
    give(api, PAPER, "notes/paper.md")
    work()
    jobs.work(lambda: now + dt.timedelta(seconds=10))
    pairs = DocumentReference.objects.values_list("source__title", "target__title")
    assert sorted(pairs) == [("Harbour Atlas", "Letters"), ("Harbour Atlas", "Paper samples")]


@pytest.mark.django_db(transaction=True)
def test_others_can_write_while_a_long_text_is_cut_into_passages(api, work, monkeypatch):
    """SQLite has one writer: whoever chats meanwhile would wait as long as the words of two megabytes are counted."""
    counted, held = embed.count_tokens, []

    def counting(text: str) -> int:
        held.append(connection.in_atomic_block)
        return counted(text)

    monkeypatch.setattr(embed, "count_tokens", counting)
    pk = give(api, ATLAS, "atlas.md")
    work()
    assert api.get(f"/documents/{pk}")[1]["chunk_count"] == 2
    assert set(held) == {False}


@pytest.mark.django_db(transaction=True)
def test_others_can_write_while_names_and_titles_are_looked_for(api, work, monkeypatch):
    """In a book of two megabytes that took twenty seconds, and an answer waited for it as for any writer."""
    cut, held = seeds.words, []

    def cutting(text: str) -> list[str]:
        held.append(connection.in_atomic_block)
        return cut(text)

    api.post("/entities", {"name": "Mira Okafor"})
    give(api, LETTERS, "letters.md", learn=False)
    work()
    monkeypatch.setattr(mentions, "words", cutting)
    monkeypatch.setattr(titles, "words", cutting)
    give(api, "# Press\n\nMira Okafor copies Letters.", "press.md", learn=False)
    work()
    assert DocumentReference.objects.filter(target__title="Letters", chunk__isnull=False).count() == 1
    assert Entity.objects.get(name="Mira Okafor").mention_count == 1
    assert set(held) == {False}


def test_a_passage_with_many_names_is_linked_in_few_statements(api, work):
    """Others wait to write meanwhile, and a page of a diary names everybody."""
    people = ["Mira Okafor", "Tomek Wrona", "Ingrid Dahl", "Pavel Novak", "Rosa Silva", "Umar Aziz"]
    for name in people:
        api.post("/entities", {"name": name})
    work()
    with CaptureQueriesContext(connection) as asked:
        give(api, f"# Guests\n\n{', '.join(people)} came. Mira Okafor left.", "guests.md", learn=False)
        work()
    assert set(Entity.objects.filter(name__in=people).values_list("mention_count", flat=True)) == {1}
    assert sum('UPDATE "graph_entity"' in one["sql"] for one in asked) == 1


def test_a_long_document_is_linked_group_by_group_and_its_lease_is_kept(api, work, monkeypatch):
    """However often it names a title, all its passages that do are linked, as those of a short one are."""
    monkeypatch.setattr(params, "LINKED_AT_ONCE", 2)
    monkeypatch.setattr(params, "TITLE_COMMON", 3)
    beats, groups, beating, link = [], [], claims.beating, mentions.link_chunks
    monkeypatch.setattr(claims, "beating", lambda *of: lambda: (beats.append(len(groups)), beating(*of)())[1])
    monkeypatch.setattr(mentions, "link_chunks", lambda *of: (groups.append(len(of[1])), link(*of))[1])
    give(api, LETTERS, "letters.md", learn=False)
    work()
    groups.clear()
    give(api, "\n\n".join(f"# Part {n}\n\nPart {n} copies Letters." for n in range(5)), "press.md", learn=False)
    work()
    assert groups == [2, 2, 1]
    assert {1, 2, 3} <= set(beats)
    assert DocumentReference.objects.filter(target__title="Letters", chunk__isnull=False).count() == 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("gone", "where"), [("entities", names), ("documents", titles)])
def test_what_goes_while_it_is_looked_for_is_not_linked(api, work, monkeypatch, gone, where):
    """Nothing is locked meanwhile: an entry or a document may be deleted between being found and being written."""
    ids = {"entities": api.post("/entities", {"name": "Mira Okafor"})[1]["id"]}
    ids["documents"] = give(api, LETTERS, "letters.md", learn=False)
    work()
    matches, deleted = where.matches, []

    def found(*asked):
        by_name = matches(*asked)
        if by_name and not deleted:
            deleted.append(api.delete(f"/{gone}/{ids[gone]}")[0])
        return by_name

    monkeypatch.setattr(where, "matches", found)
    pk = give(api, "# Press\n\nMira Okafor copies Letters.", "press.md", learn=False)
    work()
    assert deleted == [200]
    assert api.get(f"/documents/{pk}")[1]["status"] == "ready"
    assert DocumentReference.objects.filter(chunk__isnull=False).exists() == (gone == "entities")
    assert Evidence.objects.filter(entity__isnull=False, document=pk).exists() == (gone == "documents")


def test_the_same_content_is_one_document(api, work):
    pk = give(api, ATLAS, "atlas.md")
    work()
    assert api.post("/documents", {"text": ATLAS, "source": "copy.md"})[1]["id"] == pk
    assert Document.objects.count() == 1


def test_neighbouring_passages_are_linked_when_asked_o20_o21(api, work):
    pk = give(api, "\n\n".join(f"# Part {n}\n\nText of part {n}." for n in range(4)), "parts.md", sequence_edges=True)
    work()
    assert api.get(f"/documents/{pk}")[1]["edge_count"] == 3


def test_reading_again_changes_nothing(api, work, now):
    from graph import jobs

    pk = give(api, ATLAS, "atlas.md")
    work()
    before = api.get(f"/documents/{pk}/chunks")[1]
    jobs.enqueue(kind="ingest", key=pk, user_id=Document.objects.get().user_id, payload={"document": int(pk)}, now=now)
    work()
    assert api.get(f"/documents/{pk}/chunks")[1] == before


def test_a_deleted_document_leaves_confirmed_facts_with_their_quotes(api, work):
    pk = give(api, ATLAS, "atlas.md")
    work()
    quote = {"quote": "The atlas is printed by Tidewater Press", "document": pk}
    fact = {
        "subject": {"name": "Atlas"},
        "predicate": "printed_by",
        "object": {"name": "Tidewater Press"},
        "evidence": [quote],
    }
    kept = api.post("/facts", fact)[1]["id"]
    api.delete(f"/documents/{pk}")
    assert api.get(f"/documents/{pk}")[0] == 404
    evidence = api.get(f"/facts/{kept}")[1]["evidence"]
    assert [(one["quote"], one["document"]) for one in evidence] == [(quote["quote"], None)]


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("empty.txt", b"  \n", "empty"),
        ("photo.md", bytes(range(256)) * 40, "binary"),
        ("paper.exe", b"MZ...", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_in_one_sentence(api, client, name, data, why):
    file = SimpleUploadedFile(name, data)
    answer = client.post("/api/v1/documents", {"file": file}, headers=api.headers)
    assert answer.status_code == 422
    assert why in answer.json()["detail"][0]["msg"]
    assert Document.objects.count() == 0


def test_what_comes_beside_a_file_is_kept_or_refused_and_never_passed_over(api, client):
    def send(files=1, **fields):
        given = [SimpleUploadedFile(f"{number}.md", b"Kelp grows.") for number in range(files)]
        answer = client.post("/api/v1/documents", {"file": given, **fields}, headers=api.headers)
        return answer.status_code, answer.json()

    for refused in (
        send(files=2),
        send(colour="red"),
        send(title="x" * 501),
        send(metadata="[1]"),
        send(replaces="999"),
        send(options='{"colour": 1}'),
    ):
        assert refused[0] in (404, 422), refused
    assert Document.objects.count() == 0

    status, answer = send(title="Kelp", source="sea/kelp.md", metadata='{"page": 3}', options='{"learn": false}')

    assert (status, answer["title"], answer["source"], answer["metadata"]) == (202, "Kelp", "sea/kelp.md", {"page": 3})
    assert answer["options"]["learn"] is False


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "utf-8-sig"])
def test_a_file_is_read_in_any_common_encoding(encoding):
    assert parse.decode("Café – Größe".encode(encoding), "note.txt") == "Café – Größe"


def test_no_passage_outgrows_the_model_and_no_word_is_lost():
    text = "\n\n".join(["word " * 700, "Sentence one. " * 120, "字" * 900, "# Head\n\nShort."])
    pieces = chunk.split(text, title="Long", count_tokens=embed.count_tokens)
    assert all(embed.count_tokens(f"{chunk.prefix('Long', one.headings)}\n{one.text}") <= 254 for one in pieces)
    kept = "".join("".join(one.text.split()) for one in pieces)
    assert kept == "".join(text.replace("# Head", "").split())


PLAIN = "1. Hours\n\n{hours}\n\n2. Leave\n\n{leave}\n"
HOURS, LEAVE = "We open at eight. " * 4, "Everyone has 27 days. " * 4


@pytest.mark.parametrize("between", ["\n\n", "\n"], ids=["paragraphs", "lines of a page"])
def test_a_heading_that_nothing_marks_stays_with_what_it_heads(between):
    """A passage that ends in "2. Leave" is found for leave, and says nothing of it."""
    text = PLAIN.format(hours=HOURS.strip(), leave=LEAVE.strip()).replace("\n\n", between)
    pieces = chunk.split(text, title="", count_tokens=lambda words: len(words.split()), limit=22)
    assert [piece.text.split(between)[0].split("\n")[0] for piece in pieces] == ["1. Hours", "2. Leave"]
    assert [text[piece.start : piece.end] for piece in pieces] == [piece.text for piece in pieces]


def test_a_heading_for_which_there_is_no_room_is_no_passage_by_itself():
    text = f"{HOURS.strip()}\n\n2. Leave\n\n{'day ' * 21}\n"
    pieces = chunk.split(text, title="", count_tokens=lambda words: len(words.split()), limit=22)
    assert [piece.text.split("\n")[-1].strip() for piece in pieces] == ["2. Leave", ("day " * 21).strip()]


def test_a_paragraph_that_leads_to_a_list_or_to_code_stays_with_it():
    text = (
        f"{HOURS.strip()}\n\nTwo ways are supported:\n\n* by post, which takes a day\n* by hand, which takes an hour\n"
    )
    pieces = chunk.split(text, title="", count_tokens=lambda words: len(words.split()), limit=22)
    assert [piece.text.split("\n")[0] for piece in pieces] == [HOURS.strip(), "Two ways are supported:"]


def test_a_heading_is_read_without_its_attributes():
    text = "# Limits {: #limits .rule }\n\nTen a day.\n\n## Of files {#files}\n\nOne {a} day.\n"
    pieces = chunk.split(text, title="Limits", count_tokens=lambda words: len(words.split()))
    assert [piece.headings for piece in pieces] == [("Limits",), ("Limits", "Of files")]
    assert pieces[1].text == "One {a} day."


@pytest.mark.parametrize(
    ("heading", "title"),
    [("# C\\#", "C#"), ("# C#", "C#"), ("# Notes ##", "Notes"), ("#  2 \\* 3 = 6  #", "2 * 3 = 6"), ("# a\\b", "a\\b")],
)
def test_a_title_is_read_as_markdown_reads_it(heading, title):
    assert parse.title_of(f"{heading}\n\nText.", "file.md") == title
