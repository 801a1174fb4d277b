"""Runs: written in threads, followed by any number of pages, stopped from anywhere, interrupted when their process died."""

from __future__ import annotations

import asyncio
import datetime as dt
import time

import pytest

from assistant import params
from assistant.models import Message
from assistant.streaming import runs
from assistant.turn import chat
from graph.clock import now as present
from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _all_over():
    """No thread of a run outlives its test's database, not even where the test failed."""
    yield
    runs.stop_all(0)
    ends = time.monotonic() + 60
    while any(not run.over for run in runs._runs.values()) and time.monotonic() < ends:
        time.sleep(0.02)
    runs._runs.clear()
    if runs._saver is not None:
        runs._saver.join(60)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(params, "SAVED_EVERY", dt.timedelta(seconds=0.1))
    monkeypatch.setattr(params, "READ_EVERY", 0.05)


@pytest.fixture
def book(user, now):
    facts.state(
        user=user, draft=Draft(Name("Anna", "person"), "lives_in", Name("Lisbon")), by=Actor.person(user), now=now
    )


def begin(user, text="Where does Anna live?", **options):
    turn = chat.begin(user=user, text=text, now=present(), **options)
    runs.start(turn)
    return turn


def followed(user, turn) -> list[runs.RunState]:
    async def collect():
        return [state async for state in runs.follow(user.pk, turn.answer.pk)]

    return asyncio.run(collect())


def events(user, turn) -> list[dict]:
    async def collect():
        return [event async for event in runs.events(user.pk, turn.answer.pk)]

    return asyncio.run(collect())


def wait_for(condition, seconds=120.0):
    ends = time.monotonic() + seconds
    while not condition() and time.monotonic() < ends:
        time.sleep(0.02)
    assert condition()


def test_a_run_is_followed_to_its_final_state(user, book):
    turn = begin(user)
    last = followed(user, turn)[-1]
    assert (last.status, last.text, last.cited, last.read) == ("done", "Anna lives in Lisbon.[1]", 1, 1)


def test_a_page_that_connects_late_gets_the_final_state_at_once(user, book):
    turn = begin(user)
    followed(user, turn)
    assert [state.status for state in followed(user, turn)] == ["done"]


def test_another_process_reads_the_row(user, book):
    turn = begin(user)
    followed(user, turn)
    runs._runs.clear()
    state = runs.state(user.pk, turn.answer.pk)
    assert (state.status, state.text, state.cited) == ("done", "Anna lives in Lisbon.[1]", 1)
    heard = events(user, turn)
    assert [event["event"] for event in heard] == ["started", "evidence", "token", "done"]
    assert heard[0]["data"]["conversation"] == str(turn.conversation.pk)
    assert [one["kind"] for one in heard[-1]["data"]["cited"]] == ["fact"]


def test_the_events_for_programs_are_deltas_that_make_the_text(user, book):
    turn = begin(user)
    heard = events(user, turn)
    assert [event["event"] for event in heard][:2] == ["started", "evidence"]
    assert heard[0]["data"] == {"conversation": str(turn.conversation.pk), "message": str(turn.answer.pk)}
    text = "".join(event["data"]["delta"] for event in heard if event["event"] == "token")
    done = next(event["data"] for event in heard if event["event"] == "done")
    assert text == done["text"] == "Anna lives in Lisbon.[1]"
    assert [(one["number"], one["kind"]) for one in done["cited"]] == [(1, "fact")]


def test_another_person_sees_nothing_of_a_run(user, other_user, book):
    turn = begin(user)
    followed(user, turn)
    with pytest.raises(Message.DoesNotExist):
        runs.state(other_user.pk, turn.answer.pk)
    with pytest.raises(Message.DoesNotExist):
        runs.stop(other_user.pk, turn.answer.pk)


def test_the_partial_text_is_saved_while_the_model_writes_and_a_stop_keeps_it(user, book, model_that):
    model_that("drips")
    turn = begin(user)
    wait_for(lambda: "3 " in Message.objects.get(pk=turn.answer.pk).text)
    runs.stop(user.pk, turn.answer.pk)
    last = followed(user, turn)[-1]
    assert (last.status, last.text[:6]) == ("stopped", "0 1 2 ")
    row = Message.objects.get(pk=turn.answer.pk)
    assert (row.status, row.text) == ("stopped", last.text)


def test_a_stop_from_another_process_is_heard(user, book, model_that):
    model_that("drips")
    turn = begin(user)
    wait_for(lambda: Message.objects.get(pk=turn.answer.pk).text)
    elsewhere = dict(runs._runs)
    runs._runs.clear()
    runs.stop(user.pk, turn.answer.pk)
    runs._runs.update(elsewhere)
    assert followed(user, turn)[-1].status == "stopped"


def test_an_answer_whose_process_died_is_interrupted_when_it_is_read(user):
    turn = chat.begin(user=user, text="Where does Anna live?", now=present())
    Message.objects.filter(pk=turn.answer.pk).update(text="Anna li", status="streaming")
    assert runs.state(user.pk, turn.answer.pk).status == "streaming"
    later = present() + params.DEAD_AFTER + dt.timedelta(seconds=1)
    state = runs.state(user.pk, turn.answer.pk, later)
    assert (state.status, state.text, state.error) == ("interrupted", "Anna li", runs.INTERRUPTED)
    assert Message.objects.get(pk=turn.answer.pk).status == "interrupted"


def test_stopping_all_keeps_what_was_written(user, book, model_that):
    model_that("drips")
    turn = begin(user)
    wait_for(lambda: Message.objects.get(pk=turn.answer.pk).text)
    runs.stop_all()
    assert Message.objects.get(pk=turn.answer.pk).status == "stopped"


def test_an_error_of_our_own_ends_the_run_with_one_sentence(user, book, monkeypatch, caplog):
    monkeypatch.setattr(chat, "retrieve", lambda **_: 1 / 0)
    turn = begin(user)
    last = followed(user, turn)[-1]
    assert (last.status, last.error) == ("failed", runs.BROKE)
    wait_for(lambda: Message.objects.get(pk=turn.answer.pk).status == "failed")
    assert "ZeroDivisionError" in caplog.text


def test_an_incognito_run_lives_in_memory_alone(user, book):
    turn = begin(user, mode="incognito")
    assert followed(user, turn)[-1].status == "done"
    assert not Message.objects.exists()


def test_many_runs_at_once_all_end(user, book):
    turns = [begin(user) for _ in range(20)]
    assert {followed(user, turn)[-1].text for turn in turns} == {"Anna lives in Lisbon.[1]"}
