"""The ledger: every change with what stood before and after, and the questions it raised."""

from django.conf import settings
from django.db import models

from graph.models.fact import Fact
from graph.models.owned import Owned, OwnedManager


class Change(Owned):
    class Actor(models.TextChoices):
        USER = "user"
        POLICY = "policy"
        EXTRACTOR = "extractor"
        IMPORT = "import"
        API = "api"
        MCP = "mcp"

    actor = models.CharField(max_length=9, choices=Actor.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    verb = models.CharField(max_length=32)
    reason = models.TextField(default="", blank=True)
    summary = models.TextField(default="", blank=True)
    run = models.CharField(max_length=64, default="", blank=True)
    at = models.DateTimeField()
    undone_by = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="undoes")

    objects = OwnedManager()

    class Meta:
        indexes = [models.Index(fields=["user", "at"]), models.Index(fields=["user", "run"])]

    def __str__(self) -> str:
        return f"{self.verb}: {self.summary[:80]}"


class ChangeRow(models.Model):
    """One row of the database before and after a change; no `before` when created, no `after` when deleted."""

    change = models.ForeignKey(Change, on_delete=models.CASCADE, related_name="rows")
    model = models.CharField(max_length=20)
    object_id = models.BigIntegerField()
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["model", "object_id"])]

    def __str__(self) -> str:
        return f"{self.model} {self.object_id}"


class Conflict(Owned):
    """Facts that cannot all hold: a question to the owner."""

    class Kind(models.TextChoices):
        FUNCTIONAL = "functional"

    class State(models.TextChoices):
        OPEN = "open"
        RESOLVED = "resolved"

    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.FUNCTIONAL)
    older = models.ForeignKey(Fact, on_delete=models.CASCADE, related_name="+")
    newer = models.ForeignKey(Fact, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    decision = models.CharField(max_length=8, default="", blank=True)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["older", "newer"], name="one_conflict_per_pair")]
        indexes = [models.Index(fields=["user", "state"])]

    def __str__(self) -> str:
        return f"{self.kind} conflict {self.older_id} / {self.newer_id}"
