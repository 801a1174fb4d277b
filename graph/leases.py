"""Which process holds a lease, and whether that process is gone: then nobody needs to wait for the lease to end."""

from __future__ import annotations

import os
import socket
import threading
from functools import cache
from pathlib import Path

HOST_LENGTH = 18  # of the column's 64 characters


def holder() -> str:
    """This thread, as a lease names it: host, process, when the process began, thread."""
    return f"{_host()}:{os.getpid()}:{_began(os.getpid())}:{threading.get_ident()}"


def is_here(held_by: str) -> bool:
    """Whether the holder is of this machine."""
    return held_by.split(":")[0] == _host()


def is_gone(held_by: str) -> bool:
    """Whether the holder was a process of this machine that no longer runs. Of another machine nothing is known."""
    _, process, began, *_ = [*held_by.split(":"), "", "", ""]
    if not is_here(held_by) or not process.isdecimal():
        return False
    now = _began(int(process))
    if now == "":
        return not _exists(int(process))
    return now != began  # the number was given to another process since


@cache
def _host() -> str:
    """The machine, and inside a container the container: process numbers mean nothing outside of it."""
    try:
        space = os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        space = 0
    return f"{socket.gethostname().replace(':', '-')[:HOST_LENGTH]}-{space:x}"


def _began(process: int) -> str:
    """When the process began, in ticks since the machine did; empty where there is no such process or no /proc."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
