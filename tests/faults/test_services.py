"""Web, worker, PostgreSQL and broker killed in turn while people talk: all is kept once, and all goes on by itself."""

from __future__ import annotations

import time

import pytest

from tests.faults.rig import FULL
from tests.faults.services import KINDS, Services
from tests.faults.test_learning import Talker
from tests.postgres import NoServer
from tests.tables import show

ROUNDS = 10 if FULL else 1  # in each of which every kind dies once


class Anywhere(Talker):
    """A talker who asks another web process when one does not answer."""

    def __init__(self, services: Services, count: int) -> None:
        super().__init__(services.token, count)
        self.services, self.asked = services, 0

    @property
    def url(self) -> str:
        self.asked += 1
        return f"http://127.0.0.1:{self.services.ports[self.asked % len(self.services.ports)]}"

    @url.setter
    def url(self, address: str) -> None:
        """There are two, and they keep their ports."""


@pytest.fixture
def services(tmp_path):
    try:
        running = Services(tmp_path)
    except NoServer as missing:
        pytest.skip(str(missing))
    try:
        yield running
    finally:
        running.stop()


def test_each_service_killed_in_turn_loses_nothing_and_doubles_nothing(services):
    talker = Anywhere(services, count=24 * ROUNDS)
    talker.start()
    for _ in range(ROUNDS):
        for kind in services.random.sample(KINDS, len(KINDS)):
            services.kill(kind)
            _goes_on(talker, services)
            time.sleep(services.random.uniform(0.0, 1.5))
    while talker.is_alive():
        _goes_on(talker, services)
    _until(lambda: _settled(services.left()), 240, services)
    left = services.left()
    assert left["failed"] == []
    assert left["asked"] == [[text, "done"] for text in talker.waiting]
    assert sum(left["answers"].values()) == len(talker.waiting)
    assert set(left["answers"]) <= {"done", "interrupted", "failed"}
    assert left["learned"] == len(talker.waiting)
    assert set(left["confirmed"]) == talker.confirmed
    assert (left["twice"], left["runs_twice"]) == ([], [])
    assert "projections equal the database" in services.manage("check_projections")
    killed = ", ".join(f"{kind} {times}" for kind, times in services.deaths.items())
    cut = len(talker.waiting) - left["answers"]["done"]
    show(
        f"faults: services   killed {sum(services.deaths.values()):2} times ({killed}): messages {len(left['asked'])}, "
        f"answers cut {cut}, learned once {left['learned']}, confirmed {len(left['confirmed'])}; "
        "projections equal, nothing lost"
    )


def _goes_on(talker: Talker, services: Services) -> None:
    """The talk comes to its next message, or is over."""
    before = len(talker.sent)
    _until(lambda: len(talker.sent) > before or not talker.is_alive(), 120, services)


def _settled(left: dict) -> bool:
    """No job waits, and no answer is being written, or looks as if it were."""
    return not left["waiting"] and not {"pending", "streaming"} & left["answers"].keys()


def _until(condition, seconds: float, services: Services) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, services.written()[-4000:]
        time.sleep(0.3)
