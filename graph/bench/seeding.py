"""A made-up person's graph of any size: the same for the same size, with a hub, literals and vectors in clusters."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from graph import versions
from graph.models import Embedding, Entity, EntityAlias, Fact, User, UserSettings
from graph.models.fact import value_key
from graph.naming import normalise
from graph.predicates import BUILT_IN
from graph.projections import keywords, subjects
from graph.projections.texts import text_hash
from graph.retrieval.types import Kind

BATCH = 2000  # rows a statement
CHUNK = 20_000  # rows held at a time
MOST_ENTITIES = 100_000  # of the largest graphs: what people know grows faster than whom they know
HUB_SHARE = 0.3  # of the facts are about the person themself
LITERAL_SHARE = 0.2
DIRECTIONS = 48  # texts' vectors vary in far fewer directions than they have numbers
_SYLLABLES = "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so".split()  # noqa: SIM905
_PREDICATES = [name for name, relation in BUILT_IN.items() if not relation.functional]


@dataclass(frozen=True, slots=True)
class Seeded:
    """The person, some entities' names to ask about, and vectors to search with."""

    user: User
    names: list[str]
    entities: list[int]
    queries: NDArray[np.float32]


def seed(facts: int, *, model: str, dimension: int, now: dt.datetime, name: str = "") -> Seeded:
    """A user with `facts` facts over a fifth as many entities, or 100,000; keywords and vectors of `model` included."""
    random = np.random.default_rng(facts)
    user = User.objects.create(username=name or f"bench-{facts}")
    UserSettings.objects.create(user=user)
    entities = _entities(user, min(max(20, facts // 5), MOST_ENTITIES), random, now)
    _facts(user, facts, [entity.pk for entity in entities], random, now)
    cloud = Cloud(random, dimension)
    kinds: tuple[Kind, ...] = ("entity", "fact")
    for kind in kinds:
        _projected(user, kind, model, cloud)
    with transaction.atomic():
        versions.bump(user.pk, [])
    asked = [entities[int(place)] for place in random.integers(1, len(entities), 200)]
    return Seeded(user, [entity.name for entity in asked], [entity.pk for entity in asked], cloud.vectors(200))


class Cloud:
    """Unit vectors around some centres, as the vectors of texts are."""

    def __init__(self, random: np.random.Generator, dimension: int) -> None:
        self._random = random
        self._basis = random.normal(size=(DIRECTIONS, dimension)).astype(np.float32)
        self._centres = random.normal(size=(200, DIRECTIONS)).astype(np.float32)

    def vectors(self, count: int) -> NDArray[np.float32]:
        noise = self._random.normal(size=(count, DIRECTIONS)).astype(np.float32)
        made = (self._centres[self._random.integers(0, len(self._centres), count)] + 0.7 * noise) @ self._basis
        return made / np.linalg.norm(made, axis=1, keepdims=True)


def _entities(user: User, count: int, random: np.random.Generator, now: dt.datetime) -> list[Entity]:
    words = random.integers(0, len(_SYLLABLES), (count, 5))
    names = ["".join(_SYLLABLES[syllable] for syllable in row).capitalize() for row in words]
    made = [
        Entity(user=user, name=name, type="person", is_self=number == 0, created_at=now)
        for number, name in enumerate(names)
    ]
    with transaction.atomic():
        entities = Entity.objects.bulk_create(made, batch_size=BATCH)
        EntityAlias.objects.bulk_create(
            [
                EntityAlias(user=user, entity=each, kind="name", text=each.name, normalised=normalise(each.name))
                for each in entities
            ],
            batch_size=BATCH,
        )
    return entities


def _facts(user: User, count: int, ids: list[int], random: np.random.Generator, now: dt.datetime) -> None:
    """A chunk at a time, so that a million of them fit."""
    seen: set[tuple] = set()
    made: list[Fact] = []
    while len(seen) < count:
        subject = ids[0] if random.random() < HUB_SHARE else ids[int(random.integers(len(ids)))]
        target = ids[int(random.integers(len(ids)))]
        predicate = _PREDICATES[int(random.integers(len(_PREDICATES)))]
        literal = f"value {len(seen)}" if random.random() < LITERAL_SHARE else ""
        if subject == target or (subject, predicate, target) in seen:
            continue
        made.append(
            Fact(
                user=user,
                subject_id=subject,
                predicate=predicate,
                object_id=None if literal else target,
                value=literal,
                value_key=value_key(literal),
                status="confirmed" if random.random() < 0.9 else "staged",
                confidence=float(random.uniform(0.5, 1)),
                weight=float(random.uniform(0.3, 1)),
                created_at=now - dt.timedelta(minutes=len(seen)),
            )
        )
        seen.add((subject, predicate, target))
        if len(made) == CHUNK or len(seen) == count:
            with transaction.atomic():
                Fact.objects.bulk_create(made, batch_size=BATCH)
            made = []


def _projected(user: User, kind: Kind, model: str, cloud: Cloud) -> None:
    """Keywords and vectors of every row of a kind."""
    ids = sorted(subjects.rows(user.pk, kind).values_list("pk", flat=True))
    for start in range(0, len(ids), CHUNK):
        found = subjects.texts(user.pk, kind, ids[start : start + CHUNK])
        rows = [
            Embedding(
                user=user,
                kind=kind,
                object_id=pk,
                model=model,
                dim=len(vector),
                vector=vector.astype("<f4").tobytes(),
                text_hash=text_hash(text),
            )
            for (pk, text), vector in zip(found.items(), cloud.vectors(len(found)), strict=True)
        ]
        with transaction.atomic():
            keywords.put(kind, user.pk, found.items())
            Embedding.objects.bulk_create(rows, batch_size=BATCH)
