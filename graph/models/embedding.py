"""The meaning of a text as numbers, kept in the database so that any vector index can be rebuilt."""

from django.db import models

from graph.models.owned import Owned, OwnedManager


class Embedding(Owned):
    """`vector` is `dim` little-endian float32 numbers of the model `model` for the text with `text_hash`.

    `lines` are the same in float16 for each line of a passage, one after another; none of one line, null until made.
    """

    class Kind(models.TextChoices):
        ENTITY = "entity"
        FACT = "fact"
        CHUNK = "chunk"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    object_id = models.BigIntegerField()
    model = models.CharField(max_length=120)
    dim = models.PositiveSmallIntegerField()
    vector = models.BinaryField()
    text_hash = models.CharField(max_length=32)
    lines = models.BinaryField(null=True)

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "object_id", "model"], name="one_embedding_per_model"),
        ]
        indexes = [
            models.Index(fields=["user", "model", "kind"]),
            models.Index(
                fields=["user", "model"], condition=models.Q(kind="chunk", lines=None), name="passages_without_lines"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_id} ({self.model})"
