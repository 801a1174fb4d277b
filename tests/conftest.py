"""The cast: one person, another who must never see the first one's rows, and a fixed moment."""

from __future__ import annotations

import datetime as dt
import os
import socket

import pytest
from _pytest import runner
from hypothesis import settings as generated

from tests.stack import roomy

# The same examples every time, so that a run can be believed; HYPOTHESIS_PROFILE=default looks for new ones.
generated.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


class LeftTheMachine(RuntimeError):
    """A test tried to reach something other than loopback."""


@pytest.fixture(autouse=True, scope="session")
def _only_loopback():
    """Refuse every connection that would leave this machine."""
    connect = socket.socket.connect

    def guarded(self, address):
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in {"127.0.0.1", "::1", "localhost"}:
            raise LeftTheMachine(f"a test tried to connect to {address[0]}")
        return connect(self, address)

    socket.socket.connect = guarded
    yield
    socket.socket.connect = connect


@pytest.fixture(autouse=True, scope="session")
def _embedded_once():
    """The tests say the same few texts again and again, and embedding them took half the time of those that search."""
    from graph.projections import embed
    from tests.embedding import Remembered

    load = embed._load

    def remembering(name: str):
        model = load(name)
        model.encode = Remembered(model.encode)
        return model

    embed._load = remembering
    yield
    embed._load = load


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """A real password hash takes a third of a second, for every person in every test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _not_asked_in_advance(request, monkeypatch):
    """Fifty likely questions after each burst of writes took a third of the time of the tests in which people talk."""
    from graph.retrieval import params

    if "asked_in_advance" not in request.fixturenames:
        monkeypatch.setattr(params, "WARM_ENTITIES", 0)
        monkeypatch.setattr(params, "WARM_QUESTIONS", 0)


@pytest.fixture
def asked_in_advance():
    """Likely questions are answered into the cache when the queue is worked off, as they are for people (J50)."""


# Those that start processes and wait for them, minutes in one file: first, so that none is left to run alone at the end.
LONG = ("tests/faults", "tests/processes", "tests/assistant/documents/test_edges", "tests/assistant/bench",
        "tests/graph/bench")  # fmt: skip


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    return roomy(runner.pytest_runtest_protocol, item, nextitem)


def pytest_sessionfinish(session):
    """A process that runs a part of the tests hands over what is to be shown."""
    from tests import tables

    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["shown"] = tables.shown


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    from tests import tables

    tables.show(*getattr(node, "workeroutput", {}).get("shown", ()))


def pytest_terminal_summary(terminalreporter):
    from tests import tables

    for line in tables.shown:
        terminalreporter.write_line(line)


@pytest.fixture
def now() -> dt.datetime:
    return NOW


@pytest.fixture
def user(db):
    from graph.curation import owners

    return owners.create(username="ines", password="paper and ink", name="Ines", now=NOW)


@pytest.fixture
def other_user(db):
    from graph.curation import owners

    return owners.create(username="tomek", password="paper and ink", name="Tomek", now=NOW)


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """What one test's transaction wrote is rolled back; no projection or cache of this process may keep it."""
    yield
    forget()


def forget() -> None:
    """What this process knows of the rows of a database that are no longer there."""
    from django.core.cache import cache

    from graph.projections import adjacency, pending, vectors

    for projection in (adjacency, pending, vectors):
        projection.forget()
    cache.clear()


@pytest.fixture(autouse=True)
def _no_words_left(request):
    """A test that commits is cleaned up by emptying the tables of models; the words are in tables of their own."""
    marker = request.node.get_closest_marker("django_db")
    commits = "transactional_db" in request.fixturenames or bool(marker and marker.kwargs.get("transaction"))
    if not commits:
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from graph.projections import keywords

    if keywords.available():
        for owner in keywords.owners():
            keywords.clear(owner)


@pytest.fixture
def caller(user):
    """The person acting for themself."""
    from graph.curation.recorder import Actor

    return Actor.person(user)


@pytest.fixture
def api(user, client, now, monkeypatch):
    """The REST API as `user`, at the fixed moment: api.post("/facts", {...}) -> (status, json)."""
    return Api(client, token_for(user, now), now, monkeypatch)


@pytest.fixture
def other_api(other_user, now, monkeypatch):
    from django.test import Client

    return Api(Client(), token_for(other_user, now), now, monkeypatch)


def token_for(user, now, scopes=("write",)) -> str:
    from assistant.http import tokens

    return tokens.create(user=user, scopes=scopes, now=now)[1]


class Api:
    """A small client of the REST API."""

    def __init__(self, client, token: str, now, monkeypatch):
        from assistant.http.pace import Pace
        from graph import clock

        monkeypatch.setattr(clock, "now", lambda: self.now)
        # On a quick machine a test asks more often than a program may.
        monkeypatch.setattr("assistant.doors.entry.PACE", Pace("api", times=1_000_000, seconds=1))
        self.client, self.headers, self.now = client, {"Authorization": f"Bearer {token}"}, now

    def call(self, method: str, path: str, body=None, **headers):
        send = getattr(self.client, method)
        extra = {"headers": {**self.headers, **headers}}
        if body is not None:
            extra |= {"data": body, "content_type": "application/json"}
        answer = send(f"/api/v1{path}", **extra)
        return answer.status_code, (answer.json() if answer.content else None)

    def get(self, path: str):
        return self.call("get", path)

    def post(self, path: str, body=None, **headers):
        return self.call("post", path, {} if body is None else body, **headers)

    def patch(self, path: str, body):
        return self.call("patch", path, body)

    def delete(self, path: str):
        return self.call("delete", path)


@pytest.fixture
def work(now):
    """Do all queued work, as the worker would."""
    from graph import jobs

    return lambda: jobs.work(lambda: now)


@pytest.fixture(scope="session")
def minilm():
    """The real embedding model, loaded once."""
    from graph.projections import embed

    embed.load_now()
