"""One hop from a frontier, for all its nodes at once: the strongest edges of each that pass a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graph.projections.edge_table import BIDIRECTIONAL, CONFIRMED, Bools, Columns, Ints, Rows, precedence, ranges
from graph.retrieval.types import FACT_EDGE, Direction, Edges, Which


@dataclass(frozen=True, slots=True)
class Rule:
    """Which edges are walked; `relations` tells by a relation's number whether it is (None: all are)."""

    direction: Direction
    now: int  # microseconds since 1970
    relations: Bools | None
    min_weight: float
    confirmed_only: bool

    @classmethod
    def of(cls, which: Which, relations: Sequence[str], now: int) -> Rule:
        """What is asked for, by the numbers that relations have."""
        walked = None
        if which.include is not None or which.exclude:
            walked = np.array([which.walks(name) for name in relations], bool)
        return cls(which.direction, now, walked, which.min_weight, which.confirmed_only)

    def passes(self, rows: Rows, dead: Bools | None, entries: NDArray[np.int32]) -> Bools | None:
        """A mask over the entries; None when all pass."""
        columns, edge = rows.columns, entries >> 1
        masks = []
        if dead is not None:
            masks.append(~dead[edge])
        if self.now >= rows.first_expiry:
            masks.append(columns.expires[edge] > self.now)
        if self.direction != "both":
            backwards = (entries & 1).astype(bool)
            masks.append(
                (backwards if self.direction == "incoming" else ~backwards)
                | ((columns.flags[edge] & BIDIRECTIONAL) != 0)
            )
        if self.relations is not None:
            masks.append(self.relations[columns.relation[edge]])
        if self.min_weight > 0:
            masks.append(columns.weight[edge] >= np.float32(self.min_weight))
        if self.confirmed_only:
            masks.append((columns.flags[edge] & CONFIRMED) != 0)
        return np.logical_and.reduce(masks) if masks else None


@dataclass(frozen=True, slots=True)
class Found:
    """Entries of one set of rows with the frontier position that each belongs to, ascending."""

    kind: int
    columns: Columns
    position: Ints
    entries: NDArray[np.int32]


def strongest(kind: int, rows: Rows, dead: Bools | None, frontier: Ints, per_node: int, rule: Rule) -> Found:
    """The first `per_node` entries (0: all) of each node that pass; a long row is read in growing windows."""
    begin, end = rows.bounds(frontier)
    open_ = np.flatnonzero(begin < end)
    wanted = np.full(len(frontier), per_node or np.iinfo(np.int64).max)
    window = per_node or np.iinfo(np.int64).max
    positions: list[Ints] = []
    chosen: list[NDArray[np.int32]] = []
    while len(open_):
        length = np.minimum(window, end[open_] - begin[open_])
        entries = rows.entries[ranges(begin[open_], length)]
        position = np.repeat(open_, length)
        if (mask := rule.passes(rows, dead, entries)) is not None:
            entries, position = entries[mask], position[mask]
        if per_node:
            kept = place_in_group(position) < wanted[position]
            entries, position = entries[kept], position[kept]
        positions.append(position)
        chosen.append(entries)
        wanted -= np.bincount(position, minlength=len(frontier))
        begin[open_] += length
        open_ = open_[(begin[open_] < end[open_]) & (wanted[open_] > 0)]
        window *= 4
    if not chosen:
        return Found(kind, rows.columns, np.empty(0, np.int64), np.empty(0, np.int32))
    position, entries = np.concatenate(positions), np.concatenate(chosen)
    if len(chosen) > 1:
        order = np.argsort(position, kind="stable")
        position, entries = position[order], entries[order]
    return Found(kind, rows.columns, position, entries)


def merged(frontier: Ints, found: Sequence[Found], per_node: int) -> Edges:
    """One set of edges from several, ordered by frontier position and then by precedence."""
    found = [part for part in found if len(part.entries)]
    if not found:
        return Edges._make(np.empty(0, dtype) for dtype in _TYPES)
    parts = [_as_edges(frontier, part) for part in found]
    if len(parts) == 1:
        return parts[0]
    position = np.concatenate([part.position for part in found])
    orders = [precedence(part.columns.pick(part.entries >> 1)) for part in found]
    key, created, unconfirmed, weakness = (np.concatenate(keys) for keys in zip(*orders, strict=True))
    edges = Edges._make(np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    order = np.lexsort((key, edges.kind, created, unconfirmed, weakness, position))
    if per_node:
        order = order[place_in_group(position[order]) < per_node]
    return Edges._make(array[order] for array in edges)


def place_in_group(groups: Ints) -> Ints:
    """0, 1, 2, ... within each run of equal numbers, which ascend."""
    return np.arange(len(groups)) - np.searchsorted(groups, groups)


_TYPES = (np.int64, np.int64, np.int64, np.int32, np.int8, np.float32, np.float32, np.bool_)


def _as_edges(frontier: Ints, found: Found) -> Edges:
    edge, reverse = found.entries >> 1, (found.entries & 1).astype(bool)
    columns = found.columns
    return Edges(
        source=frontier[found.position],
        target=np.where(reverse, columns.source[edge], columns.target[edge]),
        fact=columns.key[edge] if found.kind == FACT_EDGE else np.zeros(len(edge), np.int64),
        relation=columns.relation[edge],
        kind=np.full(len(edge), found.kind, np.int8),
        weight=columns.weight[edge],
        confidence=columns.confidence[edge],
        reverse=reverse,
    )
