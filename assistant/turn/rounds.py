"""An answer in rounds: the model may search the book further before it writes, a bounded number of times (O72)."""

from __future__ import annotations

import datetime as dt
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from assistant import params
from assistant.language_model import llm, prompts
from assistant.language_model.calls import Call
from assistant.language_model.citations import Citing
from assistant.language_model.spoken_calls import with_spoken_calls
from assistant.turn.turns import Turn
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import Result, extend

NAME = "search_book"
TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": NAME,
        "description": "Search the person's book of facts and documents for something that the memory does not hold.",
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "what to look for, in a few words"}},
            "required": ["query"],
        },
    },
}
REFUSALS = {
    400,
    404,
    405,
    422,
    500,
    501,
}  # with which services answer that do not know tools; others mean something else
_unable: set[tuple[str, str]] = set()  # models of this process that refused a question with tools, by name and address


class Search:
    """The book as a tool of one answer: what was found is numbered on, cited like the rest, and on the receipt."""

    def __init__(self, turn: Turn, result: Result, citing: Citing, now: dt.datetime):
        self.turn, self.result, self.citing, self.now = turn, result, citing, now

    def answer(self, call: Call) -> str:
        """What the model is told: at most `SEARCHED` lines, marked as data."""
        query = asked(call)
        if not query:
            return f"There is no such tool. Use {NAME} with a query."
        found = retrieve(
            user=self.turn.user,
            query=query,
            preset=self.turn.preset,
            context=self.turn.context,
            limit=params.SEARCHED,
            now=self.now,
            store=False,
            as_of=self.turn.as_of,
        )
        memory = prompts.numbered(found, known=self.citing.sources)
        self.citing.sources = memory.sources
        if self.result.id:
            extend(self.turn.user, int(self.result.id), found)
        standing = {(item.kind, item.pk) for item in self.result.items}
        new = tuple(item for item in found.items if (item.kind, item.pk) not in standing)
        self.result = replace(self.result, items=(*self.result.items, *new))
        return prompts.found(memory)


def asked(call: Call) -> str:
    """The query of a call; empty for another tool, or arguments that cannot be read."""
    if call.name != NAME:
        return ""
    try:
        query = json.loads(call.arguments).get("query")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return " ".join(query.split())[: params.SEARCH_CHARACTERS] if isinstance(query, str) else ""


def offered() -> bool:
    """Whether the configured model is asked with tools at all."""
    return _model() not in _unable


def answer(
    messages: Sequence[llm.Said], *, search: Search | None, before: Callable[[], None], stop: Callable[[], bool]
) -> Iterator[str]:
    """The pieces of the answer; `before` is called before each wait for the model. Raises ModelFailure.

    All rounds share one deadline. A model that refuses tools is asked without them, as it is from then on.
    """
    ends = time.monotonic() + params.ANSWER_DEADLINE.total_seconds()
    said = list(messages)
    for left in range(params.SEARCHES if search is not None else 0, -1, -1):
        before()
        calls: list[Call] = []
        wrote: list[str] = []
        heard = _asked(said, search is not None, left, dt.timedelta(seconds=ends - time.monotonic()), stop)
        for part in with_spoken_calls(heard, NAME) if search is not None else heard:
            if isinstance(part, Call):
                calls.append(part)
            else:
                wrote.append(part)
                yield part
        if search is None or not calls or stop():
            return
        if not left:  # it was told to answer, and would rather search again
            if not "".join(wrote).strip():
                raise llm.ModelEmpty
            return
        text = "".join(wrote)
        if text and not text[-1].isspace():
            yield "\n\n"
        said.append(llm.Said("assistant", text, calls=tuple(calls)))
        said += [llm.Said("tool", search.answer(call), answers=call.id) for call in calls]


def _asked(
    said: Sequence[llm.Said], has_tools: bool, left: int, deadline: dt.timedelta, stop: Callable[[], bool]
) -> Iterator[str | Call]:
    plain: dict[str, Any] = {
        "deadline": deadline, "stop": stop, "max_tokens": params.ANSWER_TOKENS, "temperature": params.ANSWER_TEMPERATURE
    }  # fmt: skip
    if not has_tools or not offered():
        yield from llm.parts(said, **plain)
        return
    try:
        yield from llm.parts(said, **plain, tools=[TOOL], tool_choice="auto" if left else "none")
    except llm.ModelFailure as failure:
        if failure.partial or failure.status not in REFUSALS or any(one.calls for one in said):
            raise
        yield from llm.parts(said, **plain)
        _unable.add(_model())


def _model() -> tuple[str, str]:
    return settings.ASSISTANT_MODEL, settings.ASSISTANT_API_BASE
