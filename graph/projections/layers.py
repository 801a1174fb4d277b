"""The edges of one kind in memory: sorted rows that stand, what is gone of them, and what came since beside them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graph import params
from graph.projections.edge_table import Bools, Columns, Ints, Rows, columns, joined, rows
from graph.retrieval.types import NO_NODE


@dataclass(frozen=True, slots=True)
class Layer:
    """The edges of one kind: `base` without the `dead`, and `delta`, the newer ones. Never changed, only replaced."""

    base: Rows
    dead: Bools | None
    delta: Rows

    def __len__(self) -> int:
        return len(self.base.columns) - self.lost + len(self.delta.columns)

    @property
    def lost(self) -> int:
        return 0 if self.dead is None else int(self.dead.sum())

    def columns(self) -> Columns:
        """All its edges, ascending by key."""
        standing = self.base.columns if self.dead is None else self.base.columns.pick(~self.dead)
        return joined([standing, self.delta.columns])

    def changed(self, base_places: Ints, delta_places: Ints, newer: Columns) -> Layer:
        """The layer without the edges at these places and with the newer ones; merged when too much has changed."""
        if not len(base_places) and not len(delta_places) and not len(newer):
            return self
        dead = np.zeros(len(self.base.columns), bool) if self.dead is None else self.dead.copy()
        dead[base_places] = True
        kept = np.ones(len(self.delta.columns), bool)
        kept[delta_places] = False
        layer = Layer(self.base, dead, rows(joined([self.delta.columns.pick(kept), newer])))
        share = params.COMPACT_SHARE * len(self.base.columns)
        if len(layer.delta.columns) + layer.lost > max(params.COMPACT_ROWS, share):
            return Layer(rows(layer.columns()), None, EMPTY)
        return layer

    def degree(self, nodes: Ints) -> Ints:
        begin, end = self.base.bounds(nodes)
        newer_begin, newer_end = self.delta.bounds(nodes)
        degree = end - begin + newer_end - newer_begin
        if self.dead is not None:
            dead = self.base.columns.pick(self.dead)
            touched, counts = np.unique(np.concatenate([dead.source, dead.target]), return_counts=True)
            if len(touched):
                at = np.minimum(np.searchsorted(touched, nodes), len(touched) - 1)
                degree = degree - np.where((touched[at] == nodes) & (nodes != NO_NODE), counts[at], 0)
        return degree


EMPTY = rows(columns([]))
