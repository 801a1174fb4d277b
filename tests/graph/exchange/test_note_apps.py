"""Notes of the programs that people kept them in before: Google Keep, Evernote and Notion."""

from __future__ import annotations

import datetime as dt
import io

import pytest

from graph.curation import said
from graph.exchange import keep
from graph.exchange.records import CannotRead
from graph.models import Document
from tests.graph.exchange import samples
from tests.graph.exchange.moving import SAMPLES

pytestmark = pytest.mark.django_db
NOTION = "0a1b2c3d4e5f60718293a4b5c6d7e8f9"


def notes() -> dict[str, Document]:
    return {one.title: one for one in Document.objects.filter(kind=Document.Kind.IMPORT)}


def told(report: dict, key: str) -> list[tuple[str, str]]:
    return [(row["row"], row["msg"]) for row in report[key]]


def test_a_note_of_keep_is_a_document_of_the_moment_at_which_it_was_changed(bring):
    report = bring("keep", SAMPLES["keep"])
    found = notes()
    assert set(found) == {"Boat key", "Oat milk", "Buy candles"}
    assert found["Boat key"].text == "The boat key hangs behind the clock.\n\nTides: https://tides.example/"
    assert found["Boat key"].metadata["tags"] == ["boat"]
    assert said.of_document(found["Boat key"].metadata) == dt.datetime(2023, 11, 14, 22, 13, 19, tzinfo=dt.UTC)
    assert found["Oat milk"].text == "- [ ] Oat milk\n- [x] Rye flour"
    assert told(report, "refused") == [
        ("Broken.json", "it is not JSON: Expecting property name enclosed in double quotes"),
        ("Empty.json", "The note is empty."),
    ]
    assert told(report, "remarks") == [
        ("Boat key.json", "What is attached to it was not read."),
        ("Old.json", "It lies in Keep's bin."),
        ("Takeout/Tasks/Tasks.json", "It is no note of Keep."),
        ("Takeout/Keep/1.jpg", "Pictures and recordings of notes are not read."),
    ]


def test_a_note_of_keep_that_changed_becomes_a_newer_version(bring):
    bring("keep", SAMPLES["keep"])
    changed = {**samples.KEEP, "Takeout/Keep/Boat key.json": samples.KEEP["Takeout/Keep/Boat key.json"].replace(
        "behind the clock", "with Kai"
    )}  # fmt: skip
    report = bring("keep", samples.zipped(changed))
    assert (report["counts"]["documents"], report["counts"]["changed"], report["counts"]["standing"]) == (0, 1, 2)
    assert "with Kai" in notes()["Boat key"].text


def test_a_file_without_a_note_of_keep_says_what_is_wanted():
    with pytest.raises(CannotRead, match="Google Takeout packs"):
        list(keep.read(io.BytesIO(samples.zipped({"Takeout/Tasks/Tasks.json": "{}"}))))


def test_a_note_of_evernote_is_a_document_with_its_boxes_and_nothing_is_fetched_for_it(bring):
    report = bring("enex", samples.ENEX)
    found = notes()
    assert set(found) == {"Winter storage", "Leak"}, "what the file refers to stands in no title"
    assert found["Winter storage"].text.split("\n\n") == [
        "# Prices", "The boat is stored at the Hamlet marina.", "- [x] Pay the deposit", "- [ ] Book the crane",
        "From: https://marina.example/prices",
    ]  # fmt: skip
    assert found["Winter storage"].metadata["tags"] == ["boat"]
    assert said.of_document(found["Winter storage"].metadata) == dt.datetime(2023, 10, 13, 9, tzinfo=dt.UTC)
    assert told(report, "refused") == [("Untitled", "The note is empty.")]
    assert told(report, "remarks") == [
        ("Winter storage", "What is attached to it was not read."),
        ("Winter storage", "A part of it is encrypted, and was not read."),
    ]


def test_of_an_evernote_file_that_breaks_off_the_whole_notes_are_kept(bring):
    report = bring("enex", samples.ENEX[: samples.ENEX.index(b"<note><title>Leak")] + b"<note><title>Cut")
    assert set(notes()) == {"Winter storage"}
    assert "damaged from line" in told(report, "refused")[-1][1]


@pytest.mark.parametrize("data", [b"", b"plain words", b"<en-export></en-export>", b"\x00\xff"])
def test_what_is_no_evernote_file_says_what_is_wanted(bring, data):
    assert "Evernote writes one" in bring("enex", data)["error"]


def test_a_page_of_notion_is_called_by_its_title_and_a_zip_of_zips_says_what_to_do(bring):
    page = f"Boats/Boat log {NOTION}.md"
    bring("markdown", samples.zipped({page: "# Boat log\n\nThe sail maker is Arne Vik.", "a.md": "Another."}))
    assert set(notes()) == {"Boat log", "a"}
    assert notes()["Boat log"].source == page
    report = bring("markdown", samples.zipped({"Part-1.zip": samples.zipped({page: "# Boat log"})}))
    assert "Unpack it, and bring in each zip" in report["error"]
