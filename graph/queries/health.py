"""How well a book is kept: what waits, contradicts, stands alone or went stale, and one score from its parts."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from graph.models import Chunk, Conflict, Document, Entity, EntityAlias, Fact, Job, User
from graph.projections import check, pending

STALE = dt.timedelta(days=540)  # a fact not confirmed, cited or changed for a year and a half
FULL = 1.0
WAITS = "fact waits for you in the inbox", "facts wait for you in the inbox"
ASKED = "question is open", "questions are open"
SHARED = "entry shares a name with another", "entries share a name with another"
LONELY = "entry has no fact and is named nowhere", "entries have no fact and are named nowhere"
UNTOUCHED = "confirmed fact was not touched for 18 months", "confirmed facts were not touched for 18 months"
DIFFER = "difference from the database", "differences from the database"
COMPARED_AT_ONCE = 1_000  # facts and passages whose indexes are compared while a page is made: 0.15 seconds
COMPARED = 20_000  # and by the page itself, once it is there: some seconds


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the score: `share` of what is looked at is well, `number` is what is not."""

    name: str
    title: str
    number: int
    of: int
    words: tuple[str, str]  # for one, and for several
    weight: float

    @property
    def says(self) -> str:
        return self.words[self.number != 1]

    @property
    def share(self) -> float:
        return FULL if not self.of else max(0.0, 1 - self.number / self.of)

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def width(self) -> int:
        return self.percent


@dataclass(frozen=True, slots=True)
class Health:
    """`score` is the weighted mean of the shares, in percent; `differences` is None where nothing was compared.

    `compares_next`: whether the book is small enough to be compared without being asked to.
    """

    parts: tuple[Part, ...]
    differences: tuple[str, ...] | None
    waiting_vectors: int
    waiting_jobs: int
    failed_jobs: int
    compares_next: bool = False

    @property
    def score(self) -> int:
        return round(100 * sum(one.share * one.weight for one in self.parts) / sum(one.weight for one in self.parts))


def health(user: User, now: dt.datetime, *, comparing: bool = False) -> Health:
    """Every part in a constant number of queries; indexes are compared if asked for, or in a small book.

    Comparing reads every row: some ten seconds for 100,000 facts.
    """
    facts = Fact.objects.for_user(user)
    active, entries = facts.active().count(), Entity.objects.for_user(user).standing()
    known = entries.filter(is_self=False).count()
    documents = Document.objects.for_user(user).exclude(kind=Document.Kind.CONVERSATION)
    passages = Chunk.objects.for_user(user).count()
    differences = None
    if comparing or active + passages <= COMPARED_AT_ONCE:
        differences = tuple(_spoken(line) for line in check.compare(user.pk))
    jobs = Job.objects.for_user(user)
    work = check.pending_work(user.pk)
    failed = documents.filter(status="failed")
    parts = [
        Part("unconfirmed", "Unconfirmed", facts.staged().count(), active, WAITS, 2),
        Part("contradictions", "Contradictions", _open(user), active, ASKED, 3),
        Part("duplicates", "Twins", duplicates(user).count(), known, SHARED, 2),
        Part("orphans", "Alone", orphans(user).count(), known, LONELY, 1),
        Part("stale", "Stale", stale(user, now).count(), active, UNTOUCHED, 1),
        Part("documents", "Unread", failed.count(), documents.count(), ("document failed", "documents failed"), 1),
    ]
    if differences is not None:
        number = len(differences)
        parts.append(Part("agreement", "Indexes", number, max(1, number), DIFFER, 3))
    return Health(
        tuple(parts),
        differences,
        pending.count_pending(user.pk),
        work.jobs,
        jobs.filter(state="failed").count(),
        compares_next=differences is None and active + passages <= COMPARED,
    )


# The check speaks to whoever runs it; a page speaks of entries, passages and searching.
WORDS = (
    ("embeddings", "searching by meaning"),
    ("vectors", "searching by meaning"),
    ("keywords", "searching by words"),
    ("graph edges", "the map"),
    ("entity", "entry"),
    ("chunk", "passage"),
)


def _spoken(difference: str) -> str:
    """A difference in the words of the page."""
    for word, said in WORDS:
        difference = re.sub(rf"\b{word}\b", said, difference)
    return re.sub(r" (missing|without a row|not up to date):", r", \1:", difference)


def duplicates(user: User | int):
    """Standing entries whose name or another name is also another entry's."""
    names = EntityAlias.objects.for_user(user).filter(entity__merged_into=None).exclude(kind=EntityAlias.Kind.EXTERNAL)
    shared = names.values("normalised").annotate(entries=Count("entity", distinct=True)).filter(entries__gt=1)
    twice = names.filter(normalised__in=shared.values("normalised"))
    return Entity.objects.for_user(user).standing().filter(pk__in=twice.values("entity"))


def orphans(user: User | int):
    """Standing entries but the person's own, with no active fact, no mention and no pin."""
    about = Fact.objects.active().filter(Q(subject=OuterRef("pk")) | Q(object=OuterRef("pk")))
    rows = Entity.objects.for_user(user).standing().filter(is_self=False, pinned=False, mentions=None)
    return rows.filter(~Exists(about))


def stale(user: User, now: dt.datetime):
    """Confirmed facts that nobody pinned, cited or confirmed for long, and that do not end by themselves."""
    old = now - STALE
    rows = Fact.objects.for_user(user).confirmed().filter(pinned=False, created_at__lt=old, valid_until=None)
    return rows.filter(Q(last_used=None) | Q(last_used__lt=old), Q(confirmed_at=None) | Q(confirmed_at__lt=old))


def _open(user: User) -> int:
    return Conflict.objects.for_user(user).filter(state=Conflict.State.OPEN).count()
