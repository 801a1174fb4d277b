"""Whether the configured model can be reached: looked at in the background, told at once."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass

from assistant import params

LOOK_TIMEOUT = 3.0  # seconds; a local server answers in milliseconds


@dataclass(frozen=True, slots=True)
class ModelState:
    """`name` is empty without a model; `reachable` is None while nobody knows; `words` say it to a person."""

    name: str
    reachable: bool | None
    words: str


@dataclass(slots=True)
class _Look:
    reachable: bool | None = None
    at: float = float("-inf")
    running: bool = False


_look = _Look()
_lock = threading.Lock()


def state(name: str, api_base: str) -> ModelState:
    """The state as last seen; a look that is too old is renewed in the background, where there is an address to ask."""
    if not name:
        return ModelState("", None, "No language model: answers are composed from what you confirmed.")
    if api_base:
        _renew(api_base)
    words = {True: "reachable", False: "not reachable; answers are composed without it", None: "not asked yet"}
    return ModelState(name, _look.reachable, words[_look.reachable])


def seen(reachable: bool) -> None:
    """Note what a real call has shown."""
    with _lock:
        _look.reachable, _look.at = reachable, time.monotonic()


def _renew(api_base: str) -> None:
    with _lock:
        fresh = time.monotonic() - _look.at < params.REACHABLE_FOR.total_seconds()
        if fresh or _look.running:
            return
        _look.running = True
    threading.Thread(target=_ask, args=(api_base,), daemon=True, name="model-look").start()


def _ask(api_base: str) -> None:
    try:
        seen(answers(f"{api_base.rstrip('/')}/models"))
    finally:
        with _lock:
            _look.running = False


def answers(url: str) -> bool:
    """Whether anything speaks HTTP there; a refusal ("401") is an answer too."""
    try:
        with urllib.request.urlopen(url, timeout=LOOK_TIMEOUT):
            return True
    except urllib.error.HTTPError:
        return True
    except (OSError, ValueError):
        return False
