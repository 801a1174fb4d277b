"""What's on: told in the chat, asked in the chat, over HTTP and on the page. It is Sunday 1 March 2026."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.doors.mcp_server import call
from assistant.models import Message
from assistant.turn import chat
from graph import clock
from graph.api.caller import Caller
from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Chunk, Document, RetrievalItem
from tests.graph.exchange.conftest import bring
from tests.graph.exchange.test_calendars import CHOIR, calendar, entry

pytestmark = pytest.mark.django_db
__all__ = ["bring"]  # the fixture


def bullets(answer: Message) -> list[str]:
    """The lines of a list without their marks."""
    return [line.partition("[")[0].strip(" -*.") for line in answer.text.split("\n") if line.startswith("- ")]


def test_what_was_said_of_a_day_is_told_under_that_day(say):
    for told in (
        "I have a dentist appointment on Tuesday at 3.",
        "We're going to see Nick Cave in Cardiff on 4 March.",
        "I go swimming every Wednesday.",
        "The boiler was serviced last Wednesday.",
        "Shall we meet on Friday?",
    ):
        say(told)
    answer = say("What's on next week?")
    assert answer.text.startswith("2 to 8 March:\n\n- **Tuesday 3 March**: “I have a dentist appointment")
    assert bullets(answer) == [
        "Tuesday 3 March**: “I have a dentist appointment on Tuesday at 3.”",
        "Wednesday 4 March**: “We're going to see Nick Cave in Cardiff on 4 March.”",
        "Wednesday 4 March**: “I go swimming every Wednesday.”",
    ]
    assert {kind for kind, _ in answer.cited} == {"chunk"}
    on_receipt = RetrievalItem.objects.filter(retrieval=answer.retrieval, kind="chunk")
    assert {pk for _, pk in answer.cited} <= set(on_receipt.values_list("object_id", flat=True))


def test_what_is_due_is_told_apart_from_what_is_only_on_that_day(say):
    say("I have a dentist appointment on Tuesday at 3.")
    say("The car's inspection is due on 9 March.")
    say("The passport expires on 20 March.")
    say("The first instalment has to be paid by 5 April.")
    say("The tax adviser needs the invoices by 11 April.")
    say("We come home by train on 12 April.")
    assert bullets(say("What is due in the next two weeks?")) == [
        "Monday 9 March**: “The car's inspection is due on 9 March.”"
    ]
    assert len(bullets(say("What is due by the end of the month?"))) == 2
    assert len(bullets(say("What is due?"))) == 4
    assert bullets(say("What do I have to pay?")) == [
        "Sunday 5 April**: “The first instalment has to be paid by 5 April.”"
    ]
    assert say("What do I have to pay next week?").text == "I know of nothing to pay from 2 to 8 March."
    assert say("What is due next week?").text == "I know of nothing due from 2 to 8 March."


def test_days_count_from_when_they_were_told(say, now):
    say("The plumber comes tomorrow.", at=now - dt.timedelta(days=8))
    say("The plumber comes tomorrow.", at=now)
    assert bullets(say("What am I doing tomorrow?")) == ["“The plumber comes tomorrow.”"]
    assert bullets(say("What happened in February?")) == ["Sunday 22 February**: “The plumber comes tomorrow.”"]


def test_a_quote_of_another_day_says_which_day_it_means(say, now):
    say("I have a dentist appointment on Tuesday at 3.", at=now - dt.timedelta(days=6))
    said = "You said on 23 February 2026: “I have a dentist appointment on Tuesday at 3.” (Tuesday 24 February) [1]"
    assert say("When was my dentist appointment?").text == said


def test_of_a_week_what_is_every_week_is_told_too_and_another_day_is_asked_in_short(say, now):
    say("Max has football every Tuesday.")
    say("I have yoga on Mondays and Thursdays.")
    say("The dentist is on Wednesday.")
    asked = say("What's on tomorrow?")
    assert bullets(asked) == ["“I have yoga on Mondays and Thursdays.”"]

    def then(text: str) -> Message:
        turn = chat.begin(user=asked.user, text=text, conversation=asked.conversation, now=now)
        list(chat.answer(turn, lambda: now))
        turn.answer.refresh_from_db()
        return turn.answer

    assert bullets(then("And on Tuesday?")) == ["“Max has football every Tuesday.”"]
    assert bullets(then("What about Wednesday?")) == ["“The dentist is on Wednesday.”"]
    assert "football" not in then("And in March?").text


def test_what_is_every_week_is_told_from_when_it_starts_and_until_it_ends(say, now):
    say("Choir is on Mondays until 16 March.")
    say("Swimming starts on 8 June, on Mondays at 9:30.")

    def on(day: str) -> list[str]:
        return bullets(say(f"What's on on {day}?"))

    assert on("9 March") == ["“Choir is on Mondays until 16 March.”"]
    assert on("23 March") == []
    assert on("15 June") == ["“Swimming starts on 8 June, on Mondays at 9:30.”"]


def test_what_was_called_off_or_moved_since_is_told_so(say, now):
    def later(minutes: int):
        return now + dt.timedelta(minutes=minutes)

    say("I have a dentist appointment on Tuesday at 3.")
    say("The plumber comes on Thursday.", at=later(1))
    say("We have dinner with Ann on Thursday.", at=later(2))
    say("The dentist moved my appointment to Friday.", at=later(3))
    say("The plumber isn't coming on Thursday after all.", at=later(4))
    say("I cancelled the gym.", at=later(5))
    assert bullets(say("What's on next week?", at=later(6))) == [
        "Tuesday 3 March**: “I have a dentist appointment on Tuesday at 3.”",
        "Thursday 5 March**: “The plumber comes on Thursday.”",
        "Thursday 5 March**: “We have dinner with Ann on Thursday.”",
        "Friday 6 March**: “The dentist moved my appointment to Friday.”",
    ]
    answer = say("What's on next week?", at=later(6)).text
    assert "at 3.” [1] Since then: “The dentist moved my appointment to Friday.” [2]" in answer
    assert "Since then: “The plumber isn't coming on Thursday after all.” [4]" in answer
    assert answer.count("Since then") == 2
    assert "Friday 6 March" in say("When is my next appointment?", at=later(7)).text


def test_who_is_free_hears_so(say):
    say("The plumber comes on Friday.")
    free = "You are free as far as I know: I know of nothing on Thursday 5 March."
    assert say("Am I free on Thursday?").text == free
    assert "plumber" in say("Am I free on Friday?").text


def test_a_birthday_says_how_old_somebody_will_be(say, user, now):
    for name, predicate, value in (("Anna", "born_on", "1986-03-20"), ("Piet", "birthday", "2 March")):
        draft = Draft(Name(name, "person"), predicate, value=value, value_type="date" if "-" in value else "string")
        facts.state(user=user, draft=draft, by=Actor.person(user), now=now)
    assert bullets(say("Any birthdays this month?")) == [
        "Tomorrow, Monday 2 March**: Piet’s birthday",
        "Friday 20 March**: Anna’s 40th birthday",
    ]
    assert "Piet" in say("Whose birthday is next?").text
    say("We got married on 14 March 2008.")
    assert "Saturday 14 March**: Your 18th wedding anniversary (unconfirmed)" in bullets(say("What's coming up?"))
    assert say("Whose birthday is in June?").text == "I know of no birthday in June."


def test_what_a_fact_says_is_not_told_again_in_its_words(say):
    say("My passport expires on 9 March 2026.")
    assert bullets(say("What's coming up?")) == [
        "Monday 9 March**: Your passport expires on 9 March 2026 (unconfirmed)"
    ]


def test_the_diary_tells_what_was_done(say, user, now):
    at = dt.datetime(2026, 2, 26, tzinfo=dt.UTC)
    metadata = {"said_at": at.isoformat()}
    note = Document.objects.create(
        user=user, title="2026-02-26", text="x", sha256="1" * 64, status="ready", metadata=metadata, created_at=now
    )
    text = "Gym, then lunch with Ann. The dentist is on 4 March."
    Chunk.objects.create(user=user, document=note, position=0, text=text, created_at=at)
    assert bullets(say("What did I do on Thursday?")) == ["From “2026-02-26”: “Gym, then lunch with Ann.”"]
    assert bullets(say("What's on on Wednesday?")) == ["From “2026-02-26”: “The dentist is on 4 March.”"]


def test_a_calendar_s_events_are_told_by_their_names_with_their_times(say, user, bring):
    user.time_zone = "Europe/Lisbon"
    user.save()
    once = ("UID:2", "SUMMARY:Dinner", "DTSTART:20260704T190000Z", "DTEND:20260704T210000Z")
    fair = ("UID:3", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20260702", "DTEND;VALUE=DATE:20260712")
    later = ("UID:1", "SUMMARY:Choir", "RECURRENCE-ID:20260715T183000Z", "DTSTART:20260715T190000Z")
    off = ("UID:1", "SUMMARY:Choir", "RECURRENCE-ID:20260722T183000Z", "STATUS:CANCELLED")
    bring("ics", calendar(*(entry(*one) for one in (CHOIR, once, fair, later, off))))
    answer = say("What's on between 5 and 31 July?")
    assert bullets(answer) == [
        "2 to 11 July**: Fair (unconfirmed)",
        "Wednesday 8 July, 19:30**: Choir (unconfirmed)",
        "Wednesday 15 July, 20:00**: Choir (unconfirmed)",
        "Wednesday 29 July, 19:30**: Choir (unconfirmed)",
    ]
    assert (answer.text.count("[2?]"), len(answer.cited)) == (2, 3)
    assert "Dinner" in say("What's on on 4 July?").text


def test_a_model_is_told_which_numbers_fall_on_which_days(say, user, now, monkeypatch):
    from assistant.language_model import llm
    from assistant.turn import rounds

    prompts: list[str] = []
    say("I have a dentist appointment on Tuesday at 3.")
    monkeypatch.setattr(llm, "configured", lambda: True)

    def written(messages, **_):
        prompts.append(messages[0].text)
        yield "The dentist [1]."

    monkeypatch.setattr(rounds, "answer", written)
    monkeypatch.setattr("assistant.turn.rewriting.search_text", lambda *_: None)
    answer = say("What's on next week?")
    assert "On the days asked about (2 to 8 March) fall: Tuesday 3 March [1]." in prompts[-1]
    assert RetrievalItem.objects.filter(retrieval=answer.retrieval, object_id=answer.cited[0][1]).exists()
    say("What's on on 9 June?")
    assert "On the days asked about (Tuesday 9 June) fall: nothing that the book knows of." in prompts[-1]


def test_an_mcp_client_that_asks_what_is_on_is_told_the_days(say, user, now, monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: now)
    say("I have a dentist appointment on Tuesday at 3.")
    client = Caller.token(user, frozenset(["read"]), Change.Actor.MCP)
    told = call(client, "get_context", {"query": "What's on next week?"}).structured_content["narrative"]
    assert told.startswith("### 📅 2 to 8 March\n- Tuesday 3 March: I have a dentist appointment on Tuesday at 3.\n")
    found = call(client, "search_memory", {"query": "What's on next week?"}).structured_content["results"]
    assert found[0]["text"] == "I have a dentist appointment on Tuesday at 3."
    nothing = call(client, "get_context", {"query": "Am I free on 9 June?"}).structured_content["narrative"]
    assert "### 📅 Tuesday 9 June\n- nothing that the book knows of" in nothing


def test_over_http_the_days_are_those_asked_for_and_nobody_else_s(api, other_api, say, user):
    say("The plumber comes on Friday at 9:30.")
    status, found = api.get("/days?from=2026-03-02&until=2026-03-08")
    [item] = found["items"]
    assert (status, item["first"], item["last"], item["at"]) == (200, "2026-03-06", "2026-03-06", "09:30")
    assert (item["kind"], item["text"]) == ("chunk", "The plumber comes on Friday at 9:30.")
    assert api.get("/days")[1]["items"] == [item]
    assert other_api.get("/days")[1]["items"] == []


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("from=2026-03-02&until=2026-03-01", "“until” is before “from”."),
        ("from=2026-03-02&until=2028-03-01", "These are more than 366 days."),
        ("from=9999-12-31", "Days are known from 1900 to 2199."),
        ("from=20260302", "write a day, like 2024-05-01"),
        ("from=soon", "a valid date"),
        ("since=2026-03-01", "there is no parameter “since”; there are from, until"),
    ],
)
def test_days_that_are_none_are_refused_with_the_reason(api, query, why):
    status, told = api.get(f"/days?{query}")
    assert status == 422
    assert why in told["detail"][0]["msg"]


def test_the_page_shows_a_month(say, user, client, now, monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: now)
    say("The plumber comes on Friday at 9:30.")
    say("My passport expires in March 2026.")
    client.force_login(user)
    page = client.get("/days/").text
    assert page.index("In March") < page.index("Friday 6 March") < page.index("The plumber comes on Friday at 9:30.")
    assert page.count('href="#d') == 1
    assert "Your passport expires in March 2026" in page
    say("The <img src=x> comes on Monday.")
    assert "The &lt;img src=x&gt; comes on Monday." in client.get("/days/").text
    assert "Nothing falls in April 2026." in client.get("/days/?month=2026-04").text
    assert "March 2026" in client.get("/days/?month=2026-99").text
