"""What every admin over the graph does alike: deletes through verbs, a refusal shown and not raised."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest

from graph import models
from graph.admin.listed import Listed
from graph.curation.recorder import Actor


def acting(request: HttpRequest) -> Actor:
    """The administrator, signed in the ledger as a person."""
    return Actor.person(request.user)  # type: ignore[arg-type]


def by_owner(rows: QuerySet) -> dict[models.User, list[Any]]:
    """Rows grouped by the person they belong to: a change is one person's."""
    groups: dict[models.User, list[Any]] = defaultdict(list)
    for row in rows.select_related("user"):
        groups[row.user].append(row)
    return groups


class Curated(Listed):
    """Deletes through verbs; a refusal is shown, not raised."""

    def remove(self, user: models.User, rows: list[Any], by: Actor) -> None:
        raise NotImplementedError

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._remove(request, obj.user, [obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        for user, rows in by_owner(queryset).items():
            self._remove(request, user, rows)

    def _remove(self, request: HttpRequest, user: models.User, rows: list[Any]) -> None:
        try:
            self.remove(user, rows, acting(request))
        except ValueError as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
