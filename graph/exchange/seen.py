"""What a dry run counted already: of that which is not written, the next records find nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from graph.curation.candidates import Draft, Name
from graph.exchange.foretelling import Sample
from graph.exchange.records import Note, Record, Talk, Thing
from graph.models import Document
from graph.models.fact import value_key
from graph.naming import clean, normalise


@dataclass(slots=True)
class Seen:
    """What a dry run counted already: of that which is not written, the next batch finds nothing."""

    keys: set[tuple[str, ...]] = field(default_factory=set)
    notes: dict[tuple[str, ...], Document] = field(default_factory=dict)  # as each would be kept
    texts: Sample = field(default_factory=Sample)  # of the new ones

    def holds(self, record: Record) -> bool:
        """Whether an earlier batch had this thing or fact."""
        return isinstance(record, Thing | Draft) and _key(record) in self.keys

    def is_first(self, talk: Talk) -> bool:
        """Whether nothing before was this talk; from now on something was."""
        size = len(self.keys)
        self.keys.add(_key(talk))
        if len(self.keys) > size:
            self.texts.add(talk)
        return len(self.keys) > size

    def like(self, note: Note) -> Document | None:
        """The first that had this text, if any had."""
        return self.notes.get(_key(note))

    def received(self, note: Note) -> tuple[Document, bool]:
        """The first that had this text, and whether it is this one."""
        new = Document(title=clean(note.title)[:500], source=note.source[:1000], metadata=note.metadata)
        first = self.notes.setdefault(_key(note), new)
        if first is new:
            self.texts.add(note)
        return first, first is new

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
            begun = (lines[0].at.isoformat() if lines[0].at else lines[0].text) if lines else ""
            return ("talk", title, begun)
        case Draft(subject=subject, predicate=predicate, object=other, value=value):
            ends = (normalise(one.text) if isinstance(one, Name) else str(one) for one in (subject, other))
            return ("fact", predicate, *ends, value_key(value or ""))
