"""A database that others hold for seconds at a time, and a model that is down: everything comes late, nothing is lost."""

from __future__ import annotations

import sqlite3
import threading

from tests.faults.rig import FULL, Rig
from tests.faults.test_learning import TWICE, Talker
from tests.servers import free_port, started
from tests.tables import show

MESSAGES = 48 if FULL else 5
HELD = 1.5 if FULL else 0.7  # seconds for which nobody else can write, again and again


class Holder(threading.Thread):
    """Takes the one writer's place, keeps it, and lets others in for a moment."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(daemon=True)
        self.path, self.over, self.times = rig.data / "commonplace.sqlite3", threading.Event(), 0

    def run(self) -> None:
        connection = sqlite3.connect(self.path, timeout=60, isolation_level=None)
        while not self.over.is_set():
            connection.execute("BEGIN IMMEDIATE")
            self.times += 1
            self.over.wait(HELD)
            connection.execute("ROLLBACK")
            self.over.wait(0.3)
        connection.close()


def test_a_slow_database_and_a_model_that_is_down_lose_nothing(rig: Rig):
    token = rig.person()
    talker = Talker(token, count=MESSAGES)
    down = {"ASSISTANT_MODEL": "openai/test", "ASSISTANT_API_BASE": f"http://127.0.0.1:{free_port()}/v1"}
    process, talker.url = started(rig.data, ASSISTANT_API_KEY="k", **down)
    holder = Holder(rig)
    holder.start()
    try:
        talker.start()
        talker.join(timeout=540)
        assert not talker.is_alive(), talker.sent[-1:]
        rig.wait(rig.is_idle, 240)
    finally:
        holder.over.set()
        holder.join()
        process.terminate()
        process.communicate()
    answers = rig.rows("SELECT status, error, text FROM assistant_message WHERE role = 'assistant'")
    assert len(answers) == MESSAGES
    assert {status for status, _, _ in answers} == {"failed"}
    assert all(error and text for _, error, text in answers)  # one sentence why, and what could be said without it
    asked = rig.rows("SELECT text, learning FROM assistant_message WHERE role = 'user' ORDER BY id")
    assert asked == [(text, "done") for text in talker.waiting]  # the rules read in its place
    learned = rig.one("SELECT count(*) FROM graph_fact WHERE status = 'staged' AND predicate = 'lives_in'")
    assert learned == MESSAGES
    assert rig.rows(TWICE) == []
    kept = {str(pk) for (pk,) in rig.rows("SELECT id FROM graph_fact WHERE status = 'confirmed'")}
    assert kept == talker.confirmed
    assert rig.rows("SELECT kind, error FROM graph_job WHERE state = 'failed'") == []
    checked = rig.manage("check_projections")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert holder.times > 3
    show(
        f"faults: slow       database held {holder.times} times for {HELD} s, model down: {len(answers)} messages "
        f"answered without it, learned once {learned}, confirmed {len(kept)}; projections equal, nothing lost"
    )
