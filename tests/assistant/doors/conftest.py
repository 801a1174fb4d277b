"""The application on loopback, as programs of other people meet it, and a fact for them to find."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from tests.servers import free_port


@pytest.fixture
def served(transactional_db) -> Iterator[str]:
    """The address of the application, served by uvicorn in a thread over the test's database."""
    from assistant.asgi import application

    port = free_port()
    server = uvicorn.Server(uvicorn.Config(application, port=port, log_level="error", lifespan="on"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(timeout=60)
    from assistant.streaming import runs

    runs.stop_all()


@pytest.fixture
def book(user, now):
    """What the owner confirmed."""
    draft = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
    return facts.state(user=user, draft=draft, by=Actor.person(user), now=now)[0]
