"""The language model, if one is configured: one call that streams, one that completes, and every way they fail."""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from assistant import params, reachability
from assistant.calls import Call, Calls
from assistant.reachability import ModelState

logger = logging.getLogger(__name__)

LOOKED_EVERY = 0.05  # seconds between two looks at the stop flag and the clock while the model is silent


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


class ModelFailure(Exception):
    """The model gave no whole answer; `partial` is what it wrote, `sentence` says it to a person.

    `status` is the service's number for it, 0 where it gave none.
    """

    sentence = "The language model failed."

    def __init__(self, detail: str = "", partial: str = "", status: int = 0):
        super().__init__(f"{self.sentence} {detail}".strip())
        self.partial, self.status = partial, status


class ModelRefused(ModelFailure):
    """The service answered that it will not do it: a wrong key, an unknown model, a limit, a prompt too long."""

    sentence = "The language model refused the request."


class ModelTimeout(ModelFailure):
    """The deadline passed, or nothing came for too long."""

    sentence = "The language model took too long."


class ModelGone(ModelFailure):
    """Nobody answers where the model should be."""

    sentence = "The language model could not be reached."


class ModelCut(ModelFailure):
    """The answer broke off in the middle."""

    sentence = "The language model broke off in the middle of the answer."


class ModelEmpty(ModelFailure):
    """The answer had no text, or was not an answer but a page."""

    sentence = "The language model gave an empty answer."


def configured() -> bool:
    return bool(settings.ASSISTANT_MODEL)


def describe() -> ModelState:
    """Which model answers and whether it can be reached; never waits: a stale look is renewed in the background."""
    return reachability.state(settings.ASSISTANT_MODEL, settings.ASSISTANT_API_BASE)


def complete(
    messages: Sequence[Said],
    *,
    deadline: dt.timedelta,
    schema: dict[str, Any] | None = None,
    max_tokens: int = 1000,
    limit: int = params.LARGEST_ANSWER,
) -> str:
    """The model's whole answer; with `schema`, JSON that the service was asked to keep to it. Raises ModelFailure."""
    options: dict[str, Any] = {"max_tokens": max_tokens, "temperature": 0}
    if schema is not None:
        options["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": schema, "strict": True},
        }
    return "".join(stream(messages, deadline=deadline, limit=limit, **options)).strip()


def stream(
    messages: Sequence[Said],
    *,
    deadline: dt.timedelta,
    stop: Callable[[], bool] = lambda: False,
    limit: int = params.LARGEST_ANSWER,
    **options: Any,
) -> Iterator[str]:
    """The answer in pieces as they come. Ends early, without an error, when `stop()` is true or at `limit` characters.

    Raises ModelFailure, with what was written so far as its `partial`. Closing the iterator frees the model's server.
    """
    with contextlib.closing(parts(messages, deadline=deadline, stop=stop, limit=limit, **options)) as heard:
        for part in heard:
            if isinstance(part, str):
                yield part


def parts(
    messages: Sequence[Said],
    *,
    deadline: dt.timedelta,
    stop: Callable[[], bool] = lambda: False,
    limit: int = params.LARGEST_ANSWER,
    **options: Any,
) -> Generator[str | Call, None, None]:
    """As `stream`, and after the pieces the tools that the model wants used, where `tools` are among the options."""
    pieces: queue.Queue[str | Call | Exception | None] = queue.Queue(maxsize=256)
    closed = threading.Event()
    reader = threading.Thread(target=_read, args=(messages, options, pieces, closed), daemon=True, name="model-stream")
    ends = time.monotonic() + deadline.total_seconds()
    written: list[str] = []
    called = False
    reader.start()
    try:
        while not stop():
            try:
                piece = pieces.get(timeout=LOOKED_EVERY)
            except queue.Empty:
                if time.monotonic() > ends:
                    raise ModelTimeout(partial="".join(written)) from None
                continue
            if isinstance(piece, Exception):
                raise _as_failure(piece, "".join(written)) from piece
            if piece is None:
                break
            if isinstance(piece, Call):
                called = True
                yield piece
                continue
            written.append(piece)
            yield piece
            if sum(map(len, written)) >= limit:
                break
            if time.monotonic() > ends:
                raise ModelTimeout(partial="".join(written))
        else:
            return
        if not called:
            _check_is_answer("".join(written))
        reachability.seen(True)
    except ModelFailure as failure:
        reachability.seen(not isinstance(failure, ModelGone))
        raise
    finally:
        closed.set()


def _read(messages: Sequence[Said], options: dict[str, Any], pieces: queue.Queue, closed: threading.Event) -> None:
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
    import litellm  # three seconds of imports: only where a model is configured

    litellm.suppress_debug_info = True
    litellm.drop_params = True
    return litellm.completion(
        model=settings.ASSISTANT_MODEL,
        messages=[as_message(said) for said in messages],
        api_base=settings.ASSISTANT_API_BASE or None,
        api_key=settings.ASSISTANT_API_KEY or ("none" if settings.ASSISTANT_API_BASE else None),
        stream=True,
        timeout=params.READ_TIMEOUT.total_seconds(),
        max_retries=0,
        **options,
    )


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


def _check_is_answer(text: str) -> None:
    head = text.lstrip()[:15].casefold()
    if not head:
        raise ModelEmpty
    if head.startswith(("<!doctype html", "<html")):
        raise ModelEmpty("It was a web page.")


def _as_failure(error: Exception, written: str) -> ModelFailure:
    """What went wrong, by the errors that litellm raises for it."""
    import litellm
    import openai

    if isinstance(error, ModelFailure):
        error.partial = written
        return error
    if isinstance(error, litellm.exceptions.MidStreamFallbackError):
        partial = written or error.generated_content or ""
        return ModelCut(partial=partial) if partial else ModelGone()
    detail = " ".join(str(error).split())[:200]
    if isinstance(error, openai.APITimeoutError):
        return ModelTimeout(partial=written)
    if isinstance(error, openai.APIStatusError) and 400 <= error.status_code < 500:
        return ModelRefused(detail, written, error.status_code)
    if isinstance(error, openai.APIError):
        return ModelCut(partial=written) if written else ModelGone(detail, status=getattr(error, "status_code", 0) or 0)
    logger.error("unexpected error from the language model", exc_info=error)
    return ModelCut(partial=written) if written else ModelGone(type(error).__name__)
