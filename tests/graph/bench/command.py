"""The command `bench` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
LONGEST = 2_700  # seconds: where others go first it has had a tenth of a processor


def bench(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    environ = os.environ | {"ASSISTANT_DATA_DIR": str(folder)}
    command = [sys.executable, "manage.py", "bench", *arguments]
    return subprocess.run(
        command, cwd=PROJECT, env=environ, capture_output=True, text=True, timeout=LONGEST, check=False
    )
