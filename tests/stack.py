"""Room for calls: tests run within one frame that is large enough for all that are called below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

WORDS = 60_000  # of eight bytes; Python takes a piece of memory of twice that and more, and calls go on in what is left


def roomy(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the function gives.

    Python keeps frames in pieces of 16 KB, and gives a piece back to the system as soon as its first frame ends. Below
    pytest and Django a loop that calls something just there takes and gives back a piece each time: three thousand times
    in a test of the API, a fifth of the whole time of such tests.
    """
    return function(*arguments)


roomy.__code__ = roomy.__code__.replace(co_stacksize=WORDS)
