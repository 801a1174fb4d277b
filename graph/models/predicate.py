"""What a relation is called, and how it behaves."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Predicate(models.Model):
    """A relation a user added or overrode; the built-in ones live in `graph.predicates`."""

    ASKED_AS_LIMIT = 500  # characters: some forty words

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    label = models.CharField(max_length=200, default="", blank=True)
    inverse_label = models.CharField(max_length=200, default="", blank=True)
    category = models.CharField(max_length=64, default="custom", blank=True)
    symmetric = models.BooleanField(default=False)
    functional = models.BooleanField(default=False)
    inverse_of = models.CharField(max_length=120, default="", blank=True)
    asked_as = models.CharField(max_length=ASKED_AS_LIMIT, default="", blank=True)
    same_as = models.CharField(max_length=120, default="", blank=True)
    turned = models.BooleanField(default=False)
    subject_kind = models.CharField(max_length=64, default="", blank=True)
    object_kind = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="one_predicate_per_name"),
            models.CheckConstraint(condition=~Q(name=""), name="predicate_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
