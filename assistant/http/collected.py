"""Static files as they are collected: a compressed copy beside each, made anew only for a file that changed."""

from __future__ import annotations

import os
from typing import Any

from servestatic.compress import Compressor
from servestatic.storage import CompressedStaticFilesStorage


class Changed(Compressor):
    """Leaves alone what has its compressed copy: two hundred files take a second, at every start."""

    def compress(self, path: str | os.PathLike[str]) -> list[str]:
        return [] if _has_its_copy(os.fspath(path)) else super().compress(path)


class Storage(CompressedStaticFilesStorage):
    def create_compressor(self, **options: Any) -> Compressor:
        return Changed(**options)


def _has_its_copy(path: str) -> bool:
    """A copy is given its file's time, but for what of it a floating-point number cannot hold."""
    try:
        return abs(os.path.getmtime(f"{path}.gz") - os.path.getmtime(path)) < 0.001
    except FileNotFoundError:
        return False
