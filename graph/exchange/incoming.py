"""What a file brings becomes staged facts in one change; a bad record never loses the others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from graph.curation import facts
from graph.curation.candidates import Draft
from graph.curation.recorder import Actor
from graph.models import User

Reader = Callable[[BinaryIO], Sequence[Draft]]


@dataclass(frozen=True, slots=True)
class Taken:
    """How many records there were, what became of them, and the refused ones with their place and the reason."""

    records: int
    staged: int
    standing: int
    refused: tuple[tuple[int, str], ...]


def take(*, user: User, stream: BinaryIO, read: Reader, run: str, by: Actor, now: dt.datetime, dry_run: bool) -> Taken:
    """Stage what `read` finds in the stream, or with `dry_run` only count. Raises what `read` raises."""
    drafts = read(stream)
    if dry_run:
        return Taken(len(drafts), 0, 0, ())
    stated = facts.state_many(user=user, drafts=drafts, by=by, now=now, run=run)
    refused = tuple((place, str(one.refusal)) for place, one in enumerate(stated.facts) if one.refusal)
    staged = len(stated.created)
    return Taken(len(drafts), staged, len(drafts) - staged - len(refused), refused)
