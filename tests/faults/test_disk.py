"""A disk that is full: what was confirmed stays, what did not fit is refused with a sentence, and all goes on after."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

from tests.faults.rig import FULL, Rig
from tests.servers import ROOT, free_port
from tests.tables import show

ROOM = 700_000  # bytes by which the largest file may grow: some dozen facts
SENT = 4000 if FULL else 600


def started(rig: Rig, limit: int | None) -> tuple[subprocess.Popen, str]:
    """`manage.py up`, in whose process no file may grow beyond `limit` bytes: what the system answers to a full disk."""
    port = free_port()
    command = [sys.executable, "manage.py", "up", "--no-browser", "--port", str(port)]
    if limit is not None:
        words = " ".join(command)
        command = ["bash", "-c", f"trap '' XFSZ; ulimit -f {limit // 1024}; exec {words}"]
    with (rig.data.parent / "up.log").open("a") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=rig.environment(), stdout=log, stderr=log, text=True)
    url = f"http://127.0.0.1:{port}"
    ends = time.monotonic() + 180
    while time.monotonic() < ends:
        try:
            urllib.request.urlopen(f"{url}/healthz", timeout=10).read()
        except OSError:
            assert process.poll() is None, (rig.data.parent / "up.log").read_text()[-3000:]
            time.sleep(0.05)
        else:
            return process, url
    raise AssertionError("up did not answer within three minutes")


def send(url: str, token: str, path: str, body: dict | None = None) -> tuple[int, dict]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}/api/v1{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        raw = refused.read()
        return refused.code, json.loads(raw) if raw[:1] == b"{" else {"raw": raw[:200].decode()}


def test_a_full_disk_refuses_loses_nothing_and_goes_on(rig: Rig):
    token = rig.person()
    largest = max(path.stat().st_size for path in rig.data.rglob("*") if path.is_file())
    process, url = started(rig, largest + ROOM)
    kept, refused = set(), []
    for number in range(SENT):
        fact = {
            "subject": {"name": f"Crate {number}"},
            "predicate": "is_a",
            "value": f"box {number}",
            "description": "A long description. " * 400,
        }
        status, body = send(url, token, "/facts", fact)
        if status == 201:
            kept.add(body["id"])
        else:
            refused.append((status, body))
        if len(refused) > 2:
            break
    assert refused, "the disk was never full"
    assert {status for status, _ in refused} == {503}
    assert all(body["detail"][0]["msg"].startswith("The database cannot be") for _, body in refused)
    status, found = send(url, token, "/facts?q=Crate&limit=5")
    assert (status, len(found["items"])) == (200, 5)  # what is there can still be read
    process.kill()
    process.wait()
    process, url = started(rig, None)
    try:
        status, body = send(url, token, "/facts", {"subject": {"name": "Last"}, "predicate": "is_a", "value": "crate"})
        assert status == 201
        kept.add(body["id"])
        rig.wait(rig.is_idle)
    finally:
        process.terminate()
        process.wait(60)
    stand = {str(pk) for (pk,) in rig.rows("SELECT id FROM graph_fact WHERE status = 'confirmed'")}
    assert stand == kept
    assert rig.one("PRAGMA integrity_check") == "ok"
    assert rig.rows("SELECT kind, error FROM graph_job WHERE state = 'failed'") == []
    checked = rig.manage("check_projections")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    show(
        f"faults: disk full  {len(refused)} writes refused with a sentence, {len(kept)} confirmed facts kept; "
        "room made, all goes on; projections equal, nothing lost"
    )


def test_a_database_that_may_grow_no_further_keeps_what_it_has(rig: Rig):
    """SQLite's own bound on its pages: a write that does not fit is rolled back whole."""
    told = rig.do(
        """
from django.db import OperationalError, connection
from graph.curation import facts, owners
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Fact, Touch
user = owners.create(username="ines", password=None, name="Ines", now=clock.now())
with connection.cursor() as cursor:
    cursor.execute("PRAGMA page_count")
    pages = cursor.fetchone()[0]
    cursor.execute(f"PRAGMA max_page_count = {pages + 60}")
kept = []
try:
    for number in range(2000):
        draft = Draft(Name(f"Crate {number}"), "is_a", value=f"box {number}", description="Long. " * 300)
        facts.state(user=user, draft=draft, by=Actor.person(user), now=clock.now())
        kept.append(number)
except OperationalError as full:
    print(full)
found = Fact.objects.filter(status="confirmed").count()
changes = Change.objects.filter(verb="state").count()
print(len(kept), found, changes)
"""
    )
    said, counts = told.splitlines()
    kept, found, changes = map(int, counts.split())
    assert "full" in said
    assert 0 < kept < 2000
    assert found == kept
    assert changes in (0, kept)
    connection = sqlite3.connect(rig.data / "commonplace.sqlite3")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    assert os.listdir(rig.data)
