"""A calendar's own clock: the zones that it names or defines, the day an entry is called by, and entries of one title."""

from __future__ import annotations

import pytest

from graph.models import Entity, Fact
from tests.graph.exchange.moving import stated
from tests.graph.exchange.test_calendars import calendar, entry

pytestmark = pytest.mark.django_db

# As Outlook writes it for Berlin, with what other programs add and the library refuses
OWN_RULES = """BEGIN:VTIMEZONE
TZID:{name}
X-LIC-LOCATION:Somewhere
BEGIN:STANDARD
DTSTART:16010101T030000
TZNAME;LANGUAGE=en:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE""".replace("\n", "\r\n")


def events() -> set[str]:
    return set(Entity.objects.filter(type__in=["event", "task"]).values_list("name", flat=True))


@pytest.mark.parametrize(
    ("head", "line", "day", "starts"),
    [
        ("", "DTSTART;TZID=Europe/Berlin:20260702T003000", "2026-07-02", "2026-07-01T22:30:00+00:00"),
        ("", "DTSTART;TZID=America/Los_Angeles:20260701T193000", "2026-07-01", "2026-07-02T02:30:00+00:00"),
        ("X-WR-TIMEZONE:Europe/Berlin", "DTSTART:20260701T223000Z", "2026-07-02", "2026-07-01T22:30:00+00:00"),
        ("", "DTSTART;TZID=W. Europe Standard Time:20260702T003000", "2026-07-02", "2026-07-01T22:30:00+00:00"),
        ('', 'DTSTART;TZID="W. Europe Standard Time":20261202T003000', "2026-12-02", "2026-12-01T23:30:00+00:00"),
        (OWN_RULES.format(name="Customized Time Zone"), "DTSTART;TZID=Customized Time Zone:20260702T003000",
         "2026-07-02", "2026-07-01T22:30:00+00:00"),
        (OWN_RULES.format(name="Customized Time Zone"), "DTSTART;TZID=Customized Time Zone:20261202T003000",
         "2026-12-02", "2026-12-01T23:30:00+00:00"),
        (OWN_RULES.format(name="Mine") + "\r\nX-WR-TIMEZONE:Mine", "DTSTART:20260701T223000Z", "2026-07-02",
         "2026-07-01T22:30:00+00:00"),
    ],
)  # fmt: skip
def test_an_event_is_of_the_day_of_its_own_clock_by_the_rules_of_its_file(bring, head, line, day, starts):
    """Just after midnight it was called by the day before, and a zone of the file was only told of."""
    report = bring("ics", calendar(entry("SUMMARY:Dinner", line), head=head))
    assert (stated(), report["remarks"]) == ({(f"Dinner ({day})", "starts", starts)}, [])


def test_what_is_told_in_utc_is_of_the_day_of_the_person_who_reads_it(bring, user):
    user.time_zone = "Asia/Tokyo"
    user.save()
    bring("ics", calendar(entry("SUMMARY:Dinner", "DTSTART:20260701T223000Z")))
    assert events() == {"Dinner (2026-07-02)"}


@pytest.mark.parametrize(
    ("right", "damaged"),
    [
        ("TZOFFSETTO:+0100", "TZOFFSETTO:noon"),
        ("RRULE:FREQ=YEARLY;INTERVAL=1;", "RRULE:FREQ=MINUTELY;"),
        ("RRULE:FREQ=YEARLY;INTERVAL=1;", "RRULE:FREQ=YEARLY;BYHOUR=0,1,2;BYMINUTE=0,1,2;"),
    ],
)
def test_a_zone_of_which_the_rules_are_damaged_is_told(bring, right, damaged):
    """Nine years of a clock that changes by the minute took 37 seconds to look through, and rules begin in 1601."""
    head = OWN_RULES.format(name="Mine").replace(right, damaged)
    report = bring("ics", calendar(entry("SUMMARY:Dinner", "DTSTART;TZID=Mine:20260702T003000"), head=head))
    assert [row["row"] for row in report["remarks"]] == ["1 “Dinner (2026-07-02)”"]
    assert stated() == {("Dinner (2026-07-02)", "starts", "2026-07-02T00:30:00")}


def test_a_day_that_is_left_out_is_one_of_the_clock_by_which_it_repeats(bring):
    choir = ("SUMMARY:Choir", "DTSTART;TZID=America/Los_Angeles:20260701T193000", "RRULE:FREQ=WEEKLY")
    bring("ics", calendar(entry(*choir, "EXDATE:20260709T023000Z")))
    assert stated(predicate="does_not_take_place_on") == {
        ("Choir (2026-07-01)", "does_not_take_place_on", "2026-07-08")
    }


TWO = (
    ("UID:1", "SUMMARY:Standup", "DTSTART;TZID=Europe/Lisbon:20260701T090000", "LOCATION:Attic"),
    ("UID:2", "SUMMARY:Standup", "DTSTART;TZID=Europe/Lisbon:20260701T150000", "LOCATION:Cellar"),
)


def test_two_events_of_one_title_and_day_are_two(bring):
    for _ in range(2):
        report = bring("ics", calendar(*(entry(*one) for one in TWO)))
    assert report["counts"]["entities"] == 0
    assert stated() == {
        ("Standup (2026-07-01, 09:00)", "starts", "2026-07-01T08:00:00+00:00"),
        ("Standup (2026-07-01, 09:00)", "takes_place_in", "Attic"),
        ("Standup (2026-07-01, 15:00)", "starts", "2026-07-01T14:00:00+00:00"),
        ("Standup (2026-07-01, 15:00)", "takes_place_in", "Cellar"),
    }


def test_a_second_one_that_comes_later_leaves_the_first_as_it_is_and_tells_them_apart(bring):
    bring("ics", calendar(entry(*TWO[0])))
    assert events() == {"Standup (2026-07-01)"}
    bring("ics", calendar(*(entry(*one) for one in TWO)))
    assert events() == {"Standup (2026-07-01, 09:00)", "Standup (2026-07-01, 15:00)"}
    assert Fact.objects.count() == 4


def test_an_event_that_was_moved_is_called_by_its_new_day_unless_its_owner_named_it(bring, api):
    moved = ("UID:1", "SUMMARY:Gala", "DTSTART;VALUE=DATE:20260509")
    bring("ics", calendar(entry("UID:1", "SUMMARY:Gala", "DTSTART;VALUE=DATE:20260501")))
    bring("ics", calendar(entry(*moved)))
    gala = Entity.objects.get(type="event")
    assert (gala.name, gala.aliases.get(kind="alias").text) == ("Gala (2026-05-09)", "Gala (2026-05-01)")
    assert api.patch(f"/entities/{gala.pk}", {"name": "The great gala"})[0] == 200
    bring("ics", calendar(entry(*moved[:2], "DTSTART;VALUE=DATE:20260510")))
    assert Entity.objects.get(type="event").name == "The great gala"
