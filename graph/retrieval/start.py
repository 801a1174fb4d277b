"""Where a retrieval starts: the seeds and anchors that are about the question, and the light they give."""

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
from graph.retrieval.question.not_meant import Others
from graph.retrieval.result import Context
from graph.retrieval.seeding import anchors as anchoring
from graph.retrieval.seeding import seeds
from graph.retrieval.spreading.activation import Light
from graph.retrieval.strategy import Strategy
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, ChunkRow, FactRow, Kind, Step, node


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
    about, called = words.telling(asked), _named_in_few(found, kind, texts)
    for seed in ranked:
        if len(kept) == limit:
            break
        if seed.pk not in texts:
            continue
        measured = found.question is not None and bool(seed.vector)
        held = words.held(asked, texts[seed.pk]) if seed.keyword > 0 else frozenset[str]()
        covered = max(words.shared(asked, held), words.shared(about, held))
        least = floor if covered else unnamed
        is_called = any(name <= held for name in called)
        if is_called or seeds.admitted(
            seed, min_similarity=least, coverage=covered, has_vectors=measured, letters=found.letters
        ):
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


def lights(
    anchors_: Sequence[anchoring.Anchor],
    facts: Mapping[int, FactRow],
    fact_seeds: Mapping[int, seeds.Seed],
    chunk_seeds: Mapping[int, seeds.Seed],
    titled: Mapping[int, float],
    context: Context,
    how: Strategy,
    apart: Others,
) -> tuple[dict[int, float], dict[int, Light]]:
    """Where the spread begins: anchors, the ends of the best found facts, found passages, named and open documents.

    Who is not meant (`apart`) gives less. Returns the activation of each node, and for a
    node that a found fact lit, which one.
    """
    lit: dict[int, dict[int, float]] = {}

    def light(number: int, activation: float, fact: int = 0) -> None:
        by = lit.setdefault(number, {})
        by[fact] = max(by.get(fact, 0.0), min(max(activation, 0.0), 1.0))

    surest = max((anchor.score for anchor in anchors_), default=0.0)
    for anchor in anchors_:
        # What is only near in meaning is a guess, the less likely the surer another is; as for facts below.
        guessed = how.relative and anchor.score == anchor.channels.get("vector")
        given = anchor.score * anchor.score / surest if guessed else anchor.score
        is_other = "context" not in anchor.channels and apart.is_one(anchor.pk, anchor.name)
        light(node(ENTITY, anchor.pk), given * params.NOT_MEANT if is_other else given)
    best = max((max(seed.vector, 0.0) for seed in fact_seeds.values()), default=0.0)
    first = max((seed.rrf for seed in [*fact_seeds.values(), *chunk_seeds.values()]), default=1.0)
    for pk, seed in list(fact_seeds.items())[: how.spreading_seeds or None]:
        strength = seed.rrf / first if how.by_rank or not best else seed.vector * seed.vector / best
        strength *= params.NOT_MEANT if pk in facts and apart.have(facts[pk]) else 1.0
        for end in (facts[pk].subject, facts[pk].object) if pk in facts else ():
            if end is not None and not (end == facts[pk].subject and facts[pk].subject_is_self):
                light(node(ENTITY, end), strength, pk)
    for pk, seed in chunk_seeds.items():
        light(node(CHUNK, pk), seed.rrf / first if how.by_rank else max(seed.vector, seed.rrf * 0.5))
    for pk, certainty in titled.items():
        light(node(DOCUMENT, pk), certainty)
    for pk in context.documents:
        light(node(DOCUMENT, pk), 1.0)
    start = {number: max(by.values()) for number, by in lit.items()}
    known = {node(ENTITY, anchor.pk) for anchor in anchors_}
    lit_by = {}
    for number, by in lit.items():
        fact = max(by, key=lambda one: (by[one], -one))
        if fact:
            without = max((value for one, value in by.items() if one != fact), default=0.0)
            lit_by[number] = _light(number, facts[fact], without, known)
    return start, lit_by


def _light(number: int, fact: FactRow, without: float, anchors_: set[int]) -> Light:
    """How a found fact lit one of its ends; if the other end is an anchor, the way leads from there."""
    if fact.object is None or number in anchors_:
        return Light(fact.pk, without, relation=fact.predicate)
    ends = (node(ENTITY, fact.subject), node(ENTITY, fact.object))
    other = ends[0] if number == ends[1] else ends[1]
    if other not in anchors_:
        return Light(fact.pk, without, relation=fact.predicate)
    return Light(fact.pk, without, other, Step(fact.predicate, number, reverse=number == ends[0]))
