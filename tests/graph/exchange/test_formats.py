"""Every format in: what it brings, what it refuses, and that nothing is written twice or confirmed."""

from __future__ import annotations

import datetime as dt
import io
import struct
from math import ceil

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from assistant.models import Conversation, Message
from graph import jobs
from graph.documents import newer
from graph.exchange import incoming, packed, report
from graph.models import Change, Chunk, Document, Entity, EntityAlias, Fact
from graph.statements import select
from tests.conftest import NOW
from tests.graph.exchange import samples
from tests.graph.exchange.moving import SAMPLES, stated, take

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("at_once", [500, 1])
def test_a_dry_run_tells_what_the_import_makes_and_a_second_run_changes_nothing(user, name, at_once, monkeypatch):
    """Facts, entries, documents and conversations, whatever was read in one go."""
    monkeypatch.setattr(incoming, "AT_ONCE", at_once)
    dry = take(user, name, dry_run=True)
    assert dry["counts"]["records"] > 0
    assert Entity.objects.filter(is_self=False).count() == 0
    assert Fact.objects.count() == Document.objects.count() == Conversation.objects.count() == 0
    first = take(user, name)
    assert first["counts"] == dry["counts"]
    assert first["refused"] == dry["refused"]
    counts = [one.objects.count() for one in (Entity, EntityAlias, Fact, Document, Conversation, Message, Chunk)]
    assert take(user, name, dry_run=True)["counts"]["standing"] > 0
    second = take(user, name)
    assert second["counts"]["facts"] == second["counts"]["documents"] == second["counts"]["conversations"] == 0
    assert [
        one.objects.count() for one in (Entity, EntityAlias, Fact, Document, Conversation, Message, Chunk)
    ] == counts
    assert set(Fact.objects.values_list("status", flat=True)) <= {"staged"}
    assert set(Change.objects.exclude(verb="begin").values_list("actor", flat=True)) <= {"import"}


@pytest.mark.parametrize("name", [*SAMPLES, "native", "maig"])
@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02\xff" * 50, b"PK\x03\x04broken", b"[" * 200_000, b"{}", b"[1, 2]"])
def test_a_file_of_something_else_is_refused_in_one_sentence_or_row_by_row(user, name, data):
    told, counts = "", {}
    try:
        counts = take(user, name, data)["counts"]
    except ValueError as refusal:
        told = str(refusal)
    if told:
        assert 10 < len(told) < 400
    else:
        assert name == "markdown" or counts["refused"] == counts["records"]
    assert Fact.objects.count() == 0


def test_memory_jsonl(user):
    bad = b'{"type":"dragon"}\nnot json\n{"type":"entity"}\n'
    report = take(user, "memory-jsonl", samples.MEMORY + b"\n" + bad)
    assert stated() == {
        ("Anna", "observation", "Plays the cello"), ("Anna", "observation", "Born in Porto"), ("Anna", "works_at", "Acme"),
    }  # fmt: skip
    assert Entity.objects.get(name="Acme").type == "organization"
    assert [row["row"] for row in report["refused"]] == ["4", "5", "6"]


def test_a_vault_becomes_documents_and_what_its_front_matter_states(user, work, minilm):
    report = take(user, "markdown")
    assert set(Document.objects.values_list("title", "source", "kind")) == {
        ("Anna", "People/Anna.md", "import"), ("Lisbon", "Lisbon.md", "import"),
        ("Broken", "Broken.md", "import"), ("Bomb", "Bomb.md", "import"),
    }  # fmt: skip
    assert stated() >= {
        ("Anna", "lives_in", "Lisbon"), ("Anna", "age", "41"), ("Anna", "likes", "tea"), ("Anna", "likes", "Jazz"),
    }  # fmt: skip
    anna = Entity.objects.get(name="Anna")
    assert (anna.type, anna.aliases.get(kind="alias").text) == ("person", "Annie")
    assert Fact.objects.get(predicate="age").evidence.get().quote == "age: 41"
    assert {row["row"] for row in report["refused"]} == {"Broken.md", "Bomb.md", "Empty.md"}
    work()
    jobs.work(lambda: NOW + dt.timedelta(minutes=1))
    links = set(Document.objects.get(title="Lisbon").references_out.values_list("target__title", flat=True))
    assert links == {"Anna"}


@pytest.mark.parametrize(("name", "words"), [("chatgpt", "Cacilhas"), ("claude", "fig trees")])
def test_exported_conversations_come_with_their_own_dates_and_are_found(user, name, words, work, minilm):
    from graph.retrieval.pipeline import retrieve

    report = take(user, name)
    assert (report["counts"]["conversations"], report["counts"]["messages"], report["counts"]["refused"]) == (1, 2, 1)
    talk = Conversation.objects.get()
    said, answered = talk.messages.order_by("pk")
    assert (said.role, answered.role, answered.reply_to) == ("user", "assistant", said)
    assert "thrown away" not in answered.text
    moment = {"chatgpt": dt.datetime(2023, 11, 14, 22, 13, 21, tzinfo=dt.UTC)}.get(name)
    assert said.created_at == (moment or dt.datetime(2024, 5, 1, 10, 0, 1, tzinfo=dt.UTC))
    assert Chunk.objects.get().created_at == said.created_at
    work()
    assert words in retrieve(user=user, query=f"What about {words}?", now=NOW).narrative
    assert Fact.objects.count() == 0


def test_mem0(user):
    report = take(user, "mem0")
    assert stated() == {("Ines", "observation", "Prefers window seats"), ("Anna", "sister_of", "Tom")}
    assert Fact.objects.get(predicate="observation").metadata["categories"] == ["travel"]
    assert len(report["refused"]) == 2


def test_contacts(user):
    report = take(user, "vcard")
    assert stated(subject__name="Anna Reis") == {
        ("Anna Reis", "works_for", "Acme"), ("Anna Reis", "email", "anna@example.org"), ("Anna Reis", "phone", "+351 1"),
        ("Anna Reis", "birthday", "1985-03-02"), ("Anna Reis", "address", "1 Rua, Lisbon, 1000, Portugal"),
    }  # fmt: skip
    assert Entity.objects.get(name="Tom Ek").type == "person"
    assert [row["row"] for row in report["refused"]] == ["2"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("BDAY:--0412", ("birthday", "12 April")),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", ("birthday", "12 April")),
        ("BDAY:1604-04-12", ("birthday", "1604-04-12")),
        ("BDAY:--9912", ("birthday", "--9912")),
        ("TEL;VALUE=uri:tel:+1-555", ("phone", "+1-555")),
        ("ADR:;;Hauptstr. 5;Bonn;;53111;", ("address", "Hauptstr. 5, Bonn, 53111")),
    ],
)
def test_contacts_as_address_books_of_telephones_write_them(user, line, said):
    """A birthday without its year is none of the year 1604."""
    take(user, "vcard", f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bo\r\n{line}\r\nEND:VCARD\r\n".encode())
    assert stated() == {("Bo", *said)}


def test_a_calendar(user):
    report = take(user, "ics")
    event = "Dentist (2026-04-01)"
    assert stated() >= {
        (event, "starts", "2026-04-01T10:00:00+00:00"), (event, "takes_place_in", "Rua Augusta"),
        ("Anna Reis", "takes_part_in", event), (event, "repeats", "FREQ=YEARLY"), ("Day off (2026-05-01)", "starts", "2026-05-01"),
    }  # fmt: skip
    assert [row["row"] for row in report["refused"]] == ["2"]


def test_linked_data_is_read_and_nothing_is_fetched(user):
    take(user, "jsonld")
    assert stated() == {("Anna", "knows", "Tom"), ("Anna", "birthDate", "1985-03-02")}
    assert EntityAlias.objects.get(kind="external", scheme="iri", entity__name="Tom").text == "https://example.org/tom"
    with pytest.raises(ValueError, match="fetched"):
        take(user, "jsonld", b'{"@context": "https://elsewhere.example/c.jsonld", "name": "x"}')


def test_a_table_with_bad_rows_loses_only_those(user):
    report = take(user, "csv")
    assert stated() == {
        ("Anna", "lives_in", "Lisbon"), ("Anna", "age", "41"), ("Anna", "said", 'Hello, "you"\nthere'), ("Tom", "knows", "Anna"),
    }  # fmt: skip
    assert [row["row"] for row in report["refused"]][:1] == ["6"]
    assert len(report["refused"]) == 6
    with pytest.raises(ValueError, match="first row"):
        take(user, "csv", b"a,b\n1,2\n")


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_a_table_is_read_with_commas_semicolons_or_tabs(user, between):
    """The last as cells are copied out of a table program; where the comma is in numbers, it is in these too."""
    share = "0,9" if between == ";" else "0.9"
    rows = [["Subject", "predicate", "VALUE", "confidence"], ["Anna", "says", "so", share]]
    take(user, "csv", "\r\n".join(map(between.join, rows)).encode())
    assert stated() == {("Anna", "says", "so")}
    assert Fact.objects.get().confidence == 0.9


def test_bombs_locks_and_crowds_in_a_zip_are_refused(user, monkeypatch):
    bomb = samples.zipped({"bomb.md": "x" * 3_000_000, "good.md": "A good note."})
    report = take(user, "markdown", bomb)
    why = "The file is packed so densely that it is taken for a bomb."
    assert (report["counts"]["documents"], report["refused"]) == (1, [{"row": "bomb.md", "msg": why}])
    monkeypatch.setattr(packed, "MOST_FILES", 1)
    with pytest.raises(ValueError, match="2 files"):
        take(user, "markdown", bomb)
    monkeypatch.setattr(packed, "MOST_FILES", 10)
    monkeypatch.setattr(packed, "LARGEST_WHOLE", 5)
    with pytest.raises(ValueError, match="1 GB"):
        take(user, "markdown", bomb)


def test_a_file_of_a_zip_whose_path_goes_up_is_named_as_not_read(user):
    data = samples.zipped({"vault/good.md": "A good note.", "vault/../../up.md": "Out of it.", "../map.png": "",
                           "../.trash/old.md": "Thrown away.", "vault/.obsidian/notes.md": "Hidden."})  # fmt: skip
    report = take(user, "markdown", data)
    why = "Its path goes up by “..”, so it was not read."
    assert (report["counts"]["documents"], report["refused"]) == (1, [{"row": "../../up.md", "msg": why}])
    assert report["remarks"] == [{"row": "../map.png", "msg": "Not a note, so it was not read."}]
    assert Document.objects.get().source == "good.md"  # what leads out of the folder has no say in which one it is


def test_a_file_of_a_zip_that_is_too_large_or_lies_about_its_size_is_not_taken():
    data = samples.zipped({"fits.md": "x" * 10, "large.md": "x" * 3_000_000})
    found = {one.name: (len(one.data), one.why) for one in packed.files(io.BytesIO(data), (".md",), largest=2_000_000)}
    assert found == {"fits.md": (10, ""), "large.md": (0, "The file is larger than 1 MB.")}
    lie = bytearray(samples.zipped({"lie.md": "x" * 5_000}))
    for header, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", lie, lie.index(header) + place, 10)
    (one,) = packed.files(io.BytesIO(lie), (".md",), largest=100)
    assert (one.data, one.why) == (b"", "The file is damaged: Bad CRC-32 for file 'lie.md'")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server counts its tables by itself")
def test_an_import_leaves_the_database_knowing_how_large_its_tables_are(user):
    """Else it takes the index of the owner, and reads all that is theirs."""
    notes = {
        f"{number}.md": f"---\noars: {number}\n---\nBoat {number}.\n" for number in range(min(incoming.LOOKS) // 2)
    }
    take(user, "markdown", samples.zipped(notes))
    known = select("SELECT stat FROM sqlite_stat1 WHERE idx LIKE 'graph_evidence_user_id%%'")
    assert [stat for (stat,) in known] == [f"{len(notes)} {len(notes)}"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server has its own plans")
def test_a_question_about_one_document_does_not_read_all_quotes_of_its_owner():
    """Of an import all quotes are in no passage; 5,000 documents would read them 5,000 times."""
    plan = select(f"EXPLAIN QUERY PLAN {newer._UNPLACED}", 1, 1)
    assert "document_id=?" in plan[0][3]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 second"),
        (119, "119 seconds"),
        (120, "2 minutes"),
        (640, "11 minutes"),
        (7_100, "118 minutes"),
        (7_300, "2 hours"),
    ],
)
def test_a_length_of_time_is_told_as_people_say_it(seconds, said):
    assert report.spelled(seconds) == said


def test_what_reading_takes_counts_every_document_fact_and_talk(user):
    """Golden: 40,000 characters in 60 notes, 600 facts of 300 new entries, two talks: 4 + 6 + 2 + 3 + 2 seconds."""
    taken = report.Taken(characters=40_000, learned=30_000, documents=60, facts=600, entities=300, conversations=2)
    assert taken.seconds == 17


def test_of_a_book_only_its_beginning_is_counted_as_learned_from(user):
    """Golden: 100,000 characters are embedded in 10 seconds, 20,000 of them learned from in 4; one document."""
    note = samples.zipped({"Book.md": "It rained. " * 10_000})
    assert take(user, "markdown", note, dry_run=True)["seconds"] == ceil(109_999 / 10_000 + 4 + 1 / 30)


def test_a_folder_of_notes_from_the_command_line(user, tmp_path, capsys):
    for name, text in samples.NOTES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    call_command("import_memories", str(tmp_path), user="ines", format="markdown")
    told = capsys.readouterr()
    assert "4 documents" in told.out
    assert "Refused record Empty.md: The file is empty." in told.err
    call_command("import_memories", str(tmp_path), user="ines", format="markdown", dry_run=True)
    told = capsys.readouterr()
    assert told.out.startswith("12 records would become: 0 staged, 9 stood already, 3 refused; nothing was written.")
    with pytest.raises(CommandError, match="no format"):
        call_command("import_memories", str(tmp_path), user="ines", format="graphml")
