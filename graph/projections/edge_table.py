"""Edges in numpy: columns in key order, and compressed sparse rows that list each node's edges strongest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from graph.retrieval.types import NO_NODE

NEVER = np.iinfo(np.int64).max
CONFIRMED, BIDIRECTIONAL = 1, 2

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Columns:
    """Parallel arrays, one place an edge; ascending by `key` (the row's primary key)."""

    key: Ints
    source: Ints  # node numbers
    target: Ints  # NO_NODE for a literal
    relation: NDArray[np.int32]
    weight: NDArray[np.float32]
    confidence: NDArray[np.float32]
    created: Ints  # microseconds since 1970
    expires: Ints  # microseconds, or NEVER
    flags: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.key)

    def pick(self, chosen: NDArray) -> Columns:
        """The edges at `chosen` places, or where a mask is true."""
        return Columns(*(getattr(self, column.name)[chosen] for column in fields(self)))


def columns(rows: Sequence[tuple]) -> Columns:
    """Columns from rows of (key, source, target, relation, weight, confidence, created, expires, flags)."""
    cells: Sequence[tuple] = list(zip(*rows, strict=True)) if rows else [()] * len(_TYPES)
    arrays = [np.array(cell, dtype) for cell, dtype in zip(cells, _TYPES, strict=True)]
    return joined([Columns(*arrays)])


def joined(parts: Sequence[Columns]) -> Columns:
    """One set of columns from several without common keys, in key order and without self loops."""
    whole = Columns(*(np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(Columns)))
    order = np.argsort(whole.key, kind="stable")
    return whole.pick(order[whole.source[order] != whole.target[order]])


_TYPES = (np.int64, np.int64, np.int64, np.int32, np.float32, np.float32, np.int64, np.int64, np.uint8)


def precedence(columns: Columns) -> tuple[NDArray, ...]:
    """Sort keys for numpy.lexsort, least important first: strongest, confirmed, newest, then by key."""
    strength = columns.weight * columns.confidence
    return (columns.key, -columns.created, (columns.flags & CONFIRMED) == 0, -strength)


@dataclass(frozen=True, slots=True)
class Rows:
    """Each node's edges, in both directions; an entry is an edge's place times two, plus one if walked backwards."""

    columns: Columns
    nodes: Ints  # ascending
    begins: Ints  # len(nodes) + 1: where each node's entries begin
    entries: NDArray[np.int32]
    first_expiry: int  # before this moment none of the edges has expired

    @property
    def size(self) -> int:
        """Bytes held."""
        arrays = [
            self.nodes,
            self.begins,
            self.entries,
            *(getattr(self.columns, each.name) for each in fields(Columns)),
        ]
        return sum(array.nbytes for array in arrays)

    def bounds(self, nodes: Ints) -> tuple[Ints, Ints]:
        """Where the entries of each node begin and end; an empty range for an unknown one."""
        if not len(self.nodes):
            return np.zeros(len(nodes), np.int64), np.zeros(len(nodes), np.int64)
        at = np.minimum(np.searchsorted(self.nodes, nodes), len(self.nodes) - 1)
        known = self.nodes[at] == nodes
        return np.where(known, self.begins[at], 0), np.where(known, self.begins[at + 1], 0)

    def entries_of(self, node: int) -> NDArray[np.int32]:
        """The entries of one node, strongest first."""
        at = int(np.searchsorted(self.nodes, node))
        if at == len(self.nodes) or self.nodes[at] != node:
            return self.entries[:0]
        return self.entries[self.begins[at] : self.begins[at + 1]]

    def edges_of(self, nodes: Ints) -> Ints:
        """The places of all edges that touch any of the nodes."""
        begin, end = self.bounds(nodes)
        return np.unique(self.entries[ranges(begin, end - begin)] >> 1).astype(np.int64)

    def places(self, keys: Ints) -> Ints:
        """The places of the edges with these keys; keys that are not there are left out."""
        if not len(self.columns):
            return np.empty(0, np.int64)
        at = np.minimum(np.searchsorted(self.columns.key, keys), len(self.columns) - 1)
        return at[self.columns.key[at] == keys]


def rows(columns: Columns) -> Rows:
    """Rows over the columns: one sort of all edges, then a stable one by node."""
    count = len(columns)
    rank = np.empty(count, np.int64)
    rank[np.lexsort(precedence(columns))] = np.arange(count)
    backwards = np.flatnonzero(columns.target != NO_NODE)
    node = np.concatenate([columns.source, columns.target[backwards]])
    entry = np.concatenate([np.arange(count) * 2, backwards * 2 + 1])
    order = np.lexsort((rank[entry >> 1], node))
    node = node[order]
    expiry = int(columns.expires.min()) if count else NEVER
    first = np.flatnonzero(np.concatenate([[True], node[1:] != node[:-1]])) if len(node) else np.empty(0, np.int64)
    return Rows(columns, node[first], np.append(first, len(node)), entry[order].astype(np.int32), expiry)


def ranges(begins: Ints, lengths: Ints) -> Ints:
    """begin, begin + 1, ... for every pair, one after another."""
    total = int(lengths.sum())
    if not total:
        return np.empty(0, np.int64)
    before = np.cumsum(lengths) - lengths
    return np.arange(total) + np.repeat(begins - before, lengths)
