"""Django admin over conversations and tokens."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from assistant import models, tokens
from graph import clock
from graph.admin.shown import Shown


@admin.register(models.Conversation)
class ConversationAdmin(Shown):
    list_display = ("title", "mode", "user", "updated_at")
    search_fields = ("title", "messages__text")


@admin.register(models.Message)
class MessageAdmin(Shown):
    list_display = ("role", "text", "status", "conversation", "created_at")
    list_filter = ("role", "status")
    search_fields = ("text",)


@admin.register(models.ApiToken)
class TokenAdmin(Shown):
    list_display = ("name", "user", "scopes", "created_at", "last_used", "revoked_at")
    search_fields = ("name", "user__username")
    exclude = ("digest",)
    actions = ("revoke",)

    @admin.action(description="Revoke", permissions=["view"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[models.ApiToken]) -> None:
        for token in queryset:
            tokens.revoke(token, clock.now())


@admin.register(models.IdempotentReply)
class ReplyAdmin(Shown):
    list_display = ("key", "status", "user", "created_at")
    search_fields = ("key",)
