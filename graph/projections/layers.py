"""The edges of one kind in memory: sorted rows that stand, what is gone of them, and what came since beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from graph import params
from graph.projections.edge_table import Bools, Columns, Ints, Rows, columns, joined, rows
from graph.retrieval.types import NO_NODE


def _no_places() -> Ints:
    return np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Layer:
    """The edges of one kind: `base` without the `dead`, and `delta`, the newer ones. Never changed, only replaced.

    `gone` are the places of the dead, ascending: of a hundred thousand edges with one dead, nothing is counted anew.
    """

    base: Rows
    dead: Bools | None
    delta: Rows
    gone: Ints = field(default_factory=_no_places)

    def __len__(self) -> int:
        return len(self.base.columns) - len(self.gone) + len(self.delta.columns)

    def parts(self) -> tuple[tuple[Rows, Bools | None], ...]:
        """Its rows, with those of them that are gone."""
        return (self.base, self.dead), (self.delta, None)

    def columns(self) -> Columns:
        """All its edges, ascending by key."""
        return joined([_standing(self.base, self.dead), self.delta.columns])

    def changed(self, base_places: Ints, delta_places: Ints, newer: Columns) -> Layer:
        """The layer without the edges at these places and with the newer ones; merged when too much has changed."""
        if not len(base_places) and not len(delta_places) and not len(newer):
            return self
        dead, gone = self.dead, self.gone
        if len(base_places):
            dead = np.zeros(len(self.base.columns), bool) if dead is None else dead.copy()
            dead[base_places] = True
            gone = np.union1d(gone, base_places)
        kept = np.ones(len(self.delta.columns), bool)
        kept[delta_places] = False
        beside = joined([self.delta.columns.pick(kept), newer])
        share = params.COMPACT_SHARE * len(self.base.columns)
        if len(beside) + len(gone) <= max(params.COMPACT_ROWS, share):
            return Layer(self.base, dead, rows(beside), gone)
        return Layer(rows(joined([_standing(self.base, dead), beside])), None, EMPTY)

    def degree(self, nodes: Ints) -> Ints:
        begin, end = self.base.bounds(nodes)
        newer_begin, newer_end = self.delta.bounds(nodes)
        degree = end - begin + newer_end - newer_begin
        if len(self.gone):
            ends = np.concatenate([self.base.columns.source[self.gone], self.base.columns.target[self.gone]])
            touched, counts = np.unique(ends, return_counts=True)
            at = np.minimum(np.searchsorted(touched, nodes), len(touched) - 1)
            degree = degree - np.where((touched[at] == nodes) & (nodes != NO_NODE), counts[at], 0)
        return degree


def _standing(base: Rows, dead: Bools | None) -> Columns:
    return base.columns if dead is None else base.columns.pick(~dead)


EMPTY = rows(columns([]))
