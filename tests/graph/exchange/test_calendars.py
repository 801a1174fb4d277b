"""A calendar: tasks, days on which what repeats does not take place, what is called off, and what is not read."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from graph.exchange import calendars, entries
from graph.models import Entity, Fact
from tests.graph.exchange import samples
from tests.graph.exchange.moving import stated

pytestmark = pytest.mark.django_db


def calendar(*entries: str, head: str = "") -> bytes:
    return "\r\n".join(
        ["BEGIN:VCALENDAR", "VERSION:2.0", *([head] if head else []), *entries, "END:VCALENDAR", ""]
    ).encode()


def entry(*lines: str, kind: str = "VEVENT") -> str:
    return "\r\n".join([f"BEGIN:{kind}", *lines, f"END:{kind}"])


CHOIR = ("UID:1", "SUMMARY:Choir", "DTSTART;TZID=Europe/Lisbon:20260701T193000", "RRULE:FREQ=WEEKLY")
NAME = "Choir (2026-07-01)"
RULE = {(NAME, "starts", "2026-07-01T18:30:00+00:00"), (NAME, "repeats", "FREQ=WEEKLY")}


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (("DUE;VALUE=DATE:20260701", "STATUS:NEEDS-ACTION"),
         {("Pay rent (2026-07-01)", "due", "2026-07-01"), ("Pay rent (2026-07-01)", "status", "to do")}),
        (("DUE:20260701T080000Z", "STATUS:COMPLETED", "COMPLETED:20260630T100000Z"),
         {("Pay rent (2026-07-01)", "due", "2026-07-01T08:00:00+00:00"),
          ("Pay rent (2026-07-01)", "status", "done"),
          ("Pay rent (2026-07-01)", "completed_on", "2026-06-30T10:00:00+00:00")}),
        (("COMPLETED:20260630T100000Z",),
         {("Pay rent (2026-06-30)", "status", "done"),
          ("Pay rent (2026-06-30)", "completed_on", "2026-06-30T10:00:00+00:00")}),
        (("DTSTART;VALUE=DATE:20260601", "DUE;VALUE=DATE:20260701", "LOCATION:Bank", "RRULE:FREQ=MONTHLY"),
         {("Pay rent (2026-07-01)", "starts", "2026-06-01"), ("Pay rent (2026-07-01)", "due", "2026-07-01"),
          ("Pay rent (2026-07-01)", "takes_place_in", "Bank"), ("Pay rent (2026-07-01)", "repeats", "FREQ=MONTHLY")}),
        (("STATUS:CANCELLED", "DUE;VALUE=DATE:20260701"), {("Pay rent (2026-07-01)", "status", "cancelled")}),
        ((), set()),
    ],
)  # fmt: skip
@pytest.mark.parametrize("again", [1, 2])
def test_a_task_comes_with_when_it_is_due_and_how_far_it_is(bring, lines, facts, again):
    data = calendar(entry("UID:7", "SUMMARY:Pay rent", "DESCRIPTION:By transfer.", *lines, kind="VTODO"))
    for _ in range(again):
        report = bring("ics", data)
    task = Entity.objects.get(name__startswith="Pay rent")
    noted = {(task.name, "note", "By transfer.")}
    assert (stated(), report["refused"], report["remarks"]) == (facts | noted, [], [])
    assert task.type == "task"
    assert set(Fact.objects.values_list("status", flat=True)) <= {"staged"}


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("EXDATE;TZID=Europe/Lisbon:20260708T193000,20260715T193000",
         {(NAME, entries.NOT_ON, "2026-07-08"), (NAME, entries.NOT_ON, "2026-07-15")}),
        ("EXDATE;VALUE=DATE:20260722", {(NAME, entries.NOT_ON, "2026-07-22")}),
        ("RDATE:20260724T183000Z", {(NAME, entries.ALSO_ON, "2026-07-24")}),
        ("RDATE;VALUE=PERIOD:20260724T183000Z/PT2H", {(NAME, entries.ALSO_ON, "2026-07-24")}),
    ],
)  # fmt: skip
def test_days_on_which_what_repeats_does_not_take_place_are_told_with_it(bring, line, facts):
    bring("ics", calendar(entry(*CHOIR, line)))
    assert stated() == RULE | facts
    assert set(Fact.objects.exclude(predicate__in=("starts", "repeats")).values_list("value_type")) == {("date",)}


MOVED = ("UID:1", "SUMMARY:Choir", "RECURRENCE-ID;TZID=Europe/Lisbon:20260708T193000")


@pytest.mark.parametrize("is_before", [True, False])
@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (("DTSTART;TZID=Europe/Lisbon:20260709T193000",),
         {(NAME, entries.NOT_ON, "2026-07-08"), ("Choir (2026-07-09)", "starts", "2026-07-09T18:30:00+00:00")}),
        (("DTSTART;TZID=Europe/Lisbon:20260708T203000",),
         {("Choir (2026-07-08)", "starts", "2026-07-08T19:30:00+00:00")}),
        (("DTSTART;TZID=Europe/Lisbon:20260708T193000", "STATUS:CANCELLED"), {(NAME, entries.NOT_ON, "2026-07-08")}),
        (("STATUS:CANCELLED",), {(NAME, entries.NOT_ON, "2026-07-08")}),
    ],
)  # fmt: skip
def test_one_day_that_was_moved_or_called_off_is_none_of_what_repeats(bring, lines, facts, is_before):
    both = [entry(*MOVED, *lines), entry(*CHOIR)]
    bring("ics", calendar(*(both if is_before else both[::-1])))
    assert stated() == RULE | facts


@pytest.mark.parametrize(
    ("head", "lines"),
    [("", ("UID:1", "STATUS:CANCELLED")), ("METHOD:CANCEL", ("UID:1",)), ("", (*MOVED, "STATUS:CANCELLED"))],
)
def test_what_is_called_off_is_not_stated_as_happening(bring, head, lines):
    event = ("SUMMARY:Gala", "DTSTART:20260401T100000Z", "LOCATION:Hall", "ATTENDEE;CN=Anna:mailto:a@example.org")
    report = bring("ics", calendar(entry(*event, *lines), head=head))
    assert stated() == {(Entity.objects.get(type="event").name, "status", "cancelled")}
    assert (report["counts"]["records"], report["refused"]) == (2, [])


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        (("DTSTART:20260401T100000Z", "DURATION:PT1H30M"), "2026-04-01T11:30:00+00:00"),
        (("DTSTART;VALUE=DATE:20260401", "DURATION:P2D"), "2026-04-02"),
        (("DTSTART;VALUE=DATE:20260401", "DTEND;VALUE=DATE:20260402"), "2026-04-01"),
        (("DTSTART;VALUE=DATE:20260401", "DTEND;VALUE=DATE:20260401"), "2026-04-01"),
        (("DTSTART:20260401T100000Z", "DTEND;VALUE=DATE:20260403"), "2026-04-03"),
    ],
)
def test_an_event_ends_after_as_long_as_it_takes_and_whole_days_on_the_last_of_them(bring, lines, ends):
    bring("ics", calendar(entry("SUMMARY:Fair", *lines)))
    assert Fact.objects.get(predicate="ends").value == ends


@pytest.mark.parametrize(
    ("answer", "predicate"),
    [
        ("", "takes_part_in"),
        (";PARTSTAT=ACCEPTED", "takes_part_in"),
        (";PARTSTAT=DECLINED", "declined"),
        (";PARTSTAT=declined", "declined"),
        (";PARTSTAT=TENTATIVE", "is_invited_to"),
        (";PARTSTAT=NEEDS-ACTION", "is_invited_to"),
        (";PARTSTAT=DELEGATED", "is_invited_to"),
    ],
)
def test_a_guest_takes_part_in_what_they_did_not_decline(bring, answer, predicate):
    """Who declined was said to take part, and so was the organizer who did."""
    guests = ("ORGANIZER;CN=Anna Reis:mailto:A@example.org", f"ATTENDEE;CN=Anna Reis{answer}:MAILTO:a@example.org",
              f"ATTENDEE{answer}:mailto:tom@example.org", "ATTENDEE;PARTSTAT=ACCEPTED;CN=Bo:mailto:b@example.org")  # fmt: skip
    bring("ics", calendar(entry("SUMMARY:Fair", "DTSTART;VALUE=DATE:20260401", *guests)))
    fair = "Fair (2026-04-01)"
    assert stated(object__isnull=False) == {
        ("Anna Reis", predicate, fair), ("tom@example.org", predicate, fair), ("Bo", "takes_part_in", fair),
    }  # fmt: skip


def test_an_event_that_is_not_certain_is_told_to_be_so(bring):
    bring("ics", calendar(entry("SUMMARY:Fair", "DTSTART;VALUE=DATE:20260401", "STATUS:TENTATIVE")))
    assert stated(predicate="status") == {("Fair (2026-04-01)", "status", "tentative")}


def test_what_is_not_read_of_a_calendar_is_told_by_name(bring):
    fair = ("SUMMARY:Fair", "DTSTART:20260401T100000Z", "ATTACH:https://example.org/a.pdf", "CATEGORIES:fun", "X-OWN:1",
            "TRANSP:OPAQUE", "BEGIN:VALARM", "TRIGGER:-PT10M", "END:VALARM")  # fmt: skip
    report = bring("ics", calendar(entry(*fair), entry(*fair), entry("SUMMARY:x", kind="VJOURNAL")))
    assert report["remarks"] == [
        {"row": f"{one}", "msg": calendars.NOT_READ}
        for one in ("ATTACH (2 entries)", "CATEGORIES (2 entries)", "VJOURNAL (1 entry)")
    ]
    assert report["counts"]["records"] == 4


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([f"ATTENDEE:mailto:{number}@example.org" for number in range(51)], "Of the 51 who are invited 50 were read."),
        (["RRULE:FREQ=DAILY", f"EXDATE:{','.join(f'2026{month:02}{day:02}T100000Z' for month in range(5, 9) for day in range(1, 27))}"],
         "Of its 104 days in EXDATE the first 100 were read."),
        (["DTSTART;TZID=Middle Earth:20260401T100000"],
         "The time zone “Middle Earth” is not known here, so the times are told as they stand."),
    ],
)  # fmt: skip
def test_what_is_only_partly_read_of_an_event_is_told_at_its_name(bring, lines, told):
    start = () if "DTSTART" in lines[0] else ("DTSTART:20260401T100000Z",)
    report = bring("ics", calendar(entry("SUMMARY:Fair", *start, *lines)))
    assert report["remarks"] == [{"row": "1 “Fair (2026-04-01)”", "msg": told}]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (entry("SUMMARY:Pay", "DUE:soon", kind="VTODO"), "The task cannot be read: “soon” in DUE is no date."),
        (entry("SUMMARY:Pay", "COMPLETED:never", kind="VTODO"), "The task cannot be read: “never” in COMPLETED is no date."),
        (entry(*CHOIR, "EXDATE:never"), "The event cannot be read: “never” in EXDATE is no date."),
        (entry("SUMMARY:Long", "DTSTART;VALUE=DATE:99991231", "DURATION:P9D"), "The event cannot be read: it is damaged."),
        (entry("SUMMARY:When?"), "The event has no beginning."),
    ],
)  # fmt: skip
def test_an_entry_that_cannot_be_read_loses_no_other(bring, bad, why):
    report = bring("ics", calendar(bad, entry("SUMMARY:Fair", "DTSTART;VALUE=DATE:20260401")))
    assert report["refused"] == [{"row": "1", "msg": why}]
    assert stated() == {("Fair (2026-04-01)", "starts", "2026-04-01")}


@pytest.mark.parametrize("kind", ["VEVENT", "VTODO"])
def test_a_comma_that_nobody_escaped_ends_no_text(bring, kind):
    """All that followed it was lost."""
    lines = ("SUMMARY:Tea, cake; and walks", "DESCRIPTION:Bring cups, plates; and\\nforks\\, too",
             "LOCATION:Rua Augusta 1, Lisbon; Portugal", "DTSTART;VALUE=DATE:20260401")  # fmt: skip
    bring("ics", calendar(entry(*lines, kind=kind)))
    name = "Tea, cake; and walks (2026-04-01)"
    assert (name, "takes_place_in", "Rua Augusta 1, Lisbon; Portugal") in stated()
    assert (name, "note", "Bring cups, plates; and\nforks, too") in stated()


def test_the_command_line_tells_them_too(user, tmp_path, capsys):
    (tmp_path / "work.ics").write_bytes(
        calendar(entry("SUMMARY:Fair", "DTSTART;VALUE=DATE:20260401", "URL:https://x.org"))
    )
    call_command("import_memories", str(tmp_path / "work.ics"), user=user.username, format="ics")
    assert capsys.readouterr().err == f"URL (1 entry): {calendars.NOT_READ}\n"


def test_what_has_changed_in_a_note_since_it_was_brought_in_is_asked_about(bring, api):
    values = ["open", "done"]
    first, second = (
        samples.zipped({"Pay rent.md": f"---\ntype: task\nstatus: {status}\n---\nBy transfer."}) for status in values
    )
    bring("markdown", first)
    assert api.get("/conflicts")[1]["items"] == []
    bring("markdown", second)
    [asked] = api.get("/conflicts")[1]["items"]
    assert [fact["value"] for fact in asked["facts"]] == values
    api.post(f"/conflicts/{asked['id']}/resolve", {"decision": "newer"})
    assert set(Fact.objects.values_list("value", "status")) == set(
        zip(values, ("superseded", "confirmed"), strict=True)
    )
