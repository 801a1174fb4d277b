"""Every name of a graph in memory, by its spelling: who is called so, and which entries may be one under two names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from graph.naming import spelling, unqualified, unranked
from graph.projections.edge_table import Bools, Ints
from graph.retrieval.types import ENTITY, NODE_KINDS
from graph.statements import batched, select_among

CROWD = 5  # entries of one spelling: of more of them no two say anything about each other
OPEN_TYPES = frozenset({"", "concept", "thing"})  # what nobody has looked at closely may be anything
FETCHED = 50_000

_EVERY = """
    SELECT alias.text, alias.normalised, alias.kind, entity.type, entity.id
    FROM graph_entityalias alias JOIN graph_entity entity ON entity.id = alias.entity_id
    WHERE alias.user_id = %s AND alias.kind <> 'external'
"""
_OF = """
    SELECT alias.text, alias.normalised, alias.kind, entity.type, entity.id
    FROM graph_entityalias alias JOIN graph_entity entity ON entity.id = alias.entity_id
    WHERE alias.entity_id IN ({among}) AND alias.user_id = %s AND alias.kind <> 'external'
"""
Row = tuple[int, int, int, int, bool, int]
Called = dict[str, list[int]]  # by name, ids ascending


@dataclass(frozen=True, slots=True)
class Names:
    """Parallel arrays, a place for each way to spell a name; texts stand as hashes. Never changed, only replaced."""

    spelling: Ints  # ascending; of a name without one, the name as it is kept
    exact: Ints  # the name as it is kept
    mark: Ints  # what the spelling leaves out, a qualifier or a rank; 0 for nothing
    type: Ints  # 0 for an open one
    own: Bools  # the entry's own name, not another it goes by
    entity: Ints
    one: Ints  # of entries that may be one: each (ascending) with
    other: Ints  # each of the others

    @property
    def size(self) -> int:
        """Bytes held."""
        return sum(int(getattr(self, column.name).nbytes) for column in fields(self))

    def called(self, names: Sequence[str]) -> tuple[Called, Called]:
        """Who are called by each of the names (normalised), by id; and, of the rest, who are in another spelling."""
        keys = np.array([_key(name) for name in names], np.int64)
        begin, end = np.searchsorted(self.spelling, keys), np.searchsorted(self.spelling, keys, "right")
        exactly: Called = {}
        otherwise: Called = {}
        for place in np.flatnonzero(end > begin).tolist():
            name, alike = names[place], slice(begin[place], end[place])
            exact = self.exact[alike] == hash(name)
            if exact.any():
                exactly[name] = np.unique(self.entity[alike][exact]).tolist()
            else:
                otherwise[name] = np.unique(self.entity[alike]).tolist()
        return exactly, otherwise

    def namesakes(self, nodes: Iterable[int]) -> Mapping[int, tuple[int, ...]]:
        """For each of the nodes that has some, the nodes of the entries that may be the same, ascending."""
        if not len(self.one):
            return {}
        wanted = np.array([number for number in nodes if number % NODE_KINDS == ENTITY], np.int64)
        ids = (wanted - ENTITY) // NODE_KINDS
        begin, end = np.searchsorted(self.one, ids), np.searchsorted(self.one, ids, "right")
        return {
            int(wanted[place]): tuple((self.other[begin[place] : end[place]] * NODE_KINDS + ENTITY).tolist())
            for place in np.flatnonzero(end > begin)
        }

    def by_entity(self) -> dict[int, list[tuple]]:
        """How the names of each entity are held, for comparing."""
        held: dict[int, list[tuple]] = {}
        for *name, pk in sorted(zip(*(getattr(self, column).tolist() for column in _COLUMNS), strict=True)):
            held.setdefault(pk, []).append(tuple(name))
        return held

    def changed(self, entities: Collection[int], newer: list[Row]) -> Names:
        """The names without those of these entities and with the newer ones."""
        kept = ~np.isin(self.entity, np.fromiter(entities, np.int64, len(entities)))
        standing = [getattr(self, column)[kept] for column in _COLUMNS]
        fresh = _columns(newer)
        at = np.searchsorted(standing[0], fresh[0])
        return _names([np.insert(old, at, new) for old, new in zip(standing, fresh, strict=True)])


_COLUMNS = ("spelling", "exact", "mark", "type", "own", "entity")
_TYPES = (np.int64, np.int64, np.int64, np.int64, np.bool_, np.int64)


def every(user_id: int) -> Names:
    """The names of all entries of a person."""
    rows = [row for part in batched(_EVERY, FETCHED, user_id) for found in part for row in _spelled(*found)]
    return _names(_columns(rows))


def of(user_id: int, entities: Collection[int]) -> list[Row]:
    """The names of these entries that still are."""
    return [row for found in select_among(_OF, entities, user_id) for row in _spelled(*found)]


def _spelled(text: str, normalised: str, kind: str, type_: str, entity: int) -> Iterable[Row]:
    """A name as it is written, and without its qualifier and rank if it has one."""
    exact, of_type = hash(normalised), 0 if type_.casefold() in OPEN_TYPES else hash(type_.casefold())
    plain, qualifier = unqualified(text)
    plain, rank = unranked(plain)
    yield _key(normalised), exact, 0, of_type, kind == "name", entity
    if (qualifier or rank) and (bare := spelling(plain)):
        yield hash(bare), exact, hash((qualifier.casefold(), rank)), of_type, kind == "name", entity


def _key(normalised: str) -> int:
    return hash(spelling(normalised) or normalised)


def _columns(rows: list[Row]) -> list[NDArray]:
    """The rows as arrays, ascending by spelling."""
    cells: Iterable[tuple] = zip(*rows, strict=True) if rows else [()] * len(_TYPES)
    columns: list[NDArray] = [np.array(cell, of_type) for cell, of_type in zip(cells, _TYPES, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    return [column[order] for column in columns]


def _names(columns: list[NDArray]) -> Names:
    spelled, exact, mark, of_type, own, entity = columns
    first, second = _neighbours(spelled)
    may = (
        (entity[first] != entity[second])
        & (exact[first] != exact[second])  # of one name exactly: somebody told them apart
        & (own[first] | own[second])  # many share a first name as one of their names
        & ((mark[first] == 0) | (mark[second] == 0) | (mark[first] == mark[second]))
        & ((of_type[first] == 0) | (of_type[second] == 0) | (of_type[first] == of_type[second]))
    )
    ends = (
        np.concatenate([entity[first[may]], entity[second[may]]]),
        np.concatenate([entity[second[may]], entity[first[may]]]),
    )
    pairs = np.unique(np.stack(ends), axis=1)
    return Names(spelled, exact, mark, of_type, own, entity, pairs[0], pairs[1])


def _neighbours(ascending: Ints) -> tuple[Ints, Ints]:
    """The places of every two equal values, of those that are not a crowd."""
    found = []
    crowded = np.zeros(len(ascending), bool)
    last = len(ascending) - CROWD
    if last > 0:
        begins = np.flatnonzero(ascending[:last] == ascending[CROWD:])
        crowded = np.isin(ascending, ascending[begins])
    for apart in range(1, CROWD):
        first = np.flatnonzero((ascending[:-apart] == ascending[apart:]) & ~crowded[apart:])
        found.append((first, first + apart))
    ones, others = zip(*found, strict=True)
    return np.concatenate(ones), np.concatenate(others)


NOBODY = _names(_columns([]))
