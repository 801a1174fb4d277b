"""Rows that belong to one person, and how a query stays inside that person's rows."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models


class OwnedQuerySet(models.QuerySet):
    """Base of every queryset over owned rows: start each read with `for_user`."""

    def for_user(self, user: models.Model | int) -> Self:
        """Only the rows of `user` (an instance or a primary key)."""
        return self.filter(user_id=user if isinstance(user, int) else user.pk)

    def checked_for(self, user: models.Model | int) -> Self:
        """The same, for rows that are picked by their ids: the owner is checked but not searched by.

        SQLite without statistics prefers the owner's index to a list of ids, and would read all of their rows.
        """
        owner = models.F("user_id") + models.Value(0)
        return self.alias(checked_owner=owner).filter(checked_owner=user if isinstance(user, int) else user.pk)


OwnedManager = models.Manager.from_queryset(OwnedQuerySet)


class Owned(models.Model):
    """A row with an owner; deleting the owner deletes it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        abstract = True
