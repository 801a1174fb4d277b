"""Which entity a text means: the exact match, or ranked candidates with the reason for each."""

from __future__ import annotations

from dataclasses import dataclass

from graph.curation import names
from graph.models import Entity, EntityAlias, User
from graph.naming import normalise
from graph.projections import embed, keywords, vectors
from graph.retrieval import rows
from graph.retrieval.question import words

CANDIDATES = 10
SIMILAR = 0.55  # cosine of two names that may be the same thing; below it the names only share a word


@dataclass(frozen=True, slots=True)
class Candidate:
    """`score` 0..1: 1 for an exact name, a little less for another name, below that likeness."""

    pk: int
    name: str
    type: str
    score: float
    why: str


def candidates(user: User, text: str, context: str = "") -> tuple[list[Candidate], int | None]:
    """Who is meant, best first, and the one exact match if there is just one (N22, N23)."""
    key = normalise(text)
    if not key:
        return [], None
    me = Entity.objects.for_user(user).filter(is_self=True).first()
    if me is not None and key in names.self_keys(user, me):
        return [Candidate(me.pk, me.name, me.type, 1.0, "you")], me.pk
    exact = names.matches(user, [key]).get(key, [])
    external = EntityAlias.objects.for_user(user).filter(
        kind=EntityAlias.Kind.EXTERNAL, normalised=key.split(":", 1)[-1], entity__merged_into=None
    )
    by_id = [
        alias.entity_id
        for alias in external
        if key in (normalise(alias.text), f"{alias.scheme}:{alias.text}".casefold())
    ]
    scores: dict[int, tuple[float, str]] = {}
    for pk in by_id:
        scores[pk] = (1.0, "identifier")
    for pk in exact:
        scores.setdefault(pk, (1.0, "name"))
    for pk, score, why in _like(user, text):
        scores.setdefault(pk, (score, why))
    loaded = rows.entities(user.pk, scores)
    tuned = _by_context(loaded, context)
    found = [
        Candidate(pk, row.name, row.type, min(scores[pk][0] * 0.9 + tuned[pk] * 0.1, 1.0), scores[pk][1])
        for pk, row in loaded.items()
    ]
    found.sort(key=lambda one: (-one.score, one.pk))
    certain = list(dict.fromkeys([*exact, *by_id]))
    return found[:CANDIDATES], certain[0] if len(certain) == 1 else None


def _like(user: User, text: str) -> list[tuple[int, float, str]]:
    """Entities whose names share words with the text or are near it in meaning."""
    like: list[tuple[int, float, str]] = []
    try:
        hits = keywords.search(user.pk, "entity", text, CANDIDATES)
        best = hits[0][1] if hits else 1.0
        like += [(pk, 0.7 * score / best if best > 0 else 0.0, "shares a word") for pk, score in hits]
    except keywords.NoFullText:
        pass
    try:
        question = embed.encode_query(text)
    except (embed.ModelLoading, embed.ModelUnavailable):
        return like
    near = vectors.nearest(user.pk, "entity", question, CANDIDATES)
    return like + [(pk, 0.8 * value, "similar") for pk, value in near if value >= SIMILAR]


def _by_context(loaded: dict[int, rows.EntityRow], context: str) -> dict[int, float]:
    """How much of the context's words an entity's name, type and description have, 0..1."""
    asked = words.content_stems(context)
    return {pk: words.coverage(asked, f"{row.name} {row.type} {row.description}") for pk, row in loaded.items()}
