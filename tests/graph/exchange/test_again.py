"""An export that is brought in again, the same or edited: no doubles; what changed and what vanished is told."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graph import jobs
from graph.exchange.vanished import GONE
from graph.models import Change, Conflict, Entity, Fact
from tests.conftest import NOW
from tests.graph.exchange import moving, samples
from tests.graph.exchange.moving import stated
from tests.graph.exchange.test_calendars import calendar, entry

pytestmark = pytest.mark.django_db

RENT = ("UID:7", "SUMMARY:Pay rent", "DUE;VALUE=DATE:20260701")


def task(status: str, *more: str) -> bytes:
    return calendar(entry(*RENT, f"STATUS:{status}", *more, kind="VTODO"))


def contact(*lines: str) -> bytes:
    return "\r\n".join(["BEGIN:VCARD", "VERSION:3.0", "UID:7", "FN:Anna Reis", *lines, "END:VCARD", ""]).encode()


def vault(front: str) -> bytes:
    return samples.zipped({"Attic.md": f"---\n{front}\n---\nThe roof leaks.\n", "Other.md": "Nothing here."})


@pytest.mark.parametrize(
    ("format", "first", "then", "predicate", "was", "is_now"),
    [
        ("ics", task("NEEDS-ACTION"), task("COMPLETED"), "status", "to do", "done"),
        ("ics", task("NEEDS-ACTION"), task("NEEDS-ACTION").replace(b"20260701", b"20260705"), "due", "2026-07-01", "2026-07-05"),
        ("ics", task("NEEDS-ACTION", "LOCATION:Bank"), task("NEEDS-ACTION", "LOCATION:Post"), "takes_place_in", "Bank", "Post"),
        ("vcard", contact("ORG:Acme"), contact("ORG:Northlight"), "works_for", "Acme", "Northlight"),
        ("vcard", contact("BDAY:19850302"), contact("BDAY:19850303"), "birthday", "1985-03-02", "1985-03-03"),
        ("vcard", contact("TITLE:Clerk"), contact("TITLE:Head"), "job_title", "Clerk", "Head"),
    ],
)  # fmt: skip
def test_a_value_that_changed_takes_the_place_of_the_one_before_and_is_told(
    bring, api, format, first, then, predicate, was, is_now
):
    """Both stood side by side, and nothing said so."""
    bring(format, first)
    counted = bring(format, then, "true")
    report = bring(format, then)
    for told in (counted, report):
        assert next(row["msg"] for row in told["remarks"] if "now says" in row["msg"]).endswith(f"now says “{is_now}”.")
    values = {
        fact.object.name if fact.object else fact.value: fact.status
        for fact in Fact.objects.filter(predicate=predicate)
    }
    assert values == {was: "superseded", is_now: "staged"}
    assert not Conflict.objects.filter(state="open").exists()
    changes = Change.objects.count()
    again = bring(format, then)
    assert (again["counts"]["facts"], again["counts"]["entities"], again["remarks"], Change.objects.count()) == (
        0,
        0,
        [],
        changes,
    )
    assert api.post("/changes/undo", {"import": report["id"]})[0] == 200
    assert stated(status="staged", predicate=predicate) == {one for one in stated(predicate=predicate) if one[2] == was}


def test_a_status_that_changed_above_a_note_is_asked_about(bring, api):
    bring("markdown", vault("status: todo"))
    bring("markdown", vault("status: done"))
    [asked] = api.get("/conflicts")[1]["items"]
    assert {fact["value"] for fact in asked["facts"]} == {"todo", "done"}


def test_a_value_that_was_confirmed_is_asked_about(bring, api):
    bring("ics", task("NEEDS-ACTION"))
    ids = [str(Fact.objects.get(predicate="status").pk)]
    api.post("/facts/decide", {"ids": ids, "decision": "confirm"})
    report = bring("ics", task("COMPLETED"))
    assert [row["msg"].endswith("you confirmed the former, so both stand.") for row in report["remarks"]] == [True]
    assert [one["kind"] for one in api.get("/conflicts")[1]["items"]] != []
    assert set(Fact.objects.filter(predicate="status").values_list("value", "status")) == {
        ("to do", "confirmed"), ("done", "staged"),
    }  # fmt: skip


@pytest.mark.parametrize("format", sorted(moving.SAMPLES))
def test_the_same_file_twice_through_the_page_writes_nothing_the_second_time(client, user, format):
    client.force_login(user)
    for again in (False, True):
        before = (Change.objects.count(), Entity.objects.count(), Fact.objects.count())
        file = SimpleUploadedFile("it", moving.SAMPLES[format])
        assert client.post(reverse("moving-bring"), {"file": file, "format": format}).status_code == 302
        jobs.work(lambda: NOW, kinds=["import"])
        if again:
            assert (Change.objects.count(), Entity.objects.count(), Fact.objects.count()) == before
            page = client.get(reverse("moving")).text
            assert "now says" not in page
            assert GONE not in page


MEMORIES = [{"id": str(number), "memory": text} for number, text in enumerate(("Likes rye", "Skates", "Has a boat"))]


@pytest.mark.parametrize(
    ("format", "first", "then", "gone"),
    [
        ("csv", b"subject,predicate,value\nAnna,likes,tea\nAnna,likes,rye\nTom,owns,boat\n",
         b"subject,predicate,value\nAnna,likes,tea\nTom,owns,boat\n", ["Anna likes rye"]),
        ("mem0", json.dumps(MEMORIES).encode(), json.dumps(MEMORIES[:2]).encode(), ["Ines observation Has a boat"]),
        ("vcard", contact("ORG:Acme", "EMAIL:a@example.org", "TEL:1"), contact("ORG:Acme", "EMAIL:a@example.org"),
         ["Anna Reis has the phone number 1"]),
        ("ics", calendar(entry(*RENT, "STATUS:NEEDS-ACTION", kind="VTODO"),
                         entry("UID:8", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20260401", "DTEND;VALUE=DATE:20260403")),
         task("NEEDS-ACTION"), ["Fair (2026-04-01)"]),
    ],
)  # fmt: skip
def test_what_the_file_no_longer_has_is_told_by_name_and_stands(bring, format, first, then, gone):
    bring(format, first)
    facts = Fact.objects.count()
    for dry_run in ("true", "false"):
        report = bring(format, then, dry_run)
        assert [row["row"] for row in report["remarks"] if row["msg"] == GONE] == gone
    assert Fact.objects.filter(status="staged").count() == facts
    assert bring("csv", b"subject,predicate,value\nZoe,likes,salt\n")["remarks"] == []


def test_a_memory_that_was_edited_takes_the_place_of_what_waits_of_it(bring, api):
    """Both stood side by side. One without an id, or with another, is a memory of its own."""

    def memories(boat: str, *more: str) -> bytes:
        rows = [*MEMORIES[:2], {"id": "2", "memory": boat}, *({"memory": one} for one in more)]
        return json.dumps({"results": rows}).encode()

    bring("mem0", memories("Has a boat", "Sings"))
    report = bring("mem0", memories("Sold the boat", "Hums"))
    assert "It said “Has a boat” under “observation” when it was brought in, and now says “Sold the boat”." in {
        row["msg"] for row in report["remarks"]
    }
    assert set(Fact.objects.values_list("value", "status")) == {
        ("Likes rye", "staged"), ("Skates", "staged"), ("Sings", "staged"), ("Hums", "staged"),
        ("Has a boat", "superseded"), ("Sold the boat", "staged"),
    }  # fmt: skip
    ids = [str(Fact.objects.get(value="Sold the boat").pk)]
    api.post("/facts/decide", {"ids": ids, "decision": "confirm"})
    report = bring("mem0", memories("Has a canoe"))
    assert any(row["msg"].endswith("you confirmed the former, so both stand.") for row in report["remarks"])
    assert set(Fact.objects.filter(value__in=["Sold the boat", "Has a canoe"]).values_list("value", "status")) == {
        ("Sold the boat", "confirmed"), ("Has a canoe", "staged"),
    }  # fmt: skip


def test_what_is_called_off_since_takes_the_place_of_all_that_waits_of_it(bring, api):
    """When, where and with whom it is still stood beside that it is cancelled; others keep what is said of them."""
    fair = ("UID:8", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20260401", "LOCATION:Hall", "ATTENDEE;CN=Anna:mailto:a@x.org")
    gala = tuple(one.replace("Fair", "Gala").replace("UID:8", "UID:9") for one in fair)
    bring("ics", calendar(entry(*fair), entry(*gala)))
    counted = bring("ics", calendar(entry(*fair, "STATUS:CANCELLED"), entry(*gala)), "true")
    report = bring("ics", calendar(entry(*fair, "STATUS:CANCELLED"), entry(*gala)))
    for told in (counted, report):
        assert [row["msg"].endswith("now says “cancelled”.") for row in told["remarks"]] == [True]
    of_gala = {one for one in stated(status="staged") if "Gala (2026-04-01)" in one}
    assert len(of_gala) == 3
    assert stated(status="staged") == of_gala | {("Fair (2026-04-01)", "status", "cancelled")}
    assert api.post("/changes/undo", {"import": report["id"]})[0] == 200
    assert len(stated(status="staged")) == 6
