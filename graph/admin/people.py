"""People and their settings in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.forms import ModelForm
from django.http import HttpRequest

from graph import clock, models
from graph.curation import names


@admin.register(models.UserSettings)
class UserSettingsAdmin(admin.ModelAdmin):
    list_display = ("user", "graph_version", "keyboard")
    search_fields = ("user__username",)
    readonly_fields = ("graph_version",)
    raw_id_fields = ("user",)


class OwnerAdmin(UserAdmin):
    """Registered where closing an account is known: deleting a person is more than deleting their row."""

    fieldsets = (*(UserAdmin.fieldsets or ()), ("Commonplace", {"fields": ("time_zone",)}))

    def save_model(self, request: HttpRequest, obj: models.User, form: ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        names.self_entity(obj, clock.now())
