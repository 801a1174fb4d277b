"""The language model as documents need it: named by the application that has one; the graph itself knows none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked: the rules, the text, the JSON schema of the answer (None = plain words) and its size."""

    rules: str
    text: str
    schema: dict[str, Any] | None
    max_tokens: int


class NoAnswer(Exception):
    """The model gave no whole answer; the message says why in a sentence."""


class NoModel(RuntimeError):
    """No language model is configured, so what needs one cannot be done."""

    def __init__(self) -> None:
        super().__init__("No language model is configured, so passages cannot be compared. Set ASSISTANT_MODEL.")


Ask = Callable[[Question], str]
_ask: Ask | None = None
_configured: Callable[[], bool] = lambda: False  # noqa: E731 - replaced once, by the application that has a model


def use(ask: Ask, configured: Callable[[], bool]) -> None:
    """Name the function that asks the model (it raises NoAnswer) and the one that says whether there is one."""
    global _ask, _configured
    _ask, _configured = ask, configured


def configured() -> bool:
    return _ask is not None and _configured()


def asker() -> Ask:
    """The function that asks the model; safe to call in several threads. Raises NoModel."""
    if _ask is None or not _configured():
        raise NoModel
    return _ask
