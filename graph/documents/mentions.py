"""Which passages name which entities: edges that let a question walk from a name to where it stands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping

from django.db import transaction

from graph import jobs, versions
from graph.curation import names
from graph.curation.mentions import count
from graph.documents import edges, params
from graph.models import Chunk, EntityAlias, Evidence, Job, Touch, User
from graph.naming import KEY_LIMIT, SELF_WORDS, folded, normalise
from graph.params import STOP_WORDS
from graph.projections import keywords
from graph.projections.subjects import batches
from graph.retrieval.seeding.seeds import words
from graph.statements import select_among

JOB = "mentions"
# "+ 0": SQLite would begin with the index of the owner, who has them all.
_ENTITIES = "SELECT id FROM graph_entity WHERE id IN ({among}) AND user_id + 0 = %s AND merged_into_id IS NULL"


def runs(text: str) -> set[str]:
    """Every run of up to `NAME_WORDS` words of the text as a normalised name."""
    tokens = [normalise(token) for token in _tokens(text)]
    found = {
        " ".join(tokens[start : start + length])[:KEY_LIMIT]
        for length in range(1, params.NAME_WORDS + 1)
        for start in range(len(tokens) - length + 1)
    }
    return {run for run in found if len(run) > 1 and run not in SELF_WORDS and run not in STOP_WORDS}


def link_chunks(
    user: User, chunks: Collection[Chunk], now: dt.datetime, named: Mapping[int, set[str]] | None = None
) -> int:
    """Note the entities named in new passages, whose `runs` are `named` if known; returns how many mentions are new."""
    named = named if named is not None else {chunk.pk: runs(chunk.text) for chunk in chunks}
    known = names.matches(user, set().union(*named.values())) if named else {}
    pairs = {(pk, entity): run for pk, found in named.items() for run in found for entity in known.get(run, ())}
    return _write(user, {chunk.pk: chunk for chunk in chunks}, pairs, now)


def link_entities(user: User, ids: Iterable[int], now: dt.datetime) -> int:
    """Note the passages that name these entities, for names that came after the passages."""
    written = 0
    for batch in batches(set(ids)):
        aliases = EntityAlias.objects.for_user(user).filter(entity__in=batch, entity__merged_into=None)
        for alias in aliases.exclude(kind=EntityAlias.Kind.EXTERNAL):
            if alias.normalised in STOP_WORDS or alias.normalised in SELF_WORDS or len(alias.normalised) < 2:
                continue
            hits = [pk for pk, _ in keywords.search(user.pk, "chunk", alias.text, params.ENTITY_MENTIONS)]
            chunks = {chunk.pk: chunk for chunk in Chunk.objects.for_user(user).filter(pk__in=hits)}
            pairs = {
                (pk, alias.entity_id): alias.text
                for pk, chunk in chunks.items()
                if f" {alias.normalised} " in f" {folded(' '.join(_tokens(chunk.text)))} "
            }
            written += _write(user, chunks, pairs, now)
    return written


def _tokens(text: str) -> list[str]:
    return [token.removesuffix("'s").removesuffix("’s") for token in words(text)]


def _write(user: User, chunks: dict[int, Chunk], pairs: dict[tuple[int, int], str], now: dt.datetime) -> int:
    """Insert the mentions that are not there yet and whose ends still are, count them, and tell the projections."""
    if not pairs:
        return 0
    with transaction.atomic():
        standing = _standing(user, pairs)
        had = set(
            Evidence.objects.checked_for(user)
            .filter(chunk__in={pk for pk, _ in pairs}, entity__isnull=False)
            .values_list("chunk_id", "entity_id")
        )
        new = {pair: quote for pair, quote in pairs.items() if pair in standing and pair not in had}
        if not new:
            return 0
        Evidence.objects.bulk_create(
            [
                Evidence(
                    user=user,
                    entity_id=entity,
                    chunk_id=chunk,
                    document_id=chunks[chunk].document_id,
                    quote=quote[:200],
                    extractor="names",
                    created_at=now,
                )
                for (chunk, entity), quote in sorted(new.items())
            ],
            batch_size=500,
            ignore_conflicts=True,
        )
        named = {entity for _, entity in new}
        count(named, last=now)
        touched = [(Touch.Kind.CHUNK, chunk) for chunk, _ in new]
        versions.bump(user.pk, [*touched, *((Touch.Kind.AROUND, entity) for entity in named)])
    return len(new)


def _standing(user: User, pairs: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs whose passage and entity are still there: since they were found either may have gone, or been merged.

    A name that moved to another entity is looked for by that one's own job.
    """
    passages = edges.standing(user.pk, {chunk for chunk, _ in pairs})
    entities = {pk for (pk,) in select_among(_ENTITIES, {entity for _, entity in pairs}, user.pk)}
    return {(chunk, entity) for chunk, entity in pairs if chunk in passages and entity in entities}


@jobs.handler(JOB, passing=True)
def link_later(job: Job, now: dt.datetime) -> None:
    """The queued form of `link_entities`."""
    link_entities(job.user, job.payload.get("entities", []), now)
