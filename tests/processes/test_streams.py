"""Two web processes over a real Redis-compatible server: what one writes is seen in the other as it is written."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Iterator

import pytest

from tests.misbehaving import Misbehaving
from tests.processes.test_redis import Processes, until
from tests.servers import redis_url, valkey
from tests.tables import show

PIECES = 30  # fifty a second: seen by both before the answer is stopped


@pytest.fixture
def two(tmp_path) -> Iterator[Processes]:
    model = Misbehaving()
    own = {"ASSISTANT_MODEL": "openai/test", "ASSISTANT_API_BASE": model.base("drips"), "ASSISTANT_API_KEY": "k"}
    with valkey() as server:
        processes = Processes(tmp_path, redis_url(server), webs=2, worker=False, **own)
        try:
            yield processes
        finally:
            processes.stop()
    model.shut()


class Reader(threading.Thread):
    """Reads one answer's events and notes when each piece came; the key makes both ask for the same answer."""

    def __init__(self, processes: Processes, web: int) -> None:
        super().__init__(daemon=True)
        self.request = urllib.request.Request(
            f"http://127.0.0.1:{processes.ports[web]}/api/v1/chat",
            json.dumps({"message": "Count for me, please."}).encode(),
            {
                "Authorization": f"Bearer {processes.token}",
                "Content-Type": "application/json",
                "Idempotency-Key": "count",
            },
        )
        self.message = ""
        self.pieces: dict[str, float] = {}
        self.ended = ""

    def run(self) -> None:
        name = ""
        with urllib.request.urlopen(self.request, timeout=240) as answer:
            for line in answer:
                kind, _, rest = line.decode().rstrip("\n").partition(": ")
                if kind == "event":
                    name = rest
                elif kind == "data":
                    data = json.loads(rest)
                    if name == "started":
                        self.message = data["message"]
                    elif name == "token":
                        self.pieces.setdefault(data["delta"], time.monotonic())
                    elif name in ("done", "failed"):
                        self.ended = name
                        self.text = data["text"]


def told_since(reader: Reader, moment: float) -> dict[str, float]:
    return {piece: at for piece, at in list(reader.pieces.items()) if at > moment}


def test_each_piece_written_in_one_process_is_seen_in_the_other(two):
    until(lambda: two.post("/retrieve", {"query": "Anna"}, web=1), 90, two.written)
    until(lambda: two.post("/retrieve", {"query": "Anna"}, web=0), 90, two.written)
    writer = Reader(two, 0)
    writer.start()
    until(lambda: len(writer.pieces) > 5, 120, two.written)
    other = Reader(two, 1)
    other.start()
    joined = min(until(lambda: list(other.pieces.values()), 120, two.written))
    until(lambda: len(told_since(writer, joined)) > PIECES, 120, two.written)
    two.post(f"/messages/{other.message}/stop", {}, web=1)  # and a stop said there is heard here
    for reader in (writer, other):
        reader.join(120)
    assert (writer.ended, other.ended) == ("done", "done")
    assert other.text == writer.text
    assert "".join(other.pieces) == other.text  # from its beginning, though it came late
    since = told_since(writer, joined)
    assert since.keys() <= other.pieces.keys()  # one by one; the row, read each half second, would bring many at once
    late = sorted(other.pieces[piece] - at for piece, at in since.items())
    show(
        f"processes: an answer's {len(writer.pieces)} pieces, each seen in another web process "
        f"{1000 * late[-1]:.0f} ms after it was seen in the one that wrote it, at most (half a second by rows)"
    )
