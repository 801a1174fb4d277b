"""What a file brings becomes documents, conversations and staged facts; a bad record never loses the others."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, BinaryIO

from django.db import transaction

from graph.curation import completing, facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.documents import ingest
from graph.exchange import talks
from graph.exchange.records import Note, Problem, Reader, Record, Talk, Thing
from graph.models import User
from graph.models.fact import value_key
from graph.naming import normalise

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


@dataclass(slots=True)
class Seen:
    """What a dry run counted already: of that which is not written, the next batch finds nothing."""

    keys: set[tuple[str, ...]] = field(default_factory=set)

    def holds(self, record: Record) -> bool:
        """Whether an earlier batch had this thing or fact."""
        return isinstance(record, Thing | Draft) and _key(record) in self.keys

    def is_first(self, text: Note | Talk) -> bool:
        """Whether nothing before had this text; from now on something has."""
        size = len(self.keys)
        self.keys.add(_key(text))
        return len(self.keys) > size

    def note(self, records: Iterable[Record]) -> None:
        """The things and facts of a batch; the ends of a fact are things as well."""
        for record in records:
            if isinstance(record, Thing | Draft):
                self.keys.add(_key(record))
            if isinstance(record, Draft):
                ends = (one for one in (record.subject, record.object) if isinstance(one, Name))
                self.keys |= {("thing", normalise(one.text)) for one in ends}


def _key(record: Thing | Draft | Note | Talk) -> tuple[str, ...]:
    match record:
        case Thing(name=name):
            return ("thing", normalise(name))
        case Note(text=text):
            return ("note", hashlib.sha256(text.encode(errors="replace")).hexdigest())
        case Talk(title=title, lines=lines):
            return ("talk", title, lines[0].at.isoformat() if lines else "")
        case Draft(subject=subject, predicate=predicate, object=other, value=value):
            ends = (normalise(one.text) if isinstance(one, Name) else str(one) for one in (subject, other))
            return ("fact", predicate, *ends, value_key(value or ""))


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
    """Take every record of the stream. Doing it again writes nothing twice. Raises what `read` raises.

    A dry run counts what each would become.
    """
    taken, seen = Taken(), Seen()
    records = read(stream)
    while batch := list(islice(records, AT_ONCE)):
        taken.records += len(batch)
        _note(batch, taken)
        if into.dry_run:
            _count(batch, into, taken, seen)
        else:
            _state(batch, into, taken)
            _keep(batch, into, taken)
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


def _count(batch: list[tuple[str, Record]], into: Taking, taken: Taken, seen: Seen) -> None:
    """What `_state` and `_keep` would make of a batch, of which nothing stays."""
    known = [(place, record) for place, record in batch if not seen.holds(record)]
    taken.standing += len(batch) - len(known)
    with transaction.atomic():
        _state(known, into, taken)
        transaction.set_rollback(True)
    for place, note in _of(known, Note):
        try:
            new = ingest.is_new(user=into.user, text=note.text) and seen.is_first(note)
        except ValueError as refusal:
            taken.refuse(place, str(refusal))
        else:
            taken.documents, taken.standing = taken.documents + new, taken.standing + (not new)
    for place, talk in _of(known, Talk):
        try:
            new = talks.keeper().is_new(into.user, talk) and seen.is_first(talk)
        except ValueError as refusal:
            taken.refuse(place, str(refusal))
        else:
            taken.conversations, taken.standing = taken.conversations + new, taken.standing + (not new)
    seen.note(record for _, record in known)


def _state(batch: list[tuple[str, Record]], into: Taking, taken: Taken) -> None:
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


def _keep(batch: list[tuple[str, Record]], into: Taking, taken: Taken) -> None:
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
