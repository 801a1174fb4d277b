"""Facts, what they rest on, and what they may say, in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest

from graph import clock, models
from graph.admin.curated import Curated, acting, by_owner
from graph.curation import facts, loose
from graph.curation.candidates import Draft
from graph.curation.objections import PAST, Decision
from graph.curation.recorder import Actor
from graph.models.fact import value_key


class EvidenceInline(admin.TabularInline):
    model = models.Evidence
    fk_name = "fact"
    extra = 0
    fields = ("quote", "document", "chunk", "extractor")
    raw_id_fields = ("document", "chunk")


@admin.register(models.Fact)
class FactAdmin(Curated):
    list_display = ("subject", "predicate", "shown_object", "status", "source", "user", "created_at")
    list_filter = ("status", "source", "provenance")
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

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).prefetch_related("object")

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

    def _decide(self, request: HttpRequest, queryset: QuerySet, decision: Decision) -> None:
        for user, rows in by_owner(queryset).items():
            ids = [row.pk for row in rows]
            done = facts.decide(user=user, ids=ids, decision=decision, by=acting(request), now=clock.now())
            self.message_user(request, f"{done.decided} {PAST[decision]}, {len(done.refused)} refused.")

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
    list_display = ("name", "label", "inverse_label", "asked_as", "category", "symmetric", "functional", "user")
    search_fields = ("name", "label", "asked_as", "category")
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
