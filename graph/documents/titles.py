"""Which passages name which documents by their titles: links that nobody had to write."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from graph import versions
from graph.documents import edges, params
from graph.models import Chunk, Document, DocumentReference, Touch
from graph.naming import folded, normalise
from graph.params import STOP_WORDS
from graph.projections import keywords
from graph.retrieval.seeding.seeds import words
from graph.statements import select, select_among

_QUALIFIER = re.compile(r"\s*\([^()]*\)\s*$")  # "Mercury (planet)": the text of another document says "Mercury"
_KEYED = "UPDATE graph_document SET title_key = %s WHERE id = %s RETURNING id"
_BY_TITLE = "SELECT title_key, id FROM graph_document WHERE title_key IN ({among}) AND user_id = %s"
# "+ 0": SQLite would begin with the index of the owner, who has them all.
_DOCUMENTS = "SELECT id FROM graph_document WHERE id IN ({among}) AND user_id + 0 = %s"


def key(title: str) -> str:
    """The title as other texts name it: its words, without a qualifier in brackets."""
    name = _QUALIFIER.sub("", title) or title
    return normalise(" ".join(words(name)))


def matches(user_id: int, keys: Iterable[str]) -> dict[str, list[int]]:
    """The documents by each of the keys, oldest first."""
    found: dict[str, list[int]] = {}
    for name, pk in sorted(select_among(_BY_TITLE, set(keys), user_id)):
        found.setdefault(name, []).append(pk)
    return found


def link(document: Document, chunks: Sequence[Chunk], now: dt.datetime) -> int:
    """Make the title known, and note which standing passages beside its own name it; how many are new.

    Known first, then looked for: of two documents that are read at once, one sees the other.
    """
    document.title_key = key(document.title)
    select(_KEYED, document.title_key, document.pk)
    naming = _naming(document, chunks) if _is_telling(document.title_key) else []
    if len(naming) > params.TITLE_COMMON:
        return 0
    return _write(document.user_id, [(chunk, document.pk, document.title) for chunk in naming], now)


def link_chunks(document: Document, chunks: Sequence[Chunk], named: Mapping[int, set[str]], now: dt.datetime) -> int:
    """Note which titles the document's new passages name, by the `mentions.runs` of each; how many are new."""
    return _write(document.user_id, _named_by(document, chunks, named), now)


def _named_by(
    document: Document, chunks: Sequence[Chunk], named_in: Mapping[int, set[str]]
) -> list[tuple[Chunk, int, str]]:
    """The documents that the passages name, unless so many do that the title is a common word."""
    runs = {pk: {run for run in found if _is_telling(run)} for pk, found in named_in.items()}
    known = matches(document.user_id, set().union(*runs.values())) if runs else {}
    targets = {pk for found in known.values() for pk in found} - {document.pk}
    if not targets:
        return []
    named = DocumentReference.objects.for_user(document.user_id).filter(target__in=targets, chunk__isnull=False)
    counts: dict[int, int] = {}
    for target in named.exclude(source=document).values_list("target_id", flat=True):
        counts[target] = counts.get(target, 0) + 1
    return [
        (chunk, pk, run)
        for chunk in chunks
        for run in sorted(runs[chunk.pk] & known.keys())
        for pk in known[run]
        if pk in targets and counts.get(pk, 0) < params.TITLE_COMMON and _is_said(run, chunk.text)
    ]


def _naming(document: Document, own: Sequence[Chunk]) -> list[Chunk]:
    """The standing passages of other documents that name this one's title, as `own` ones often do."""
    name = " ".join(words(_QUALIFIER.sub("", document.title) or document.title))
    found_there = {pk for pk, _ in keywords.phrase(document.user_id, "chunk", name, params.TITLE_COMMON + 1)}
    hits = found_there - {chunk.pk for chunk in own}
    if not hits:
        return []
    found = Chunk.objects.checked_for(document.user_id).filter(pk__in=hits).exclude(document=document)
    return [chunk for chunk in found if _is_said(document.title_key, chunk.text)]


def _is_telling(name: str) -> bool:
    """Whether a title can be told from ordinary words at all."""
    return len(name) > 2 and name not in STOP_WORDS and not name.isdigit()


def _is_said(name: str, text: str) -> bool:
    """Whether the text has the words in a row; a single one has to be written as a name, with a capital."""
    tokens = [token.removesuffix("'s").removesuffix("’s") for token in words(text)]
    if f" {name} " not in f" {folded(' '.join(tokens))} ":
        return False
    if " " in name:
        return True
    return any(token[0] != token[0].lower() or token.isupper() for token in tokens if normalise(token) == name)


def _write(user_id: int, pairs: Sequence[tuple[Chunk, int, str]], now: dt.datetime) -> int:
    """Insert the namings that are not there yet and whose ends still are, and tell the projections."""
    if not pairs:
        return 0
    with transaction.atomic():
        chunks = edges.standing(user_id, {chunk.pk for chunk, _, _ in pairs})
        targets = {pk for (pk,) in select_among(_DOCUMENTS, {target for _, target, _ in pairs}, user_id)}
        had = set(
            DocumentReference.objects.for_user(user_id)
            .filter(chunk__in={chunk.pk for chunk, _, _ in pairs})
            .values_list("chunk_id", "target_id")
        )
        new = {
            (chunk.pk, target): (chunk, said)
            for chunk, target, said in pairs
            if chunk.pk in chunks and target in targets and (chunk.pk, target) not in had
        }
        if not new:
            return 0
        DocumentReference.objects.bulk_create(
            [
                DocumentReference(
                    user_id=user_id,
                    source_id=chunk.document_id,
                    target_id=target,
                    chunk=chunk,
                    link=said[:1000],
                    created_at=now,
                )
                for (_, target), (chunk, said) in sorted(new.items())
                if chunk.document_id != target
            ],
            batch_size=500,
            ignore_conflicts=True,
        )
        versions.bump(user_id, [(Touch.Kind.CHUNK, chunk) for chunk, _ in new])
    return len(new)
