"""One streamed answer, read by litellm in a thread of its own: what is asked, what comes, and how it is let go."""

from __future__ import annotations

import contextlib
import functools
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from assistant import params
from assistant.language_model.calls import Call, Calls
from assistant.language_model.model_failures import ModelCut
from graph.lasting import kept


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a prompt; `role` is system, user, assistant, or tool: then it answers the call with that id."""

    role: str
    text: str
    calls: tuple[Call, ...] = ()
    answers: str = ""


def as_message(said: Said) -> dict[str, Any]:
    """A message as services of the OpenAI kind take it."""
    message: dict[str, Any] = {"role": said.role, "content": said.text}
    if said.calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in said.calls
        ]
    if said.answers:
        message["tool_call_id"] = said.answers
    return message


def read(messages: Sequence[Said], options: dict[str, Any], pieces: queue.Queue, closed: threading.Event) -> None:
    """Read the service in a thread of its own, because a read cannot be interrupted; ends with None or the error."""

    def put(piece: str | Call | Exception | None) -> None:
        while not closed.is_set():
            with contextlib.suppress(queue.Full):
                return pieces.put(piece, timeout=1)

    try:
        response = _open(messages, options)
        try:
            wrote, calls = False, Calls()
            for chunk in response:
                if closed.is_set():
                    return
                delta = chunk.choices[0].delta if chunk.choices else None
                if delta is not None and delta.content:
                    wrote = True
                    put(delta.content)
                if delta is not None and getattr(delta, "tool_calls", None):
                    calls.take(delta.tool_calls)
            if (wrote or calls.held) and not _was_finished(response):
                put(ModelCut())
            for call in calls.whole():
                put(call)
            put(None)
        finally:
            _close(response)
    except Exception as error:  # noqa: BLE001 - handed to the thread that asked, which names it
        put(error)


def _open(messages: Sequence[Said], options: dict[str, Any]) -> Any:
    return _client().completion(
        model=settings.ASSISTANT_MODEL,
        messages=[as_message(said) for said in messages],
        api_base=settings.ASSISTANT_API_BASE or None,
        api_key=settings.ASSISTANT_API_KEY or ("none" if settings.ASSISTANT_API_BASE else None),
        stream=True,
        timeout=params.READ_TIMEOUT.total_seconds(),
        max_retries=0,
        **options,
    )


@functools.cache
def _client() -> Any:
    with kept():
        import litellm  # three seconds of imports: only where a model is configured

    litellm.suppress_debug_info = True
    litellm.drop_params = True
    return litellm


def _was_finished(response: Any) -> bool:
    """Whether the service itself said that the answer is over; litellm says "stop" of a stream that just ends."""
    reasons = [getattr(response, name, None) for name in ("received_finish_reason", "intermittent_finish_reason")]
    return not hasattr(response, "received_finish_reason") or any(reasons)


def _close(response: Any) -> None:
    """Give up the connection and the log of the call.

    litellm's stream sets context variables when it is finalised, if it still holds its log. It is part of a cycle, so
    that is done by the collector, at any allocation; before Python 3.12 that can be one in the middle of setting a
    context variable, and the map of the variables is then freed while it is being copied: a crash much later.
    """
    response.logging_obj = None
    for stream_ in (getattr(response, "completion_stream", None), response):
        close = getattr(stream_, "close", None)
        if close is not None:
            with contextlib.suppress(Exception):  # it may be closed already, or mid-read; either way it is given up
                close()
            return
