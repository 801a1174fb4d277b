"""The cache in Redis: while Redis is away every question is a miss, counters stop nobody, and it is said once."""

from __future__ import annotations

import contextlib

import pytest

from assistant import shared_cache
from assistant.http import pace
from tests.servers import redis_url, valkey

NO_END = -1  # the time to live that Redis tells of a key that stays


@pytest.fixture
def server():
    with valkey() as running:
        yield running


@pytest.fixture
def cache(server, monkeypatch):
    monkeypatch.setattr(shared_cache, "_told", float("-inf"))
    made = shared_cache.SharedCache(redis_url(server), {"OPTIONS": {"socket_connect_timeout": 1}})
    monkeypatch.setattr(pace, "cache", made)
    return made


def test_it_keeps_and_counts_as_any_cache(cache):
    cache.set("a", [1, 2])
    assert (cache.get("a"), cache.add("a", 3), cache.add("n", 1), cache.incr("n")) == ([1, 2], False, True, 2)
    assert cache.delete("a") is True
    assert cache.get("a", "nothing") == "nothing"
    with pytest.raises(ValueError):
        cache.incr("a")


def test_a_count_whose_time_is_over_while_it_is_added_to_does_not_begin_anew_without_an_end(cache, monkeypatch):
    """Else whoever is counted by it is held up for good, since nothing ever takes it away."""
    monkeypatch.setattr("redis.Redis.exists", lambda self, key: self.delete(key))  # it was there, and is no longer
    redis = cache._cache.get_client(None, write=True)
    cache.add("n", 1, timeout=60)
    with contextlib.suppress(ValueError):
        cache.incr("n")
    assert redis.ttl(cache.make_key("n")) != NO_END


def test_without_redis_everything_is_a_miss_and_one_line_says_so(cache, server, caplog):
    cache.set("a", 1)
    server.stop()
    for _ in range(3):
        assert cache.get("a", "nothing") == "nothing"
    cache.set("a", 2)
    assert (cache.add("a", 3), cache.delete("a")) == (False, False)
    with pytest.raises(ValueError):
        cache.incr("a")
    assert caplog.text.count("the shared cache cannot be reached") == 1


def test_a_pace_stops_people_with_redis_and_nobody_without(cache, server):
    slow = pace.Pace("test", 2, 60)
    for _ in range(2):
        pace.take(slow, "ines", at=0.0)
    with pytest.raises(pace.TooFast):
        pace.take(slow, "ines", at=0.0)
    server.stop()
    pace.take(slow, "ines", at=0.0)
