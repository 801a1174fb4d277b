"""One run of retrieval and what it returned: the receipt of an answer, and where feedback is kept."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from graph.models.owned import Owned, OwnedManager


class Retrieval(Owned):
    query = models.TextField(blank=True)  # what lies open may be asked about without a word
    preset = models.CharField(max_length=16, default="default")
    config = models.JSONField(default=dict, blank=True)
    degraded = models.JSONField(default=list, blank=True)
    cache_hit = models.BooleanField(default=False)
    anchors = models.JSONField(default=list, blank=True)
    narrative = models.TextField(default="", blank=True)
    tokens = models.PositiveIntegerField(default=0)
    timings = models.JSONField(default=dict, blank=True)
    stats = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        indexes = [models.Index(fields=["user", "created_at"])]

    def __str__(self) -> str:
        return f"{self.preset}: {self.query[:80]}"


class RetrievalItem(Owned):
    """One returned item; `used` when it stood in the prompt, `cited` when the answer leaned on it."""

    # Some twenty of every answer, which no page and no question looks through: both stand in the indexes below alone.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    retrieval = models.ForeignKey(Retrieval, on_delete=models.CASCADE, related_name="items", db_index=False)
    kind = models.CharField(max_length=8)
    object_id = models.BigIntegerField()
    rank = models.PositiveIntegerField()
    score = models.FloatField()
    detail = models.JSONField(default=dict, blank=True)
    used = models.BooleanField(default=False)
    cited = models.BooleanField(default=False)
    helpful = models.BooleanField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["retrieval", "kind", "object_id"], name="an_item_once_per_retrieval"),
        ]
        indexes = [
            models.Index(fields=["user", "retrieval"], name="items_of_an_owner"),
            models.Index(fields=["user", "kind", "object_id"], condition=Q(helpful__isnull=False), name="judged_items"),
            models.Index(fields=["user", "-retrieval", "rank"], condition=Q(helpful=True), name="helpful_items"),
            models.Index(fields=["user", "kind", "object_id"], condition=Q(used=True), name="read_items"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_id}"
