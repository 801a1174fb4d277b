"""Talks as messengers write them out, by country and phone, and texts that only look like one."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.documents import ingest
from graph.documents.formats import messenger
from graph.retrieval.ranking.spoken import speakers

ANDROID = """\
12/03/2026, 18:22 - Messages and calls are end-to-end encrypted. Tap to learn more.
12/03/2026, 18:22 - Tom Hartley created group "Sailing Crew"
12/03/2026, 18:24 - Tom Hartley: Who's in for July?
12/03/2026, 18:25 - Priya: Me!
My boots are in the car: size 38.

12/03/2026, 18:46 - Tom Hartley: <Media omitted>
13/03/2026, 09:02 - Priya: I've paid the deposit <This message was edited>
This message was deleted
"""
READ = """\
## 12 March 2026

Tom Hartley (at 18:24): Who's in for July?

Priya (me, at 18:25): Me!
My boots are in the car: size 38.

## 13 March 2026

Priya (me, at 09:02): I've paid the deposit
"""


def read(text: str, *own: str) -> str:
    return messenger.as_text(messenger.messages(text), own)


def test_a_talk_is_read_by_days_with_who_said_what_when():
    assert read(ANDROID, "Priya Nair") == READ


def test_who_speaks_is_known_by_what_stands_before_what_is_said():
    assert {"tom hartley", "priya"} <= speakers(READ)
    assert speakers("Priya (me): Fine.\n\nLena Brandt: Good.") == {"priya", "lena brandt", "lena"}


@pytest.mark.parametrize(
    ("prefix", "heading"),
    [
        ("Crew › 12 March 2026", "12 March 2026"),
        ("Crew › 12 March 2026 › They plan a trip.", "12 March 2026"),
        ("Kickoff › Said by Anna, Tom", "Said by Anna, Tom"),
        ("Programme › Morning", ""),
        ("", ""),
    ],
)
def test_below_the_heading_of_a_talk_it_is_told_who_says_what_and_when(prefix, heading):
    assert messenger.heading(prefix) == heading
    text = "for Friday.\n\nTom (me, at 18:24): Hello\n\nRent: 650"
    day = dt.datetime(2026, 3, 12, tzinfo=dt.UTC) if heading == "12 March 2026" else None
    tom = day and day.replace(hour=18, minute=24)
    found = [(one.who, one.is_own, text[one.start : one.end].strip(), one.at) for one in messenger.turns(text, prefix)]
    assert found == {
        "": [],
        "12 March 2026": [("", False, "for Friday.", day), ("Tom", True, "Hello\n\nRent: 650", tom)],
    }.get(heading, [("", False, "for Friday.", None), ("Tom", True, "Hello", None), ("Rent", False, "650", None)])


@pytest.mark.parametrize(
    ("lines", "clock"),
    [
        ("[12/03/2026, 18:24:07] Tom: {}", "18:24"),
        ("\u200e[12.03.26, 18:24:07] Tom: {}", "18:24"),
        ("12.03.26, 18:24 - Tom: {}", "18:24"),
        ("2026-03-12, 18:24 - Tom: {}", "18:24"),
        ("12/03/2026, 6:24 pm - Tom: {}", "18:24"),
        ("12/03/2026, 12:05\u202fa.m. - Tom: {}", "00:05"),
        ("12-03-2026 18.24 - Tom: {}", "18:24"),
    ],
)
def test_it_is_read_however_the_phone_writes_days_and_hours(lines, clock):
    told = messenger.messages("\n".join(lines.format(said) for said in ("Hello", "there", "bye")))
    assert [one.says for one in told] == ["Hello", "there", "bye"]
    assert {(one.day, one.clock, one.who) for one in told} == {(dt.date(2026, 3, 12), clock, "Tom")}


def test_the_order_of_day_and_month_is_that_in_which_days_follow_each_other():
    american = ["3/2/26, 9:00 AM - Tom: a", "3/12/26, 9:00 AM - Tom: b", "4/1/26, 9:00 AM - Tom: c"]
    assert [one.day for one in messenger.messages("\n".join(american))] == [
        dt.date(2026, 3, 2), dt.date(2026, 3, 12), dt.date(2026, 4, 1),
    ]  # fmt: skip
    british = ["2/3/26, 09:00 - Tom: a", "12/3/26, 09:00 - Tom: b", "1/4/26, 09:00 - Tom: c"]
    assert [one.day for one in messenger.messages("\n".join(british))] == [
        dt.date(2026, 3, 2), dt.date(2026, 3, 12), dt.date(2026, 4, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Notes of a talk\n" + ANDROID,
        "12/03/2026, 18:24 - Tom: only\n12/03/2026, 18:25 - Tom: two",
        "12/03/2026, 18:22 - Tom left\n12/03/2026, 18:23 - Priya left\n12/03/2026, 18:24 - Lena left",
        "99/99/2026, 18:24 - Tom: a\n99/99/2026, 18:25 - Tom: b\n99/99/2026, 18:26 - Tom: c",
        "2026-03-12 18:24:07 - INFO: started\n2026-03-12 18:24:08 - INFO: ready\n2026-03-12 18:24:09 - ERROR: out",
        "2026-03-12 18:24:07 INFO: started\n2026-03-12 18:24:08 INFO: ready\n2026-03-12 18:24:09 INFO: done",
    ],
)
def test_another_text_is_no_talk(text):
    assert messenger.messages(text) == []


def test_who_is_called_like_nobody_else_by_a_first_name_is_oneself():
    text = "\n".join(f"12/03/2026, 18:2{place} - {who}: hi" for place, who in enumerate(("Priya", "Priya S", "Tom")))
    assert "Priya (me, at 18:20)" in read(text, "Priya")
    assert "Priya S (at 18:21)" in read(text, "Priya")
    assert "(me, " not in read(text, "Priya Nair")  # which of the two is not known
    assert "Tom (me, at 18:22)" in read(text, "tom hartley")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "called"), [("_chat", "Chat with Tom Hartley"), ("", "Chat with Tom Hartley"), ("Crew", "Crew")]
)
def test_a_talk_is_called_by_its_people_where_its_file_is_called_as_all_are(user, now, given, called):
    made, _ = ingest.receive(
        user=user, text=ANDROID.replace("Priya", "Ines"), title=given, source="x/_chat.txt", now=now
    )
    assert made.title == called


def test_of_many_people_the_title_names_who_said_most():
    said = "".join(f"12/03/2026, 18:2{place} - {who}: hi\n" for place, who in enumerate("ABCDEAB"))
    assert messenger.title(messenger.messages(said), ["C"]) == "Chat with A, B, D and 1 more"


@pytest.mark.django_db
def test_a_talk_that_came_before_is_known_again(user, now):
    first, is_new = ingest.receive(user=user, text=ANDROID.replace("Priya", "Ines"), title="Crew", now=now)
    again, is_new_again = ingest.receive(user=user, text=ANDROID.replace("Priya", "Ines"), title="Crew", now=now)
    assert (is_new, is_new_again, again.pk) == (True, False, first.pk)
    assert first.text == READ.replace("Priya", "Ines")
    assert ingest.same(user=user, text=ANDROID.replace("Priya", "Ines")) == first


def test_a_note_of_a_day_in_which_nobody_speaks_has_no_messages():
    assert messenger.wholes("Swarm collected, put into hive 4.", "Bee log › 12 May 2026") == []


def test_a_message_of_several_paragraphs_is_one():
    text = "tail of one before\n\nTom (at 18:22): First.\n\nSecond.\n\nPriya (me): Yes."
    assert messenger.wholes(text, "Crew › 12 May 2026") == ["Tom (at 18:22): First.\n\nSecond.", "Priya (me): Yes."]
