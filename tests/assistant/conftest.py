"""A model that misbehaves on demand, and a small real one."""

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
    """Call it with a way of failing to configure such a model."""

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
