"""Entities and their other names in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest

from graph import clock, models
from graph.admin.curated import Curated, acting
from graph.curation import entities, loose, names
from graph.curation.recorder import Actor


class AliasInline(admin.TabularInline):
    model = models.EntityAlias
    extra = 0
    fields = ("kind", "scheme", "text")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).exclude(kind=models.EntityAlias.Kind.NAME)


@admin.register(models.Entity)
class EntityAdmin(Curated):
    list_display = ("name", "type", "user", "is_self", "pinned", "mention_count", "created_at")
    list_filter = ("type", "is_self", "pinned")
    search_fields = ("name", "aliases__text", "description")
    raw_id_fields = ("user",)
    fields = ("user", "name", "type", "description", "properties", "pinned")
    inlines = (AliasInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("user",) if obj else ()

    def save_model(self, request: HttpRequest, obj: models.Entity, form: ModelForm, change: bool) -> None:
        values = {name: form.cleaned_data[name] for name in form.changed_data if name != "user"}
        if change:
            entities.edit(user=obj.user, entity_id=obj.pk, by=acting(request), now=clock.now(), **values)
        else:
            pinned = values.pop("pinned", False)
            made = entities.create(user=obj.user, by=acting(request), now=clock.now(), **values)
            if pinned:
                entities.edit(user=obj.user, entity_id=made.pk, by=acting(request), now=clock.now(), pinned=True)
            obj.pk = made.pk

    def save_formset(self, request: HttpRequest, form: ModelForm, formset: BaseInlineFormSet, change: bool) -> None:
        """Other names and identifiers are set as a whole, as the edit verb takes them."""
        formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
        if not formset.has_changed():
            return
        kept = [one.cleaned_data for one in formset.forms if one.cleaned_data and not one.cleaned_data.get("DELETE")]
        external = models.EntityAlias.Kind.EXTERNAL
        entities.edit(
            user=form.instance.user,
            entity_id=form.instance.pk,
            by=acting(request),
            now=clock.now(),
            aliases=[row["text"] for row in kept if row["kind"] != external],
            external_ids={row["scheme"]: row["text"] for row in kept if row["kind"] == external},
        )

    def remove(self, user: models.User, rows: list[Any], by: Actor) -> None:
        for row in rows:
            entities.delete(user=user, entity_id=row.pk, by=by, now=clock.now())


@admin.register(models.EntityAlias)
class AliasAdmin(Curated):
    """Looked up here, changed on the entity."""

    list_display = ("text", "kind", "scheme", "entity", "user")
    list_filter = ("kind",)
    search_fields = ("text", "normalised", "scheme")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def remove(self, user: models.User, rows: list[Any], by: Actor) -> None:
        if any(row.kind == models.EntityAlias.Kind.NAME for row in rows):
            raise names.BadName("An entity keeps its own name; rename it instead.")
        loose.delete(user=user, rows=rows, by=by, now=clock.now())
