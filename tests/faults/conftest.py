"""A fresh installation for every test of faults."""

from __future__ import annotations

import pytest

from tests.faults.rig import Rig
from tests.servers import installed


@pytest.fixture
def rig(tmp_path) -> Rig:
    return Rig(installed(tmp_path / "data"))


@pytest.fixture
def calm(tmp_path) -> Rig:
    """Another one, in which nothing is killed."""
    return Rig(installed(tmp_path / "calm"))
