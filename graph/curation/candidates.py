"""What may become a fact: names instead of rows, and the words it rests on."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from graph.models import Fact

# The extractor of what a note's writer said above its text: words of the document that stand in none of its passages.
FRONT_MATTER = "front matter"
RECORD = "record"  # in a fact's metadata: the id by which another program knows what it states
ASKED = "asked"  # the extractor of what the person asked to remember: it is proposed even if it was rejected before


CONCEPT = "concept"  # the type of what nobody has looked at closely


@dataclass(frozen=True, slots=True)
class Name:
    """A thing by name: resolved by exact name or alias, else created with `type`; "I" and "me" are the self entity."""

    text: str
    type: str = CONCEPT


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that a fact rests on, with where they stand if they stand in a document.

    `at` is when they were said, where that stands beside them.
    """

    text: str
    document: int | None = None
    chunk: int | None = None
    start: int = 0
    end: int = 0
    extractor: str = "user"
    at: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact to be written; `subject` and `object` are ids or names, and exactly one of object and value is given.

    With `renews` it takes the place of another value that an earlier import had from the same place: where `metadata`
    has a RECORD, of what that record said; else of what was said of the same under the same predicate. With `ends`
    it takes the place of all that an earlier import had from there of the same.
    """

    subject: int | Name
    predicate: str
    object: int | Name | None = None
    value: str | None = None
    value_type: str = Fact.ValueType.STRING
    status: str = Fact.Status.CONFIRMED
    source: str = Fact.Source.USER_EDIT
    provenance: str = Fact.Provenance.EXPLICIT
    confidence: float = 1.0
    weight: float = 1.0
    bidirectional: bool = False
    description: str = ""
    metadata: dict = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    valid_from: dt.datetime | None = None
    valid_until: dt.datetime | None = None
    expires_at: dt.datetime | None = None
    evidence: tuple[Quote, ...] = ()
    renews: bool = False
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that learning proposes, with its quote, and when that was said where it stands beside it."""

    subject: Name
    predicate: str
    object: Name | None = None
    value: str | None = None
    value_type: str = "string"
    confidence: float = 0.7
    quote: str = ""
    chunk: int | None = None
    start: int = 0
    end: int = 0
    valid_from: dt.datetime | None = None
    valid_until: dt.datetime | None = None
    extractor: str = "rules"
    source: str = "conversation"
    provenance: str = "explicit"
    said_at: dt.datetime | None = None

    def draft(self, document: int | None = None) -> Draft:
        """The staged fact that this would become."""
        quote = Quote(self.quote, document, self.chunk, self.start, self.end, self.extractor, self.said_at)
        return Draft(
            subject=self.subject,
            predicate=self.predicate,
            object=self.object,
            value=self.value,
            value_type=self.value_type,
            status=Fact.Status.STAGED,
            source=self.source,
            provenance=self.provenance,
            confidence=self.confidence,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            evidence=(quote,) if self.quote else (),
        )
