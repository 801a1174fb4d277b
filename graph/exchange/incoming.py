"""What a file brings becomes documents, conversations and staged facts; a bad record never loses the others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO

from graph.curation import completing, facts
from graph.curation.candidates import Draft
from graph.curation.recorder import Actor
from graph.documents import ingest
from graph.exchange import talks
from graph.exchange.records import Note, Problem, Reader, Record, Talk, Thing
from graph.models import User

AT_ONCE = 500  # records of one change
REFUSED_SHOWN = 1000  # refused records that are told one by one
PASSAGE = 900  # characters of a passage, for the estimate
A_SECOND = 60  # passages that are embedded in a second, on one slow core


@dataclass(slots=True)
class Taken:
    """What the records were and became, so far; refused ones with their place and the reason."""

    records: int = 0
    facts: int = 0
    entities: int = 0
    documents: int = 0
    conversations: int = 0
    messages: int = 0
    standing: int = 0
    characters: int = 0
    refused_count: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)

    def refuse(self, place: str, why: str) -> None:
        self.refused_count += 1
        if len(self.refused) < REFUSED_SHOWN:
            self.refused.append((place, why))

    @property
    def seconds(self) -> int:
        """About how long reading and embedding of the texts takes afterwards, in the background."""
        return -(-self.characters // PASSAGE // A_SECOND)

    def report(self) -> dict[str, Any]:
        """For programs and pages."""
        names = ("records", "facts", "entities", "documents", "conversations", "messages", "standing", "characters")
        counts = {name: getattr(self, name) for name in names}
        refused = [{"row": place, "msg": why} for place, why in self.refused]
        return {"counts": {**counts, "refused": self.refused_count}, "refused": refused, "seconds": self.seconds}


Beat = Callable[[Taken], None]  # keeps the lease and shows how far it is


@dataclass(frozen=True, slots=True)
class Taking:
    """Whose book, under which name in the ledger, and whether anything is written."""

    user: User
    run: str
    by: Actor
    now: dt.datetime
    dry_run: bool = False


def take(*, into: Taking, stream: BinaryIO, read: Reader, beat: Beat = lambda taken: None) -> Taken:
    """Take every record of the stream. Doing it again writes nothing twice. Raises what `read` raises."""
    taken = Taken()
    records = read(stream)
    while batch := list(islice(records, AT_ONCE)):
        taken.records += len(batch)
        _note(batch, taken)
        if not into.dry_run:
            _write(batch, into, taken)
        beat(taken)
    return taken


def _note(batch: list[tuple[str, Record]], taken: Taken) -> None:
    """Count what is there, and what cannot be read of it."""
    for place, record in batch:
        match record:
            case Problem(why):
                taken.refuse(place, why)
            case Note(text=text):
                taken.characters += len(text)
            case Talk(lines=lines):
                taken.characters += sum(len(line.text) for line in lines if line.role == "user")
                taken.messages += len(lines)


def _of(batch: list[tuple[str, Record]], kind: type) -> Iterator[tuple[str, Any]]:
    return ((place, record) for place, record in batch if isinstance(record, kind))


def _write(batch: list[tuple[str, Record]], into: Taking, taken: Taken) -> None:
    things = list(_of(batch, Thing))
    completed = completing.complete(
        user=into.user, things=[thing for _, thing in things], by=into.by, now=into.now, run=into.run
    )
    for (place, _), one in zip(things, completed, strict=True):
        if isinstance(one, Exception):
            taken.refuse(place, str(one))
        else:
            taken.entities, taken.standing = taken.entities + one, taken.standing + (not one)
    drafts = list(_of(batch, Draft))
    if drafts:
        stated = facts.state_many(
            user=into.user, drafts=[draft for _, draft in drafts], by=into.by, now=into.now, run=into.run
        )
        for (place, _), written in zip(drafts, stated.facts, strict=True):
            if written.refusal is not None:
                taken.refuse(place, str(written.refusal))
            else:
                taken.facts, taken.standing = taken.facts + written.created, taken.standing + (not written.created)
    for place, note in _of(batch, Note):
        try:
            _, new = ingest.receive(
                user=into.user,
                text=note.text,
                title=note.title,
                source=note.source,
                metadata=note.metadata,
                now=into.now,
                brought_by=into.run,
            )
        except ValueError as refusal:
            taken.refuse(place, str(refusal))
        else:
            taken.documents, taken.standing = taken.documents + new, taken.standing + (not new)
    for place, talk in _of(batch, Talk):
        try:
            new = talks.keep(into.user, talk, into.now, run=into.run)
        except ValueError as refusal:
            taken.refuse(place, str(refusal))
        else:
            taken.conversations, taken.standing = taken.conversations + new, taken.standing + (not new)
