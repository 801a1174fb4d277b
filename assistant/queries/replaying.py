"""An answer asked again without one of its facts, beside the one that stands; nothing of it is kept."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from assistant import params
from assistant.conversation import history
from assistant.database import release_connection
from assistant.language_model import llm, prompts
from assistant.language_model.citations import Citing
from assistant.memory import answer_wishes
from assistant.models import Message
from assistant.without_model import composing
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import Result, moment_of


@dataclass(frozen=True, slots=True)
class Replay:
    """What would be answered; `was_there` is whether the fact is still among what is found."""

    text: str
    was_there: bool
    error: str = ""


def without(*, answer: Message, kind: str, pk: int, now: dt.datetime) -> Replay:
    """The question of `answer` put again, with one item taken out before anything is written.

    What was found by way of the fact stays: only its own words are missing.
    """
    question = answer.reply_to
    assert question is not None
    searched = answer.search_text or question.text
    as_of = moment_of(answer.retrieval.config) if answer.retrieval else None
    result = retrieve(user=answer.user, query=searched, now=now, store=False, as_of=as_of)
    was_there = any((item.kind, item.pk) == (kind, pk) for item in result.items)
    error = ""
    if llm.configured():
        try:
            return Replay(_by_model(answer, question, searched, result, (kind, pk), now), was_there)
        except llm.ModelFailure as failure:
            error = failure.sentence
    composed, wholes = composing.composed(
        answer.user,
        searched,
        result,
        now,
        before=history.cited_before(question),
        less=lambda whole: _less(whole, kind, pk),
    )
    was_there = any((item.kind, item.pk) == (kind, pk) for whole in wholes for item in whole.items)
    return Replay(composed.text, was_there, error)


def _less(result: Result, kind: str, pk: int) -> Result:
    return replace(result, items=tuple(item for item in result.items if (item.kind, item.pk) != (kind, pk)))


def _by_model(
    answer: Message, question: Message, searched: str, result: Result, left_out: tuple[str, int], now: dt.datetime
) -> str:
    memory = prompts.numbered(result)
    numbers = [place for place, item in enumerate(memory.sources, 1) if (item.kind, item.pk) == left_out]
    lines = [line for line in memory.text.split("\n") if not any(line.startswith(f"- [{one}] ") for one in numbers)]
    memory = replace(memory, text="\n".join(lines))
    citing = Citing(memory.sources)
    messages = prompts.answer(
        name=answer.user.first_name or answer.user.username,
        question=question.text,
        searched=searched,
        memory=memory,
        history=history.as_prompt(history.before(question)),
        now=answer.user.local(now),
        as_of=result.as_of,
        wishes=answer_wishes.words(answer.user, now),
    )
    release_connection()
    pieces = llm.stream(messages, deadline=params.ANSWER_DEADLINE, stop=lambda: False, max_tokens=params.ANSWER_TOKENS)
    return "".join([*(citing.feed(piece) for piece in pieces), citing.rest()])
