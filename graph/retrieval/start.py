"""Where a retrieval starts: the seeds and anchors that are about the question."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from graph.models import User
from graph.projections import extent, vectors
from graph.retrieval import params, rows
from graph.retrieval.channels import find, lined
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.question import words
from graph.retrieval.result import Context
from graph.retrieval.seeding import anchors as anchoring
from graph.retrieval.seeding import seeds
from graph.retrieval.types import ChunkRow, FactRow, Kind


def facts_about(
    user: User,
    found: find.Found,
    config: RetrievalConfig,
    asked: frozenset[str],
    over: Mapping[int, FactRow],
    now: dt.datetime,
) -> tuple[dict[int, seeds.Seed], dict[int, FactRow]]:
    """The facts found directly that are about the question, best first, and their rows; `over` are those of history."""
    held: dict[int, FactRow] = {}

    def told(ids: list[int]) -> dict[int, str]:
        held.update(rows.facts_by_id(user.pk, ids, now) | {pk: over[pk] for pk in ids if pk in over})
        return {pk: _told(held[pk], found) for pk in ids if pk in held}

    ranked = find.fused(found, "fact", config, config.fact_seeds)
    kept = _about(user, found, "fact", config, asked, ranked, told, config.fact_seeds)
    return kept, {pk: held[pk] for pk in kept}


def _told(row: FactRow, found: find.Found) -> str:
    """The words of a fact that may be the question's.

    "Where do I live?" is not asked of everybody who lives somewhere: of facts about others the relation does not count.
    """
    said = f"{row.subject_name} {row.object_name or row.value}"
    asked_of = {found.me, *found.named}
    is_of_others = found.me is not None and not asked_of & {row.subject, row.object}
    return said if is_of_others else f"{said} {row.predicate}"


def chunks_about(
    user: User, found: find.Found, config: RetrievalConfig, asked: frozenset[str], *, trusting: bool = False
) -> tuple[dict[int, seeds.Seed], dict[int, ChunkRow]]:
    """The passages found directly that are about the question, best first, and their rows."""
    if trusting:
        lined.ordered(user, found, config)
    weight = _trust_in_words(user, found, config, asked) if trusting else None
    ranked = find.fused(found, "chunk", config, config.seed_top_k, weight)
    held: dict[int, ChunkRow] = {}

    def told(ids: list[int]) -> dict[int, str]:
        held.update(rows.chunks(user.pk, ids))
        return {pk: f"{held[pk].prefix}\n{held[pk].text}" for pk in ids if pk in held}

    kept = _about(user, found, "chunk", config, asked, ranked, told, config.seed_top_k, by_line=trusting)
    return kept, {pk: held[pk] for pk in kept}


def _trust_in_words(user: User, found: find.Found, config: RetrievalConfig, asked: frozenset[str]) -> float:
    """The weight of the words in the fusion: more, the more of the question's words the best passages hold.

    A question in the words of its answer is answered by words; in other words, by meaning.
    """
    best = [pk for pk, _ in found.keyword.get("chunk", ())[: params.WORDS_TRIED]]
    covered = max((words.coverage(asked, text) for text in rows.indexed_texts(user.pk, best)), default=0.0)
    return config.seed_keyword_weight + (params.WORDS_TRUSTED - config.seed_keyword_weight) * covered


def _about(
    user: User,
    found: find.Found,
    kind: Kind,
    config: RetrievalConfig,
    asked: frozenset[str],
    ranked: Sequence[seeds.Seed],
    told: Callable[[list[int]], Mapping[int, str]],
    limit: int,
    *,
    by_line: bool = False,
) -> dict[int, seeds.Seed]:
    """The seeds above the floor, at most `limit`; a row that is gone since is passed over.

    `told` loads the words of rows: of the best first, which mostly are enough.
    """
    kept: dict[int, seeds.Seed] = {}
    enough = limit + limit // 2
    for part in (ranked[:enough], ranked[enough:]):
        if not part or len(kept) >= limit:
            break
        near: dict[int, float] = {}
        missing = [seed.pk for seed in part if not seed.vector]
        if missing and found.question is not None:
            near = vectors.similarities(user.pk, kind, missing, found.question)
            near = lined.nearer(user, found, near, config) if by_line else near
        measured = [
            replace(seed, vector=near[seed.pk]) if seed.pk in near and not seed.vector else seed for seed in part
        ]
        kept |= _above(user, found, kind, config, asked, measured, told([seed.pk for seed in part]), limit - len(kept))
    return kept


def _above(
    user: User,
    found: find.Found,
    kind: Kind,
    config: RetrievalConfig,
    asked: frozenset[str],
    ranked: Sequence[seeds.Seed],
    texts: Mapping[int, str],
    limit: int,
) -> dict[int, seeds.Seed]:
    """The first `limit` of them that are above the floor."""
    kept: dict[int, seeds.Seed] = {}
    floor = config.min_similarity + found.letters
    unnamed = floor + params.UNNAMED_MARGIN if _may_be_chance(user, found, kind, config) else floor
    readings = (asked, words.telling(asked), asked - found.beside)
    called = _named_in_few(found, kind, texts)
    for seed in ranked:
        if len(kept) == limit:
            break
        if seed.pk not in texts:
            continue
        measured = found.question is not None and bool(seed.vector)
        held = words.held(asked, texts[seed.pk]) if seed.keyword > 0 else frozenset[str]()
        covered = max(words.shared(reading, held) for reading in readings)
        least = floor if covered else unnamed
        is_called = any(name <= held for name in called)
        line = found.lined.get(seed.pk) if kind == "chunk" else None
        if is_called or seeds.admitted(
            seed, min_similarity=least, coverage=covered, has_vectors=measured, letters=found.letters,
            line=line.similarity if line is not None else -1.0,
        ):  # fmt: skip
            kept[seed.pk] = seed
    return kept


def _named_in_few(found: find.Found, kind: Kind, texts: Mapping[int, str]) -> list[frozenset[str]]:
    """The names in the question that no entry has, and few of the passages: what is asked for is there or nowhere."""
    if kind != "chunk" or found.named or found.titled:
        return []
    often = {name: sum(name <= words.held(name, text) for text in texts.values()) for name in found.written}
    return [name for name, times in often.items() if times <= params.NAMED_IN_FEW]


def _may_be_chance(user: User, found: find.Found, kind: Kind, config: RetrievalConfig) -> bool:
    """Whether one of so many rows would be above the floor whatever was asked: the question names none of them."""
    if config.min_similarity <= 0 or found.named or found.titled or found.me:
        return False
    return extent.exceeds(params.CHANCE_ROWS, user.pk, kind, vectors.serving(user.pk))


def anchors(
    user: User, found: find.Found, config: RetrievalConfig, context: Context, asked: frozenset[str]
) -> list[anchoring.Anchor]:
    hits = [*found.nearest("entity"), *found.keyword.get("entity", ())]
    wanted = [*found.named, *(pk for pk, _ in hits)]
    if found.me is not None:
        wanted.append(found.me)
    loaded = rows.entities(user.pk, [*wanted, *context.entities])
    # A word of the question that is only a small part of a name does not name it; nor half, beside unknown words.
    part = 1.0 if found.letters else 0.5
    keyword = [
        (pk, hit)
        for pk, hit in found.keyword.get("entity", ())
        if pk in loaded and words.shared(words.content_stems(loaded[pk].name), asked) >= part
    ]
    return anchoring.choose(
        named=found.named,
        vector=found.nearest("entity"),
        keyword=keyword,
        self_pk=found.me,
        opened=context.entities,
        letters=found.letters,
        rows=loaded,
        config=config,
    )
