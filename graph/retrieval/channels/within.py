"""What the filters let through, by id: looked up before the search, so that nothing filtered takes a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from graph.models import Chunk, Document, Entity, Evidence, Fact, User
from graph.retrieval.channels import globs
from graph.retrieval.config import Filters, moment
from graph.retrieval.history import Held
from graph.retrieval.spreading.activation import Activation
from graph.retrieval.types import Kind

Ranked = Sequence[tuple[int, float]]
WIDER = 10  # times as many are asked for at first when some will be filtered away


@dataclass(frozen=True, slots=True)
class Within:
    """The facts and passages that may be returned; None where all of them may."""

    facts: frozenset[int] | None = None
    chunks: frozenset[int] | None = None

    def of(self, kind: Kind) -> frozenset[int] | None:
        return {"fact": self.facts, "chunk": self.chunks}.get(kind)

    def lets(self, kind: Kind, pk: int) -> bool:
        """Whether the row may be returned."""
        ids = self.of(kind)
        return ids is None or pk in ids

    def narrowed(self, reached: Activation) -> Activation:
        """What the spread reached, without the facts that may not be returned."""
        if self.facts is None:
            return reached
        return replace(reached, facts={pk: one for pk, one in reached.facts.items() if pk in self.facts})


EVERYTHING = Within()


def allowed(user: User, filters: Filters, stood: Held | None = None) -> Within:
    """The rows that meet the filters on types, documents, dates, sources and statuses; with `stood` what did then.

    A fact is of a document when it rests on words in it; one that its owner wrote is of none.
    """
    facts, chunks = _of_types(user, filters.types) if filters.types else (Q(), Q())
    if filters.documents:
        named = Document.objects.for_user(user).values_list("pk", "title", "source")
        ids = [pk for pk, *names in named if any(globs.matches(one, *names) for one in filters.documents)]
        chunks &= Q(document__in=ids)
        facts &= Q(pk__in=Evidence.objects.for_user(user).filter(document__in=ids, fact__isnull=False).values("fact"))
    if filters.dates.since:
        facts, chunks = (one & Q(created_at__gte=moment(filters.dates.since)) for one in (facts, chunks))
    if filters.dates.until:
        facts, chunks = (one & Q(created_at__lte=moment(filters.dates.until, end=True)) for one in (facts, chunks))
    if filters.sources:
        facts &= Q(source__in=filters.sources)
    if set(filters.statuses) != set(Fact.ACTIVE):
        facts &= Q(status__in=[*filters.statuses, *Fact.PAST])
    known = Fact.ACTIVE if stood is None else (*Fact.ACTIVE, *Fact.PAST)
    fact_ids = chunk_ids = None
    if facts:
        of_these = Fact.objects.for_user(user).filter(facts, status__in=known)
        fact_ids = frozenset(of_these.values_list("pk", flat=True))
    if chunks:
        chunk_ids = frozenset(Chunk.objects.for_user(user).filter(chunks).values_list("pk", flat=True))
    if stood is None:
        return Within(fact_ids, chunk_ids)
    return Within(
        stood.facts if fact_ids is None else stood.facts & fact_ids,
        stood.chunks if chunk_ids is None else stood.chunks & chunk_ids,
    )


def _of_types(user: User, types: Iterable[str]) -> tuple[Q, Q]:
    """What is of these types, whatever their case: facts with one at either end, passages that name one."""
    wanted = {type.casefold() for type in types}
    entities = Entity.objects.for_user(user)
    spelled = [one for one in entities.values_list("type", flat=True).distinct() if one.casefold() in wanted]
    naming = Evidence.objects.for_user(user).filter(entity__type__in=spelled, chunk__isnull=False)
    return Q(subject__type__in=spelled) | Q(object__type__in=spelled), Q(pk__in=naming.values("chunk"))


def nearest(search: Callable[[int], Ranked], count: int, ids: frozenset[int] | None) -> Ranked:
    """The best `count` of `ids` (None = any) by `search(limit)`, which is asked for more until there are as many."""
    if ids is None:
        return search(count)
    wanted, limit = min(count, len(ids)), count * WIDER
    while wanted:
        found = search(limit)
        kept = [hit for hit in found if hit[0] in ids][:count]
        if len(kept) >= wanted or len(found) < limit:
            return kept
        limit *= WIDER
    return []
