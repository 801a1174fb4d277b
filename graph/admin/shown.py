"""What the product writes itself, in the admin: to be looked at, and the ledger to be undone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from graph import clock, models
from graph.admin.curated import acting
from graph.admin.listed import Listed
from graph.curation import undo


class Shown(Listed):
    """Rows that the product writes itself: to be looked at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Change)
class ChangeAdmin(Shown):
    list_display = ("at", "verb", "summary", "actor", "user", "undone_by")
    list_filter = ("verb", "actor")
    search_fields = ("summary", "reason", "run")
    actions = ("undo",)

    @admin.action(description="Undo", permissions=["view"])
    def undo(self, request: HttpRequest, queryset: QuerySet) -> None:
        for change in queryset.order_by("-pk"):
            try:
                undo.undo(user=change.user, change=change, by=acting(request), now=clock.now())
            except ValueError as refusal:
                self.message_user(request, f"{change}: {refusal}", messages.ERROR)


SHOWN: dict[type[Model], tuple[tuple[str, ...], tuple[str, ...]]] = {
    models.Chunk: (("document", "position", "text"), ("text", "document__title")),
    models.ChunkEdge: (("source", "relation", "target", "weight"), ("description", "relation")),
    models.DocumentReference: (("source", "link", "target"), ("link", "source__title")),
    models.JudgedPair: (("first", "second", "created_at"), ("first__text", "second__text")),
    models.ChangeRow: (("change", "model", "object_id"), ("model",)),
    models.Conflict: (("kind", "older", "newer", "state", "decision"), ("older__predicate",)),
    models.Retrieval: (("created_at", "query", "preset", "user"), ("query",)),
    models.RetrievalItem: (("retrieval", "rank", "kind", "score", "used", "cited", "helpful"), ("retrieval__query",)),
    models.Embedding: (("kind", "object_id", "model", "dim", "user"), ("model", "kind")),
    models.Touch: (("user", "version", "kind", "object_id"), ("kind",)),
    models.Job: (("kind", "key", "state", "attempts", "due_at", "error"), ("kind", "key", "error")),
}
for shown_model, (columns, searched) in SHOWN.items():
    admin.site.register(
        shown_model,
        type(f"{shown_model.__name__}Admin", (Shown,), {"list_display": columns, "search_fields": searched}),
    )


@admin.register(models.Original)
class OriginalAdmin(Shown):
    """Files that wait to be read; their bytes are neither loaded nor shown."""

    list_display = ("name", "document", "user")
    search_fields = ("name",)
    exclude = ("data",)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).defer("data")
