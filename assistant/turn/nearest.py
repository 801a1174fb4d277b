"""What plain rules found, told to a language model before the rest: a small one loses it among twenty lines."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace

from assistant.language_model import prompts
from assistant.language_model.prompts import Numbered
from assistant.question.questions import is_question
from assistant.question.tasks import is_task
from assistant.turn import answered_before
from assistant.turn.turns import Turn
from assistant.without_model import listing
from assistant.without_model.writing import Composed, remarked
from graph.retrieval import told
from graph.retrieval.pipeline import effective
from graph.retrieval.result import Result


@dataclass(frozen=True, slots=True)
class Nearest:
    """A result that begins with what the answer without a model cites, and that answer; None of what only tells."""

    result: Result
    answer: Composed | None = None

    def above(self, memory: Numbered) -> Numbered:
        """The memory below the answer, which cites by the memory's numbers."""
        if self.answer is None:
            return memory
        places: dict[tuple[str, int], int] = {
            (item.kind, item.pk): place for place, item in enumerate(memory.sources, start=1)
        }
        cited = self.answer.cited

        def of_memory(mark: re.Match[str]) -> str:
            number = int(mark[1])
            place = places.get(cited[number - 1]) if 1 <= number <= len(cited) else None
            return f"[{place}]" if place is not None else ""

        return prompts.with_nearest(memory, remarked(self.answer.text, of_memory) if self.answer.known else "")


def nearest(turn: Turn, searched: str, result: Result, now: dt.datetime) -> Nearest:
    """What was looked up for it, such as the rest of a list, stands on the receipt as well.

    A task gets none: told what comes near its words, a small model writes that and not the note that it was to write.
    """
    if (turn.as_of is None and not is_question(turn.question.text)) or is_task(turn.question.text):
        return Nearest(result)
    answer, wholes = answered_before.composed(turn, searched, result, now)
    if not (result.items or answer.known):
        return Nearest(result)
    for whole in wholes:
        listing.note(turn.user, result, whole, answer.cited)
    found = {(item.kind, item.pk): (item, whole) for whole in wholes for item in whole.items}
    first = [found[key] for key in answer.cited if key in found]
    if not first or result.as_of is not None:
        return Nearest(result, answer)
    reads = {one: said for _, whole in first for one, said in whole.reads.items()}
    evidence = {pk: said for _, whole in first for pk, said in whole.evidence.items()}
    others = [item for item in result.items if (item.kind, item.pk) not in answer.cited]
    more = replace(result, reads=reads | result.reads, evidence=evidence | result.evidence)
    config = effective(turn.user, result.preset, None)
    items = [*(item for item, _ in first), *others]
    return Nearest(told.of(more, items, config, turn.user.local(now)), answer)
