"""Which entities belong together: the Louvain method over the facts (M71)."""

from __future__ import annotations

import datetime as dt

import numpy as np
from django.db import transaction
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from graph import versions
from graph.curation.recorder import Actor
from graph.maintenance.network import network
from graph.models import Entity, User
from graph.models.version import Touch

SMALLEST = 3  # entities; two that are joined are a fact, not a community


def groups(user: User, now: dt.datetime) -> list[list[int]]:
    """The entities of each community, largest first, ties by the oldest member.

    By the Louvain method (Blondel et al. 2008). That of Leiden promises besides that a community is joined within
    itself, but as the library has it, it came to no end on a graph with 60,000 edges at one entity: here what is not
    joined within a community is parted afterwards, which no modularity is lost by.
    """
    joined = network(user.pk, now, correlations=True)
    if not len(joined.ids):
        return []
    from sknetwork.clustering import Louvain  # a tenth of a second of imports, which no start needs

    labels = parted(joined.both_ways, Louvain(random_state=0).fit_predict(joined.both_ways)).tolist()
    members: dict[int, list[int]] = {}
    for pk, label in zip(joined.ids.tolist(), labels, strict=True):
        members.setdefault(label, []).append(pk)
    large = [sorted(group) for group in members.values() if len(group) >= SMALLEST]
    return sorted(large, key=lambda group: (-len(group), group[0]))


def parted(both_ways: sparse.csr_matrix, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Labels by which each group is joined within itself: one that is not becomes as many as it has parts."""
    edges = both_ways.tocoo()
    within = labels[edges.row] == labels[edges.col]
    kept = (np.ones(within.sum(), np.int8), (edges.row[within], edges.col[within]))
    return connected_components(sparse.coo_matrix(kept, both_ways.shape), directed=False)[1]


def run(*, user: User, by: Actor, now: dt.datetime, dry_run: bool) -> dict[str, int]:
    """How many `communities` there are, how many entities are in one, and of how many that `changed`."""
    found = groups(user, now)
    places = {pk: number for number, group in enumerate(found, start=1) for pk in group}
    changed = []
    for entity in Entity.objects.for_user(user).only("pk", "community"):
        if entity.community != places.get(entity.pk):
            entity.community = places.get(entity.pk)
            changed.append(entity)
    if changed and not dry_run:
        with transaction.atomic():
            Entity.objects.bulk_update(changed, ["community"], batch_size=500)
            versions.bump(user.pk, [(Touch.Kind.AROUND, entity.pk) for entity in changed])
    return {"communities": len(found), "entities": len(places), "changed": len(changed)}
