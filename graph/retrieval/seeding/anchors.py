"""The entities a question starts from: named ones first, then by meaning and by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.types import EntityRow


@dataclass(frozen=True, slots=True)
class Anchor:
    """An entity to start from; `channels` says how it was found, each 0..1."""

    pk: int
    name: str
    type: str
    score: float
    channels: dict[str, float] = field(default_factory=dict)


def choose(
    *,
    named: Mapping[int, str],
    vector: Sequence[tuple[int, float]],
    keyword: Sequence[tuple[int, float]],
    self_pk: int | None,
    opened: Sequence[int],
    letters: float,
    rows: Mapping[int, EntityRow],
    config: RetrievalConfig,
) -> list[Anchor]:
    """At most `anchor_limit` anchors, best first, ties by id; context entities (`opened`) come on top of the limit.

    `named` are entities named in the question (pk -> name); `self_pk` is set when the question says "I" or "my";
    `letters` is how much nearer than words are the question comes to anything, being in words that nobody knows.
    Without a keyword weight and floor (preset jacq) the order is that of cosine similarity alone (J10).
    """
    channels: dict[int, dict[str, float]] = {}
    floor = config.min_similarity + letters + (params.ENTITY_MARGIN if config.min_similarity > 0 else 0.0)
    for pk, similarity in vector:
        if similarity >= floor:
            channels.setdefault(pk, {})["vector"] = similarity
    if config.seed_keyword_weight > 0:
        for pk in named:
            # A common noun ("director") is in many questions that are about something else.
            common = pk in rows and " " not in rows[pk].name and rows[pk].name.islower()
            channels.setdefault(pk, {})["name"] = params.WORD_SCORE if common else params.NAMED_SCORE
        best = max((score for _, score in keyword), default=0.0)
        for pk, score in keyword:
            channels.setdefault(pk, {})["keyword"] = params.WORD_SCORE * score / best if best else 0.0
        if self_pk is not None:
            channels.setdefault(self_pk, {})["name"] = params.SELF_SCORE
    types = {type.casefold() for type in config.filters.types}
    anchors = [
        Anchor(pk, rows[pk].name, rows[pk].type, max(found.values()), found)
        for pk, found in channels.items()
        if pk in rows and (not types or rows[pk].type.casefold() in types)
    ]
    anchors.sort(key=lambda anchor: (-anchor.score, -anchor.channels.get("vector", 0.0), anchor.pk))
    chosen = anchors[: config.anchor_limit]
    taken = {anchor.pk for anchor in chosen}
    for pk in opened:
        if pk in rows and pk not in taken:
            chosen.append(Anchor(pk, rows[pk].name, rows[pk].type, params.NAMED_SCORE, {"context": 1.0}))
    return chosen
