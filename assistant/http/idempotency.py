"""Writes that may be sent again: the first answer is kept with its `Idempotency-Key`, in the transaction that wrote."""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.deprecation import MiddlewareMixin

from assistant import params
from assistant.http import tokens
from assistant.models import IdempotentReply
from graph import clock
from graph.models import User

logger = logging.getLogger(__name__)

NO_DATABASE = "The database cannot be reached or written at the moment. Try again in a while."

HEADER = "Idempotency-Key"
LONGEST_KEY = 255
OWN = {"chat_", "erase"}  # a stream keeps its answer itself; an erasure must not run inside a transaction


class KeyUsedOtherwise(ValueError):
    """The key came with another request before; a key stands for one request."""

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was used for another request. Take a new key.")


class Idempotent(MiddlewareMixin):
    """The same POST with the same key is done once: a second one waits for the first, and gets its answer.

    Only success is kept. What was refused or broke wrote nothing, so it may be tried again with its key.
    """

    def process_view(
        self, request: HttpRequest, view: Callable, args: tuple, options: dict[str, Any]
    ) -> HttpResponseBase | None:
        key = request.headers.get(HEADER, "")
        if request.method != "POST" or not key or not request.path_info.startswith("/api/v1/"):
            return None
        name = request.resolver_match.url_name if request.resolver_match else ""
        try:
            user, by = _caller(request)
            if user is None or name in OWN:
                return None
            checked(key)
            return _once(user, key, digest(request, by), lambda: view(request, *args, **options))
        except ValueError as refusal:
            return JsonResponse({"detail": [{"loc": ["header", HEADER], "msg": str(refusal)}]}, status=422)
        except (OperationalError, InterfaceError) as error:  # the API itself, which says the same, was not reached
            logger.error("the database failed before %s", request.path, exc_info=error)
            away = {"detail": [{"loc": ["request"], "msg": NO_DATABASE}]}
            return JsonResponse(away, status=503, headers={"Retry-After": str(params.DATABASE_WAIT)})


def checked(key: str) -> str:
    """The key. Raises ValueError for one that is too long."""
    if len(key) > LONGEST_KEY:
        raise ValueError(f"An Idempotency-Key has at most {LONGEST_KEY} characters.")
    return key


def _caller(request: HttpRequest) -> tuple[User | None, str]:
    """Who sends it and with what; whether they may is for the operation to say."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        row = tokens.find(token, clock.now())
        return (row.user, f"token {row.pk}") if row else (None, "")
    return (request.user, "session") if isinstance(request.user, User) else (None, "")


def digest(request: HttpRequest, by: str) -> str:
    """What makes two requests the same: who sends them, where to, and what; a form's boundary does not count."""
    sent = hashlib.sha256(f"{by}\n{request.get_full_path()}\n".encode())
    if (request.content_type or "").startswith("multipart/"):
        sent.update(repr(sorted(request.POST.lists())).encode(errors="replace"))
        for field, files in sorted(request.FILES.lists()):
            for file in files:
                sent.update(f"{field}\n{file.name}\n".encode(errors="replace") + file.read())
                file.seek(0)
    else:
        sent.update(request.body)
    return sent.hexdigest()


def _once(user: User, key: str, sent: str, write: Callable[[], HttpResponse]) -> HttpResponseBase:
    with transaction.atomic():
        reply, is_new = keep(user, key, sent, clock.now())
        if is_new:
            answer = write()
            if 200 <= answer.status_code < 300:
                reply.status, reply.body = answer.status_code, answer.content.decode()
                reply.save(update_fields=["status", "body"])
            else:
                transaction.set_rollback(True)
            return answer
    again = HttpResponse(reply.body, status=reply.status, content_type="application/json; charset=utf-8")
    again["Idempotent-Replayed"] = "true"
    return again


def keep(user: User, key: str, sent: str, now: dt.datetime) -> tuple[IdempotentReply, bool]:
    """The reply of this key and whether it is new, inside the transaction of the write.

    A second caller waits here until the first has committed. Raises KeyUsedOtherwise.
    """
    replies = IdempotentReply.objects.for_user(user)
    replies.filter(created_at__lt=now - params.REPLIES_KEPT).delete()
    if not replies.filter(key=key).exists():
        try:
            with transaction.atomic():
                return replies.create(user=user, key=key, request_hash=sent, created_at=now), True
        except IntegrityError:
            pass  # another request was quicker, and has committed
    reply = replies.get(key=key)
    if reply.request_hash != sent:
        raise KeyUsedOtherwise
    return reply, False
