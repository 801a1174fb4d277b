"""Many questions to a language model at once: a bounded number at a time, failures skipped, ended when asked to."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Generic, TypeVar

from graph.documents import params
from graph.documents.model import NoAnswer

logger = logging.getLogger(__name__)

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Task, Answer]):
    """What became of one task; `failure` is a sentence where there is no answer."""

    task: Task
    answer: Answer | None
    failure: str = ""


def each(
    tasks: Iterable[Task],
    ask: Callable[[Task], Answer],
    *,
    workers: int,
    stop: Callable[[], bool],
    beat: Callable[[], object],
    what: str,
) -> Iterator[Outcome[Task, Answer]]:
    """The outcomes as they come, at most `workers` at work (O12); `stop` is looked at before each task (O18).

    A task whose answer cannot be had or used is logged and skipped (O19, O65, O66). `ask` runs in threads and must
    leave the database alone; `stop` and `beat` are called in this one.
    """
    waiting = iter(tasks)
    running: dict[Future[Answer], Task] = {}
    ended = False
    with ThreadPoolExecutor(max_workers=workers, thread_name_prefix="ask") as pool:
        while True:
            while not ended and len(running) < workers:
                ended = stop()
                task = None if ended else next(waiting, None)
                if task is None:
                    ended = True
                    break
                running[pool.submit(ask, task)] = task
            if not running:
                return
            done, _ = wait(running, timeout=params.LOOKED_EVERY, return_when=FIRST_COMPLETED)
            beat()
            for future in done:
                yield _outcome(running.pop(future), future, what)


def _outcome(task: Task, future: Future[Answer], what: str) -> Outcome[Task, Answer]:
    try:
        return Outcome(task, future.result())
    except (NoAnswer, ValueError) as error:
        failure = str(error)
    except Exception as error:  # one batch must never end the others (O19)
        logger.exception("%s: a batch failed", what)
        failure = f"{type(error).__name__}"
    logger.warning("%s: a batch was skipped: %s", what, failure)
    return Outcome(task, None, failure)
