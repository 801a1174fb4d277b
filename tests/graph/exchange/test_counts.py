"""What an import says that it made, and what it says of rows that it cannot take."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

CSV = "subject,predicate,object,value\nRook Ltd,makes,,bolts\nRook Ltd,owned_by,Mira Sol,\nMira Sol,knows,Otto Fin,\n"
CALENDAR = """BEGIN:VCALENDAR\r\nVERSION:2.0\r\n%s\r\nEND:VCALENDAR\r\n"""
EVENT = "BEGIN:VEVENT\r\nUID:1@x\r\nDTSTART:%s\r\nSUMMARY:Dentist\r\nLOCATION:Leuven\r\nEND:VEVENT"


def bring(api, work, format: str, content: str, dry_run: bool = False) -> dict:
    sent = {"file": SimpleUploadedFile("file", content.encode())}
    way = f"/api/v1/import?format={format}&dry_run={str(dry_run).lower()}"
    job = api.client.post(way, sent, headers=api.headers).json()
    work()
    return api.get(f"/imports/{job['id']}")[1]


@pytest.mark.parametrize(("format", "content"), [("csv", CSV), ("ics", CALENDAR % (EVENT % "20260401T090000Z"))])
def test_entities_that_facts_name_are_counted_before_and_after(api, work, format, content):
    before = api.get("/stats")[1]["entities"]
    told = bring(api, work, format, content, dry_run=True)["counts"]
    assert api.get("/stats")[1]["entities"] == before
    made = bring(api, work, format, content)["counts"]
    assert told == made
    assert api.get("/stats")[1]["entities"] - before == made["entities"] > 1
    assert bring(api, work, format, content)["counts"]["entities"] == 0


def test_a_name_of_many_batches_is_counted_once(api, work):
    rows = "".join(f"Rook Ltd,makes,,part {number}\n" for number in range(1100))
    content = f"subject,predicate,object,value\n{rows}"
    assert bring(api, work, "csv", content, dry_run=True)["counts"]["entities"] == 1


@pytest.mark.parametrize(
    ("format", "content", "why"),
    [
        ("memory-jsonl", '{"type": "entity", "name": "A"}\n{"type": "relation", "from": "A"}', "“relationType” is missing"),
        ("memory-jsonl", '{"type": "entity", "name": "A"}\nwords', "it is not JSON"),
        ("memory-jsonl", '{"type": "entity", "name": "A"}\n[1]', "a field is not of the kind that is expected"),
        ("chatgpt", json.dumps([{"title": "Boat"}]), "“mapping” is missing"),
        ("ics", CALENDAR % (EVENT % "next week"), "“next week” in DTSTART is no date"),
    ],
)  # fmt: skip
def test_a_refused_row_is_told_in_words_and_not_in_those_of_the_program(api, work, format, content, why):
    refused = bring(api, work, format, content)["refused"]
    assert len(refused) == 1
    assert why in refused[0]["msg"]
    assert "Error" not in refused[0]["msg"]


@pytest.mark.django_db(transaction=True)  # who answers writes from a thread of its own
def test_every_conversation_that_is_listed_is_counted(api, work):
    said = {
        "normal": "I don't know that",
        "read_only": "I don't know that",
        "incognito": "An incognito chat uses and keeps nothing",
    }
    for mode, beginning in said.items():
        status, answer = api.post("/chat", {"message": "Where do I live?", "mode": mode, "stream": False})
        assert status == 200
        assert answer["text"].startswith(beginning)
    assert api.get("/stats")[1]["conversations"] == len(api.get("/conversations")[1]["items"]) == 2
