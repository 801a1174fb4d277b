"""The REST API: routers put together, who may come in, and how errors look."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from ninja import Swagger
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as RequestInvalid
from ninja.parser import Parser
from ninja.security import APIKeyCookie, HttpBearer
from pydantic import ValidationError
from redis.exceptions import RedisError

from assistant import pace, params, runs
from assistant.chat_api import router as chat_router
from assistant.doors import entry
from assistant.erase_api import router as erase_router
from assistant.idempotency import NO_DATABASE
from assistant.openapi import Described
from graph import clock
from graph.api import (
    asked,
    documents,
    entities,
    exchange,
    facts,
    ledger,
    maintenance,
    predicates,
    retrieval,
    search,
    settings,
    shapes,
    stats,
    strict,
    traversal,
)
from graph.api.caller import Caller, MissingScope
from graph.api.documents import TooLarge
from graph.api.fields import said
from graph.curation import conflicts, names, origins, relations, undo, writing
from graph.curation import entities as curated
from graph.curation import facts as curated_facts
from graph.documents import ingest, model
from graph.exchange import bringing
from graph.preferences.shape import BadSettings
from graph.retrieval.config import BadConfig
from graph.retrieval.presets import UnknownPreset
from graph.walks.deadline import DeadlinePassed

logger = logging.getLogger(__name__)


class StrictJson(Parser):
    """Bodies are JSON, strictly, or nothing at all; ninja answers 400 to others, which `http_error` makes 422."""

    def parse_body(self, request: HttpRequest) -> Any:
        return strict.loads(request.body or b"{}")


QUEUE_WAIT = 10  # seconds until a full queue may have room again


class BearerToken(HttpBearer):
    """`Authorization: Bearer TOKEN`."""

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        return entry.admitted(token, clock.now())


class BrowserSession(APIKeyCookie):
    """The signed-in browser, with its CSRF token."""

    param_name = "sessionid"

    def __call__(self, request: HttpRequest) -> Caller | None:
        """Whoever is not signed in is told so (401), rather than that a form's token is missing (403)."""
        return super().__call__(request) if request.user.is_authenticated else None

    def authenticate(self, request: HttpRequest, key: str | None) -> Caller | None:
        return Caller.person(request.user) if request.user.is_authenticated else None


api = Described(
    title="Commonplace",
    version="1",
    description="A knowledge graph that its owner curates: what it knows, how it was found, and every change to it.",
    auth=[BearerToken(), BrowserSession()],
    docs=Swagger(),
    parser=StrictJson(),
    urls_namespace="api",
)
api.add_decorator(asked.known_only)
for router in (
    entities.router,
    facts.router,
    documents.router,
    retrieval.router,
    search.router,
    settings.router,
    traversal.router,
    maintenance.router,
    exchange.router,
    stats.router,
    predicates.router,
    ledger.router,
    chat_router,
    erase_router,
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


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """An address that the API does not have, for programs: a page is no answer to them."""
    return refuse(404, ["path"], f"There is nothing at /api/{rest[:200]}.")(request)


STATUS: dict[type[Exception], int] = {
    MissingScope: 403,
    shapes.NoSuchRow: 404,
    names.EntityNotFound: 404,
    curated_facts.FactNotFound: 404,
    writing.SourceNotFound: 404,
    writing.SameFactStands: 409,
    writing.RejectedBefore: 409,
    relations.PredicateNotFound: 404,
    curated.ExternalIdTaken: 409,
    curated.SelfIsKept: 409,
    conflicts.ConflictAlreadyResolved: 409,
    relations.PredicateExists: 409,
    relations.BuiltInPredicate: 409,
    undo.AlreadyUndone: 409,
    undo.Erased: 409,
    origins.NothingStands: 409,
    bringing.CannotBeUndone: 409,
    model.NoModel: 409,
    TooLarge: 413,
    UnknownPreset: 422,
    DeadlinePassed: 503,
    ValueError: 422,  # every other refusal of the domain is a ValueError with a sentence for people
}


def _on(kind: type[Exception], status: int) -> None:
    @api.exception_handler(kind)
    def answer(request: HttpRequest, error: Any) -> HttpResponse:
        return refuse(status, ["body"], str(error))(request)


for refusal, status in STATUS.items():
    _on(refusal, status)


@api.exception_handler(OperationalError)
@api.exception_handler(InterfaceError)
@api.exception_handler(RedisError)
def no_database(request: HttpRequest, error: DatabaseError | RedisError) -> HttpResponse:
    """The database is away, locked, or its disk is full, or Redis is away in an erasure: it may be sent again."""
    logger.error("%s failed at %s %s", type(error).__module__, request.method, request.path, exc_info=error)
    answer = refuse(503, ["request"], NO_DATABASE)(request)
    answer["Retry-After"] = str(params.DATABASE_WAIT)
    return answer


@api.exception_handler(pace.TooFast)
def too_fast(request: HttpRequest, error: pace.TooFast) -> HttpResponse:
    return later(request, str(error), error.wait)


@api.exception_handler(runs.TooManyAtOnce)
@api.exception_handler(ingest.TooManyWaiting)
def too_many(request: HttpRequest, error: Exception) -> HttpResponse:
    return later(request, str(error), QUEUE_WAIT)


def later(request: HttpRequest, what: str, wait: int) -> HttpResponse:
    """429, and when to come again."""
    answer = refuse(429, ["request"], what)(request)
    answer["Retry-After"] = str(wait)
    return answer


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


@api.exception_handler(BadSettings)
def bad_settings(request: HttpRequest, error: BadSettings) -> HttpResponse:
    detail = [{"loc": ["body", *where], "msg": what} for where, what in error.errors]
    return api.create_response(request, {"detail": detail}, status=422)


def place(loc: Sequence[str | int]) -> list[str | int]:
    """Where in the request it is: ninja names the function's parameter too, which nobody sent."""
    return [*loc[:1], *loc[2:]] if tuple(loc[:2]) == ("body", "body") else list(loc)


@api.exception_handler(RequestInvalid)
def invalid_request(request: HttpRequest, error: RequestInvalid) -> HttpResponse:
    detail = [{"loc": place(one["loc"]), "msg": said(one["msg"])} for one in error.errors]
    return api.create_response(request, {"detail": detail}, status=422)


@api.exception_handler(ValidationError)
def invalid_body(request: HttpRequest, error: ValidationError) -> HttpResponse:
    detail = [{"loc": ["body", *one["loc"]], "msg": said(one["msg"])} for one in error.errors()]
    return api.create_response(request, {"detail": detail}, status=422)


@api.exception_handler(AuthenticationError)
def not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return refuse(401, ["header", "Authorization"], "Sign in, or send a valid token.")(request)


@api.exception_handler(HttpError)
def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is not JSON is bad input like any other, and why is told: ninja would say 400, and nothing else."""
    if error.status_code == 400:
        why = error.__cause__ if isinstance(error.__cause__, strict.NoJson) else error
        return refuse(422, ["body"], str(why))(request)
    return refuse(error.status_code, ["request"], str(error))(request)
