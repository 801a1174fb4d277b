"""A model that misbehaves on demand, a small real one, and a fact known before anything is said."""

from __future__ import annotations

import warnings

import pytest

from tests import realmodel
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
