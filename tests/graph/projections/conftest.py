"""Rows made directly, as the layers above would write them; nothing of one test stays in memory for the next."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Iterable

import numpy as np
import pytest
from django.conf import settings
from django.db import connection, transaction

from graph import versions
from graph.models import Chunk, Document, Embedding, Entity, Evidence, Fact, Touch, User, UserSettings
from graph.projections import embed, keywords
from graph.projections.subjects import EMBEDDING_TOUCH
from graph.projections.texts import text_hash

MODEL = "synthetic"
COUNT = 600  # vectors of `matrix`
# Where the database searches vectors itself, no process holds any.
in_memory = pytest.mark.skipif(connection.vendor == "postgresql", reason="of tables and snapshots in this process")


@pytest.fixture(autouse=True)
def _no_files_left():
    """Snapshots and questions go by user id, and those begin anew with every test."""
    yield
    embed.forget_questions()
    shutil.rmtree(settings.DATA_DIR / "snapshots", ignore_errors=True)


@pytest.fixture
def _empty_index(transactional_db):
    """Full text tables are no models, so flushing the database after a test with threads leaves them."""
    yield
    for owner in keywords.owners():
        keywords.clear(owner)


@pytest.fixture
def user(db) -> User:
    """A person with nothing yet, not even themself: every row is the test's own."""
    return User.objects.create(username="ines", first_name="Ines")


@pytest.fixture
def other_user(db) -> User:
    return User.objects.create(username="tomek", first_name="Tomek")


class Writer:
    """Writes rows of one user and touches them, each call in a transaction of its own."""

    def __init__(self, user: User, now: dt.datetime) -> None:
        self.user, self.now = user, now

    def touch(self, *touched: tuple[str, int]) -> int:
        with transaction.atomic():
            return versions.bump(self.user.pk, touched)

    def entity(self, name: str, **fields) -> Entity:
        entity = Entity.objects.create(user=self.user, name=name, created_at=self.now, **fields)
        keywords.put("entity", self.user.pk, [(entity.pk, name)])
        self.touch((Touch.Kind.ENTITY, entity.pk))
        return entity

    def entities(self, count: int) -> list[Entity]:
        made = [Entity(user=self.user, name=f"entity {number}", created_at=self.now) for number in range(count)]
        return Entity.objects.bulk_create(made)

    def fact(self, subject: Entity, predicate: str, target: Entity | str, **fields) -> Fact:
        ends = {"object": target} if isinstance(target, Entity) else {"value": target, "value_key": target}
        made = {"status": "confirmed", "created_at": self.now} | ends | fields
        fact = Fact.objects.create(user=self.user, subject=subject, predicate=predicate, **made)
        self.touch((Touch.Kind.FACT, fact.pk))
        return fact

    def document(self, title: str = "Notes") -> Document:
        count = Document.objects.count()
        return Document.objects.create(user=self.user, title=title, sha256=f"{count:064d}", created_at=self.now)

    def chunk(self, document: Document, text: str, **fields) -> Chunk:
        position = document.chunks.count()
        chunk = Chunk.objects.create(
            user=self.user, document=document, position=position, text=text, created_at=self.now, **fields
        )
        self.touch((Touch.Kind.CHUNK, chunk.pk))
        return chunk

    def mention(self, chunk: Chunk, entity: Entity) -> Evidence:
        evidence = Evidence.objects.create(user=self.user, chunk=chunk, entity=entity, created_at=self.now)
        self.touch((Touch.Kind.CHUNK, chunk.pk))
        return evidence

    def vectors(self, ids: Iterable[int], matrix: np.ndarray, *, kind: str = "fact", model: str = MODEL) -> None:
        """Store vectors without the rows they are of: the index looks only at embeddings."""
        ids = list(ids)
        with transaction.atomic():
            Embedding.objects.bulk_create(
                [
                    Embedding(
                        user=self.user,
                        kind=kind,
                        object_id=pk,
                        model=model,
                        dim=matrix.shape[1],
                        vector=vector.astype("<f4").tobytes(),
                        text_hash=text_hash(str(pk)),
                    )
                    for pk, vector in zip(ids, matrix, strict=True)
                ],
                update_conflicts=True,
                unique_fields=["kind", "object_id", "model"],
                update_fields=["vector"],
            )
            versions.bump(self.user.pk, [(EMBEDDING_TOUCH[kind], pk) for pk in ids])

    def without_vectors(self, ids: Iterable[int], *, kind: str = "fact") -> None:
        ids = list(ids)
        with transaction.atomic():
            Embedding.objects.filter(user=self.user, kind=kind, object_id__in=ids).delete()
            versions.bump(self.user.pk, [(EMBEDDING_TOUCH[kind], pk) for pk in ids])


@pytest.fixture
def write(user, now) -> Writer:
    return Writer(user, now)


@pytest.fixture
def write_other(other_user, now) -> Writer:
    return Writer(other_user, now)


def clustered(count: int, *, dimension: int = 64, seed: int = 1) -> np.ndarray:
    """Unit vectors that lie in groups, as those of texts do; the same for the same seed."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(max(1, count // 50), dimension))
    vectors = centres[random.integers(0, len(centres), count)] + 0.6 * random.normal(size=(count, dimension))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def true_nearest(ids: Iterable[int], matrix: np.ndarray, query: np.ndarray, k: int) -> list[int]:
    """The ids of the `k` most similar, by plain arithmetic."""
    scored = sorted(zip(ids, (matrix @ query).tolist(), strict=True), key=lambda each: (-each[1], each[0]))
    return [pk for pk, _ in scored[:k]]


@pytest.fixture
def matrix(write, user):
    """600 vectors with ids 0..599, and HNSW for any number of vectors."""
    made = clustered(COUNT)
    write.vectors(range(COUNT), made)
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": 0})
    return made
