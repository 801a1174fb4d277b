"""States of an answer as server-sent events."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from django.http import Http404
from django.test import RequestFactory
from django.urls import reverse

from assistant.models import Message
from assistant.streaming import runs
from assistant.streaming.runs import RunState
from assistant.views import stream

pytestmark = pytest.mark.django_db


def events(user, pk) -> list[str]:
    """The data of every event that the stream sends."""

    async def collect() -> list[str]:
        request = RequestFactory().get(reverse("message-stream", args=[pk]))
        request.user = user

        async def auser():
            return user

        request.auser = auser
        answer = await stream.stream(request, pk)
        assert answer.headers["Content-Type"] == "text/event-stream"
        return [chunk.decode() async for chunk in answer.streaming_content]

    raw = "".join(async_to_sync(collect)())
    return ["\n".join(line.removeprefix("data: ") for line in one.splitlines()) for one in raw.split("\n\n") if one]


def test_a_finished_answer_sends_its_final_state_at_once(user, answer):
    [final] = events(user, answer.pk)
    assert f'<hx-partial hx-target="#m{answer.pk}" hx-swap="outerHTML">' in final
    assert "<strong>Lisbon</strong>" in final
    assert '<hx-partial hx-target="#evidence"' in final
    assert "aria-busy" not in final


def test_states_are_sent_whole_and_the_last_one_is_the_row(user, answer, monkeypatch):
    async def follow(user_id, pk):
        for text in ("She", "She lives in **Lis"):
            yield RunState(pk, Message.Status.STREAMING, text, found=9, read=4)
        yield RunState(pk, Message.Status.DONE, "ignored: the row is what is shown")

    monkeypatch.setattr(runs, "follow", follow)
    first, second, final = events(user, answer.pk)
    assert "<p>She</p>" in first
    assert "<p>She lives in **Lis</p>" in second
    assert 'Writing<span aria-hidden="true">, 4 read' in second  # counts that change are not read out
    assert "ignored" not in final


def test_every_line_of_an_event_is_data():
    assert stream.event("<p>a</p>\n<p>b</p>\r\n") == b"data: <p>a</p>\ndata: <p>b</p>\n\n"


def test_an_incognito_answer_ends_without_evidence(user, monkeypatch):
    state = RunState(2**52, Message.Status.DONE, "Nothing is kept.")

    async def follow(user_id, pk):
        yield state

    monkeypatch.setattr(runs, "follow", follow)
    monkeypatch.setattr(runs, "state", lambda user_id, pk: state)
    [final] = events(user, 2**52)
    assert "Nothing is kept." in final
    assert "#evidence" not in final
    assert "Write it again" not in final


def test_what_was_interrupted_says_so_and_can_be_written_again(user, answer):
    Message.objects.filter(pk=answer.pk).update(status=Message.Status.INTERRUPTED, error="")
    [final] = events(user, answer.pk)
    assert "Interrupted: the server restarted" in final
    assert reverse("message-again", args=[answer.pk]) in final


def test_another_persons_answer_does_not_exist(other_user, answer):
    with pytest.raises(Http404):
        events(other_user, answer.pk)


def test_stopping_is_its_own_request(by_script, answer, monkeypatch):
    asked = []
    monkeypatch.setattr(runs, "stop", lambda *ids: asked.append(ids))
    assert by_script.post(reverse("message-stop", args=[answer.pk])).status_code == 204
    assert asked == [(answer.user_id, answer.pk)]
    assert by_script.get(reverse("message-stop", args=[answer.pk])).status_code == 405
