"""One turn of the conversation: the question kept, its evidence found, the answer written, use and learning noted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import replace

from django.db import transaction

from assistant.conversation import history
from assistant.database import release_connection
from assistant.extraction.text.language import is_english
from assistant.language_model import llm, prompts
from assistant.language_model.attribution import attributed
from assistant.language_model.citations import Citing
from assistant.memory import answer_wishes, asking, learning
from assistant.memory.catching_up import catch_up
from assistant.models import Conversation, Message
from assistant.question import followups, held_roles
from assistant.question.apostrophes import with_apostrophes
from assistant.question.beside import told_beside
from assistant.question.focus import widened
from assistant.question.questions import asks, is_question
from assistant.question.tasks import is_task
from assistant.turn import answered_before, dated, rewriting, rounds, titles, usage, wishes
from assistant.turn.events import Done, Event, Evidence, Failed, Learned, Started, Token
from assistant.turn.nearest import Nearest, nearest
from assistant.turn.turns import MessageRefused, Mode, Turn, again, begin
from assistant.without_model import answers, listing, politeness, task_set
from assistant.without_model.acknowledging import TOLD_BESIDE, TOLD_OR_ASKED, acknowledge
from assistant.without_model.not_known import is_searched_whole
from assistant.without_model.pieces import pieces
from assistant.without_model.writing import NOT_SAID
from graph.curation import promotion
from graph.retrieval.channels.misspelt import mended
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import Result

__all__ = ["MessageRefused", "Turn", "again", "answer", "begin"]

Clock = Callable[[], dt.datetime]


def answer(turn: Turn, clock: Clock, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Write the answer, event by event; the last is Done or Failed, then perhaps Learned.

    A model that fails leaves what it wrote, or else an answer composed without it, and one sentence that says so.
    """
    yield Started(turn.conversation.pk if turn.is_kept else None, turn.answer.pk)
    earlier = history.before(turn.question) if turn.is_kept else list(turn.earlier)
    if turn.is_kept and not llm.configured():
        catch_up(turn.user, clock)
    searched = _spelled(turn, _search_text(turn, earlier))
    result = _retrieve(turn, searched.text, clock())
    if turn.is_kept and result is not None:
        kept = {"search_text": searched.text, "retrieval_id": int(result.id), "status": Message.Status.STREAMING}
        Message.objects.filter(pk=turn.answer.pk).update(**kept, heartbeat=clock())
    yield Evidence(result, searched.text, searched.why)
    written: list[str] = []
    written_by = ""
    cited: tuple[tuple[str, int], ...] = ()
    error = ""
    near: Nearest | None = None
    wish = wishes.fulfil(turn, earlier, clock())
    if wish is not None:
        for piece in pieces(wish.text):
            written.append(piece)
            yield Token(piece)
    elif llm.configured():
        citing = Citing(())
        near = nearest(turn, searched.text, result, clock()) if result is not None else None
        days = dated.with_days(turn.user, searched.text, near.result, clock()) if near is not None else None
        result = days.result if days is not None else None
        search = rounds.Search(turn, result, citing, clock()) if result is not None and rounds.offered() else None
        try:
            for piece in _by_model(
                turn, searched.text, near, days, history.as_prompt(earlier), citing, search, clock(), stop
            ):
                written.append(piece)
                yield Token(piece)
        except llm.ModelFailure as failure:
            error = failure.sentence
        written_by = llm.name() if written else ""
        cited = tuple(citing.cited)
        result = search.result if search is not None else result
    if not "".join(written).strip() and not stop():
        written_by = ""
        plain = near.answer if near is not None else None
        composed = plain or _composed(turn, searched.text, result, clock())
        cited = composed.cited
        for piece in pieces(composed.text):
            written.append(piece)
            yield Token(piece)
    text = "".join(written)
    final = Failed(error, text, cited) if error else Done(text, cited, stopped=stop())
    if turn.is_kept:
        _finish(turn, final, written_by, result, wish, clock())
    yield final
    if turn.mode == Mode.NORMAL:
        learned = Message.objects.filter(pk=turn.question.pk, learning=Message.Learning.DONE).values_list(
            "learned", flat=True
        )
        if (ids := learned.first()) is not None:
            yield Learned(len(ids))


def _search_text(turn: Turn, earlier: list[Message]) -> followups.SearchText:
    question = turn.question.text
    asked = history.asked(earlier)
    if asked and llm.configured():
        release_connection()
        rewritten = rewriting.search_text(question, history.as_prompt(earlier), asked)
        if rewritten is not None:
            return rewritten
    return followups.search_text(question, asked)


def _spelled(turn: Turn, searched: followups.SearchText) -> followups.SearchText:
    """A question with its apostrophes, and with the words that nobody knows as the book spells them.

    What is told is left as it was said.
    """
    if not turn.is_kept or not is_question(turn.question.text):
        return searched
    typed = with_apostrophes(turn.user, searched.text)
    text = mended(turn.user, typed)
    if text == typed:
        return replace(searched, text=typed)
    return followups.SearchText(text, True, "; ".join(filter(None, [searched.why, "spelled as in your book"])))


def _retrieve(turn: Turn, searched: str, now: dt.datetime) -> Result | None:
    """What the book says; None where nothing of it may be used."""
    if not turn.is_kept:
        return None
    query, beside = widened(searched)
    return retrieve(
        user=turn.user,
        query=query,
        beside=beside,
        preset=turn.preset,
        context=turn.context,
        now=now,
        as_of=turn.as_of,
    )


def _by_model(
    turn: Turn,
    searched: str,
    near: Nearest | None,
    days: dated.Dated | None,
    said: list[llm.Said],
    citing: Citing,
    search: rounds.Search | None,
    now: dt.datetime,
    stop: Callable[[], bool],
) -> Iterator[str]:
    """The model's pieces with their citations counted anew, or added where it cites nothing. Raises ModelFailure."""
    memory = prompts.numbered(held_roles.as_one(turn.user, days.result, now)) if days is not None else None
    citing.sources = memory.sources if memory is not None else ()
    memory = near.above(memory) if near is not None and memory is not None else memory
    messages = prompts.answer(
        name=turn.user.first_name or turn.user.username,
        question=turn.question.text,
        searched=searched,
        memory=memory,
        history=said,
        now=turn.user.local(now),
        may_search=search is not None,
        as_of=turn.as_of,
        days=days.remark(memory) if days is not None and memory is not None else "",
        wishes=answer_wishes.words(turn.user, now) if turn.is_kept else (),
    )
    written: list[str] = []
    try:
        for piece in rounds.answer(messages, search=search, before=release_connection, stop=stop):
            if shown := citing.feed(piece):
                written.append(shown)
                yield shown
    finally:
        held = citing.rest()
    if held:
        written.append(held)
        yield held
    if not citing.cited and (marks := citing.added(attributed("".join(written), citing.sources))):
        yield f" {marks}"


def _composed(turn: Turn, searched: str, result: Result | None, now: dt.datetime) -> answers.Composed:
    """The answer without a model."""
    text = turn.question.text
    if result is None:
        return answers.Composed(
            "An incognito chat uses and keeps nothing of your book, and without it only a language model could answer.",
            known=False,
        )
    if polite := politeness.reply(text):
        return answers.Composed(polite, known=False)
    is_set = is_task(text)
    if turn.as_of is not None or is_question(text) or is_set:
        composed, wholes = answered_before.composed(turn, searched, result, now)
        for whole in wholes:
            listing.note(turn.user, result, whole, composed.cited)
        if is_set:
            return task_set.of_use(composed, is_set_up=llm.configured())
        is_near = composed.text.startswith(NOT_SAID)
        if turn.mode == Mode.NORMAL and turn.as_of is None and (is_near or not composed.known):
            if not is_near and not asks(text) and is_searched_whole(result.degraded):
                return replace(composed, text=TOLD_OR_ASKED)
            if told_beside(text) and (asks(text) or not is_near):
                gap = "\n\n" if is_near else " "
                return replace(composed, text=f"{composed.text}{gap}{TOLD_BESIDE}")
        return composed
    return acknowledge(text, result, turn.user.local(now), learns=turn.mode == Mode.NORMAL, readable=is_english(text))


def _finish(
    turn: Turn,
    final: Done | Failed,
    written_by: str,
    result: Result | None,
    wish: wishes.Reply | None,
    now: dt.datetime,
) -> None:
    status = Message.Status.FAILED if isinstance(final, Failed) else Message.Status.DONE
    if isinstance(final, Done) and final.stopped:
        status = Message.Status.STOPPED
    asks = list(wish.asks) if wish is not None else []
    with transaction.atomic():
        if result is not None and result.id and wish is None and turn.mode == Mode.NORMAL:
            asks = asking.unconfirmed(user_id=turn.user.pk, retrieval_id=int(result.id), cited=final.cited)
        Message.objects.filter(pk=turn.answer.pk).update(
            learned=asks,
            text=final.text,
            written_by=written_by,
            status=status,
            error=final.error if isinstance(final, Failed) else "",
            cited=[list(one) for one in final.cited],
            heartbeat=now,
        )
        Conversation.objects.filter(pk=turn.conversation.pk).update(updated_at=now)
        if result is not None:
            usage.note(user_id=turn.user.pk, result=result, cited=final.cited, now=now)
            promotion.enqueue(turn.user, now)
        if turn.mode == Mode.NORMAL:
            learning.hasten(turn.question, now)
        titles.enqueue(turn.conversation, now)
