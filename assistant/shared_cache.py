"""The cache that processes share in Redis; while that is away every question is a miss, and nobody waits for it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as CannotConnect
from redis.exceptions import TimeoutError as TookTooLong

logger = logging.getLogger(__name__)

TOLD_EVERY = 60.0  # seconds between two lines about the same outage
# Django asks whether the key is there and then adds to it. A key whose time is over between the two would begin anew
# without an end, and who is counted by it would be held up for good; nothing comes between the lines of a script.
ADD = "if redis.call('EXISTS', KEYS[1]) == 0 then return false end return redis.call('INCRBY', KEYS[1], ARGV[1])"
_told = float("-inf")


def _or(instead: Callable[..., Any]) -> Callable[[Callable], Callable]:
    """What a method does while Redis cannot be reached; nothing kept there is worth an error."""

    def decorate(method: Callable) -> Callable:
        @wraps(method)
        def asked(self: SharedCache, *args: Any, **options: Any) -> Any:
            try:
                return method(self, *args, **options)
            except (CannotConnect, TookTooLong) as error:
                _tell(error)
                return instead(*args, **options)

        return asked

    return decorate


def _tell(error: Exception) -> None:
    global _told
    if time.monotonic() - _told > TOLD_EVERY:
        _told = time.monotonic()
        logger.warning("the shared cache cannot be reached, every question is a miss meanwhile: %s", error)


def _default(key: Any, default: Any = None, version: Any = None) -> Any:
    return default


def _unknown(key: Any, *args: Any, **options: Any) -> int:
    """As of a key that is not there."""
    raise ValueError(key)


class SharedCache(RedisCache):
    """Django's own cache in Redis, which goes on without it."""

    get = _or(_default)(RedisCache.get)
    set = _or(lambda *args, **options: None)(RedisCache.set)
    add = _or(lambda *args, **options: False)(RedisCache.add)
    delete = _or(lambda *args, **options: False)(RedisCache.delete)

    @_or(_unknown)
    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """The count after adding `delta`; its time to live stays. Raises ValueError when there is no such key."""
        made = self.make_and_validate_key(key, version=version)
        count = self._cache.get_client(made, write=True).eval(ADD, 1, made, delta)
        if count is None:
            raise ValueError(f"There is no key {key}.")
        return int(count)
