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
    incr = _or(_unknown)(RedisCache.incr)
