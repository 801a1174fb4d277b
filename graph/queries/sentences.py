"""Facts as a page shows them: a sentence, its mark, its dates, and the words it rests on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F, Min, Prefetch, Q
from django.utils import timezone

from graph import days
from graph.curation.facts import RULE
from graph.curation.said import BY_DAYS, IS_DATED, MOMENT, SAID_AT
from graph.curation.values import spoken
from graph.models import Change, ChangeRow, Evidence, Fact
from graph.models.fact import FactQuerySet
from graph.predicates import Relation, relation
from graph.queries.days import shown
from graph.read_as import between
from graph.unmarked import excerpt
from graph.wikilinks import parted, quote_as_read

CONTEXT = 140  # characters of the passage shown on either side of a quote: about one sentence
QUOTES = 3  # quotes shown with a fact; the rest stand on the document's page

# Shape and word of each status: see the marks in facts.css.
MARKS = {
    Fact.Status.STAGED: ("un", "Unconfirmed"),
    Fact.Status.CONFIRMED: ("ok", "Confirmed"),
    Fact.Status.SUPERSEDED: ("old", "No longer true"),
    Fact.Status.RETRACTED: ("old", "Taken back"),
    Fact.Status.REJECTED: ("old", "Rejected"),
}
ORIGINS = {
    Fact.Source.USER_EDIT: "Written by you",
    Fact.Source.FILE: "From a document",
    Fact.Source.CONVERSATION: "From a chat",
    Fact.Source.SYSTEM: "Worked out",
}


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words in their context; `title` is empty when they stand in no document."""

    text: str
    before: str
    after: str
    document: int | None
    title: str
    is_chat: bool
    at: dt.date


@dataclass(frozen=True, slots=True)
class Sentence:
    """`subject` `reads` `says`; `object_pk` is set when `says` is the name of an entity."""

    pk: int
    subject_pk: int
    subject: str
    predicate: str
    reads: str
    object_pk: int | None
    says: str
    status: str
    mark: str
    status_words: str
    origin: str
    confidence: float
    at: dt.datetime
    confirmed_at: dt.datetime | None
    since: dt.date | None
    until: dt.date | None
    kept_until: dt.date | None  # when it expires
    pinned: bool
    used_count: int
    quotes: tuple[Quoted, ...] = ()
    value: str = ""  # as it is kept, where `says` is no name
    said_at: dt.datetime | None = None  # of the first talk or note of a day in which it was said

    @property
    def day(self) -> dt.date:
        """What a list dates it by: what was said long ago is not of the day on which its talk was imported.

        Nor is what was written down by hand of the day on which it was said as well.
        """
        return shown(min(self.said_at, self.at) if self.said_at else self.confirmed_at or self.at)

    @property
    def plain(self) -> str:
        return f"{self.subject} {self.link} {self.says}"

    @property
    def is_waiting(self) -> bool:
        return self.status == Fact.Status.STAGED

    @property
    def link(self) -> str:
        """What stands between `subject` and `says`."""
        return between(self.reads)

    @property
    def is_over(self) -> bool:
        return self.mark == "old"


def with_quotes(facts: FactQuerySet) -> FactQuerySet:
    """The same facts with their names and evidence loaded, in three further queries."""
    evidence = Evidence.objects.select_related("document", "chunk").order_by("id")
    return facts.select_related("subject", "object").prefetch_related(Prefetch("evidence", queryset=evidence))


def sentence(fact: Fact, relations: Mapping[str, Relation], *, quoted: bool = True, then: bool = False) -> Sentence:
    """A fact with its names loaded as a sentence; with `quoted`, its evidence must have been loaded too.

    With `then` it is shown as it stood when it was held true, whatever became of it.
    """
    mark, words = MARKS[Fact.Status(fact.status)]
    if then and fact.status in Fact.PAST:
        mark, words = ("ok", "Held true then") if fact.confirmed_at else ("un", "Unconfirmed then")
    return Sentence(
        pk=fact.pk,
        subject_pk=fact.subject_id,
        subject=fact.subject.name,
        predicate=fact.predicate,
        reads=relation(dict(relations), fact.predicate).reads,
        object_pk=fact.object_id,
        says=fact.object.name if fact.object else in_words(fact.value, fact.value_type),
        value=spoken(fact.value, fact.value_type),
        status=fact.status,
        mark=mark,
        status_words=words,
        origin=ORIGINS[Fact.Source(fact.source)],
        confidence=fact.confidence,
        at=fact.created_at,
        confirmed_at=fact.confirmed_at,
        since=shown(fact.valid_from),
        until=shown(fact.valid_until),
        kept_until=shown(fact.expires_at),
        pinned=fact.pinned,
        used_count=fact.used_count,
        quotes=tuple(quotes(fact.evidence.all())) if quoted else (),
        said_at=min(map(_said_at, filter(_is_dated, fact.evidence.all())), default=None) if quoted else None,
    )


def in_words(value: str, value_type: str) -> str:
    """A value as a page shows it: a day, and a moment by the person's own clock, not as programs write them."""
    return days.in_words(spoken(value, value_type), timezone.get_current_timezone())


def with_days(user_id: int, lines: Sequence[Sentence]) -> list[Sentence]:
    """The same without their quotes, each with the day of the first talk or note in which it was said, in one query."""
    said = Evidence.objects.for_user(user_id).filter(IS_DATED)
    first = said.filter(fact__in=[line.pk for line in lines]).order_by().values_list("fact")
    days = dict(first.annotate(at=Min(MOMENT)))
    return [replace(line, said_at=days.get(line.pk)) for line in lines]


def with_rules(user_id: int, lines: Sequence[Sentence]) -> list[Sentence]:
    """The same, those that a rule confirmed marked as such, in one query."""
    ids = [line.pk for line in lines if line.mark == "ok"]
    made = Change.objects.for_user(user_id).filter(
        Q(actor=Change.Actor.POLICY) | Q(reason=RULE), verb="confirm", undone_by=None
    )
    rows = ChangeRow.objects.filter(model="fact", object_id__in=ids, change__in=made).values(
        "object_id", at=F("change__at")
    )
    ruled = {row["object_id"]: row["at"] for row in rows}
    return [
        replace(line, mark="auto", status_words="Confirmed by rule")
        if line.pk in ruled and ruled[line.pk] == line.confirmed_at
        else line
        for line in lines
    ]


def quotes(evidence: Iterable[Evidence]) -> Iterable[Quoted]:
    """The first few quotes, each with the words around it."""
    for row in list(evidence)[:QUOTES]:
        if not row.quote:
            continue
        before, words, after = around(row.chunk.text if row.chunk else "", row.quote)
        yield Quoted(
            text=words,
            before=before,
            after=after,
            document=row.document_id,
            title=row.document.title if row.document else "",
            is_chat=_is_said(row),
            at=shown(_said_at(row)),
        )


def _is_said(row: Evidence) -> bool:
    return bool(row.document and row.document.kind == "conversation")


def _is_dated(row: Evidence) -> bool:
    return _is_said(row) or bool(row.document and not row.document.metadata.keys().isdisjoint((SAID_AT, BY_DAYS)))


def _said_at(row: Evidence) -> dt.datetime:
    """When the words of a talk were said, of which imported ones come with their own days, or else noted."""
    return row.chunk.created_at if row.chunk and _is_said(row) else row.created_at


def around(passage: str, quote: str) -> tuple[str, str, str]:
    """`quote` as a reader sees it, between what stands before and after it in `passage`, cut at word boundaries."""
    place = passage.find(quote)
    if place < 0:
        return "", excerpt(quote_as_read(quote)), ""
    before, words, after = map(excerpt, parted(passage, place, place + len(quote)))
    if len(before) > CONTEXT:
        before = "… " + before[-CONTEXT:].partition(" ")[2]
    if len(after) > CONTEXT:
        after = after[:CONTEXT].rpartition(" ")[0] + " …"
    return before, words, after
