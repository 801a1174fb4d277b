"""Past questions as nodes of the graph: one like this question leads to what its owner found helpful (T3, T10)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graph.models import Retrieval, User
from graph.retrieval import params
from graph.retrieval.question import words
from graph.retrieval.types import (
    CHUNK,
    ENTITY,
    EVERY_EDGE,
    FACT,
    HOLDING_EDGE,
    RETRIEVAL,
    Edges,
    GraphView,
    Relations,
    Which,
    node,
    node_kind,
    node_pk,
)
from graph.statements import select

HELPED = "helped_in"
_KINDS = {"fact": FACT, "chunk": CHUNK, "entity": ENTITY}


@dataclass(frozen=True, slots=True)
class WithPast:
    """A state of the graph with some past questions in it; `helped` is what each of them leads to."""

    graph: GraphView
    helped: Mapping[int, tuple[int, ...]]
    relations: Relations

    @property
    def version(self) -> int:
        return self.graph.version

    def degree(self, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        return self.graph.degree(nodes)

    def namesakes(self, nodes: Iterable[int]) -> Mapping[int, tuple[int, ...]]:
        return self.graph.namesakes(nodes)

    def expand(self, frontier: NDArray[np.int64], which: Which = EVERY_EDGE, *, now: dt.datetime) -> Edges:
        """As the graph does, and from a past question, outward only, to what helped in it."""
        edges = self.graph.expand(frontier, which, now=now)
        if which.direction == "incoming" or not which.has(HOLDING_EDGE) or not which.walks(HELPED):
            return edges
        most = which.per_node or None
        pairs = [(run, thing) for run in frontier.tolist() for thing in self.helped.get(run, ())[:most]]
        count = len(pairs)
        if not count:
            return edges
        more = Edges(
            source=np.array([run for run, _ in pairs], np.int64),
            target=np.array([thing for _, thing in pairs], np.int64),
            fact=np.zeros(count, np.int64),
            relation=np.full(count, self.relations.numbers[HELPED], np.int32),
            kind=np.full(count, HOLDING_EDGE, np.int8),
            weight=np.ones(count, np.float32),
            confidence=np.ones(count, np.float32),
            reverse=np.zeros(count, np.bool_),
        )
        return edges.joined(more)


_HELPFUL = """
    SELECT item.retrieval_id, retrieval.query, item.kind, item.object_id
    FROM graph_retrievalitem item JOIN graph_retrieval retrieval ON retrieval.id = item.retrieval_id
    WHERE item.user_id = %s AND item.helpful IS NOT NULL AND item.helpful
    ORDER BY item.retrieval_id DESC, item.rank LIMIT %s
"""


def remembered(user: User, asked: frozenset[str], view: GraphView) -> tuple[GraphView, dict[int, float]]:
    """The graph with the past questions most like this one, and the light of each; the graph itself if there is none.

    `asked` are the stems of the question's words. Likeness is the share of words that two questions have in common
    (Jaccard). Only what was called helpful counts: what was merely cited would confirm itself.
    """
    judged = select(_HELPFUL, user.pk, params.PAST_ITEMS)
    helped: dict[int, list[int]] = {}
    like: dict[int, float] = {}
    for run, query, kind, pk in judged:
        if run not in like:
            like[run] = _likeness(asked, words.content_stems(query))
        if like[run] >= params.PAST_LIKENESS and kind in _KINDS:
            helped.setdefault(run, []).append(node(_KINDS[kind], pk))
    nearest = sorted(helped, key=lambda run: (-like[run], -run))[: params.PAST_RUNS]
    if not nearest:
        return view, {}
    joined = WithPast(
        view, {node(RETRIEVAL, run): tuple(helped[run]) for run in nearest}, Relations([*view.relations, HELPED])
    )
    return joined, {node(RETRIEVAL, run): params.PAST_STRENGTH * like[run] for run in nearest}


def queries(user: User, numbers: Iterable[int]) -> dict[int, str]:
    """The words of past questions by node."""
    runs = [number for number in numbers if node_kind(number) == RETRIEVAL]
    if not runs:
        return {}
    found = Retrieval.objects.for_user(user).filter(pk__in=[node_pk(run) for run in runs])
    return {node(RETRIEVAL, pk): query for pk, query in found.values_list("pk", "query")}


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0
