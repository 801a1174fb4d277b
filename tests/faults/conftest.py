"""A fresh installation for every test of faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.rig import Rig


@pytest.fixture
def rig(tmp_path) -> Rig:
    return installed(tmp_path / "data")


@pytest.fixture
def calm(tmp_path) -> Rig:
    """Another one, in which nothing is killed."""
    return installed(tmp_path / "calm")


def installed(data: Path) -> Rig:
    made = Rig(data)
    made.data.mkdir()
    done = made.manage("migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    return made
