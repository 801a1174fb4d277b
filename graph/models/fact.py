"""One statement: a subject, a predicate, and either another entity or a plain value."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.lookups import Exact

from graph.models.entity import Entity
from graph.models.owned import Owned, OwnedQuerySet


def value_key(value: str) -> str:
    """A fixed-length key for the uniqueness of a literal of any length ("" for no literal)."""
    return hashlib.sha256(" ".join(value.casefold().split()).encode()).hexdigest() if value else ""


class FactQuerySet(OwnedQuerySet):
    def active(self) -> Self:
        """Facts that take part in answers: staged or confirmed."""
        return self.filter(status__in=Fact.ACTIVE)

    def staged(self) -> Self:
        return self.filter(status=Fact.Status.STAGED)

    def confirmed(self) -> Self:
        return self.filter(status=Fact.Status.CONFIRMED)

    def about(self, entity: Entity | int) -> Self:
        """Facts in which `entity` is the subject or the object."""
        pk = entity if isinstance(entity, int) else entity.pk
        return self.filter(Q(subject_id=pk) | Q(object_id=pk))

    def unexpired_at(self, moment: dt.datetime) -> Self:
        """Facts whose time is not over at `moment`: maintenance takes the others back, at its next pass."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=moment))

    def held_true_at(self, moment: dt.datetime) -> Self:
        """Facts that were believed and valid at `moment`: known by then, begun, and not ended.

        One that was taken back since counts if the ledger has it confirmed at that time.
        """
        confirmed_then = Exact(_status_at(moment), Value(Fact.Status.CONFIRMED))
        return self.unexpired_at(moment).filter(
            Q(status__in=[*Fact.ACTIVE, Fact.Status.SUPERSEDED]) | Q(confirmed_then, status=Fact.Status.RETRACTED),
            Q(valid_from__lte=moment) | Q(valid_from=None, created_at__lte=moment),
            Q(valid_until=None) | Q(valid_until__gt=moment),
        )


def _status_at(moment: dt.datetime) -> Subquery:
    """The status that the ledger has for a fact at a moment; null before the fact was known."""
    from graph.models.ledger import ChangeRow  # which stands on facts itself

    rows = ChangeRow.objects.filter(model="fact", object_id=OuterRef("pk"))
    latest = rows.filter(change__at__lte=moment).order_by("-change__at", "-pk")
    return Subquery(latest.values_list(KeyTextTransform("status", "after"))[:1])


class Fact(Owned):
    class Status(models.TextChoices):
        STAGED = "staged"
        CONFIRMED = "confirmed"
        SUPERSEDED = "superseded"
        RETRACTED = "retracted"
        REJECTED = "rejected"

    class Source(models.TextChoices):
        USER_EDIT = "user_edit"
        FILE = "file"
        SYSTEM = "system"
        CONVERSATION = "conversation"

    class Provenance(models.TextChoices):
        EXPLICIT = "explicit"
        INFERENCE = "inference"
        IMPORT = "import"
        SUGGESTED = "suggested"

    class ValueType(models.TextChoices):
        STRING = "string"
        NUMBER = "number"
        BOOL = "bool"
        DATE = "date"
        LIST = "list"

    ACTIVE = (Status.STAGED, Status.CONFIRMED)
    PAST = (Status.SUPERSEDED, Status.RETRACTED)  # what once stood and may be asked for as of then

    subject = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="facts_about")
    predicate = models.CharField(max_length=120)
    object = models.ForeignKey(Entity, null=True, blank=True, on_delete=models.CASCADE, related_name="facts_naming")
    value = models.TextField(default="", blank=True)
    value_type = models.CharField(max_length=8, choices=ValueType.choices, default=ValueType.STRING)
    value_key = models.CharField(max_length=64, default="", blank=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.STAGED)
    source = models.CharField(max_length=16, choices=Source.choices, default=Source.CONVERSATION)
    provenance = models.CharField(max_length=9, choices=Provenance.choices, default=Provenance.EXPLICIT)
    confidence = models.FloatField(default=1.0)
    weight = models.FloatField(default=1.0)
    bidirectional = models.BooleanField(default=False)
    description = models.TextField(default="", blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    tags = models.JSONField(default=list, blank=True)
    pinned = models.BooleanField(default=False)
    used_count = models.PositiveIntegerField(default=0)
    helpful_count = models.PositiveIntegerField(default=0)
    unhelpful_count = models.PositiveIntegerField(default=0)
    last_used = models.DateTimeField(null=True, blank=True)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="supersedes"
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    objects = FactQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(Q(object__isnull=False) & Q(value="")) | (Q(object__isnull=True) & ~Q(value="")),
                name="fact_has_object_or_value",
            ),
            models.CheckConstraint(condition=~Q(subject=F("object")), name="fact_is_no_self_loop"),
            models.CheckConstraint(condition=Q(confidence__gte=0, confidence__lte=1), name="fact_confidence_in_range"),
            models.CheckConstraint(condition=Q(weight__gte=0, weight__lte=1), name="fact_weight_in_range"),
            models.CheckConstraint(condition=~Q(predicate=""), name="fact_has_a_predicate"),
            models.CheckConstraint(
                condition=Q(valid_from__isnull=True)
                | Q(valid_until__isnull=True)
                | Q(valid_until__gte=F("valid_from")),
                name="fact_ends_after_it_begins",
            ),
            models.UniqueConstraint(
                fields=["user", "subject", "predicate", "object"],
                condition=Q(status__in=["staged", "confirmed"], object__isnull=False),
                name="one_active_fact_per_object",
            ),
            models.UniqueConstraint(
                fields=["user", "subject", "predicate", "value_key"],
                condition=Q(status__in=["staged", "confirmed"], object__isnull=True),
                name="one_active_fact_per_value",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "status", "created_at"]),
            models.Index(fields=["user", "subject", "predicate"]),
            models.Index(fields=["user", "predicate"]),
        ]

    def __str__(self) -> str:
        return f"fact {self.pk}: {self.predicate}"
