"""`manage.py up` killed while people talk to it: every message is answered or said to be cut, and learned from once."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from http.client import HTTPException

from tests.faults.rig import Rig, deaths
from tests.servers import started

PEOPLE = [
    "Anna",
    "Bruno",
    "Carla",
    "Dora",
    "Emil",
    "Fiona",
    "Georg",
    "Hanna",
    "Ivo",
    "Jana",
    "Karl",
    "Lena",
    "Mario",
    "Nora",
    "Otto",
    "Paula",
]
CITIES = [
    "Lisbon",
    "Porto",
    "Ghent",
    "Oslo",
    "Riga",
    "Turin",
    "Lyon",
    "Graz",
    "Bern",
    "Cork",
    "Brno",
    "Split",
    "Malmo",
    "Namur",
    "Vigo",
    "Delft",
]
TOO_MANY = 429
TWICE = """
SELECT subject_id, predicate, object_id, value_key FROM graph_fact WHERE status IN ('staged', 'confirmed')
GROUP BY subject_id, predicate, object_id, value_key HAVING count(*) > 1
"""


class Talker(threading.Thread):
    """Sends each message until it is taken, with a key of its own, and confirms a fact after each."""

    def __init__(self, token: str, count: int):
        super().__init__(daemon=True)
        self.token, self.url = token, ""
        self.waiting = [
            f"My friend {PEOPLE[n % 16]} {chr(65 + n // 16)}inn lives in {CITIES[n % 16]}." for n in range(count)
        ]
        self.sent: list[str] = []
        self.confirmed: set[str] = set()

    def run(self) -> None:
        for number, text in enumerate(self.waiting):
            self._send("/chat", {"message": text, "stream": False}, f"m{number}")
            self.sent.append(text)
            stated = {"subject": {"name": f"Place {number}"}, "predicate": "is_a", "value": f"harbour {number}"}
            self.confirmed.add(self._send("/facts", stated, f"f{number}")["id"])

    def _send(self, path: str, body: dict, key: str) -> dict:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "Idempotency-Key": key}
        while True:
            try:
                request = urllib.request.Request(f"{self.url}/api/v1{path}", json.dumps(body).encode(), headers)
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as refused:
                time.sleep(float(refused.headers["Retry-After"]) if refused.code == TOO_MANY else 0.1)
            except (OSError, ValueError, HTTPException):
                time.sleep(0.1)  # nobody is there, or died in the middle of its answer: a new process is being started


def test_the_product_killed_while_it_is_talked_to(rig: Rig):
    times = deaths(20)
    token = rig.person()
    talker = Talker(token, count=5 * times)
    for _ in range(times):
        process, talker.url = started(rig.data)
        if talker.ident is None:
            talker.start()
        rig.kill(process, after=rig.random.uniform(0.05, 3.0))
    process, talker.url = started(rig.data)
    try:
        talker.join(timeout=300)
        assert not talker.is_alive(), talker.sent[-1:]
        rig.wait(rig.is_idle)
    finally:
        process.terminate()
        process.communicate()
    asked = rig.rows("SELECT text, learning FROM assistant_message WHERE role = 'user' ORDER BY id")
    assert asked == [(text, "done") for text in talker.waiting]
    ended = dict(rig.rows("SELECT status, count(*) FROM assistant_message WHERE role = 'assistant' GROUP BY status"))
    assert sum(ended.values()) == len(talker.waiting)
    learned = f"SELECT count(*) FROM graph_fact WHERE status = 'staged' AND predicate = '{'lives_in'}'"
    assert rig.one(learned) == len(talker.waiting)
    assert rig.rows(TWICE) == []
    assert rig.rows("SELECT run FROM graph_change WHERE run != '' GROUP BY run HAVING count(*) > 1") == []
    kept = {str(pk) for (pk,) in rig.rows("SELECT id FROM graph_fact WHERE status = 'confirmed'")}
    assert kept == talker.confirmed
    cut = sum(count for status, count in ended.items() if status != "done")
    rig.report("learning", messages=len(asked), answers_cut=cut, learned_once=rig.one(learned), confirmed=len(kept))
