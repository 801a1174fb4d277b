"""How long each projection and a whole retrieval take, beside embedding the question in the same run."""

from __future__ import annotations

import datetime as dt
import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle, islice

import numpy as np
from django.db import transaction

from graph import versions
from graph.bench.report import Say, Timing, as_json, once, table, timed
from graph.bench.seeding import Seeded, seed
from graph.bench.suites import Measured, Options
from graph.bench.throwaway import throwaway
from graph.curation import facts
from graph.curation.candidates import Draft
from graph.curation.recorder import Actor
from graph.models import Fact, Touch
from graph.projections import adjacency, embed, keywords, pending, snapshots, vectors
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import Result
from graph.retrieval.types import ENTITY, Kind, Which, node

RUNS = 60
SEEDS = 10  # nodes from which two hops are walked
PER_NODE = 10
NEAREST = 30
WRITES = 20


def suite(options: Options) -> Measured:
    timings = run(options.sizes, now=options.now, say=options.say)
    return Measured(table(timings), as_json(timings))


def run(sizes: Sequence[int], *, now: dt.datetime, say: Say) -> list[Timing]:
    """Timings for a graph of each size, made and thrown away."""
    say("loading the embedding model")
    timings = [once("load the embedding model", 0, embed.load_now)]
    for size in sizes:
        with throwaway():
            say(f"seeding {size:,} facts")
            seeded = seed(size, model=embed.model_name(), dimension=embed.dimension(), now=now)
            for timing in measured(seeded, size, now, say):
                timings.append(timing)
    return timings


def measured(seeded: Seeded, size: int, now: dt.datetime, say: Say) -> Iterator[Timing]:
    user = seeded.user.pk
    questions = [f"Who does {name} know, and what does {other} like?" for name, other in _pairs(seeded.names)]
    encodings = [partial(embed.encode_query, text) for text in questions[:RUNS]]
    yield timed("embed a question", size, encodings)
    yield from _indexes(seeded, size, say)

    yield once("load the graph index", size, partial(adjacency.load, user))
    index = adjacency.of(user)
    held = index.stats()
    note = f"{held.edges:,} edges, {held.bytes / 1e6:.1f} MB"
    frontiers = [_frontier(seeded, start) for start in range(RUNS)]
    yield timed("graph: the edges of one node", size, [partial(index.expand, f[:1], now=now) for f in frontiers])
    yield timed("graph: two hops from ten", size, [partial(_two_hops, index, f, now) for f in frontiers], note)
    yield timed("graph: see one new fact", size, [partial(_touch_fact, user)] * RUNS, "write, then bring up to date")

    words = [partial(keywords.search, user, "fact", text, NEAREST) for text in questions[:RUNS]]
    yield timed("keywords: facts", size, words)

    say(f"retrieving from {size:,} facts")
    yield once("see what waits for a vector", size, partial(pending.count_pending, user))
    fresh = questions[RUNS : 2 * RUNS]  # not embedded yet: a retrieval pays for that
    ask = partial(retrieve, user=seeded.user, config={"cache_ttl": 0}, now=now, store=False)
    yield timed("retrieve: whole, new question", size, [partial(ask, query=text) for text in fresh])
    yield timed("retrieve: whole, question embedded before", size, [partial(ask, query=text) for text in fresh])
    found: list[bool] = []
    writes = [partial(_written_and_found, seeded, place, ask, now, found) for place in range(WRITES)]
    taken = timed("write a fact, then find it", size, writes)
    held_at_most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = f"{sum(found)} of {len(found)} in the first answer; the process held {held_at_most:,.0f} MB at most so far"
    yield replace(taken, note=told)


def _written_and_found(
    seeded: Seeded, place: int, ask: Callable[..., Result], now: dt.datetime, found: list[bool]
) -> None:
    """State a fact about somebody and ask about it; `found` notes whether the answer has it."""
    name = seeded.names[place]
    draft = Draft(seeded.entities[place], "nickname", value=f"Harbourmaster {place}")
    facts.state(user=seeded.user, draft=draft, by=Actor.person(seeded.user), now=now)
    found.append(f"Harbourmaster {place}" in ask(query=f"What nickname has {name}?").narrative)


def _indexes(seeded: Seeded, size: int, say: Say) -> Iterator[Timing]:
    """Nearest vectors of facts: by exact scan, and for a large graph by its snapshot."""
    user, model = seeded.user.pk, embed.model_name()
    queries = list(islice(cycle(seeded.queries), RUNS))
    kinds: tuple[Kind, ...] = ("fact", "entity")
    for kind in kinds:
        if not vectors.is_searched(user, kind, model):
            continue  # too many: compared with a question once names, words and the graph have led to them
        searches = [partial(vectors.nearest, user, kind, query, NEAREST) for query in queries]
        yield once(f"load the vectors of {kind} rows", size, searches[0])
        yield timed(f"vectors: nearest {kind} rows, exact", size, searches)
        if not vectors.snapshot_is_due(user, kind, model):
            continue
        say(f"building the snapshot of {kind} vectors")
        exact = {place: vectors.nearest(user, kind, query, 10) for place, query in enumerate(queries)}
        yield once(f"build the snapshot of {kind} vectors", size, partial(snapshots.build, user, kind, model))
        indexed = {place: vectors.nearest(user, kind, query, 10) for place, query in enumerate(queries)}
        right = sum(len({pk for pk, _ in exact[p]} & {pk for pk, _ in indexed[p]}) for p in exact)
        again = [partial(vectors.nearest, user, kind, query, NEAREST) for query in queries]
        yield timed(f"vectors: nearest {kind} rows, HNSW", size, again, f"recall@10 {right / len(exact) / 10:.3f}")


def _two_hops(index: adjacency.GraphIndex, frontier: np.ndarray, now: dt.datetime) -> None:
    first = index.expand(frontier, Which(per_node=PER_NODE), now=now)
    reached = np.unique(first.target[first.target >= 0])
    index.expand(reached, Which(per_node=PER_NODE), now=now)


def _touch_fact(user_id: int) -> None:
    with transaction.atomic():
        newest = Fact.objects.for_user(user_id).order_by("-pk").values_list("pk", flat=True)[0]
        versions.bump(user_id, [(Touch.Kind.FACT, newest)])
    adjacency.of(user_id)


def _frontier(seeded: Seeded, start: int) -> np.ndarray:
    """The person themself, through whom most goes, and nine others."""
    hub = Fact.objects.for_user(seeded.user).order_by("pk").filter(subject__is_self=True).first()
    others = islice(cycle(seeded.entities), start * SEEDS, start * SEEDS + SEEDS - 1)
    chosen = [hub.subject_id if hub else seeded.entities[0], *others]
    return np.array([node(ENTITY, pk) for pk in chosen], np.int64)


def _pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((name, names[(place + 7) % len(names)]) for place, name in enumerate(names))
