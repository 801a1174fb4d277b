"""The person who owns a graph, and what they have set."""

import datetime
import uuid
import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person with a graph of their own; `first_name` is what the assistant calls them."""

    time_zone = models.CharField(max_length=64, default="UTC")

    def __str__(self) -> str:
        return self.first_name or self.username

    def local(self, moment: datetime.datetime) -> datetime.datetime:
        """The moment in the person's own time zone."""
        return moment.astimezone(zoneinfo.ZoneInfo(self.time_zone))


class UserSettings(models.Model):
    """One row a user: overrides of the defaults in `params`, and the version of their graph.

    `graph_version` grows by one in the transaction of every write; a projection knows the version it stands at.
    `epoch` tells this graph from another that had the same id in a database since deleted.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="settings")
    graph_version = models.BigIntegerField(default=0)
    epoch = models.UUIDField(default=uuid.uuid4, editable=False)
    retrieval = models.JSONField(default=dict, blank=True)
    learning = models.JSONField(default=dict, blank=True)
    keyboard = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "user settings"

    def __str__(self) -> str:
        return f"Settings of {self.user}"
