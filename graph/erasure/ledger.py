"""The ledger without the words of what was erased: that something changed stays, what it said does not."""

from __future__ import annotations

import json

from django.db.models import Q

from graph.erasure.scope import Scope, Wording
from graph.models import Change, ChangeRow
from graph.projections.subjects import batches

# Which columns of a kept row point to a row of which kind.
POINTS = {
    "alias": (("entity_id", "entity"),),
    "fact": (("subject_id", "entity"), ("object_id", "entity")),
    "evidence": (("fact_id", "fact"), ("entity_id", "entity"), ("document_id", "document"), ("chunk_id", "chunk")),
    "conflict": (("older_id", "fact"), ("newer_id", "fact")),
}


def redact(scope: Scope, wording: Wording, *, all_naming: bool) -> int:
    """Empty `before` and `after` of every row about what is erased, also of such as went long ago; returns how many.

    With `all_naming` the rows that merely name it are emptied too.
    """
    mine = ChangeRow.objects.filter(change__user=scope.user)
    gone: dict[str, set[int]] = {kind: set(ids) for kind, ids in scope.ids.items()}
    rows: set[int] = set()
    for model in ("entity", "alias", "fact", "evidence", "conflict"):
        found = _of(mine, model, gone)
        rows |= {pk for pk, _ in found}
        gone.setdefault(model, set()).update(object_id for _, object_id in found)
    rows |= _lent(mine, gone.get("entity", set()))
    if all_naming:
        texts = mine.exclude(before__isnull=True, after__isnull=True).values_list("pk", "before", "after")
        rows |= {pk for pk, *states in texts.iterator() if wording.names(*(state for state in states if state))}
    changes: set[int] = set()
    for batch in batches(rows):
        changes |= set(ChangeRow.objects.filter(pk__in=batch).values_list("change_id", flat=True))
        ChangeRow.objects.filter(pk__in=batch).update(before=None, after=None)
    said = Change.objects.for_user(scope.user).exclude(summary="", reason="").values_list("pk", "summary", "reason")
    changes |= {pk for pk, *texts in said.iterator() if wording.names(*texts)}
    for batch in batches(changes):
        Change.objects.filter(pk__in=batch).update(summary="", reason="")
    return len(rows)


def _of(mine, model: str, gone: dict[str, set[int]]) -> set[tuple[int, int]]:
    """(row, object) of the ledger rows of one model that are of an erased row, or point to one."""
    found: set[tuple[int, int]] = set()
    for batch in batches(gone.get(model, ())):
        found |= set(mine.filter(model=model, object_id__in=batch).values_list("pk", "object_id"))
    for column, kind in POINTS.get(model, ()):
        for batch in batches(gone.get(kind, ())):
            pointing = Q(**{f"before__{column}__in": list(batch)}) | Q(**{f"after__{column}__in": list(batch)})
            found |= set(mine.filter(pointing, model=model).values_list("pk", "object_id"))
    return found


def _lent(mine, entities: set[int]) -> set[int]:
    """The rows of the entries that what is erased was merged into for a while, where they have its words from that."""
    keepers, merges, words = set[int](), set[int](), set[str]()
    for batch in batches(entities):
        told = mine.filter(model="entity", object_id__in=batch).values_list("change_id", "before", "after")
        for change, *states in told:
            for state in filter(None, states):
                words |= _own_words(state)
                if state["merged_into_id"] not in entities | {None}:
                    keepers.add(state["merged_into_id"])
                    merges.add(change)
    found: set[int] = set()
    for batch in batches(merges):
        found |= set(mine.filter(model="alias", change__in=batch).values_list("pk", flat=True))
    for batch in batches(keepers):
        since = mine.filter(model="entity", object_id__in=batch, change__gte=min(merges))
        kept = since.values_list("pk", "before", "after")
        found |= {pk for pk, *states in kept if any(words & _own_words(state) for state in states if state)}
    return found


def _own_words(entity: dict) -> set[str]:
    """What a merge gives to the entry that is kept: the description and each property."""
    properties = {json.dumps(pair, sort_keys=True) for pair in entity["properties"].items()}
    return properties | ({entity["description"]} if entity["description"] else set())
