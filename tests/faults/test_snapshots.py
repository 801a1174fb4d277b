"""A worker killed while it builds snapshots: no half-built file is read, and the next build succeeds."""

from __future__ import annotations

from tests.faults.rig import Rig, deaths

FACTS = 2500
SEED = f"""
from graph.bench import seeding
from graph.models import UserSettings
from graph.projections import upkeep
seeded = seeding.seed({FACTS}, model=embed.model_name(), dimension=384, now=clock.now())
UserSettings.objects.filter(user=seeded.user).update(retrieval={{"hnsw_threshold": 100}})
upkeep.enqueue_snapshots(seeded.user.pk, now=clock.now())
"""
AGAIN = """
import shutil
from django.conf import settings
from graph.models import User
from graph.projections import upkeep
shutil.rmtree(settings.DATA_DIR / "snapshots", ignore_errors=True)
upkeep.enqueue_snapshots(User.objects.get().pk, now=clock.now())
"""
COMPARE = """
from graph.models import Embedding, User
from graph.projections import snapshots
user = User.objects.get().pk
for kind in ("entity", "fact"):
    published = snapshots.newest(user, kind, embed.model_name())
    held = snapshots.Snapshot(published.path, published.ef).contents()
    rows = Embedding.objects.filter(user=user, kind=kind).values_list("object_id", "vector")
    assert held == {pk: bytes(vector) for pk, vector in rows}, kind
    print(kind, len(held))
"""


def test_a_worker_killed_while_it_builds_snapshots(rig: Rig):
    rig.do(SEED)
    confirmed = rig.rows("SELECT id, value, object_id FROM graph_fact WHERE status = 'confirmed' ORDER BY id")
    for number in range(deaths(20)):
        if number and rig.is_idle():  # it was quicker than death: build again
            rig.do(AGAIN)
        rig.kill(rig.worker(), after=rig.random.uniform(0.05, 2.5))
    worker = rig.worker()
    rig.wait(rig.is_idle)
    worker.terminate()
    worker.communicate()
    assert rig.do(COMPARE).splitlines()[1] == f"fact {FACTS}"
    assert list((rig.data / "snapshots").rglob("*.building-*")) == []
    assert rig.rows("SELECT id, value, object_id FROM graph_fact WHERE status = 'confirmed' ORDER BY id") == confirmed
    rig.report("snapshots", vectors=FACTS, confirmed=len(confirmed))
