"""What was learned from a message, as the page tells it beneath the message."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from assistant.extraction.text.trivial import is_trivial
from assistant.memory.learning import run_of
from assistant.models import Message
from assistant.question.intents import takes_back
from assistant.question.questions import is_question
from graph.models import Change, Fact


@dataclass(frozen=True, slots=True)
class Heard:
    """How many proposals came of a message, how many wait, the first that does, and the change that takes them back."""

    pk: int
    is_learning: bool
    count: int
    waiting: int
    note: str
    first: int | None
    undo: int | None
    forgot: bool = False
    told_nothing_new: bool = False  # it tells something, was read, and nothing came of it


def what_was_heard(user_id: int, said: Sequence[Message]) -> dict[int, Heard]:
    """What was learned from each of the person's messages so far, in at most two queries."""
    changes, waiting = _changes(user_id, said), _waiting(user_id, said)
    return {one.pk: _heard(one, changes, waiting) for one in said}


def heard_of(said: Message) -> Heard:
    """What was learned from one message so far."""
    return what_was_heard(said.user_id, [said])[said.pk]


def just_said(said: Message) -> Heard:
    """What was learned of a message that has only been taken in: nothing yet."""
    return _heard(said, {}, ())


def _heard(said: Message, changes: Mapping[str, int], waiting: Collection[int]) -> Heard:
    left = [pk for pk in said.learned if pk in waiting]
    return Heard(
        pk=said.pk,
        is_learning=said.learning == Message.Learning.QUEUED,
        count=len(said.learned),
        waiting=len(left),
        note=said.error,
        first=left[0] if left else None,
        undo=changes.get(run_of(said)),
        forgot=takes_back(said.text) and run_of(said) in changes,
        told_nothing_new=said.learning == Message.Learning.DONE
        and not (said.learned or is_question(said.text) or is_trivial(said.text) or takes_back(said.text)),
    )


def _changes(user_id: int, said: Sequence[Message]) -> dict[str, int]:
    """The change by which each message's proposals came in, or its wish was done, unless it was undone."""
    named = [run_of(row) for row in said if row.learned or takes_back(row.text)]
    if not named:
        return {}
    rows = Change.objects.for_user(user_id).filter(run__in=named, undone_by=None)
    return dict(rows.order_by("id").values_list("run", "pk"))


def _waiting(user_id: int, said: Sequence[Message]) -> set[int]:
    """Those of the proposals that nobody has decided on."""
    learned = [pk for row in said for pk in row.learned]
    return set(Fact.objects.for_user(user_id).staged().filter(pk__in=learned).values_list("pk", flat=True))
