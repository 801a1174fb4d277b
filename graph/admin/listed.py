"""Lists in the admin that take no longer the more rows there are."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import ForeignKey, QuerySet
from django.http import HttpRequest


class Listed(admin.ModelAdmin):
    """Pages of fifty, counted once; what a row points at is read for the page alone.

    Joined to its person, SQLite begins with the person and puts all of their rows in order for one page.
    """

    list_per_page = 50
    show_full_result_count = False
    list_select_related = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """The rows, with what the list shows of others."""
        fields = {field.name for field in self.model._meta.concrete_fields if isinstance(field, ForeignKey)}
        shown = [name for name in self.get_list_display(request) if name in fields]
        return super().get_queryset(request).prefetch_related(*shown)
