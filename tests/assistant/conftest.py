"""A model that misbehaves on demand, a small real one, and a fact known before anything is said."""

from __future__ import annotations

import datetime as dt
import json
import random
import warnings

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import realmodel
from tests.conftest import NOW
from tests.misbehaving import Misbehaving


@pytest.fixture
def misbehaving():
    server = Misbehaving()
    yield server
    server.shut()


@pytest.fixture
def model_that(settings, misbehaving):
    """Call it with a way of failing to configure such a model.

    The client is imported here: on a busy machine that takes longer than the deadlines of some tests.
    """
    import litellm  # noqa: F401

    def configure(way: str) -> Misbehaving:
        settings.ASSISTANT_MODEL = "openai/test"
        settings.ASSISTANT_API_BASE = misbehaving.base(way)
        settings.ASSISTANT_API_KEY = "k"
        return misbehaving

    return configure


@pytest.fixture
def scripted(model_that):
    """Call it with a function from what is asked to what a model at an HTTP address answers."""

    def configure(script) -> Misbehaving:
        server = model_that("scripted")
        server.script = script
        return server

    return configure


@pytest.fixture
def real_model(settings):
    """The configured model is SmolLM2-135M; the test is skipped, loudly, where it cannot be had."""
    try:
        model = realmodel.running()
    except realmodel.ModelNotAvailable as missing:
        warnings.warn(f"NOT TESTED AGAINST A REAL MODEL: {missing}", pytest.PytestWarning, stacklevel=1)
        pytest.skip(str(missing))
    settings.ASSISTANT_MODEL = model.name
    settings.ASSISTANT_API_BASE = model.api_base
    settings.ASSISTANT_API_KEY = ""
    return model


@pytest.fixture
def know(user, now):
    """Confirm a fact by hand; returns it."""
    from graph.curation import facts
    from graph.curation.candidates import Draft, Name
    from graph.curation.recorder import Actor

    def state(subject: str, predicate: str, said: str):
        draft = Draft(Name(subject, "person"), predicate, Name(said))
        return facts.state(user=user, draft=draft, by=Actor.person(user), now=now)[0]

    return state


@pytest.fixture
def import_talk(api, client, work):
    """Import one conversation [(sender, text)] of long ago and learn from it; the facts that there are then."""
    from graph import jobs

    said_at = dt.datetime(2021, 6, 10, 9, 0, tzinfo=dt.UTC)

    def bring(lines: list[tuple[str, str]], title: str = "T") -> list[dict]:
        messages = [
            {"sender": sender, "text": text, "created_at": (said_at + dt.timedelta(minutes=place)).isoformat()}
            for place, (sender, text) in enumerate(lines)
        ]
        data = json.dumps([{"name": title, "created_at": said_at.isoformat(), "chat_messages": messages}]).encode()
        file = SimpleUploadedFile("conversations.json", data)
        assert client.post("/api/v1/import?format=claude", {"file": file}, headers=api.headers).status_code == 202
        work()
        jobs.work(lambda: NOW + dt.timedelta(minutes=5))
        return api.get("/facts?limit=100")[1]["items"]

    return bring


@pytest.fixture
def talk(user, client, minilm):
    """The person in a chat without a model, with all queued work done after each message."""
    from django.utils import timezone

    from graph import jobs
    from tests.assistant.test_plain_talk import Talk

    return Talk(user, client, lambda: jobs.work(timezone.now))


@pytest.fixture
def mark(request):
    """A name that no other test has, as the file of the test database keeps what earlier ones wrote; always the same.

    One made-up name in seven hundred is not read as a name.
    """
    return "Quix" + "".join(random.Random(request.node.nodeid).choices("abdefgklmnoprstuv", k=10))
