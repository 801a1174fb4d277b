"""Each way a language model fails is a named failure with the partial text kept, within a deadline of our own."""

from __future__ import annotations

import contextlib
import datetime as dt
import gc
import socket
import threading
import time

import pytest

from assistant import params
from assistant.language_model import llm
from assistant.language_model.llm import Said

ASK = [Said("user", "Where does Anna live?")]
SOON = dt.timedelta(seconds=60)
LATER = dt.timedelta(seconds=4)  # enough for some pieces on a busy machine
AT_ONCE = dt.timedelta(seconds=0.6)


def read(deadline: dt.timedelta = SOON, **options) -> list[str]:
    return list(llm.stream(ASK, deadline=deadline, **options))


def test_an_answer_comes_in_its_pieces(model_that):
    model_that("good")
    assert read() == ["Anna lives ", "in Lisbon ", "[1]."]


def test_a_whole_answer_is_the_pieces_joined(model_that):
    model_that("good")
    assert llm.complete(ASK, deadline=SOON) == "Anna lives in Lisbon [1]."


def test_a_schema_is_sent_to_the_service(model_that):
    server = model_that("good")
    llm.complete(ASK, deadline=SOON, schema={"type": "object"})
    assert b'"json_schema"' in server.requests[-1]


def test_a_wrong_key_is_a_refusal_with_the_services_reason(model_that):
    model_that("refuses")
    with pytest.raises(llm.ModelRefused, match="wrong key"):
        read()


def test_an_error_of_the_server_is_a_model_that_cannot_be_reached(model_that):
    model_that("breaks")
    with pytest.raises(llm.ModelGone):
        read()


def test_nobody_listening_is_a_model_that_cannot_be_reached(settings):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings.ASSISTANT_MODEL, settings.ASSISTANT_API_BASE = "openai/test", f"http://127.0.0.1:{port}"
    with pytest.raises(llm.ModelGone):
        read()


def test_a_stalled_stream_ends_at_our_own_deadline_with_the_partial_text(model_that, monkeypatch):
    monkeypatch.setattr(params, "READ_TIMEOUT", dt.timedelta(hours=1))
    model_that("stalls")
    with pytest.raises(llm.ModelTimeout) as caught:
        read(LATER)
    assert caught.value.partial == "Anna "


def test_a_server_that_never_answers_ends_at_our_own_deadline(model_that):
    model_that("silent")
    with pytest.raises(llm.ModelTimeout) as caught:
        read(AT_ONCE)
    assert caught.value.partial == ""


@pytest.mark.parametrize("way", ["cuts", "cuts_inside"])
def test_a_cut_stream_keeps_its_partial_text(model_that, way):
    model_that(way)
    with pytest.raises(llm.ModelCut) as caught:
        read()
    assert caught.value.partial.startswith("Anna lives")


@pytest.mark.parametrize("way", ["empty", "page", "page_as_text"])
def test_no_text_or_a_web_page_is_an_empty_answer(model_that, way):
    model_that(way)
    with pytest.raises(llm.ModelEmpty):
        read()


def test_stopping_ends_the_stream_without_an_error_and_hangs_up(model_that):
    server = model_that("drips")
    pieces: list[str] = []
    for piece in llm.stream(ASK, deadline=SOON, stop=lambda: len(pieces) >= 3):
        pieces.append(piece)
    assert pieces[:3] == ["0 ", "1 ", "2 "]
    assert server.closed.wait(60)


def test_closing_the_iterator_hangs_up(model_that):
    server = model_that("drips")
    stream = llm.stream(ASK, deadline=SOON)
    assert next(stream) == "0 "
    stream.close()
    assert server.closed.wait(60)


def test_a_dripping_stream_cannot_outlast_the_deadline(model_that):
    model_that("drips")
    with pytest.raises(llm.ModelTimeout) as caught:
        read(LATER)
    assert caught.value.partial.startswith("0 1 2 ")


def test_an_endless_answer_is_cut_at_the_limit(model_that):
    model_that("endless")
    with pytest.raises(llm.ModelTooLong) as cut:
        read(limit=2000)
    assert 2000 <= len(cut.value.partial) < 4000


def test_a_stream_that_comes_to_rest_took_too_long(model_that, monkeypatch):
    monkeypatch.setattr(params, "READ_TIMEOUT", dt.timedelta(seconds=1))
    model_that("stalls")
    with pytest.raises(llm.ModelTimeout) as late:
        read()
    assert late.value.partial == "Anna "


def test_without_a_model_nothing_is_configured(settings):
    settings.ASSISTANT_MODEL = ""
    assert (llm.configured(), llm.describe().name, llm.describe().reachable) == (False, "", None)


def test_describing_never_waits_and_learns_in_the_background(model_that, monkeypatch):
    model_that("silent")
    monkeypatch.setattr("assistant.language_model.reachability._look", type(llm.reachability._look)())
    monkeypatch.setattr("assistant.language_model.reachability.LOOK_TIMEOUT", 0.3)
    assert llm.describe().reachable is None  # who waits for the look sees False
    ends = time.monotonic() + 60
    while llm.describe().reachable is None and time.monotonic() < ends:
        time.sleep(0.05)
    assert llm.describe().reachable is False


@pytest.mark.parametrize("way", ["good", "cuts", "cuts_inside", "empty", "page", "page_as_text", "stalls", "drips"])
def test_no_stream_is_left_that_sets_context_variables_when_it_is_collected(model_that, way):
    """Before Python 3.12 the collector may run while a context variable is being set, and the process then crashes."""
    from litellm import CustomStreamWrapper

    server = model_that(way)
    gc.disable()
    try:
        with contextlib.suppress(llm.ModelFailure):
            read(AT_ONCE)
        server.shut()
        for thread in threading.enumerate():
            if thread.name == "model-stream":
                thread.join(60)
        streams = [each for each in gc.get_objects() if type(each) is CustomStreamWrapper]
        assert [each for each in streams if each.logging_obj is not None] == []
    finally:
        gc.enable()


@pytest.mark.realmodel
def test_a_real_model_streams_several_pieces(real_model):
    pieces = list(
        llm.stream([Said("user", "Count from 1 to 10.")], deadline=params.ANSWER_DEADLINE, max_tokens=40, temperature=0)
    )
    assert len(pieces) > 3


@pytest.mark.realmodel
def test_a_real_model_keeps_to_a_schema(real_model):
    import json

    schema = {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 20}},
        "required": ["city"],
        "additionalProperties": False,
    }
    text = llm.complete(
        [Said("user", "In which city is the Eiffel Tower? Answer as JSON.")],
        deadline=params.ANSWER_DEADLINE,
        schema=schema,
        max_tokens=60,
    )
    assert list(json.loads(text)) == ["city"]


@pytest.mark.realmodel
def test_stopping_a_real_model_frees_it_for_the_next_question(real_model):
    long = [Said("user", "Write a very long story about a lighthouse.")]
    pieces: list[str] = []
    for piece in llm.stream(long, deadline=params.ANSWER_DEADLINE, stop=lambda: len(pieces) >= 3, max_tokens=800):
        pieces.append(piece)
    assert llm.complete([Said("user", "Say yes.")], deadline=params.ANSWER_DEADLINE, max_tokens=4)
