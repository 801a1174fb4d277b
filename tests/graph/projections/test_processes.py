"""More than one process: what another wrote is seen, a fork opens its own DuckDB, a killed builder harms nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings
from django.db import connection

from graph.models import UserSettings
from graph.projections import adjacency, duck, keywords, shelves, snapshots, vectors
from graph.retrieval.types import ENTITY, node
from tests import postgres
from tests.graph.projections.conftest import MODEL, clustered, in_memory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_empty_index")]
PROJECT = Path(__file__).resolve().parents[3]

ELSEWHERE = """
import datetime as dt, sys
import django
django.setup()
import numpy as np
from graph.models import Entity, User
from graph.projections import snapshots
from tests.graph.projections.conftest import MODEL, Writer
user = User.objects.get(pk=int(sys.argv[1]))
write = Writer(user, dt.datetime(2026, 3, 1, tzinfo=dt.UTC))
"""


def elsewhere(user, program: str) -> subprocess.Popen:
    """Run lines of Python in another process on the same database and data folder."""
    environ = os.environ | {
        "DJANGO_SETTINGS_MODULE": "assistant.settings",
        "DATABASE_URL": postgres.address(),
        "ASSISTANT_DATA_DIR": str(settings.DATA_DIR),
    }
    return subprocess.Popen([sys.executable, "-c", ELSEWHERE + program, str(user.pk)], cwd=PROJECT, env=environ)


def test_what_another_process_wrote_is_seen_by_the_next_question(write, user, now):
    anna, lisbon = write.entity("Anna"), write.entity("Lisbon")
    write.vectors([1], np.eye(2, dtype=np.float32)[:1])
    frontier = np.array([node(ENTITY, anna.pk)])
    assert adjacency.of(user.pk).expand(frontier, now=now).target.tolist() == []
    assert [pk for pk, _ in vectors.nearest(user.pk, "fact", np.ones(2, np.float32), 5, model=MODEL)] == [1]
    wrote = elsewhere(
        user,
        "anna, lisbon = Entity.objects.filter(name__in=['Anna', 'Lisbon']).order_by('pk')\n"
        "write.fact(anna, 'lives_in', lisbon)\n"
        "write.entity('Zsuzsa')\n"
        "write.vectors([2], np.eye(2, dtype=np.float32)[1:])\n",
    )
    assert wrote.wait(180) == 0
    assert adjacency.of(user.pk).expand(frontier, now=now).target.tolist() == [node(ENTITY, lisbon.pk)]
    assert [pk for pk, _ in vectors.nearest(user.pk, "fact", np.ones(2, np.float32), 5, model=MODEL)] == [1, 2]
    assert len(keywords.search(user.pk, "entity", "Zsuzsa", 5)) == 1


@in_memory
def test_a_snapshot_built_by_another_process_is_taken_over(write, user):
    matrix = clustered(200)
    write.vectors(range(200), matrix)
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": 0})
    assert vectors.nearest(user.pk, "fact", matrix[7], 1, model=MODEL)[0][0] == 7
    assert elsewhere(user, "snapshots.build(user.pk, 'fact', MODEL)\n").wait(180) == 0
    assert vectors.nearest(user.pk, "fact", matrix[7], 1, model=MODEL)[0][0] == 7
    assert shelves.content(user.pk, "fact", MODEL).snapshot is not None


@in_memory
def test_a_builder_killed_at_any_moment_leaves_nothing_that_is_read(write, user):
    """Design section 3, rule 2: kill -9 while the file is written; the next build succeeds."""
    matrix = clustered(4500)
    write.vectors(range(4500), matrix)
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": 0})
    # What is written is never published there, however late the signal comes.
    program = "import time\nsnapshots._enough = lambda *_: time.sleep(600)\nsnapshots.build(user.pk, 'fact', MODEL)\n"
    builder = elsewhere(user, program)
    place = snapshots.directory(user.pk)
    deadline = time.monotonic() + 180
    while not list(place.glob("*.building-*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    builder.send_signal(signal.SIGKILL)
    assert builder.wait(180) == -signal.SIGKILL
    assert snapshots.newest(user.pk, "fact", MODEL) is None
    assert vectors.nearest(user.pk, "fact", matrix[7], 1, model=MODEL)[0][0] == 7
    published = snapshots.build(user.pk, "fact", MODEL)
    assert os.listdir(place) == [published.path.name]
    assert vectors.nearest(user.pk, "fact", matrix[7], 1, model=MODEL)[0][0] == 7
    assert shelves.content(user.pk, "fact", MODEL).snapshot.count == 4500


@in_memory
def test_a_fork_opens_its_own_duckdb(write, user):
    """The child must not touch what it inherited: the parent's threads and locks are not there."""
    matrix = clustered(100)
    write.vectors(range(100), matrix)
    assert vectors.nearest(user.pk, "fact", matrix[7], 1, model=MODEL)[0][0] == 7
    parents = duck.database()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            connection.connection = None  # SQLite's is not to be used across a fork either
            vectors.forget()
            right = vectors.nearest(user.pk, "fact", matrix[8], 1, model=MODEL)[0][0] == 8
            status = 0 if right and duck.database() is not parents else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert duck.database() is parents
    assert vectors.nearest(user.pk, "fact", matrix[9], 1, model=MODEL)[0][0] == 9
