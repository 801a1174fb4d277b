"""Runs: answers written in threads of this process, told to other processes, followed by any number of pages."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection

from assistant import params
from assistant.database import release_connection
from assistant.models import Message
from assistant.streaming import channel, elsewhere
from assistant.streaming.run import Run, RunState
from assistant.turn import chat
from assistant.turn.events import Failed, as_json
from assistant.turn.turns import LIVE
from graph.clock import now as present

logger = logging.getLogger(__name__)

Status = Message.Status
BROKE = "Something went wrong while this was being written. Try again."
INTERRUPTED = "Interrupted: the server restarted while this was being written."


class TooManyAtOnce(chat.MessageRefused):
    """So many answers of this person are being written that another one would only wait."""


_runs: OrderedDict[tuple[int, int], Run] = OrderedDict()
_lock = threading.Lock()
_pool = ThreadPoolExecutor(max_workers=params.RUNS_AT_ONCE, thread_name_prefix="answer")
_saver: threading.Thread | None = None


def refuse_crowd(user_id: int) -> None:
    """Raises TooManyAtOnce while too many answers of this person are being written or wait for it."""
    with _lock:
        waiting = sum(1 for (owner, _), run in _runs.items() if owner == user_id and not run.over)
    if waiting >= params.ANSWERS_AT_ONCE:
        raise TooManyAtOnce(f"{waiting} of your messages are still being answered. Wait for some of them.")


def start(turn: chat.Turn, clock: Callable[[], dt.datetime] = present) -> None:
    """Begin to write the answer of `turn` in a thread of its own; returns at once."""
    global _saver
    run = Run(turn)
    with _lock:
        _runs[turn.user.pk, turn.answer.pk] = run
        finished = [key for key, other in _runs.items() if other.over]
        for key in finished[: max(0, len(finished) - params.FINISHED_KEPT)]:
            del _runs[key]
        if _saver is None or not _saver.is_alive():
            _saver = threading.Thread(target=_save_regularly, args=(clock,), daemon=True, name="answer-saver")
            _saver.start()
    _pool.submit(_write, run, clock)


def _write(run: Run, clock: Callable[[], dt.datetime]) -> None:
    """Take the answer's events to the last one; whatever happens, the run ends."""
    teller = channel.Teller(run.turn.user.pk, run.turn.answer.pk) if run.turn.is_kept else None
    try:
        for event in chat.answer(run.turn, clock, run.stopping.is_set):
            run.take(event)
            if teller is not None:  # an incognito run stays in this process
                teller.tell(event)
    except Exception:  # the edge of a stream: logged once, one sentence shown
        logger.exception("answer %s broke", run.turn.answer.pk)
        if run.final is None:
            failed = Failed(BROKE, "".join(run.parts))
            run.take(failed)
            if teller is not None:
                _fail(run, clock())
                teller.tell(failed)
    finally:
        run.ended = clock()
        run.over = True
        if teller is not None:
            teller.end()
        connection.close()


def _fail(run: Run, now: dt.datetime) -> None:
    rows = Message.objects.filter(pk=run.turn.answer.pk)
    try:
        rows.update(text="".join(run.parts), status=Status.FAILED, error=BROKE, heartbeat=now)
    except Exception:  # the row may be gone, or the database; the run in memory still says what happened
        logger.exception("the failure of answer %s could not be noted", run.turn.answer.pk)


def _save_regularly(clock: Callable[[], dt.datetime]) -> None:
    """While anything runs: about once a second write the partial texts and a heartbeat, and look for stops."""
    idle = 0
    while idle < 3:
        threading.Event().wait(params.SAVED_EVERY.total_seconds())
        with _lock:
            live = [run for run in _runs.values() if not run.over and run.turn.is_kept]
        idle = 0 if live else idle + 1
        for run in live:
            try:
                _save(run, clock())
            except Exception:
                logger.warning("the partial text of answer %s was not saved", run.turn.answer.pk, exc_info=True)
        connection.close()


def _save(run: Run, now: dt.datetime) -> None:
    pk = run.turn.answer.pk
    if cache.get(_stop_key(pk)):
        run.stopping.set()
    Message.objects.filter(pk=pk, status__in=LIVE).update(
        text="".join(run.parts), heartbeat=now, status=Status.STREAMING
    )


def _run_of(user_id: int, message_id: int) -> Run | None:
    with _lock:
        return _runs.get((user_id, message_id))


def _is_begun_anew(run: Run) -> bool:
    """Whether another process has begun to write the answer again since this run ended."""
    if run.ended is None or not run.turn.is_kept:
        return False
    return Message.objects.filter(pk=run.turn.answer.pk, heartbeat__gt=run.ended).exists()


def state(user_id: int, message_id: int, now: dt.datetime | None = None) -> RunState:
    """The answer as it stands, of this process or from its row. Raises Message.DoesNotExist."""
    run = _run_of(user_id, message_id)
    if run is not None and not _is_begun_anew(run):
        return run.state()
    row = Message.objects.for_user(user_id).get(pk=message_id, role=Message.Role.ASSISTANT)
    if row.status in LIVE and _is_dead(row, now or present()):
        dead = Message.objects.filter(pk=row.pk, status__in=LIVE, heartbeat=row.heartbeat)
        dead.update(status=Status.INTERRUPTED, error=INTERRUPTED)
        row.refresh_from_db()
    return RunState(row.pk, row.status, row.text, cited=len(row.cited), error=row.error)


def stop_all(patience: float = params.STOP_PATIENCE, user_id: int | None = None) -> None:
    """Ask every run of this process, or one person's, to stop, keeping what was written, and wait for them a while."""
    with _lock:
        live = [run for (owner, _), run in _runs.items() if not run.over and user_id in (None, owner)]
    for run in live:
        run.stopping.set()
    ends = time.monotonic() + patience
    while any(not run.over for run in live) and time.monotonic() < ends:
        time.sleep(0.05)


def _is_dead(row: Message, now: dt.datetime) -> bool:
    return now - (row.heartbeat or row.created_at) > params.DEAD_AFTER


def stop(user_id: int, message_id: int) -> None:
    """Ask a run to stop, wherever it is; what it wrote stays. Raises Message.DoesNotExist."""
    run = _run_of(user_id, message_id)
    if run is not None:
        run.stopping.set()
    else:
        row = Message.objects.for_user(user_id).get(pk=message_id, role=Message.Role.ASSISTANT)
        cache.set(_stop_key(row.pk), True, timeout=60)


def _stop_key(message_id: int) -> str:
    return f"stop-answer:{message_id}"


async def follow(user_id: int, message_id: int) -> AsyncIterator[RunState]:
    """States as they change, at most one every 80 ms, the last of them final. Raises Message.DoesNotExist."""
    run = await _run_here(user_id, message_id)
    if run is None:
        async for told in elsewhere.states(user_id, message_id, _reader(user_id, message_id)):
            yield told
        return
    last: RunState | None = None
    while last is None or not last.is_final:
        now = run.state()
        if now != last:
            yield now
        last = now
        if not now.is_final:
            await asyncio.sleep(params.SHOWN_EVERY)


async def events(user_id: int, message_id: int) -> AsyncIterator[dict[str, Any]]:
    """The run's events as {"event": name, "data": {...}} for programs: each piece of text once.

    Of a run in another process without Redis, what its row says by the end. Raises Message.DoesNotExist.
    """
    run = await _run_here(user_id, message_id)
    if run is None:
        async for name, data in elsewhere.events(user_id, message_id, _reader(user_id, message_id)):
            yield {"event": name, "data": data}
        return
    seen = 0
    while True:
        over = run.over
        while seen < len(run.events):
            name, data = as_json(run.events[seen])
            yield {"event": name, "data": data}
            seen += 1
        if over:
            return
        await asyncio.sleep(params.SHOWN_EVERY / 4)


async def _run_here(user_id: int, message_id: int) -> Run | None:
    """The run of this process, if it is the newest of its answer."""
    run = _run_of(user_id, message_id)
    if run is not None and run.over and await sync_to_async(_released)(_is_begun_anew, run):
        return None
    return run


def _reader(user_id: int, message_id: int) -> Callable[[], Awaitable[RunState]]:
    async def read() -> RunState:
        return await sync_to_async(_released)(state, user_id, message_id)

    return read


def _released(ask: Callable[..., Any], *values: Any) -> Any:
    """Ask the database something and give the connection back: a stream must not hold it."""
    try:
        return ask(*values)
    finally:
        release_connection()


def forget(user_id: int) -> None:
    """Drop the finished answers that are still held in memory, and what was told to other processes (erasure)."""
    channel.forget(user_id)
    with _lock:
        for key in [key for key, run in _runs.items() if key[0] == user_id and run.over]:
            del _runs[key]
