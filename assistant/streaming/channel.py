"""The events of an answer on their way to other processes: one Redis stream an answer, where there is a Redis."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

import redis
import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from assistant import params
from assistant.turn.events import Done, Event, Evidence, Started, as_json

logger = logging.getLogger(__name__)

FIELD = "told"
OVER = "over"  # nothing follows
BEGINNING = "0-0"


@dataclass(frozen=True, slots=True)
class Told:
    """An event as it travels. `number` counts from 0 in each run, so that a reader notices what it missed."""

    number: int
    event: str
    data: dict[str, Any] = field(default_factory=dict)
    found: int | None = None  # of an evidence event: how much there was, and how much of it was read
    read: int | None = None
    stopped: bool = False


def available() -> bool:
    """Whether there is a Redis to tell it by."""
    return bool(settings.REDIS_URL)


def key(user_id: int, message_id: int) -> str:
    """Where the events of an answer are; under its owner, so that everything of theirs can be let go of."""
    return f"answer:{user_id}:{message_id}"


class Teller:
    """Tells what happens in one run. A Redis that fails ends the telling, never the answer: its row goes on."""

    def __init__(self, user_id: int, message_id: int) -> None:
        self._key = key(user_id, message_id)
        self._client = _client(settings.REDIS_URL) if available() else None
        self._number = 0

    def tell(self, event: Event) -> None:
        name, data = as_json(event)
        result = event.result if isinstance(event, Evidence) else None
        told = Told(
            self._number,
            name,
            data,
            found=len(result.items) + len(result.left_out) if result is not None else None,
            read=len(result.items) if result is not None else None,
            stopped=isinstance(event, Done) and event.stopped,
        )
        self._send(told, anew=isinstance(event, Started))

    def end(self) -> None:
        self._send(Told(self._number, OVER))

    def _send(self, told: Told, *, anew: bool = False) -> None:
        if self._client is None:
            return
        try:
            with self._client.pipeline(transaction=True) as together:
                if anew:
                    together.delete(self._key)  # an answer that is written again
                body: dict[Any, Any] = {FIELD: json.dumps(asdict(told), ensure_ascii=False)}
                together.xadd(self._key, body, maxlen=params.STREAMED_EVENTS, approximate=True)
                together.expire(self._key, params.STREAM_KEPT)
                together.execute()
        except RedisError:
            logger.warning("%s is not told to other processes any further", self._key, exc_info=True)
            self._client = None
        self._number += 1


class Listening:
    """One reader of one answer's stream, which remembers the last entry it has seen."""

    def __init__(self, name: str, client: redis.asyncio.Redis | None) -> None:
        self._name, self._client, self._last = name, client, BEGINNING
        self._waited = 0  # times in a row that the Redis did not answer

    async def entries(self, seconds: float) -> list[Told]:
        """What was told since, waited for so long if there is nothing yet; no more once the Redis has failed.

        One that does not answer in time is asked again, `STREAM_PATIENCE` times in a row: the machine may be busy.
        """
        if self._client is not None:
            try:
                told = await self._read(self._client, seconds)
                self._waited = 0
                return told
            except RedisError as error:
                self._waited += 1
                if isinstance(error, redis.exceptions.TimeoutError) and self._waited < params.STREAM_PATIENCE:
                    return []
                logger.warning("%s is followed from its row: %s", self._name, error)
                self._client = None
        await asyncio.sleep(seconds)
        return []

    async def _read(self, client: redis.asyncio.Redis, seconds: float) -> list[Told]:
        block = max(1, int(seconds * 1000)) if seconds else None
        found: Any = await client.xread({self._name: self._last}, count=params.STREAM_BATCH, block=block)
        told = []
        for _, entries in found:
            for last, body in entries:
                self._last = last
                told.append(Told(**json.loads(body[FIELD])))
        return told


@asynccontextmanager
async def listening(user_id: int, message_id: int) -> AsyncIterator[Listening]:
    """A reader with a connection of its own, in which it waits; without a Redis one that hears nothing."""
    client = None
    if available():
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL,
            decode_responses=True,
            socket_connect_timeout=params.STREAM_TIMEOUT,
            socket_timeout=params.READ_EVERY + params.STREAM_TIMEOUT,
        )
    try:
        yield Listening(key(user_id, message_id), client)
    finally:
        if client is not None:
            await client.aclose()


def forget(user_id: int) -> None:
    """Delete everything that was told of a person's answers (erasure)."""
    if available():
        client = _client(settings.REDIS_URL)
        for name in client.scan_iter(match=key(user_id, 0)[:-1] + "*", count=1000):
            client.delete(name)


@cache
def _client(url: str) -> redis.Redis:
    # One more try, for a connection that lay unused too long; a reader drops what comes twice.
    timeout = params.STREAM_TIMEOUT
    return redis.Redis.from_url(
        url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=Retry(NoBackoff(), 1)
    )
