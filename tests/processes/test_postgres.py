"""Two web processes and a worker over one database: what one wrote is found by the other, on either database."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests import postgres
from tests.processes.test_redis import Processes, until
from tests.servers import redis_url, valkey
from tests.tables import show

PLACES = ["Lisbon", "Porto", "Turin", "Ghent", "Leeds", "Oslo", "Split", "Lima"]


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request, tmp_path) -> Iterator[Processes]:
    database = postgres.start() if request.param == "postgresql" else ""
    with valkey() as server:
        processes = Processes(tmp_path, redis_url(server), database, webs=2)
        try:
            yield processes
        finally:
            processes.stop()


def test_a_write_in_one_process_is_found_by_the_very_next_read_of_the_other(both, request):
    until(lambda: both.post("/retrieve", {"query": "Anna"}, web=1), 90, both.written)
    until(lambda: both.post("/retrieve", {"query": "Anna"}, web=0), 90, both.written)
    slowest = 0.0
    for number, place in enumerate(PLACES):
        one, other = number % 2, 1 - number % 2
        fact = {"subject": {"name": f"Anna{number}"}, "predicate": "lives_in", "object": {"name": place}}
        assert both.post("/facts", fact, web=one)["status"] == "confirmed"
        written = time.monotonic()
        found = both.post("/retrieve", {"query": f"Where does Anna{number} live?"}, web=other)
        slowest = max(slowest, time.monotonic() - written)
        assert f"Anna{number} lives in {place}" in [item["text"] for item in found["items"]]
        # What the shared cache keeps of the question falls with the next write.
        both.post("/facts", {**fact, "predicate": "likes", "object": {"name": "figs"}}, web=one)
        found = both.post("/retrieve", {"query": f"Where does Anna{number} live?"}, web=other)
        assert f"Anna{number} likes figs" in [item["text"] for item in found["items"]]
    database = request.node.callspec.params["both"]
    show(f"processes: two on {database}: {len(PLACES)} writes each found by the other, the slowest in {slowest:.2f} s")
    vectors = until(lambda: "0" in both.manage("shell", "-v0", "-c", WAITING).split(), 60, both.written)
    assert vectors
    assert "projections equal the database" in both.manage("check_projections")


WAITING = """
from graph.models import User
from graph.projections import pending
print(pending.count_pending(User.objects.get().pk))
"""
