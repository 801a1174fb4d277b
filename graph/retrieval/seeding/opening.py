"""What is walked on from beside a node itself: how a document begins, and entries that may be the same thing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from graph.retrieval import params
from graph.retrieval.spreading import flow
from graph.retrieval.spreading.activation import SAME_NAME, Activation
from graph.retrieval.types import CHUNK, DOCUMENT, FACT_EDGE, NODE_KINDS, GraphView, Step, Which, node_kind

LEADS = 3  # of what a document holds, looked at for its first passage: the others may be facts
FACTS = Which(kinds=frozenset({FACT_EDGE}))


def opened(
    reached: Activation,
    view: GraphView,
    carried: dict[int, float],
    roots: dict[int, int],
    frontier: list[int],
    now: dt.datetime,
) -> list[int]:
    """The frontier and what is opened by it, which is reached with it, at the same hop."""
    return [
        *frontier,
        *_leads(reached, view, carried, roots, frontier, now),
        *_namesakes(reached, view, carried, roots, frontier, now),
    ]


def _leads(
    reached: Activation,
    view: GraphView,
    carried: dict[int, float],
    roots: dict[int, int],
    frontier: Sequence[int],
    now: dt.datetime,
) -> list[int]:
    """The first passage of every document in the frontier: whoever names a document means how it begins."""
    documents = [number for number in frontier if node_kind(number) == DOCUMENT]
    if not documents:
        return []
    held = view.expand(np.asarray(documents, np.int64), Which("outgoing", LEADS, flow.HELD), now=now)
    leads: dict[int, int] = {}
    for place in np.flatnonzero(held.target % NODE_KINDS == CHUNK).tolist():
        leads.setdefault(int(held.source[place]), place)
    added = []
    for document, first in leads.items():
        arrival, lead = reached.nodes[document], int(held.target[first])
        step = Step(view.relations[held.relation[first]], lead)
        come = replace(arrival, parent=document, step=step, fact=0)
        reached.leads[document] = lead
        known = reached.nodes.get(lead)
        if known is None:
            reached.nodes[lead] = come
            carried[lead], roots[lead] = carried[document], roots[document]
            added.append(lead)
        elif known.step is None and come.activation > reached.revisited.get(lead, known).activation * (
            lead in reached.revisited
        ):
            reached.revisited[lead] = come
            carried[lead] = max(carried[lead], carried[document])
    return added


def _namesakes(
    reached: Activation,
    view: GraphView,
    carried: dict[int, float],
    roots: dict[int, int],
    frontier: Sequence[int],
    now: dt.datetime,
) -> list[int]:
    """The entries that may be the same as one in the frontier; several share what it passes on.

    Until somebody makes them one, what is known of a thing stands under both names. A fact between the two says that
    they are two.
    """
    added = []
    for number, others in view.namesakes(frontier).items():
        apart = set(view.expand(np.array([number], np.int64), FACTS, now=now).target.tolist())
        alike = [other for other in others if other not in apart]
        arrival = reached.nodes[number]
        share = params.NAMESAKE_STRENGTH / max(len(alike), 1)
        come = replace(arrival, activation=arrival.activation * share, parent=number, fact=0)
        for other in alike:
            known = reached.nodes.get(other)
            if known is None:
                added.append(other)
            elif known.step is not None or known.activation >= come.activation:
                continue  # but a seed that was found more faintly than this is reached
            reached.nodes[other] = replace(come, step=Step(SAME_NAME, other))
            carried[other], roots[other] = carried[number] * share, roots[number]
    return added
