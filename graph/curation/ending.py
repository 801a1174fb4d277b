"""What somebody says is over, or was a slip: a proposal ends by it at once, and what is confirmed is asked about."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from graph.curation import conflicts, taking_back
from graph.curation.candidates import Draft, Quote
from graph.curation.recorder import Recording
from graph.models import Fact, User


@dataclass(frozen=True, slots=True)
class Ending:
    """A fact, by its id, that held `until` then by the words of `quote`."""

    fact: int
    until: dt.datetime
    quote: Quote


def proposals(user: User, endings: Sequence[Ending]) -> list[Draft]:
    """What the owner is asked: whether what they confirmed is over."""
    told = {one.fact: one for one in endings}
    found = Fact.objects.for_user(user).filter(pk__in=told, status=Fact.Status.CONFIRMED)
    rows = found.select_related("subject", "object").order_by("pk")
    return [taking_back.ended(fact, told[fact.pk].until, told[fact.pk].quote) for fact in rows]


def end(record: Recording, user: User, endings: Sequence[Ending]) -> list[tuple[Fact, Quote]]:
    """End those of the facts that only wait to be confirmed; each with the words that it ended by."""
    told = {one.fact: one for one in endings}
    waiting = Fact.objects.for_user(user).staged().filter(pk__in=told).exclude(predicate__in=taking_back.PREDICATES)
    ended = []
    for fact in waiting.select_for_update().order_by("pk"):
        until = max(told[fact.pk].until, fact.valid_from or told[fact.pk].until)
        if fact.valid_until is None or fact.valid_until > until:
            record.update(fact, valid_until=until)
            ended.append((fact, told[fact.pk].quote))
    return ended


def withdraw(record: Recording, user: User, ids: Sequence[int]) -> None:
    """Reject those of the facts that only wait to be confirmed, and close what was asked about them."""
    rows = Fact.objects.for_user(user).staged().filter(pk__in=ids)
    waiting = list(rows.select_for_update().order_by("pk")) if ids else []
    for fact in waiting:
        record.update(fact, status=Fact.Status.REJECTED)
    conflicts.close_for(record, waiting, "reject")
