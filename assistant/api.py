"""The REST API: routers put together, who may come in, and how errors look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Redoc
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as RequestInvalid
from ninja.security import APIKeyCookie, HttpBearer
from pydantic import ValidationError

from assistant import tokens
from assistant.chat_api import router as chat_router
from graph import clock
from graph.api import documents, entities, facts, ledger, predicates, retrieval, shapes
from graph.api.caller import Caller, MissingScope
from graph.api.documents import TooLarge
from graph.curation import conflicts, names, relations, undo
from graph.curation import entities as curated
from graph.retrieval.config import BadConfig
from graph.retrieval.presets import UnknownPreset


class BearerToken(HttpBearer):
    """`Authorization: Bearer TOKEN`."""

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        row = tokens.find(token, clock.now())
        return Caller.token(row.user, frozenset(row.scopes)) if row else None


class BrowserSession(APIKeyCookie):
    """The signed-in browser, with its CSRF token."""

    param_name = "sessionid"

    def authenticate(self, request: HttpRequest, key: str | None) -> Caller | None:
        return Caller.person(request.user) if request.user.is_authenticated else None


api = NinjaAPI(
    title="Commonplace",
    version="1",
    description="A knowledge graph that its owner curates: what it knows, how it was found, and every change to it.",
    auth=[BearerToken(), BrowserSession()],
    docs=Redoc(),
    urls_namespace="api",
)
for router in (
    entities.router,
    facts.router,
    documents.router,
    retrieval.router,
    predicates.router,
    ledger.router,
    chat_router,
):
    api.add_router("", router)


@api.get("/health", auth=None, response=dict, tags=["health"])
def health(request: HttpRequest) -> Any:
    return {"status": "ok"}


def refuse(status: int, where: list[str | int], what: str, **more: Any) -> Callable[[HttpRequest], HttpResponse]:
    """An error answer in the contract's form."""
    return lambda request: api.create_response(
        request, {"detail": [{"loc": where, "msg": what}], **more}, status=status
    )


STATUS: dict[type[Exception], int] = {
    MissingScope: 403,
    shapes.NoSuchRow: 404,
    names.EntityNotFound: 404,
    relations.PredicateNotFound: 404,
    curated.ExternalIdTaken: 409,
    curated.SelfIsKept: 409,
    conflicts.ConflictAlreadyResolved: 409,
    relations.PredicateExists: 409,
    relations.BuiltInPredicate: 409,
    undo.AlreadyUndone: 409,
    TooLarge: 413,
    UnknownPreset: 422,
    ValueError: 422,  # every other refusal of the domain is a ValueError with a sentence for people
}


def _on(kind: type[Exception], status: int) -> None:
    @api.exception_handler(kind)
    def answer(request: HttpRequest, error: Any) -> HttpResponse:
        return refuse(status, ["body"], str(error))(request)


for refusal, status in STATUS.items():
    _on(refusal, status)


@api.exception_handler(undo.LaterChanges)
def later_changes(request: HttpRequest, error: undo.LaterChanges) -> HttpResponse:
    later = [shapes.change(one, with_rows=False) for one in error.changes]
    return refuse(409, ["path", "change_id"], str(error), changes=later)(request)


@api.exception_handler(names.AmbiguousName)
def ambiguous(request: HttpRequest, error: names.AmbiguousName) -> HttpResponse:
    from graph.retrieval import rows

    found = rows.entities(request.auth.user.pk, error.candidates)  # type: ignore[attr-defined]
    candidates = [{"id": str(pk), "name": one.name, "type": one.type} for pk, one in found.items()]
    return refuse(422, ["body", "name"], str(error), candidates=candidates)(request)


@api.exception_handler(BadConfig)
def bad_config(request: HttpRequest, error: BadConfig) -> HttpResponse:
    detail = [{"loc": ["body", "config", *where], "msg": what} for where, what in error.errors]
    return api.create_response(request, {"detail": detail}, status=422)


@api.exception_handler(RequestInvalid)
def invalid_request(request: HttpRequest, error: RequestInvalid) -> HttpResponse:
    detail = [{"loc": list(one["loc"]), "msg": one["msg"]} for one in error.errors]
    return api.create_response(request, {"detail": detail}, status=422)


@api.exception_handler(ValidationError)
def invalid_body(request: HttpRequest, error: ValidationError) -> HttpResponse:
    detail = [{"loc": ["body", *one["loc"]], "msg": one["msg"]} for one in error.errors()]
    return api.create_response(request, {"detail": detail}, status=422)


@api.exception_handler(AuthenticationError)
def not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return refuse(401, ["header", "Authorization"], "Sign in, or send a valid token.")(request)


@api.exception_handler(HttpError)
def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    return refuse(error.status_code, ["request"], str(error))(request)
