"""What the pure stages need of the database, loaded in a few statements: rows, likenesses, names."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graph.models import User
from graph.projections import vectors
from graph.projections.metric import unit
from graph.retrieval import rows
from graph.retrieval.channels import find, past
from graph.retrieval.question.asked_for import Wanted
from graph.retrieval.question.telling import Stems
from graph.retrieval.ranking import gather, joint
from graph.retrieval.seeding.anchors import Anchor
from graph.retrieval.spreading.activation import Activation
from graph.retrieval.types import CHUNK, DOCUMENT, ENTITY, EntityRow, FactRow, Item, Kind, node, node_kind, node_pk


def rivals(
    user: User, facts: Mapping[int, FactRow], exclusive: Collection[str], now: dt.datetime
) -> dict[int, FactRow]:
    """The confirmed facts that an unconfirmed one among `facts` contradicts, so that they are never missing."""
    doubtful = [fact for fact in facts.values() if fact.status != "confirmed" and fact.predicate in exclusive]
    if not doubtful:
        return {}
    predicates = {fact.predicate for fact in doubtful}
    return rows.confirmed_about(user.pk, {fact.subject for fact in doubtful}, predicates, now)


def entities(
    user: User, anchors: Sequence[Anchor], activation: Activation, facts: Mapping[int, FactRow]
) -> dict[int, EntityRow]:
    """The anchors, the entities that the spread reached, and the subjects of the facts."""
    wanted = {anchor.pk for anchor in anchors}
    wanted |= {node_pk(number) for number in activation.nodes if node_kind(number) == ENTITY}
    wanted |= {fact.subject for fact in facts.values()}
    return rows.entities(user.pk, wanted)


def kinds(user: User, activation: Activation, wanted: Wanted) -> dict[int, Stems]:
    """Of which kinds of thing that are looked for the reached entities are, by node; nothing for one of none."""
    if not (wanted.things and wanted.named):  # no way begins without somebody who is named
        return {}
    found = rows.entities(user.pk, [node_pk(number) for number in activation.nodes if node_kind(number) == ENTITY])
    told = {node(ENTITY, pk): wanted.kind_of(row.type, row.name) for pk, row in found.items()}
    return {number: kind for number, kind in told.items() if kind}


def similarities(user: User, found: find.Found, kind: Kind, ids: Iterable[int]) -> dict[int, float]:
    """How near rows are to the question: as the vector channel found them, and measured for the others."""
    if found.question is None:
        return {}
    near = dict(found.nearest(kind))
    rest = [(kind, pk) for pk in ids if pk not in near]
    held = directions(user, found, rest)
    if not held:
        return near
    measured = np.stack(list(held.values())) @ unit(found.question)
    return near | {pk: score for (_, pk), score in zip(held, measured.tolist(), strict=True)}


def together(
    user: User, found: find.Found, chains: Mapping[joint.Link, Collection[joint.Link]]
) -> dict[joint.Link, float]:
    """How near each reached row is to the question together with the chain that leads to it."""
    if found.question is None:
        return {}
    held = directions(user, found, {link for chain in chains.values() for link in chain})
    return {link: joint.resemblance(found.question, chain, held) for link, chain in chains.items()}


def directions(user: User, found: find.Found, wanted: Collection[joint.Link]) -> dict[joint.Link, NDArray[np.float32]]:
    """The unit vectors of facts and passages; one question reads each of them once."""
    kinds: tuple[Kind, ...] = ("fact", "chunk")
    numbers = 0 if found.question is None else len(found.question)
    for kind in kinds:
        ids = [pk for of, pk in wanted if of == kind and (of, pk) not in found.directions]
        held = vectors.directions(user.pk, kind, ids, numbers) if ids else {}
        found.directions |= {(kind, pk): one for pk, one in held.items()}
    return {link: found.directions[link] for link in wanted if link in found.directions}


def names(user: User, items: Sequence[Item], material: gather.Material) -> dict[int, str]:
    """The names of every node on the items' paths."""
    numbers = {step.node for item in items for step in item.path}
    known = [number for number in numbers if node_kind(number) == ENTITY and node_pk(number) in material.entities]
    found = {number: material.entities[node_pk(number)].name for number in known}
    titles = rows.titles(user.pk, [node_pk(number) for number in numbers if node_kind(number) == DOCUMENT])
    found |= {node(DOCUMENT, pk): title for pk, title in titles.items()}
    found |= past.queries(user, numbers)
    chunks = [node_pk(number) for number in numbers if node_kind(number) == CHUNK]
    missing = [pk for pk in chunks if pk not in material.chunks]
    held = {**material.chunks, **(rows.chunks(user.pk, missing) if missing else {})}
    return found | {node(CHUNK, pk): held[pk].document_title for pk in chunks if pk in held}
