"""What a file brings becomes documents, conversations and staged facts; a bad record never loses the others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, BinaryIO

from django.db import transaction

from graph import planner
from graph.curation import completing, facts, noting
from graph.curation.candidates import FRONT_MATTER, Draft
from graph.curation.recorder import Actor
from graph.documents import ingest, newer
from graph.exchange import returning, talks, vanished
from graph.exchange.addressed import addressed
from graph.exchange.records import Note, Pause, Problem, Reader, Record, Remark, Talk, Thing, Unread
from graph.exchange.report import LEARNED_OF_ONE, UNREAD, Taken
from graph.exchange.seen import Seen
from graph.models import Change, ChangeRow, Document, User
from graph.naming import normalise
from graph.paced import paced

AT_ONCE = 50  # records of one change: 50 ms, for which others who write wait
LOOKS = {500, 5_000}  # records after which the database looks how large its tables are by now


Beat = Callable[[Taken], None]  # keeps the lease and shows how far it is


@dataclass(frozen=True, slots=True)
class Taking:
    """Whose book, under which name in the ledger, and whether anything is written.

    With `is_noted` what is noted of people is to be read for what it states.
    """

    user: User
    run: str
    by: Actor
    now: dt.datetime
    dry_run: bool = False
    is_noted: bool = False


def take(*, into: Taking, stream: BinaryIO, read: Reader, beat: Beat = lambda taken: None) -> Taken:
    """Take every record of the stream. Doing it again writes nothing twice. Raises what `read` raises.

    A dry run counts what each would become, and foretells how many facts will be learned from the texts.
    """
    taken, seen, before = Taken(), Seen(), returning.earlier(into.user)
    documents: dict[str, int] = {}
    records = read(stream)
    for read_at_once in paced(iter(lambda: list(islice(records, AT_ONCE)), [])):
        batch = [one for one in read_at_once if not isinstance(one[1], Pause)]
        _note(batch, taken)
        if into.dry_run:
            _count(batch, into, taken, seen, before)
        else:
            documents |= _keep(batch, into, taken, before)
            _state(batch, into, taken, Seen(), documents)
            if taken.records in LOOKS:
                planner.look()
        beat(taken)
    taken.to_come = seen.texts.facts(lambda: beat(taken))
    for path in before.gone():
        taken.remark(path, returning.GONE)
    for one in vanished.vanished(into.user, into.run, taken.said):
        taken.remark(one, vanished.GONE)
    if not into.dry_run and taken.records > min(LOOKS):
        planner.look()
    return taken


def _note(batch: list[tuple[str, Record]], taken: Taken) -> None:
    """Count what is there, and what cannot be read of it."""
    for place, record in batch:
        taken.records += not isinstance(record, Unread | Remark)
        match record:
            case Unread(why, count):
                taken.unread += count
                taken.remark(place, why or UNREAD)
            case Remark(what):
                taken.remark(place, what)
            case Problem(why):
                taken.refuse(place, why)
            case Talk(lines=lines):
                taken.messages += len(lines)
                if record.remark:
                    taken.remark(place, record.remark)


def _of(batch: list[tuple[str, Record]], kind: type) -> Iterator[tuple[str, Any]]:
    return ((place, record) for place, record in batch if isinstance(record, kind))


def _count(batch: list[tuple[str, Record]], into: Taking, taken: Taken, seen: Seen, before: returning.Earlier) -> None:
    """What `_state` and `_keep` would make of a batch, of which nothing stays."""
    known = [(place, record) for place, record in batch if not seen.holds(record)]
    taken.standing += len(batch) - len(known)
    with transaction.atomic():
        _state(known, into, taken, seen)
        transaction.set_rollback(True)

    def received(place: str, note: Note) -> tuple[Document, str]:
        note = before.apart(note, seen.like(note) or ingest.same(user=into.user, text=note.text))
        standing = ingest.same(user=into.user, text=note.text)
        if standing is not None:
            before.had.add(standing.pk)
            return standing, _standing(standing, place, note, taken)
        older, told = before.version_before(note)
        if told:
            taken.remark(place, told)
        document, is_first = seen.received(note)
        return document, ("changed" if older else "documents") if is_first else "standing"

    def looked(talk: Talk) -> talks.Kept:
        what = talks.keeper().look(into.user, talk)
        return what if what == "same" or seen.is_first(talk) else "same"

    _texts(known, taken, received, looked)
    seen.note(record for _, record in known)


def _state(
    batch: list[tuple[str, Record]], into: Taking, taken: Taken, seen: Seen, documents: Mapping[str, int] | None = None
) -> None:
    """Write what is no text; an entity that a fact names for the first time counts like one that stands for itself.

    What stood above a note's text names the document that the note became (`documents`, by place), and is a change of
    its own, so that it can be undone with what the document taught.
    """
    things = list(_of(batch, Thing))
    completed = completing.complete(
        user=into.user, things=[thing for _, thing in things], by=into.by, now=into.now, run=into.run
    )
    for (place, _), one in zip(things, completed, strict=True):
        if isinstance(one, Exception):
            taken.refuse(place, str(one))
        else:
            taken.entities, taken.standing = taken.entities + one, taken.standing + (not one)
    groups: dict[int | None, list[tuple[str, Draft]]] = {}
    for place, draft in _of(batch, Draft):
        document = (documents or {}).get(place)
        groups.setdefault(document, []).append((place, _quoting(draft, document)))
    for drafts in groups.values():
        known = addressed(into.user, [draft for _, draft in drafts])
        stated = facts.state_many(user=into.user, drafts=known, by=into.by, now=into.now, run=into.run)
        if into.is_noted:
            noting.enqueue(into.user, stated.created, into.now, into.run)
        for (place, _), written in zip(drafts, stated.facts, strict=True):
            if written.fact is None:
                taken.refuse(place, str(written.refusal))
                continue
            taken.facts, taken.standing = taken.facts + written.created, taken.standing + (not written.created)
            taken.said |= {*written.replaced, *(() if written.created else (written.fact.pk,))}
            if written.replaces is not None:
                taken.remark(place, returning.replaced(written.replaces, written.fact))
        taken.entities += sum(("thing", normalise(name)) not in seen.keys for name in _named_first(stated.change))


def _quoting(draft: Draft, document: int | None) -> Draft:
    """The draft, what it quotes of a front matter being words of the document."""
    quotes = (replace(one, document=document) if one.extractor == FRONT_MATTER else one for one in draft.evidence)
    return replace(draft, evidence=tuple(quotes))


def _named_first(change: Change | None) -> list[str]:
    """The names of the entities that a change made."""
    if change is None:
        return []
    made = ChangeRow.objects.filter(change=change, model="entity", before__isnull=True)
    return list(made.values_list("after__name", flat=True))


def _keep(batch: list[tuple[str, Record]], into: Taking, taken: Taken, before: returning.Earlier) -> dict[str, int]:
    """Write the texts of a batch; returns the document that each note became or is, by its place."""
    documents: dict[str, int] = {}

    def receive(place: str, note: Note) -> tuple[Document, str]:
        note = before.apart(note, ingest.same(user=into.user, text=note.text))
        older, told = before.version_before(note)
        document, is_new = ingest.receive(
            user=into.user,
            text=note.text,
            title=note.title,
            source=note.source,
            metadata=note.metadata,
            options={"learn": False} if note.is_quoted else {},
            replaces=older,
            now=into.now,
            brought_by=into.run,
        )
        if told:
            taken.remark(place, told)
        before.had.add(document.pk)
        documents[place] = document.pk
        if is_new:
            return document, "changed" if older else "documents"
        what = _standing(document, place, note, taken)
        if what == "changed" or returning.is_dated_anew(document, note):
            metadata = {"front_matter": {}, **note.metadata}
            newer.restate(
                document, ingest.whole_metadata(note.text, note.source, metadata, note.title, into.now), into.now
            )
        return document, what

    _texts(batch, taken, receive, lambda talk: talks.keep(into.user, talk, into.now, run=into.run))
    return documents


def _standing(document: Document, place: str, note: Note, taken: Taken) -> str:
    """What becomes of a note whose text stands already; that only what is above it changed is told."""
    if not returning.is_restated(document, note):
        return "standing"
    taken.remark(place, returning.RESTATED)
    return "changed"


def _texts(
    batch: list[tuple[str, Record]],
    taken: Taken,
    receive: Callable[[str, Note], tuple[Document, str]],
    kept: Callable[[Talk], talks.Kept],
) -> None:
    """Count the notes and talks by what does, or would do, something with each; it raises ValueError for a bad one."""

    def became(place: str, note: Note) -> str:
        document, what = receive(place, note)
        if what == "standing" and (told := returning.equals(document, note)):
            taken.remark(place, told)
        return what

    def talked(place: str, talk: Talk) -> str:
        what = kept(talk)
        if what == "longer":
            taken.remark(place, returning.LONGER)
        return {"new": "conversations", "longer": "changed", "same": "standing"}[what]

    ways: tuple[tuple[type, Callable[[str, Any], str]], ...] = (
        (Note, became),
        (Talk, talked),
    )
    for kind, counted in ways:
        for place, one in _of(batch, kind):
            try:
                count = counted(place, one)
            except ValueError as refusal:
                taken.refuse(place, str(refusal))
            else:
                setattr(taken, count, getattr(taken, count) + 1)
                if count != "standing":
                    _weigh(one, taken)


def _weigh(text: Note | Talk, taken: Taken) -> None:
    """Note how much there is to read."""
    if isinstance(text, Note):
        taken.characters += len(text.text)
        taken.learned += min(len(text.text), LEARNED_OF_ONE)
    else:
        taken.characters += sum(len(line.text) for line in text.lines if line.role == "user")
