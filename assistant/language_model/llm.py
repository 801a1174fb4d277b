"""The language model, if one is configured: one call that streams, one that completes, and every way they fail."""

from __future__ import annotations

import contextlib
import datetime as dt
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

from django.conf import settings

from assistant import params
from assistant.language_model import model_stream, reachability
from assistant.language_model.calls import Call
from assistant.language_model.model_failures import (
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelFailure,
    ModelGone,
    ModelPage,
    ModelRefused,
    ModelTimeout,
    ModelTooLong,
    as_failure,
    check_is_answer,
)
from assistant.language_model.model_stream import Said
from assistant.language_model.reachability import ModelState

__all__ = [
    "ModelBusy",
    "ModelCut",
    "ModelEmpty",
    "ModelFailure",
    "ModelGone",
    "ModelPage",
    "ModelRefused",
    "ModelTimeout",
    "ModelTooLong",
    "Said",
    "complete",
    "configured",
    "describe",
    "name",
    "parts",
    "stream",
]

LOOKED_EVERY = 0.05  # seconds between two looks at the stop flag and the clock while the model is silent


def configured() -> bool:
    return bool(settings.ASSISTANT_MODEL)


def name() -> str:
    """The model that answers; "" if none is configured."""
    return str(settings.ASSISTANT_MODEL or "")


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
    """The answer in pieces as they come. Ends early, without an error, when `stop()` is true.

    Raises ModelFailure, also at `limit` characters, with what was written so far as its `partial`. Closing the iterator
    frees the model's server.
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
    reader = threading.Thread(
        target=model_stream.read, args=(messages, options, pieces, closed), daemon=True, name="model-stream"
    )
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
                raise as_failure(piece, "".join(written)) from piece
            if piece is None:
                break
            if isinstance(piece, Call):
                called = True
                yield piece
                continue
            written.append(piece)
            yield piece
            if sum(map(len, written)) >= limit:
                raise ModelTooLong(partial="".join(written))
            if time.monotonic() > ends:
                raise ModelTimeout(partial="".join(written))
        else:
            return
        if not called:
            check_is_answer("".join(written))
        reachability.seen(True)
    except ModelFailure as failure:
        reachability.seen(not isinstance(failure, ModelGone))
        raise
    finally:
        closed.set()
