"""What is loaded once and kept until the process ends: the garbage collector looks through none of it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept() -> Iterator[None]:
    """For imports and models: what is made inside, or was before, is not looked through, neither now nor ever after.

    An embedding model is half a million objects. A whole collection took a third of a second for them, whoever waited
    for an answer then, and the last ones, when a process ends, took a second.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()
