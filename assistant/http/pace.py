"""How often something may be done: counters in the cache, which every process shares where Redis is configured."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Pace:
    """At most `times` in `seconds`, counted from the first one."""

    name: str
    times: int
    seconds: int


class TooFast(Exception):
    """More than the pace allows; it is free again after `wait` seconds."""

    def __init__(self, wait: int):
        super().__init__(f"Too many requests. Wait {spoken(wait)} and try again.")
        self.wait = wait


def spoken(seconds: int) -> str:
    """A length of time as people say it."""
    if seconds < 90:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    return f"{-(-seconds // 60)} minutes"


def take(pace: Pace, who: str, *, at: float) -> None:
    """Count one for `who` at `at` (seconds). Raises TooFast when there were more than enough."""
    key = _key(pace, who)
    if cache.add(key, 0, pace.seconds):
        cache.set(f"{key}:ends", at + pace.seconds, pace.seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # it ran out between the two lines
        return
    if count > pace.times:
        raise TooFast(max(1, round(cache.get(f"{key}:ends", at + pace.seconds) - at)))


def forget(pace: Pace, who: str) -> None:
    """Begin to count `who` anew."""
    cache.delete(_key(pace, who))


def _key(pace: Pace, who: str) -> str:
    """Names are hashed: they may hold anything, and a cache takes keys of 250 plain characters."""
    return f"pace:{pace.name}:{hashlib.sha256(who.encode(errors='replace')).hexdigest()[:32]}"
