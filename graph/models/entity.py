"""People, places, projects and ideas, and every name they go by."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from graph.models.owned import Owned, OwnedManager, OwnedQuerySet

NAME_LIMIT = 2000


class EntityQuerySet(OwnedQuerySet):
    def standing(self) -> Self:
        """Entities that have not been merged into another."""
        return self.filter(merged_into=None)


class Entity(Owned):
    name = models.CharField(max_length=NAME_LIMIT)
    type = models.CharField(max_length=64, default="concept")
    description = models.TextField(default="", blank=True)
    properties = models.JSONField(default=dict, blank=True)
    is_self = models.BooleanField(default=False)
    pinned = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="absorbed")
    mention_count = models.PositiveIntegerField(default=0)
    last_mentioned = models.DateTimeField(null=True, blank=True)
    importance = models.FloatField(default=0.0)
    community = models.IntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    objects = EntityQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entities"
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(is_self=True), name="one_self_per_user"),
            models.CheckConstraint(condition=~Q(name=""), name="entity_has_a_name"),
            models.CheckConstraint(
                condition=~(Q(is_self=True) & Q(merged_into__isnull=False)), name="self_is_not_merged"
            ),
        ]
        indexes = [models.Index(fields=["user", "type"]), models.Index(fields=["user", "merged_into", "created_at"])]

    def __str__(self) -> str:
        return self.name[:120]


class EntityAlias(Owned):
    """A name, another name, or an identifier elsewhere (`scheme` and `text`), found by `normalised`."""

    class Kind(models.TextChoices):
        NAME = "name"
        ALIAS = "alias"
        EXTERNAL = "external"

    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="aliases")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.ALIAS)
    scheme = models.CharField(max_length=64, default="", blank=True)
    text = models.CharField(max_length=NAME_LIMIT)
    normalised = models.CharField(max_length=255)

    objects = OwnedManager()

    class Meta:
        verbose_name_plural = "entity aliases"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "scheme", "text"], condition=Q(kind="external"), name="one_entity_per_external_id"
            ),
            models.UniqueConstraint(
                fields=["entity", "normalised"], condition=Q(kind="alias"), name="an_alias_once_per_entity"
            ),
            models.UniqueConstraint(fields=["entity"], condition=Q(kind="name"), name="one_name_per_entity"),
        ]
        indexes = [models.Index(fields=["user", "normalised"])]

    def __str__(self) -> str:
        return f"{self.scheme}:{self.text}" if self.scheme else self.text[:120]
