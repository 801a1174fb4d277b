"""Queued work as a row: the broker only wakes the worker."""

from django.db import models
from django.db.models import Q

from graph.models.owned import Owned, OwnedManager


class Job(Owned):
    """A unit of background work, leased by one worker at a time; `key` makes queueing it twice harmless."""

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    kind = models.CharField(max_length=32)
    key = models.CharField(max_length=200)
    payload = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True, blank=True)
    leased_by = models.CharField(max_length=64, default="", blank=True)
    error = models.TextField(default="", blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], condition=Q(state="queued"), name="one_queued_job_per_key"),
        ]
        indexes = [models.Index(fields=["state", "due_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} ({self.state})"
