"""What happens while an answer is made, in order: started, evidence, tokens, then done or failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graph.retrieval.result import Result


@dataclass(frozen=True, slots=True)
class Started:
    """`conversation` is None in an incognito run, which has none."""

    conversation: int | None
    message: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Retrieval is over; `searched` is the question that was searched for, `result` None where nothing may be used."""

    result: Result | None
    searched: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    delta: str


@dataclass(frozen=True, slots=True)
class Done:
    """The whole text; `cited` are (kind, id) in the order of their numbers."""

    text: str
    cited: tuple[tuple[str, int], ...] = ()
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """`error` is one sentence for a person; `text` is what there was before it failed."""

    error: str
    text: str = ""
    cited: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Learned:
    """Learning of the question was finished by now, with so many new proposals."""

    count: int


Event = Started | Evidence | Token | Done | Failed | Learned


def as_json(event: Event) -> tuple[str, dict[str, Any]]:
    """An event's name and data as the contract's `POST /chat` streams them; ids are strings."""
    match event:
        case Started(conversation, message):
            return "started", {"conversation": _text(conversation), "message": str(message)}
        case Evidence(result, searched, why):
            retrieval = result.id or None if result is not None else None
            return "evidence", {"retrieval": retrieval, "searched": searched, "why": why}
        case Token(delta):
            return "token", {"delta": delta}
        case Done(text, cited):
            return "done", {"text": text, "cited": cited_json(cited)}
        case Failed(error, text, cited):
            return "failed", {"error": error, "text": text, "cited": cited_json(cited)}
        case Learned(count):
            return "learned", {"count": count}


def cited_json(cited: Sequence[Sequence]) -> list[dict[str, Any]]:
    """Citations with their numbers, for programs."""
    return [{"number": number, "kind": kind, "id": str(pk)} for number, (kind, pk) in enumerate(cited, start=1)]


def _text(pk: int | None) -> str | None:
    return None if pk is None else str(pk)
