"""`manage.py up` told to stop with a long queue: it ends within its patience, and the next start goes on."""

from __future__ import annotations

from tests.faults.rig import Rig
from tests.servers import started

DOCUMENTS = 12


def test_a_long_queue_does_not_keep_the_process(rig: Rig):
    rig.do(
        f"""
from graph.curation import owners
from graph.documents import ingest
user = owners.create(username="ines", password=None, name="Ines", now=clock.now())
for number in range({DOCUMENTS}):
    lines = 40 if number < 3 else 8  # those in hand are long; of the others it counts that there are many
    text = f"# Letter {{number}}\\n\\n" + "\\n\\n".join(f"Line {{line}} of {{number}}. " * 10 for line in range(lines))
    ingest.receive(user=user, text=text, now=clock.now())
"""
    )
    process, _ = started(rig.data)
    rig.wait(lambda: rig.one("SELECT count(*) FROM graph_job WHERE kind = 'ingest' AND state = 'running'") > 0)
    process.terminate()
    output, _ = process.communicate(timeout=180)
    assert process.returncode == 0
    assert "Traceback" not in output
    assert "Stopped." in output
    assert rig.one("SELECT count(*) FROM graph_document WHERE status != 'ready'") > 0
    worker = rig.worker()
    rig.wait(lambda: rig.one("SELECT count(*) FROM graph_document WHERE status != 'ready'") == 0)
    worker.terminate()
    worker.communicate()
