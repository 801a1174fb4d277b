"""What changed at which version, so that a projection fetches only the rows since its own."""

from django.db import models

from graph.models.owned import Owned, OwnedManager


class Touch(Owned):
    """One row that a write touched at `version`: written, or gone if it is no longer there.

    `around` names an entity whose neighbourhood changed (a fact about it was written); caches look at it.
    """

    class Kind(models.TextChoices):
        ENTITY = "entity"
        FACT = "fact"
        CHUNK = "chunk"
        EDGE = "edge"
        EMBEDDING_ENTITY = "emb_entity"
        EMBEDDING_FACT = "emb_fact"
        EMBEDDING_CHUNK = "emb_chunk"
        EMBEDDING_LINES = "emb_lines"
        AROUND = "around"

    version = models.BigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    object_id = models.BigIntegerField()

    objects = OwnedManager()

    class Meta:
        verbose_name_plural = "touches"
        indexes = [models.Index(fields=["user", "version"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_id} at {self.version}"
