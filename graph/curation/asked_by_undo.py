"""Questions follow from the facts: an undo is held up by none that nobody answered, and asks again what is one then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from graph.curation import conflicts
from graph.curation.recorder import Recording
from graph.curation.standing_on import Key, present_rows
from graph.models import ChangeRow, Conflict, Fact, User
from graph.projections.subjects import batches


def settled(rows: Sequence[ChangeRow], present: Mapping[Key, models.Model | None]) -> list[ChangeRow]:
    """What changes wrote, but for questions that had no answer then and have none now: nothing stands on those."""
    answered = {row.object_id for row in rows if row.model == "conflict" and _answer(row)}
    answered |= {row.pk for row in present.values() if isinstance(row, Conflict) and row.decision in conflicts.ANSWERS}
    return [row for row in rows if row.model != "conflict" or row.object_id in answered]


def withdraw(record: Recording, rows: Iterable[ChangeRow]) -> None:
    """Take away what only undos asked about facts that are put back, and what is asked of those that go."""
    back, made = set[int](), set[int]()
    for row in rows:
        if row.model == "fact":
            (back if row.before else made).add(row.object_id)
    for ids, which in ((back, _by_undo_alone()), (made, _unanswered())):
        for batch in batches(ids):
            record.delete_many(list(which.filter(Q(older__in=batch) | Q(newer__in=batch))))


def of_what_stands(rows: Sequence[ChangeRow]) -> list[ChangeRow]:
    """The rows to be put back, but for questions about a fact that is gone."""
    ends = {end for row in rows if row.model == "conflict" for end in _ends(row)}
    standing = {row.object_id for row in rows if row.model == "fact"}
    for batch in batches(ends - standing):
        standing |= set(Fact.objects.filter(pk__in=batch).values_list("pk", flat=True))
    return [row for row in rows if row.model != "conflict" or _ends(row) <= standing]


def lost(user_id: int, back: Sequence[ChangeRow], present: Mapping[Key, models.Model | None]) -> list[ChangeRow]:
    """The questions about facts that are made again which an earlier undo left out, as their other fact was gone: they
    come back as they were, and not as new ones.
    """
    made = [row.object_id for row in back if row.model == "fact" and present[row.model, row.object_id] is None]
    taken = ChangeRow.objects.filter(model="conflict", before__isnull=False, after__isnull=True, change__user=user_id)
    found: dict[int, ChangeRow] = {}
    for batch in batches(made):
        about = Q(before__older_id__in=batch) | Q(before__newer_id__in=batch)
        found |= {row.object_id: row for row in taken.filter(about).exclude(change__verb="undo").order_by("pk")}
    known = {row.object_id for row in back if row.model == "conflict"}
    asked = (
        {frozenset(pair) for pair in Conflict.objects.filter(user=user_id).values_list("older", "newer")}
        if found
        else ()
    )
    return [row for pk, row in found.items() if pk not in known and frozenset(_ends(row)) not in asked]


def ask_anew(record: Recording, user: User, rows: Iterable[ChangeRow]) -> None:
    """Of the facts that are back as they were: close what is no question now, and ask what is one."""
    written = present_rows([row for row in rows if row.model == "fact"]).values()
    facts = [fact for fact in written if isinstance(fact, Fact)]
    conflicts.close_for(record, [fact for fact in facts if fact.status not in Fact.ACTIVE], conflicts.APART)
    conflicts.close_apart(record, user, facts)
    conflicts.open_for(record, user, facts, each=0)
    record.delete_many(list(_by_undo_alone().filter(user=user, state=Conflict.State.RESOLVED)))


def _answer(row: ChangeRow) -> bool:
    return any(state and state["decision"] in conflicts.ANSWERS for state in (row.before, row.after))


def _ends(row: ChangeRow) -> set[int]:
    return {row.before["older_id"], row.before["newer_id"]} if row.before else set()


def _unanswered() -> QuerySet[Conflict]:
    return Conflict.objects.exclude(decision__in=conflicts.ANSWERS)


def _by_undo_alone() -> QuerySet[Conflict]:
    made = ChangeRow.objects.filter(
        model="conflict", object_id=OuterRef("pk"), before__isnull=True, after__isnull=False
    )
    by_undo, otherwise = made.filter(change__verb="undo"), made.exclude(change__verb="undo")
    return _unanswered().filter(Exists(by_undo), ~Exists(otherwise))
