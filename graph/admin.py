"""Django admin over the graph: searchable, and every write goes through the curation verbs."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest

from graph import clock, models
from graph.curation import entities, facts, loose, names, undo
from graph.curation.candidates import Draft
from graph.curation.recorder import Actor
from graph.documents import ingest
from graph.models.fact import value_key


def acting(request: HttpRequest) -> Actor:
    """The administrator, signed in the ledger as a person."""
    return Actor.person(request.user)  # type: ignore[arg-type]


def by_owner(rows: QuerySet) -> dict[models.User, list[Any]]:
    """Rows grouped by the person they belong to: a change is one person's."""
    groups: dict[models.User, list[Any]] = defaultdict(list)
    for row in rows.select_related("user"):
        groups[row.user].append(row)
    return groups


class Curated(admin.ModelAdmin):
    """Deletes through verbs; a refusal is shown, not raised."""

    list_per_page = 50
    show_full_result_count = False

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


class AliasInline(admin.TabularInline):
    model = models.EntityAlias
    extra = 0
    fields = ("kind", "scheme", "text")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).exclude(kind=models.EntityAlias.Kind.NAME)


class EvidenceInline(admin.TabularInline):
    model = models.Evidence
    fk_name = "fact"
    extra = 0
    fields = ("quote", "document", "chunk", "extractor")
    raw_id_fields = ("document", "chunk")


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


@admin.register(models.Fact)
class FactAdmin(Curated):
    list_display = ("subject", "predicate", "shown_object", "status", "source", "user", "created_at")
    list_filter = ("status", "source", "provenance")
    list_select_related = ("subject", "object", "user")
    search_fields = ("subject__name", "predicate", "object__name", "value", "description")
    raw_id_fields = ("user", "subject", "object")
    fields = (
        "user", "subject", "predicate", "object", "value", "value_type", "confidence", "weight", "bidirectional",
        "description", "metadata", "tags", "pinned", "valid_from", "valid_until", "expires_at", "status", "source",
    )  # fmt: skip
    inlines = (EvidenceInline,)
    actions = ("confirm", "reject", "retract", "restore")

    @admin.display(description="object or value")
    def shown_object(self, fact: models.Fact) -> str:
        return str(fact.object) if fact.object else fact.value[:80]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("user", "status", "source") if obj else ()

    def save_model(self, request: HttpRequest, obj: models.Fact, form: ModelForm, change: bool) -> None:
        by, now = acting(request), clock.now()
        if change:
            values = {name: form.cleaned_data[name] for name in form.changed_data}
            for end in ("subject", "object"):
                if values.get(end) is not None:
                    values[end] = values[end].pk
            facts.edit(user=obj.user, fact_id=obj.pk, by=by, now=now, **values)
            return
        draft = Draft(
            subject=obj.subject.pk,
            predicate=obj.predicate,
            object=obj.object.pk if obj.object else None,
            value=obj.value or None,
            value_type=obj.value_type,
            status=obj.status,
            source=obj.source,
            confidence=obj.confidence,
            weight=obj.weight,
            bidirectional=obj.bidirectional,
            description=obj.description,
            metadata=obj.metadata,
            tags=tuple(obj.tags),
            valid_from=obj.valid_from,
            valid_until=obj.valid_until,
            expires_at=obj.expires_at,
        )
        obj.value_key = value_key(obj.value)
        obj.pk = facts.state(user=obj.user, draft=draft, by=by, now=now)[0].pk

    def save_formset(self, request: HttpRequest, form: ModelForm, formset: BaseInlineFormSet, change: bool) -> None:
        """Quotes are written and taken away through the ledger."""
        rows: list[Model] = formset.save(commit=False)
        user, by, now = form.instance.user, acting(request), clock.now()
        for row in rows:
            row.user, row.fact_id = user, form.instance.pk  # type: ignore[attr-defined]
            row.created_at = row.created_at or now  # type: ignore[attr-defined]
        if rows:
            loose.save(user=user, rows=rows, by=by, now=now)
        if formset.deleted_objects:
            loose.delete(user=user, rows=formset.deleted_objects, by=by, now=now)

    def remove(self, user: models.User, rows: list[Any], by: Actor) -> None:
        facts.delete(user=user, fact_ids=[row.pk for row in rows], by=by, now=clock.now())

    def _decide(self, request: HttpRequest, queryset: QuerySet, decision: facts.Decision) -> None:
        for user, rows in by_owner(queryset).items():
            ids = [row.pk for row in rows]
            done = facts.decide(user=user, ids=ids, decision=decision, by=acting(request), now=clock.now())
            self.message_user(request, f"{done.decided} {facts.PAST[decision]}, {len(done.refused)} refused.")

    @admin.action(description="Confirm")
    def confirm(self, request: HttpRequest, queryset: QuerySet) -> None:
        self._decide(request, queryset, "confirm")

    @admin.action(description="Reject")
    def reject(self, request: HttpRequest, queryset: QuerySet) -> None:
        self._decide(request, queryset, "reject")

    @admin.action(description="Retract")
    def retract(self, request: HttpRequest, queryset: QuerySet) -> None:
        self._decide(request, queryset, "retract")

    @admin.action(description="Restore")
    def restore(self, request: HttpRequest, queryset: QuerySet) -> None:
        self._decide(request, queryset, "restore")


@admin.register(models.Predicate)
class PredicateAdmin(Curated):
    list_display = ("name", "label", "inverse_label", "category", "symmetric", "functional", "user")
    search_fields = ("name", "label", "category")
    raw_id_fields = ("user",)

    def save_model(self, request: HttpRequest, obj: models.Predicate, form: ModelForm, change: bool) -> None:
        loose.save(user=obj.user, rows=[obj], by=acting(request), now=clock.now())

    def remove(self, user: models.User, rows: list[Any], by: Actor) -> None:
        loose.delete(user=user, rows=rows, by=by, now=clock.now())


@admin.register(models.Evidence)
class EvidenceAdmin(Curated):
    list_display = ("quote", "fact", "entity", "document", "extractor", "user")
    search_fields = ("quote", "document__title")
    raw_id_fields = ("user", "fact", "entity", "document", "chunk")

    def save_model(self, request: HttpRequest, obj: models.Evidence, form: ModelForm, change: bool) -> None:
        loose.save(user=obj.user, rows=[obj], by=acting(request), now=clock.now())

    def remove(self, user: models.User, rows: list[Any], by: Actor) -> None:
        loose.delete(user=user, rows=rows, by=by, now=clock.now())


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
            ingest.delete(user=user, document=row, by=by, now=clock.now())


class Shown(admin.ModelAdmin):
    """Rows that the product writes itself: to be looked at."""

    list_per_page = 50
    show_full_result_count = False

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


@admin.register(models.UserSettings)
class UserSettingsAdmin(admin.ModelAdmin):
    list_display = ("user", "graph_version", "keyboard")
    search_fields = ("user__username",)
    readonly_fields = ("graph_version",)
    raw_id_fields = ("user",)


@admin.register(models.User)
class OwnerAdmin(UserAdmin):
    fieldsets = (*(UserAdmin.fieldsets or ()), ("Commonplace", {"fields": ("time_zone",)}))

    def save_model(self, request: HttpRequest, obj: models.User, form: ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        names.self_entity(obj, clock.now())
