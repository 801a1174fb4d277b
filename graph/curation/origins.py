"""Everything that one run, document, conversation or import wrote: how much it is, and undone as one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import BigIntegerField, Q

from graph.curation import standing_on, undo
from graph.curation.candidates import FRONT_MATTER
from graph.curation.recorder import Actor
from graph.models import Change, ChangeRow, Chunk, Document, Evidence, User
from graph.projections.subjects import batches

FINAL = ("undo", "begin", "erase")  # no part of what a run wrote
ROUNDS = 50  # of looking for what stands on what was found: each round goes one later change deeper


class NothingStands(ValueError):
    """Nothing of what was to be undone stands any more."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What undoing would do; `later` are changes that stand on `changes` and would have to go with them, newest first.

    `facts` and `entries` would leave, `restored` facts would be again what they were.
    """

    changes: tuple[Change, ...]
    later: tuple[Change, ...]
    facts: int
    restored: int
    entries: int

    @property
    def every(self) -> tuple[Change, ...]:
        return (*self.changes, *self.later)


def runs_of_document(document: Document) -> frozenset[str]:
    """The runs that learned from a document; a conversation's are those of its messages."""
    if document.kind != Document.Kind.CONVERSATION:
        return frozenset({f"document:{document.pk}"})
    told = (
        Chunk.objects.for_user(document.user_id).filter(document=document).values_list("metadata__message", flat=True)
    )
    return frozenset(f"message:{message}" for message in told if message)


def of_runs(user: User, runs: Collection[str]) -> list[Change]:
    """The changes of these runs that stand, newest first.

    With the run of a document go the changes by which imports stated what its front matter says.
    """
    named = Q(run__in=[run for run in runs if run]) | Q(pk__in=_of_front_matter(user, runs))
    made = Change.objects.for_user(user).filter(named, undone_by=None)
    return list(made.exclude(verb__in=FINAL).exclude(pk__in=undo.erased()).order_by("-pk"))


def _of_front_matter(user: User, runs: Collection[str]) -> set[int]:
    named = [pk for kind, _, pk in (run.partition(":") for run in runs) if kind == "document" and pk.isdecimal()]
    documents = [int(pk) for pk in named if int(pk) <= BigIntegerField.MAX_BIGINT]
    quotes = Evidence.objects.for_user(user).filter(document__in=documents, extractor=FRONT_MATTER)
    found: set[int] = set()
    for batch in batches(quotes.values_list("pk", flat=True)):
        wrote = ChangeRow.objects.filter(model="evidence", object_id__in=batch, before__isnull=True)
        found |= set(wrote.values_list("change_id", flat=True))
    return found


def preview(changes: Iterable[Change]) -> Preview:
    """What undoing all of `changes` at once would do, without doing it."""
    chosen = {change.pk: change for change in changes}
    own = tuple(sorted(chosen.values(), key=lambda change: -change.pk))
    unseen = list(own)
    for _ in range(ROUNDS):
        rows = undo.rows_of(unseen)
        unseen = [later for later in standing_on.later(rows, standing_on.present_rows(rows)) if later.pk not in chosen]
        if not unseen:
            break
        chosen |= {change.pk: change for change in unseen}
    later = tuple(sorted(set(chosen.values()) - set(own), key=lambda change: -change.pk))
    written = ChangeRow.objects.filter(change__in=list(chosen))
    made = written.filter(before__isnull=True)
    return Preview(
        changes=own,
        later=later,
        facts=made.filter(model="fact").values("object_id").distinct().count(),
        restored=written.filter(model="fact")
        .exclude(object_id__in=made.filter(model="fact").values("object_id"))
        .values("object_id")
        .distinct()
        .count(),
        entries=made.filter(model="entity").values("object_id").distinct().count(),
    )


def undo_all(
    *, user: User, changes: Iterable[Change], with_later: bool, by: Actor, now: dt.datetime
) -> tuple[Preview, Change]:
    """Undo all of `changes`, as one, or none of them. Raises NothingStands, and LaterChanges unless `with_later`."""
    seen = preview(changes)
    if not seen.changes:
        raise NothingStands("Nothing of this stands any more.")
    if seen.later and not with_later:
        raise undo.LaterChanges(list(seen.later))
    return seen, undo.undo_together(user=user, changes=seen.every, by=by, now=now)
