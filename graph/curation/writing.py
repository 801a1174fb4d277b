"""From drafts to rows: check all, create what is new in bulk, strengthen what stands, refuse the rest with a reason."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from graph.curation import conflicts
from graph.curation.candidates import ASKED, Draft, Name, Quote
from graph.curation.names import Resolver, give_kind
from graph.curation.quotes import placed, support
from graph.curation.recorder import Actor, Recording
from graph.models import Change, Chunk, Document, Entity, Evidence, Fact
from graph.models.fact import value_key
from graph.naming import normalise
from graph.predicates import canonical, registry, relation

Key = tuple[int, str, int | None, str]  # subject, predicate, object, value key


class BadFact(ValueError):
    """A fact that cannot be kept, with the reason in a sentence."""


class SourceNotFound(BadFact):
    """No document or passage of this user has the id that a quote is said to be from."""


class SameFactStands(BadFact):
    """An edit would make a fact say what another one says already."""


class RejectedBefore(BadFact):
    """The owner rejected this claim, so it is not proposed again."""


@dataclass(frozen=True, slots=True)
class Written:
    """What one draft became: a new fact, the one that already stood, or why it was refused; and what it `replaces`.

    Of several that it replaces that is the last, and `replaced` are the ids of all. `dated` is one that stood without a
    day and has one now.
    """

    fact: Fact | None
    created: bool = False
    refusal: Exception | None = None
    replaces: Fact | None = None
    replaced: tuple[int, ...] = ()
    dated: bool = False


def write(record: Recording, resolver: Resolver, drafts: Sequence[Draft], by: Actor) -> list[Written]:
    """Write every draft that can be kept; the others come back with their refusal, in the same order."""
    drafts = placed(resolver.user.pk, drafts)
    resolver.prepare(wanted for draft in drafts for wanted in (draft.subject, draft.object))
    passages = passages_of(resolver.user.pk, [quote for draft in drafts for quote in draft.evidence])
    refusals: dict[int, Exception] = {}
    columns: dict[int, dict[str, Any]] = {}
    for place, draft in enumerate(drafts):
        try:
            columns[place] = checked(draft)
            _check_ends(resolver, draft)
            _check_quotes(draft, passages)
        except (ValueError, LookupError) as refusal:
            refusals[place] = refusal
    kept = [draft for place, draft in enumerate(drafts) if place not in refusals]
    ends = [end for draft in kept for end in (draft.subject, draft.object) if isinstance(end, Name)]
    resolver.create_missing(ends)
    for end in ends if by.kind == Change.Actor.EXTRACTOR else ():
        if (entity := resolver.find(end)) is not None:
            give_kind(record, entity, end.type)

    keys: dict[int, Key] = {}
    for place, draft in enumerate(drafts):
        if place not in refusals:
            keys[place] = _key(resolver, draft, columns[place]["predicate"])
    mirrored = _mirrored(resolver, keys.values())
    active, rejected = existing(resolver.user.pk, [*keys.values(), *mirrored.values()])
    results: dict[int, Written] = {}
    new: list[Fact] = []
    for place, said in keys.items():
        draft = drafts[place]
        mirror = mirrored.get(said, said)
        key = said if said in active or not (mirror in active or mirror in rejected) else mirror
        standing = active.get(key)
        if standing is not None and _is_over(standing, draft, record.now):
            record.update(standing, status=Fact.Status.RETRACTED)
            standing = None
        if standing is not None:
            results[place] = Written(standing, dated=_date(record, standing, draft))
            if draft.status == Fact.Status.CONFIRMED and standing.pk:
                conflicts.confirm(record, standing, by)
        elif draft.status == Fact.Status.STAGED and _was_rejected(rejected.get(key), draft.evidence, by):
            results[place] = Written(None, refusal=RejectedBefore("This was rejected before."))
        else:
            fact = _fact(record, resolver, draft, key, columns[place], by)
            active[key] = fact
            new.append(fact)
            results[place] = Written(fact, created=True)
    record.create_many(new)
    support(record, [(results[place].fact, drafts[place].evidence) for place in keys], passages)
    return [results.get(place) or Written(None, refusal=refusals[place]) for place in range(len(drafts))]


def _date(record: Recording, standing: Fact, draft: Draft) -> bool:
    """Say since or until when what is only proposed so far holds, where that is told later: "she moved there last
    year", "my last day there is 24 April"."""
    waits = standing.pk and standing.status == draft.status == Fact.Status.STAGED
    since, until = standing.valid_from or draft.valid_from, standing.valid_until or draft.valid_until
    if (
        not waits
        or (since, until) == (standing.valid_from, standing.valid_until)
        or (since and until and until < since)
    ):
        return False
    record.update(standing, valid_from=since, valid_until=until)
    return True


def _is_over(standing: Fact, draft: Draft, now: dt.datetime) -> bool:
    """Whether what stands has expired while the draft says it of now: it is said anew then, and not said already."""
    if standing.expires_at is None or standing.expires_at > now:
        return False
    return draft.expires_at is None or draft.expires_at > now


def checked(draft: Draft) -> dict[str, Any]:
    """The draft's own columns, each within its range. Raises BadFact."""
    predicate = canonical(draft.predicate)
    if not predicate:
        raise BadFact("A fact needs a predicate.")
    if (draft.object is None) == (draft.value is None):
        raise BadFact("A fact needs either an object or a value, and not both.")
    if draft.value is not None and not draft.value.strip():
        raise BadFact("The value is empty.")
    for name, number in (("confidence", draft.confidence), ("weight", draft.weight)):
        if not math.isfinite(number) or not 0 <= number <= 1:
            raise BadFact(f"{name} must be between 0 and 1.")
    if draft.valid_from and draft.valid_until and draft.valid_until < draft.valid_from:
        raise BadFact("A fact cannot end before it begins.")
    if draft.status not in Fact.ACTIVE:
        raise BadFact("A new fact is staged or confirmed.")
    if draft.source not in Fact.Source.values:
        raise BadFact(f"source must be one of {', '.join(Fact.Source.values)}.")
    return {
        "predicate": predicate,
        "value": draft.value or "",
        "value_type": draft.value_type,
        "status": draft.status,
        "source": draft.source,
        "provenance": draft.provenance,
        "confidence": draft.confidence,
        "weight": draft.weight,
        "bidirectional": draft.bidirectional,
        "description": draft.description,
        "metadata": draft.metadata,
        "tags": list(draft.tags),
        "valid_from": draft.valid_from,
        "valid_until": draft.valid_until,
        "expires_at": draft.expires_at,
    }


def _check_ends(resolver: Resolver, draft: Draft) -> None:
    subject = resolver.find(draft.subject)
    if draft.object is None:
        return
    other = resolver.find(draft.object)
    same = subject is not None and other is not None and subject.pk == other.pk
    if isinstance(draft.subject, Name) and isinstance(draft.object, Name) and subject is None and other is None:
        same = normalise(draft.subject.text) == normalise(draft.object.text)
    if same:
        raise BadFact("A thing cannot stand in a relation to itself; give a value instead.")


def passages_of(user_id: int, quotes: Sequence[Quote]) -> tuple[set[int], dict[int, int]]:
    """The documents, and the passages with their documents, that the quotes name and the user owns."""
    documents = {quote.document for quote in quotes if quote.document is not None}
    chunks = {quote.chunk for quote in quotes if quote.chunk is not None}
    owned = set(Document.objects.for_user(user_id).filter(pk__in=documents).values_list("pk", flat=True))
    return owned, dict(Chunk.objects.for_user(user_id).filter(pk__in=chunks).values_list("pk", "document_id"))


def _check_quotes(draft: Draft, passages: tuple[set[int], dict[int, int]]) -> None:
    documents, chunks = passages
    for quote in draft.evidence:
        if quote.document is not None and quote.document not in documents:
            raise SourceNotFound(f"There is no document {quote.document}.")
        if quote.chunk is not None and quote.chunk not in chunks:
            raise SourceNotFound(f"There is no passage {quote.chunk}.")


def _key(resolver: Resolver, draft: Draft, predicate: str) -> Key:
    subject, other = resolver.find(draft.subject), draft.object and resolver.find(draft.object)
    assert isinstance(subject, Entity)
    return subject.pk, predicate, other.pk if isinstance(other, Entity) else None, value_key(draft.value or "")


def _mirrored(resolver: Resolver, keys: Iterable[Key]) -> dict[Key, Key]:
    """What says the same as each key from the other end, of what is learned: "Bob is married to Ann" for "Ann to Bob".

    What a person or a program states is kept as it is stated, from both ends if they like.
    """
    if not resolver.guess:
        return {}
    relations = registry(resolver.user.pk)
    return {
        key: (key[2], key[1], key[0], key[3])
        for key in keys
        if key[2] is not None and relation(relations, key[1]).symmetric
    }


def existing(user_id: int, keys: Iterable[Key]) -> tuple[dict[Key, Fact], dict[Key, list[Fact]]]:
    """The active fact and the rejected facts that say the same as each key."""
    active: dict[Key, Fact] = {}
    rejected: dict[Key, list[Fact]] = {}
    wanted = list(dict.fromkeys(keys))
    for start in range(0, len(wanted), 250):
        batch = wanted[start : start + 250]
        rows = Fact.objects.for_user(user_id).filter(
            Q(object__in={key[2] for key in batch if key[2]}) | Q(value_key__in={key[3] for key in batch if key[3]}),
            subject__in={key[0] for key in batch},
            status__in=[*Fact.ACTIVE, Fact.Status.REJECTED],
        )
        for fact in rows.order_by("id"):
            key = (fact.subject_id, fact.predicate, fact.object_id, fact.value_key)
            if fact.status == Fact.Status.REJECTED:
                rejected.setdefault(key, []).append(fact)
            else:
                active[key] = fact
    return active, rejected


def _was_rejected(rejected: list[Fact] | None, evidence: tuple[Quote, ...], by: Actor) -> bool:
    """Whether this claim was rejected from the same words (or from no words at all).

    What is learned from talk needs more than new words: the owner must ask for it to be remembered.
    """
    if not rejected:
        return False
    said = set(Evidence.objects.filter(fact__in=rejected).values_list("quote", flat=True))
    if by.kind == Change.Actor.EXTRACTOR and not any(quote.extractor == ASKED for quote in evidence):
        return True
    return not evidence or not said or any(quote.text in said for quote in evidence)


def _fact(record: Recording, resolver: Resolver, draft: Draft, key: Key, columns: dict[str, Any], by: Actor) -> Fact:
    ends = [end for end in (draft.subject, draft.object) if isinstance(end, Name)]
    guessed = sorted({normalise(end.text) for end in ends} & resolver.guessed)
    if guessed:
        columns["metadata"] = {**columns["metadata"], "ambiguous": guessed}
    confirmed = draft.status == Fact.Status.CONFIRMED
    return Fact(
        user=resolver.user,
        subject_id=key[0],
        object_id=key[2],
        value_key=key[3],
        created_at=record.now,
        confirmed_by=by.user if confirmed else None,
        confirmed_at=record.now if confirmed else None,
        **columns,
    )
