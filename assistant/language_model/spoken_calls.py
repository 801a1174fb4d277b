"""A tool that a model asks for in its text, as small ones do: held back while it may be one, and then used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from assistant.language_model.calls import LONGEST, Call
from assistant.language_model.model_failures import ModelFailure

_BEGIN = re.compile(r"(?<=\n)[ \t]*[{<`]")  # JSON, within a fence or a tag of its own or bare
_NOTHING = re.compile(r"(?:\s|</?tool\w*>|```\w*|[{}])*")  # the marks of a call, and none within
LOOKED_AT = 200  # characters in which a call has named its tool
_NAMED, _GIVEN = ("name", "function", "tool"), ("arguments", "parameters", "args", "input")


def with_spoken_calls(parts: Iterable[str | Call], name: str) -> Iterator[str | Call]:
    """The parts of an answer, in which a call of the tool `name` that was written as text is one."""
    speaking = _Speaking(name)
    try:
        for part in parts:
            if isinstance(part, Call):
                yield part
            elif shown := speaking.feed(part):
                yield shown
    except ModelFailure:
        if speaking.held:
            yield speaking.held
        raise
    call = spoken(speaking.held, name)
    if call is not None:
        yield call
    elif not _NOTHING.fullmatch(speaking.held):
        yield speaking.held


@dataclass(slots=True)
class _Speaking:
    """Feed it the pieces of a text: what it gives out is text, and what it holds back may be a call."""

    name: str
    held: str = ""
    _at_start: bool = True  # of a line

    def feed(self, piece: str) -> str:
        text = self.held + piece
        if self.held and (self.name in text or len(text) < LOOKED_AT) and len(text) <= LONGEST:
            self.held = text
            return ""
        before = "\n" if self._at_start else "."
        begun = None if self.held else _BEGIN.search(before + text, 1)
        place = begun.start() - 1 if begun else len(text)
        shown, self.held = text[:place], text[place:]
        self._at_start = shown.endswith("\n") if shown else self._at_start
        return shown


def spoken(text: str, name: str) -> Call | None:
    """The first call of the tool in a text, by whichever names models give to its parts."""
    if name not in text:
        return None
    decoder = json.JSONDecoder()
    for brace in re.finditer(r"\{", text):
        try:
            told, _ = decoder.raw_decode(text, brace.start())
        except (ValueError, RecursionError):
            continue
        named = _first(told, _NAMED)
        if isinstance(named, dict):
            told, named = named, _first(named, _NAMED)
        given = _first(told, _GIVEN)
        if named == name and given is not None:
            return Call("call_spoken", name, given if isinstance(given, str) else json.dumps(given))
    return None


def _first(told: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return next((told[key] for key in keys if key in told), None)
