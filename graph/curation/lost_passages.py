"""Evidence in an undo, where passages went or were read anew: no ledger tells of that, and nothing brings them back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graph.models import ChangeRow, Chunk, Document, Evidence
from graph.projections.subjects import batches


def readable(rows: Sequence[ChangeRow]) -> tuple[list[ChangeRow], list[ChangeRow]]:
    """The ledger rows as they can come back, and the mentions that cannot.

    A quote whose document is gone comes back as the words alone, as it stays when a document is deleted. A mention
    needs its passage, and one that its entity has there already is not put beside it.
    """
    evidence = [row for row in rows if row.model == "evidence"]
    documents = _standing(Document, (row.before["document_id"] for row in evidence if row.before))
    chunks = _standing(Chunk, (row.before["chunk_id"] for row in evidence if row.before))
    taken = _mentioned(evidence)
    back, out = [], []
    for row in rows:
        if row.model != "evidence" or row.before is None:
            back.append(row)
            continue
        document, chunk, entity = (row.before[column] for column in ("document_id", "chunk_id", "entity_id"))
        if entity is not None and (chunk not in chunks or (entity, chunk) in taken):
            out.append(row)
            continue
        stands = {"document_id": document if document in documents else None}
        stands |= {"chunk_id": chunk if chunk in chunks else None}
        before = row.before | stands
        back.append(ChangeRow(change_id=row.change_id, model=row.model, object_id=row.object_id, before=before))
    return back, out


def as_left(row: ChangeRow, state: dict[str, Any] | None) -> bool:
    """Whether a change left a row as it is now, but for what went with a document."""
    if row.model != "evidence" or row.after is None or row.after == state:
        return row.after == state
    if state is None:
        return row.after["entity_id"] is not None
    lost = {column: None for column in ("document_id", "chunk_id") if state[column] is None}
    return row.after | lost == state


def _standing(model: type[Document | Chunk], ids: Iterable[int | None]) -> set[int]:
    found: set[int] = set()
    for batch in batches({pk for pk in ids if pk is not None}):
        found |= set(model._default_manager.filter(pk__in=batch).values_list("pk", flat=True))
    return found


def _mentioned(evidence: Sequence[ChangeRow]) -> set[tuple[int, int]]:
    """Which entity other rows than these name in which passage."""
    own = {row.object_id for row in evidence}
    found: set[tuple[int, int]] = set()
    for batch in batches({row.before["chunk_id"] for row in evidence if row.before and row.before["entity_id"]}):
        named = Evidence.objects.filter(chunk__in=batch, entity__isnull=False)
        found |= {(entity, chunk) for pk, entity, chunk in named.values_list("pk", "entity", "chunk") if pk not in own}
    return found
