"""Django admin over conversations, tokens, and people who leave."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from assistant import models
from assistant.erasure import closing
from assistant.http import tokens
from graph import clock
from graph.admin.people import OwnerAdmin
from graph.admin.shown import Shown
from graph.models import User

admin.site.site_header = admin.site.site_title = "Commonplace, the rows behind the pages"
admin.site.index_title = "Everything that is kept"


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


@admin.register(User)
class PersonAdmin(OwnerAdmin):
    """Deleting a person closes their account: with everything they have, files and projections included."""

    def get_deleted_objects(self, objs: Iterable[User], request: HttpRequest) -> tuple[list, dict, set, list]:
        """The people, with how much each of them has; what the product wrote needs no permission of its own."""
        people = list(objs)
        said = closing.refusal(people)
        listed = [f"{user.username}: the account and everything in it" for user in people]
        return listed, {"accounts": len(people)}, set(), [said] if said else []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """After the admin's own transaction: the database file cannot be cleaned inside of one."""
        transaction.on_commit(partial(self._close, request, obj))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset.order_by("is_superuser", "pk"):  # an operator goes after those they look after
            self.delete_model(request, user)

    def _close(self, request: HttpRequest, user: User) -> None:
        try:
            receipt = closing.close(user)
        except closing.LastOperator as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return
        if not receipt.verified:
            left = receipt.trouble or f"{len(receipt.remaining)} places still hold something."
            self.message_user(
                request, f"The account of {user.username} is closed, but not all is erased: {left}", messages.ERROR
            )
