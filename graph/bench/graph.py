"""The graph index against its targets: every operation of M61 to M66, a hub, and what expansion costs a question."""

from __future__ import annotations

import datetime as dt
import io
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle, islice
from typing import Any

import numpy as np

from graph.bench.report import Say, Timing, timed
from graph.bench.seeding import seed
from graph.bench.suites import Measured, Options
from graph.bench.throwaway import throwaway
from graph.exchange import maig
from graph.graph_index import Edge, EdgeIndex, Limits
from graph.projections import adjacency, embed
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.pipeline import retrieve
from graph.retrieval.spreading.spread import spread
from graph.retrieval.types import ENTITY, node

RUNS = 200
SAVES = 60  # enough that one collection of the whole heap is not taken for the 95th percentile
SAVED_EDGES = 10_000  # what M65 and M66 are said of
HUB = "n0"
HUB_SHARE = 0.1  # of the edges touch one node
LIBRARY_SIZES = (10_000, 100_000)  # nodes, as M15 says; five edges each
EDGES_A_NODE = 5


@dataclass(frozen=True, slots=True)
class Aim:
    """A requirement with what was measured for it, both in `unit`; it holds when the 95th percentile is below."""

    requirement: str
    what: str
    size: str
    unit: str
    target: float
    p50: float
    p95: float

    @property
    def holds(self) -> bool:
        return self.p95 < self.target


def suite(options: Options) -> Measured:
    aims = [*library(options.say), *expansion(max(options.sizes), options.now, options.say)]
    return Measured(table(aims), [{**asdict(aim), "holds": aim.holds} for aim in aims])


def table(aims: Sequence[Aim]) -> str:
    lines = [f"{'row':<5} {'what':<42} {'size':>14} {'target':>10} {'p50':>9} {'p95':>9}"]
    for aim in aims:
        target = f"{aim.target:g} {aim.unit}"
        verdict = "" if aim.holds else "  MISSED"
        figures = f"{aim.size:>14} {target:>10} {aim.p50:>9.3f} {aim.p95:>9.3f}"
        lines.append(f"{aim.requirement:<5} {aim.what:<42} {figures}{verdict}")
    return "\n".join(lines)


def library(say: Say) -> Iterator[Aim]:
    """The operations of the index itself, at every size, with a hub in each graph."""
    yield from _kept(np.random.default_rng(SAVED_EDGES))
    for nodes in LIBRARY_SIZES:
        say(f"building a graph of {nodes:,} nodes")
        random = np.random.default_rng(nodes)
        index = built(made(nodes, nodes * EDGES_A_NODE, random))
        names = [f"n{number}" for number in random.integers(1, nodes, RUNS)]
        size = f"{index.size():,} edges"
        aim = partial(_aim, size=size)
        adds = [partial(index.add_edge, name, f"new {place}", "adds", 0.5) for place, name in enumerate(names)]
        yield aim("M61", "add_edge", 1, adds)
        both = [partial(_add_and_read, index, name, f"newer {place}") for place, name in enumerate(names)]
        yield aim("M61", "add_edge, and read at once", 1, both)
        removes = [partial(index.remove_edge, name, f"new {place}", "adds") for place, name in enumerate(names)]
        yield aim("M62", "remove_edge", 1, removes)
        yield aim("M62b", "get_outgoing", 1, [partial(index.get_outgoing, name) for name in names])
        yield aim("M62b", "get_incoming", 1, [partial(index.get_incoming, name) for name in names])
        yield aim("M63", "get_related, one hop", 5, [partial(index.get_related, name) for name in names])
        walk = Limits(max_depth=3, max_results=100)
        yield aim(
            "M64", "traverse, three hops, 100 results", 50, [partial(index.traverse, name, walk) for name in names]
        )
        hub = [partial(index.traverse, HUB, walk)] * (RUNS // 10)
        yield aim("M68", "traverse from a hub of a tenth", 50, hub)


def _add_and_read(index: EdgeIndex, source: str, target: str) -> None:
    """What was written is put in order for who reads it: a write that nobody reads costs next to nothing."""
    index.add_edge(source, target, "adds", 0.5)
    index.get_outgoing(source)


def _kept(random: np.random.Generator) -> Iterator[Aim]:
    index = built(made(SAVED_EDGES // EDGES_A_NODE, SAVED_EDGES, random))
    stream = io.BytesIO()
    index.save(stream)
    aim = partial(_aim, size=f"{SAVED_EDGES:,} edges")
    yield aim("M65", "save", 100, [lambda: index.save(io.BytesIO())] * SAVES)
    yield aim("M66", "load", 100, [lambda: EdgeIndex().load(io.BytesIO(stream.getvalue()))] * SAVES)


def expansion(facts: int, now: dt.datetime, say: Say) -> Iterator[Aim]:
    """What two hops add to a question (T12), how fast edges are walked (T13), and the memory of it (T14)."""
    say("loading the embedding model")
    embed.load_now()
    with throwaway():
        say(f"seeding {facts:,} facts")
        seeded = seed(facts, model=embed.model_name(), dimension=embed.dimension(), now=now)
        size, view = f"{facts:,} facts", adjacency.of(seeded.user.pk)
        starts = [list(islice(cycle(seeded.entities), start, start + 10)) for start in range(RUNS)]
        config = RetrievalConfig()
        lit = [{node(ENTITY, pk): 1.0 for pk in start} for start in starts]
        walks = timed("", facts, [partial(spread, view, seeds, config, now) for seeds in lit])
        yield _as_aim("T12", "expansion, two hops from ten", size, "ms", 50, walks)

        frontier = np.array([node(ENTITY, pk) for pk in seeded.entities], np.int64)
        edges = len(view.expand(frontier, now=now).source)
        took = timed("", facts, [partial(view.expand, frontier, now=now)] * RUNS)
        a_thousand = Timing("", facts, took.runs, took.p50 * 1000 / edges, took.p95 * 1000 / edges)
        yield _as_aim("T13", "traversal of 1,000 edges", size, "ms", 10, a_thousand)

        ask = partial(retrieve, user=seeded.user, config={"cache_ttl": 0}, now=now, store=False)
        ask(query=f"What does {seeded.names[0]} like?")
        peaks = sorted(_megabytes(partial(ask, query=f"Who does {name} know?")) for name in seeded.names[1:11])
        yield Aim("T14", "memory of a question", size, "MB", 10, peaks[len(peaks) // 2], peaks[-1])


def _megabytes(call: Callable[[], Any]) -> float:
    """The most that was held at once during a call, above what was held before."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def made(nodes: int, edges: int, random: np.random.Generator) -> list[Edge]:
    """Edges between random nodes, no two alike, a tenth of them at the hub."""
    source, target = random.integers(0, nodes, edges), random.integers(0, nodes, edges)
    source[: int(edges * HUB_SHARE)] = 0
    weight = random.random(edges).astype(np.float32)
    at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    return [
        Edge(f"n{one}", f"n{two}", f"relation {place % 7}", float(strength), at, {"place": str(place)})
        for place, (one, two, strength) in enumerate(
            zip(source.tolist(), target.tolist(), weight.tolist(), strict=True)
        )
        if one != two
    ]


def built(edges: Sequence[Edge]) -> EdgeIndex:
    stream = io.BytesIO()
    maig.write(stream, edges)
    stream.seek(0)
    index = EdgeIndex()
    index.load(stream)
    return index


def _aim(requirement: str, what: str, target: float, calls: Sequence[Callable[[], Any]], *, size: str) -> Aim:
    return _as_aim(requirement, what, size, "ms", target, timed(what, 0, calls))


def _as_aim(requirement: str, what: str, size: str, unit: str, target: float, timing: Timing) -> Aim:
    return Aim(requirement, what, size, unit, target, timing.p50, timing.p95)
