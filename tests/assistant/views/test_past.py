"""Lists, pages, the map and the chat on an earlier day: what was held true then, and visibly so."""

from __future__ import annotations

import datetime as dt
import io
import json
from urllib.parse import quote

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from assistant.models import Message
from assistant.turn import chat
from graph.curation import conflicts, facts
from graph.curation.candidates import Draft, Name
from graph.models import Conflict, Entity, Fact

pytestmark = pytest.mark.django_db

NOTE = "You are looking at <b>1 March 2024</b>"
DAY = "as_of=2024-03-01"


@pytest.fixture
def moved(user, caller):
    """Anna lived in Lisbon from 2020 and moved to Porto in 2025."""
    for place, year in (("Lisbon", 2020), ("Porto", 2025)):
        since = dt.datetime(year, 1, 1, tzinfo=dt.UTC)
        draft = Draft(Name("Anna", "person"), "lives_in", object=Name(place, "place"), valid_from=since)
        facts.state(user=user, draft=draft, by=caller, now=since)
    at = dt.datetime(2025, 2, 1, tzinfo=dt.UTC)
    conflicts.resolve(user=user, conflict=Conflict.objects.get(), decision="newer", by=caller, now=at)
    return Entity.objects.get(name="Anna")


def main_of(text: str) -> str:
    return text[text.index("<main") : text.index("</main>")]


def test_the_list_of_facts_shows_another_day(page, moved):
    present, past = page.get(reverse("facts")).text, page.get(f"{reverse('facts')}?{DAY}").text
    assert NOTE not in present
    assert ("Porto" in main_of(present), "Lisbon" in main_of(present)) == (True, False)
    assert NOTE in past
    assert ("Porto" in main_of(past), "Lisbon" in main_of(past)) == (False, True)
    assert "Held true then" in past
    assert "No such fact" in page.get(f"{reverse('facts')}?show=unconfirmed").text
    assert "Lisbon" in main_of(page.get(f"{reverse('facts')}?show=over").text)


def test_the_list_of_facts_is_narrowed_by_words_relation_and_source(page, user, caller, now, moved):
    facts.state(user=user, draft=Draft(Name("Anna"), "likes", value="rye bread"), by=caller, now=now)
    for asked, found in (
        ("q=RYE", "rye bread"),
        ("relation=likes", "rye bread"),
        ("source=user_edit&q=porto", "Porto"),
    ):
        text = main_of(page.get(f"{reverse('facts')}?{asked}").text)
        assert (text.count('<p class="fact"'), found in text) == (1, True), asked
    assert "No such fact." in page.get(f"{reverse('facts')}?source=file").text


def test_an_entry_shows_another_day_and_changes_nothing_from_there(page, moved):
    text = main_of(page.get(f"{reverse('entity', args=[moved.pk])}?{DAY}").text)
    assert NOTE in text
    assert ("Porto" in text, "Lisbon" in text) == (False, True)
    assert "Take back" not in text
    assert "Write it down" not in text


def test_the_index_counts_the_facts_of_the_day_and_leaves_out_who_came_later(page, moved):
    text = main_of(page.get(f"{reverse('index')}?{DAY}").text)
    assert NOTE in text
    assert "Porto" not in text
    assert text.count("1 fact<") == 2
    assert f"{reverse('entity', args=[moved.pk])}?{DAY}" in text


def test_the_map_is_drawn_as_it_was(page, api, moved):
    text = main_of(page.get(f"{reverse('map')}?q=Anna&{DAY}").text)
    assert NOTE in text
    assert ("Porto" in text, "Lisbon" in text) == (False, True)
    edges = {"now": page.get(reverse("map-whole")).json(), "then": page.get(f"{reverse('map-whole')}?{DAY}").json()}
    assert [len(one["edges"]) for one in edges.values()] == [1, 1]
    assert edges["now"]["edges"] != edges["then"]["edges"]
    drawn = api.get(f"/graph?center={moved.pk}&as_of=2024-03-01T00:00:00Z")[1]
    assert sorted(one["name"] for one in drawn["nodes"]) == ["Anna", "Lisbon"]
    assert [one["status"] for one in drawn["edges"]] == ["confirmed"]
    way = main_of(page.get(f"{reverse('map')}?from=Anna&to=Lisbon&{DAY}").text)
    assert '<ol class="path block">' in way


@pytest.mark.parametrize("day", ["yesterday", "2024-02-30", "0001-01-01"])
def test_a_day_that_is_none_is_told_and_the_present_is_shown(page, moved, day):
    text = page.get(f"{reverse('facts')}?as_of={day}").text
    assert "You are looking at" not in text
    assert "no date" in text or "after the year 1000" in text


def test_today_and_later_are_the_present(page, moved):
    assert "You are looking at" not in page.get(f"{reverse('facts')}?as_of=2999-01-01").text


@pytest.mark.parametrize("name", ["facts", "index", "map"])
def test_every_list_costs_the_same_on_another_day_with_few_and_with_many(page, user, caller, moved, name):
    costs = []
    for begin, count in ((0, 1), (10, 30)):
        at = dt.datetime(2023, 1, 1, tzinfo=dt.UTC)
        drafts = [Draft(Name(f"P{begin + n}"), "knows", object=Name(f"Q{begin + n}")) for n in range(count)]
        facts.state_many(user=user, drafts=drafts, by=caller, now=at)
        page.get(f"{reverse(name)}?{DAY}")
        with CaptureQueriesContext(connection) as made:
            page.get(f"{reverse(name)}?{DAY}")
        costs.append(len(made))
    assert costs[0] == costs[1]


def test_chat_answers_as_of_a_day_and_says_so(api, page, user, moved):
    turn = chat.begin(
        user=user, text="Where does Anna live?", as_of=dt.datetime(2024, 3, 1, 12, tzinfo=dt.UTC), now=api.now
    )
    done = list(chat.answer(turn, lambda: api.now))
    text = next(event.text for event in done if hasattr(event, "cited"))
    assert text.startswith("On 1 March 2024: Anna lives in Lisbon")
    shown = page.get(reverse("conversation", args=[turn.conversation.pk])).text
    assert "About 1 March 2024: what was held true then" in shown
    assert "As it was held true on <b>1 March 2024</b>" in shown
    assert 'name="as_of" value="2024-03-01"' in shown  # the next question is of the same day until it is emptied
    assert "No longer held true" not in shown


def test_an_answer_written_again_stays_with_its_day(user, now, moved):
    turn = chat.begin(user=user, text="Where does Anna live?", as_of=dt.datetime(2024, 3, 1, tzinfo=dt.UTC), now=now)
    list(chat.answer(turn, lambda: now))
    again = chat.again(answer=Message.objects.get(pk=turn.answer.pk), now=now)
    assert again.as_of == turn.as_of
    list(chat.answer(again, lambda: now))
    assert "Lisbon" in Message.objects.get(pk=turn.answer.pk).text


def test_chat_that_knows_nothing_of_the_day_says_so(user, now, moved):
    turn = chat.begin(user=user, text="Where does Anna live?", as_of=dt.datetime(2010, 3, 1, tzinfo=dt.UTC), now=now)
    list(chat.answer(turn, lambda: now))
    assert Message.objects.get(pk=turn.answer.pk).text == "Nothing that you held true on 1 March 2010 answers this."


def test_a_day_that_is_none_is_refused_under_the_composer(by_script, moved):
    answer = by_script.post(reverse("message-send"), {"text": "Where does Anna live?", "as_of": "spring"})
    assert answer.status_code == 422
    assert "“spring” is no date" in answer.text


def test_chat_over_http_takes_a_moment(api, moved, monkeypatch):
    from assistant.streaming import runs

    begun = []
    monkeypatch.setattr(runs, "start", lambda turn, *_: begun.append(turn))
    asked = {"message": "Where does Anna live?", "as_of": "2024-03-01T00:00:00"}
    api.client.post("/api/v1/chat", asked, content_type="application/json", headers=api.headers)
    assert begun[0].as_of == dt.datetime(2024, 3, 1, tzinfo=dt.UTC)
    assert api.post("/chat", {"message": "x", "as_of": "spring"})[0] == 422


def test_the_command_line_searches_another_day(user, moved, minilm):
    out = io.StringIO()
    call_command("kg_search", "Where does Anna live?", "--user", "ines", "--as-of", "2024-03-01", "--json", stdout=out)
    found = json.loads(out.getvalue())
    assert [item["text"] for item in found["items"]] == ["Anna lives in Lisbon"]
    with pytest.raises(CommandError, match="is no date"):
        call_command("kg_search", "Anna", "--user", "ines", "--as-of", "spring")


def test_superseded_facts_keep_their_status_in_the_present(page, moved):
    assert Fact.objects.get(object__name="Lisbon").status == "superseded"
    assert "No longer true" in page.get(reverse("entity", args=[moved.pk])).text


@pytest.mark.parametrize(
    "at", ["0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00", "0001-01-01T00:00:00", "spring"]
)
def test_a_moment_at_the_end_of_the_calendar_is_refused_everywhere(api, user, at):
    asked = quote(at)
    assert api.get(f"/facts?as_of={asked}")[0] == 422
    assert api.get(f"/graph?as_of={asked}")[0] == 422
    assert api.post("/retrieve", {"query": "Anna", "as_of": at})[0] == 422
    assert api.post("/chat", {"message": "Where?", "as_of": at, "stream": False})[0] == 422


def test_an_empty_book_had_nothing_then_either(api, user):
    assert api.get("/graph?as_of=2024-03-01T00:00:00Z")[1]["edges"] == []
    assert api.post("/retrieve", {"query": "Anna", "as_of": "2024-03-01T00:00:00Z"})[1]["items"] == []
