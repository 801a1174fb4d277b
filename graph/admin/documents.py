"""Documents in the admin: to be looked at and deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from graph import clock, models
from graph.admin.curated import Curated
from graph.curation.recorder import Actor
from graph.documents import removing


@admin.register(models.Document)
class DocumentAdmin(Curated):
    list_display = ("title", "kind", "status", "stage", "user", "created_at")
    list_filter = ("kind", "status")
    search_fields = ("title", "source")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def remove(self, user: models.User, rows: list[Any], by: Actor) -> None:
        for row in rows:
            removing.delete(user=user, document=row, by=by, now=clock.now())
