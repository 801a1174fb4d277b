"""What a preset does that no option says: whose arithmetic scores, what spreads, and which of our limits hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graph.retrieval.types import CHUNK_EDGE

Formula = Literal["weighted", "product", "fusion", "blended"]


@dataclass(frozen=True, slots=True)
class Strategy:
    """`formula` names the arithmetic in `score`; the rest are the product's own mechanisms, each on or off.

    bounded: decay has a floor and usage a cap, what ended counts less, an unconfirmed fact yields to a confirmed one,
    and a question about nothing known finds nothing. resembling: a relation that resembles the question counts more.
    relative: activation is measured against the strongest arrival. damped: a hub shares its activation out.
    spreading_seeds: how many found facts light their ends (0 = all). by_rank: seeds shine by their rank, not their
    similarity. remembering: like questions bring what helped with them. kinds: the edges that are walked (None = all).
    recency_days: half-life of the recency part. frequency_log: use counts as ln(1 + n), a part of the sum.
    graph_slots: of the passages that links led to, the best so many are never crowded out of the budget (A-O5, W-O1).
    """

    formula: Formula = "weighted"
    bounded: bool = True
    resembling: bool = False
    relative: bool = False
    damped: bool = False
    spreading_seeds: int = 0
    by_rank: bool = True
    remembering: bool = False
    kinds: frozenset[int] | None = None
    recency_days: float = 30.0
    frequency_log: bool = False
    graph_slots: int = 0


STRATEGIES: dict[str, Strategy] = {
    "default": Strategy(
        resembling=True, relative=True, damped=True, spreading_seeds=3, by_rank=False, remembering=True
    ),
    "jacq": Strategy("product", bounded=False, by_rank=False),
    "tx": Strategy("fusion", remembering=True),
    "oasis": Strategy("blended", kinds=frozenset({CHUNK_EDGE}), graph_slots=3),
    "maia": Strategy("weighted", recency_days=7.0, frequency_log=True),
    "needle": Strategy("weighted"),
}
