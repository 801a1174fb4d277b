"""What is asked of an event of a calendar by what it is called, in the chat. It is Sunday 1 March 2026."""

from __future__ import annotations

import pytest

from assistant.language_model import llm
from assistant.memory import asking
from assistant.turn import rounds
from tests.graph.exchange.conftest import bring
from tests.graph.exchange.test_calendars import calendar, entry

pytestmark = pytest.mark.django_db
__all__ = ["bring"]  # the fixture

PILATES = entry(
    "UID:1", "SUMMARY:Pilates", "DTSTART;TZID=Europe/Stockholm:20250107T183000",
    "DTEND;TZID=Europe/Stockholm:20250107T193000", "RRULE:FREQ=WEEKLY;BYDAY=TU",
    "EXDATE;TZID=Europe/Stockholm:20260317T183000", "LOCATION:Masthugget",
)  # fmt: skip
DENTIST = entry(
    "UID:2", "SUMMARY:Dentist", "DTSTART;TZID=Europe/Stockholm:20260305T081500",
    "DTEND;TZID=Europe/Stockholm:20260305T090000", "LOCATION:Harbour Clinic\\, Quay 4",
    "DESCRIPTION:Check-up and the cracked molar. Bring the insurance card.",
)  # fmt: skip
EARLIER = entry("UID:3", "SUMMARY:Dentist", "DTSTART;TZID=Europe/Stockholm:20250904T100000")
TRIP = entry(
    "UID:4", "SUMMARY:Lagos with Tove", "DTSTART;VALUE=DATE:20260319", "DTEND;VALUE=DATE:20260328",
    "DESCRIPTION:Flight <b>KL1160</b> at 06:20.<br>Booking code X7PLQ2.",
)  # fmt: skip
LOANS = entry(
    "UID:5", "SUMMARY:Exhibition: loans", "DTSTART:20260309T130000Z", "STATUS:TENTATIVE",
    "ATTENDEE;PARTSTAT=ACCEPTED;CN=Ingrid Falk:mailto:ingrid@museum.example",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Leila Haddad:mailto:leila@studio.example",
)  # fmt: skip
BOILER = entry("UID:6", "SUMMARY:Boiler service", "DTSTART:20260304T100000Z", "STATUS:CANCELLED")
DINNER = entry("UID:7", "SUMMARY:Dinner with Ingrid", "DTSTART:20260306T180000Z", "LOCATION:Bistro Nord")
EVERY = (PILATES, DENTIST, EARLIER, TRIP, LOANS, BOILER, DINNER)


@pytest.fixture
def asked(say, bring, user):
    """Ask one of whom the calendar is; the answer without the marks of its citations."""
    user.time_zone = "Europe/Stockholm"
    user.save()
    assert bring("ics", calendar(*EVERY))["refused"] == []

    def ask(question: str) -> str:
        return say(question).text.partition("[")[0].replace(" (unconfirmed)", "").strip()

    return ask


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When is my next dentist appointment?", "Dentist is on Thursday 5 March, 08:15 to 09:00."),
        ("what time is the dentist", "Dentist is on Thursday 5 March, 08:15 to 09:00."),
        ("When was my last dentist appointment?", "Dentist was on Thursday 4 September 2025, 10:00."),
        ("Where is the dentist?", "Dentist is at Harbour Clinic, Quay 4."),
        ("When is pilates?", "Pilates is every Tuesday, next on Tuesday 3 March, 18:30 to 19:30."),
        ("Is there pilates on 24 March?", "Pilates is every Tuesday, next on Tuesday 24 March, 18:30 to 19:30."),
        ("Is there pilates on 17 March?", "Pilates (7 January 2025) does not take place on 17 March 2026."),
        ("Is there pilates on 18 March?", "I know of no “Pilates” on Wednesday 18 March."),
        ("Is there pilates tomorrow?", "I know of no “Pilates” tomorrow, Monday 2 March."),
        ("When do we fly to Lagos?", "Lagos with Tove is from Thursday 19 March to Friday 27 March."),
        ("Who is coming to the exhibition meeting?",
         "Ingrid Falk takes part; Leila Haddad is invited (Exhibition: loans)."),
        ("Is the exhibition meeting on?", "Exhibition: loans is on Monday 9 March, 14:00 (tentative)."),
        ("Is the boiler service still on?", "Boiler service is cancelled."),
        # What is written about it is quoted
        ("What should I bring to the dentist?",
         "Noted of Dentist (5 March 2026): “Bring the insurance card.”"),
        ("What is my booking code?", "Noted of Lagos with Tove (19 March 2026): “Booking code X7PLQ2.”"),
    ],
)  # fmt: skip
def test_an_event_is_asked_for_by_what_it_is_called(asked, question, told):
    assert asked(question) == told


@pytest.mark.parametrize("question", ["Where is Ingrid?", "When is Ingrid's birthday?", "When is the moon landing?"])
def test_what_is_no_event_is_not_answered_by_one(asked, question):
    """A dinner with Ingrid tells nothing of where she is."""
    answer = asked(question)
    assert "Bistro" not in answer
    assert "Dinner with Ingrid is" not in answer


def test_what_was_said_since_of_an_event_is_told_with_it(asked):
    asked("The dentist is cancelled on Thursday.")
    assert asked("When is the dentist?") == "Dentist is on Thursday 5 March, 08:15 to 09:00."


def test_what_is_asked_back_under_an_answer_is_told_by_the_persons_own_clock(asked, say, user, now):
    """A note is told as one, and not as what somebody's note "is"."""
    (asks,) = asking.open_questions(user.pk, [say("When is the dentist?")], {}, now).values()
    assert {one.words for one in asks} == {
        "Dentist (5 March 2026) starts on 5 March 2026, 08:15", "Dentist (5 March 2026) ends on 5 March 2026, 09:00",
    }  # fmt: skip
    (asks,) = asking.open_questions(user.pk, [say("What is my booking code?")], {}, now).values()
    assert [one.words for one in asks] == [
        "Noted of Lagos with Tove (19 March 2026): “Flight KL1160 at 06:20. Booking code X7PLQ2.”"
    ]


@pytest.mark.parametrize("value", ["9999-12-31T23:59:00-14:00", "0001-01-01T00:30:00+14:00", "2026-03-05T99:00:00"])
def test_a_moment_that_no_clock_has_is_the_end_of_nothing(asked, api, value):
    """A program wrote it: the page of days and the answer go without it."""
    dentist = next(one for one in api.get("/entities?q=Dentist")[1]["items"] if one["name"] == "Dentist (2026-03-05)")
    (ends,) = [one for one in api.get(f"/facts?subject={dentist['id']}")[1]["items"] if one["predicate"] == "ends"]
    assert api.patch(f"/facts/{ends['id']}", {"value": value})[0] == 200
    assert asked("When is the dentist?").startswith("Dentist is on Thursday 5 March, 08:15")


def test_what_was_said_after_the_last_one_of_a_calendar_is_newer(say, bring):
    bring("ics", calendar(EARLIER))
    assert say("When is the dentist?").text.startswith("Dentist was on Thursday 4 September 2025")
    say("My next dentist appointment is on 12 March at 3.")
    assert "12 March" in say("When is the dentist?").text


def test_a_model_is_told_a_moment_by_the_persons_own_clock(api, bring, user):
    user.time_zone = "Europe/Stockholm"
    user.save()
    bring("ics", calendar(DENTIST, PILATES))
    narrative = api.post("/retrieve", {"query": "When is the dentist and when is pilates?"})[1]["narrative"]
    assert "- starts: 2026-03-05T07:15:00+00:00 (5 March 2026, 08:15; unconfirmed;" in narrative
    assert "- repeats: FREQ=WEEKLY;BYDAY=TU (every Tuesday; unconfirmed;" in narrative


def test_a_model_is_told_when_the_next_time_of_what_repeats_is(asked, say, monkeypatch):
    """No model reckons a rule of a calendar."""
    prompts: list[str] = []

    def written(messages, **_):
        prompts.append(messages[0].text)
        yield "On Tuesday [1]."

    monkeypatch.setattr(llm, "configured", lambda: True)
    monkeypatch.setattr(rounds, "answer", written)
    monkeypatch.setattr("assistant.turn.rewriting.search_text", lambda *_: None)
    say("When is pilates?")
    assert "On the days asked about (when “pilates” is) fall: Tuesday 3 March, 18:30 [1]." in prompts[-1]
    say("When is the moon landing?")
    assert "On the days asked about" not in prompts[-1]
