"""What the files of the data folder and of the database hold as raw bytes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.db import connection

_HOLDING = """
import pathlib, sys
marker, files = bytes.fromhex(sys.argv[1]), map(pathlib.Path, filter(None, sys.stdin.read().split("\\0")))
print(*[one for one in files if one.exists() and marker in one.read_bytes()], sep="\\0", end="")
"""


def in_bytes(marker: bytes) -> list[str]:
    """The files that hold `marker`.

    They are read by a process of their own: whoever closes a file lets go of every lock that their process has on it,
    and SQLite's would be gone from under the connections of this one.
    """
    files = {path for path in Path(settings.DATA_DIR).rglob("*") if path.is_file()}
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite" and Path(str(name)).is_file():
        files |= {Path(f"{name}{end}") for end in ("", "-wal", "-shm", "-journal")}
    command = [sys.executable, "-I", "-c", _HOLDING, marker.hex()]
    done = subprocess.run(command, input="\0".join(map(str, files)), capture_output=True, text=True, check=True)
    return sorted(path for path in done.stdout.split("\0") if path)
