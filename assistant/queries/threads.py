"""One conversation as a page shows it: what was said, what was learned from it, and the answers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from assistant.conversation import judging
from assistant.memory.asking import Ask, open_questions
from assistant.memory.heard import Heard, just_said, what_was_heard
from assistant.models import Conversation, Message
from assistant.queries.clickable import clickable
from assistant.queries.meant import Meant, meant
from assistant.queries.rendering import render
from assistant.streaming import runs
from assistant.streaming.runs import RunState
from assistant.turn.turns import LIVE
from graph import clock
from graph.queries.days import shown
from graph.retrieval.result import moment_of

SHOWN = 60  # messages of a thread on one page, newest kept

ENDINGS = {
    Message.Status.STOPPED: "Stopped by you.",
    Message.Status.INTERRUPTED: runs.INTERRUPTED,
    Message.Status.FAILED: "The answer could not be finished.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it stands; `ending` says in words why it stopped short, or is empty.

    One that is not kept (incognito) has no row: no evidence, and it cannot be written again.
    """

    pk: int
    html: str
    text: str
    status: str
    ending: str
    retrieval: int | None
    cited: int
    read: int = 0
    is_kept: bool = True
    asks: tuple[Ask, ...] = ()
    as_of: dt.date | None = None  # the day that it is about
    can_be_judged: bool = False
    helpful: bool | None = None
    meant: Meant | None = None  # of the newest answer alone

    @property
    def is_live(self) -> bool:
        return self.status in LIVE

    @property
    def was_stopped(self) -> bool:
        return self.status == Message.Status.STOPPED


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the person wrote, what was learned from it, and the answer (None before it began)."""

    pk: int
    said: str
    heard: Heard
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Thread:
    exchanges: tuple[Exchange, ...]
    earlier: int
    retrieval: int | None
    cited: tuple
    answer: int | None
    asked: str
    as_of: dt.date | None = None  # the day that the newest question was about

    @property
    def is_live(self) -> bool:
        return any(one.answer and one.answer.is_live for one in self.exchanges)


EMPTY = Thread((), 0, None, (), None, "")


def thread(conversation: Conversation, *, answer: int | None = None) -> Thread:
    """One conversation's exchanges and the answer whose evidence is open: `answer`, else the newest."""
    rows = Message.objects.filter(conversation=conversation).select_related("retrieval").defer("retrieval__narrative")
    messages = list(reversed(rows.order_by("-created_at", "-id")[:SHOWN]))
    replies = {row.reply_to_id: row for row in messages if row.role == Message.Role.ASSISTANT}
    asked = [row for row in messages if row.role == Message.Role.USER]
    links = clickable(conversation.user_id, messages)
    heard = what_was_heard(conversation.user_id, asked)
    questions = open_questions(conversation.user_id, messages, {row.pk: row.text for row in asked}, clock.now())
    answered = [replies[row.pk] for row in asked if row.pk in replies]
    said = judging.said(conversation.user_id, {row.retrieval_id for row in answered if row.retrieval_id})
    newest = answered[-1] if answered else None
    offered = {newest.pk: meant(newest, asked[-1].text)} if newest and newest.reply_to_id == asked[-1].pk else {}
    opened = next((row for row in answered if row.pk == answer), newest)
    return Thread(
        exchanges=tuple(
            Exchange(
                pk=row.pk,
                said=row.text,
                heard=heard[row.pk],
                answer=judged(_standing(reply, links, questions, offered), said) if reply else None,
            )
            for row, reply in ((row, replies.get(row.pk)) for row in asked)
        ),
        earlier=rows.count() - len(messages) if len(messages) == SHOWN else 0,
        retrieval=opened.retrieval_id if opened else None,
        cited=tuple(map(tuple, opened.cited)) if opened else (),
        answer=opened.pk if opened else None,
        asked=next((row.text for row in asked if opened and row.pk == opened.reply_to_id), ""),
        as_of=shown(asked_of(newest)) if newest else None,
    )


def begun(said: Message, reply: Message, as_of: dt.datetime | None = None) -> Exchange:
    """A turn that has just begun: nothing answered and nothing learned yet."""
    return Exchange(said.pk, said.text, just_said(said), as_answer(reply, links=(), as_of=as_of))


def unkept(state: RunState) -> Answer:
    """The end of an incognito answer, from what its run still knows."""
    ending = state.error or ENDINGS.get(Message.Status(state.status), "")
    return replace(so_far(state, ()), status=state.status, ending=ending, is_kept=False)


def as_answer(
    reply: Message,
    *,
    links: Iterable[str],
    asks: tuple[Ask, ...] = (),
    as_of: dt.datetime | None = None,
    offered: Meant | None = None,
) -> Answer:
    return Answer(
        pk=reply.pk,
        html=render(reply.text, links=frozenset(links), cite_href=_cite_href(reply.pk)),
        text=reply.text,
        status=reply.status,
        ending=reply.error or ENDINGS.get(Message.Status(reply.status), ""),
        retrieval=reply.retrieval_id,
        cited=len(reply.cited),
        asks=asks,
        as_of=shown(as_of or asked_of(reply)),
        meant=offered,
    )


def judged(answer: Answer, said: Mapping[int, bool | None]) -> Answer:
    """The answer with what was said of it."""
    if answer.is_live or answer.retrieval is None or answer.retrieval not in said:
        return answer
    return replace(answer, can_be_judged=True, helpful=said[answer.retrieval])


def asked_of(reply: Message) -> dt.datetime | None:
    """The moment that an answer is about; known once its evidence is."""
    return moment_of(reply.retrieval.config) if reply.retrieval else None


def _standing(
    reply: Message,
    links: Iterable[str],
    questions: Mapping[int, tuple[Ask, ...]],
    offered: Mapping[int, Meant | None],
) -> Answer:
    """An answer on a page that is loaded while it is being written, or after the writing process died."""
    if reply.status not in LIVE:
        return as_answer(reply, links=links, asks=questions.get(reply.pk, ()), offered=offered.get(reply.pk))
    state = runs.state(reply.user_id, reply.pk)
    if not state.is_final:
        return so_far(state, links)
    reply.refresh_from_db()
    return as_answer(reply, links=links)


def _cite_href(answer: int) -> str:
    """A chip leads to the page on which this answer's evidence is open; no reload is needed where it already is."""
    return f"?answer={answer}#f{{number}}"


def so_far(state: RunState, links: Iterable[str]) -> Answer:
    """An answer in the middle of being written."""
    return Answer(
        pk=state.message,
        html=render(state.text, links=frozenset(links), cite_href=_cite_href(state.message)),
        text=state.text,
        status=state.status,
        ending="",
        retrieval=None,
        cited=state.cited or 0,
        read=state.read or 0,
    )
