"""How the REST API says no: for each thing that may go wrong the status, where it is, and a sentence for people."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as RequestInvalid
from ninja.responses import Response
from pydantic import ValidationError
from redis.exceptions import RedisError

from assistant import params
from assistant.agenda import outside
from assistant.http import pace
from assistant.http.idempotency import NO_DATABASE
from assistant.streaming import runs
from graph.api import shapes, strict
from graph.api.caller import MissingScope
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

JSON = "application/json; charset=utf-8"  # as every other answer of the API
QUEUE_WAIT = 10  # seconds until a full queue may have room again
Answers = Callable[[HttpRequest, Any], HttpResponse]


def refuse(status: int, where: list[str | int], what: str, **more: Any) -> HttpResponse:
    """An error answer in the contract's form."""
    return detailed(status, [{"loc": where, "msg": what}], **more)


def detailed(status: int, detail: list[dict[str, Any]], **more: Any) -> HttpResponse:
    """One with a place and a reason for each thing that is wrong."""
    return Response({"detail": detail, **more}, status=status, content_type=JSON)


def no_database(request: HttpRequest, error: DatabaseError | RedisError) -> HttpResponse:
    """The database is away, locked, or its disk is full, or Redis is away in an erasure: it may be sent again."""
    logger.error("%s failed at %s %s", type(error).__module__, request.method, request.path, exc_info=error)
    answer = refuse(503, ["request"], NO_DATABASE)
    answer["Retry-After"] = str(params.DATABASE_WAIT)
    return answer


def too_fast(request: HttpRequest, error: pace.TooFast) -> HttpResponse:
    return later(str(error), error.wait)


def too_many(request: HttpRequest, error: Exception) -> HttpResponse:
    return later(str(error), QUEUE_WAIT)


def later(what: str, wait: int) -> HttpResponse:
    """429, and when to come again."""
    answer = refuse(429, ["request"], what)
    answer["Retry-After"] = str(wait)
    return answer


def later_changes(request: HttpRequest, error: undo.LaterChanges) -> HttpResponse:
    later = [shapes.change(one, ()) for one in error.changes]
    return refuse(409, ["path", "change_id"], str(error), changes=later)


def ambiguous(request: HttpRequest, error: names.AmbiguousName) -> HttpResponse:
    from graph.retrieval import rows

    found = rows.entities(request.auth.user.pk, error.candidates)  # type: ignore[attr-defined]
    candidates = [{"id": str(pk), "name": one.name, "type": one.type} for pk, one in found.items()]
    return refuse(422, ["body", "name"], str(error), candidates=candidates)


def bad_config(request: HttpRequest, error: BadConfig) -> HttpResponse:
    detail = [{"loc": ["body", "config", *where], "msg": what} for where, what in error.errors]
    return detailed(422, detail)


def bad_settings(request: HttpRequest, error: BadSettings) -> HttpResponse:
    detail = [{"loc": ["body", *where], "msg": what} for where, what in error.errors]
    return detailed(422, detail)


def place(loc: Sequence[str | int]) -> list[str | int]:
    """Where in the request it is: ninja names the function's parameter too, which nobody sent."""
    return [*loc[:1], *loc[2:]] if tuple(loc[:2]) == ("body", "body") else list(loc)


def invalid_request(request: HttpRequest, error: RequestInvalid) -> HttpResponse:
    detail = [{"loc": place(one["loc"]), "msg": said(one["msg"])} for one in error.errors]
    return detailed(422, detail)


def invalid_body(request: HttpRequest, error: ValidationError) -> HttpResponse:
    detail = [{"loc": ["body", *one["loc"]], "msg": said(one["msg"])} for one in error.errors()]
    return detailed(422, detail)


def bad_days(request: HttpRequest, error: outside.BadDays) -> HttpResponse:
    return refuse(422, ["query", "until"], str(error))


def not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return refuse(401, ["header", "Authorization"], "Sign in, or send a valid token.")


def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is not JSON is bad input like any other, and why is told: ninja would say 400, and nothing else."""
    if error.status_code == 400:
        why = error.__cause__ if isinstance(error.__cause__, strict.NoJson) else error
        return refuse(422, ["body"], str(why))
    return refuse(error.status_code, ["request"], str(error))


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


def _plainly(status: int) -> Answers:
    return lambda request, error: refuse(status, ["body"], str(error))


ANSWERS: dict[type[Exception], Answers] = {
    **{refusal: _plainly(status) for refusal, status in STATUS.items()},
    OperationalError: no_database,
    InterfaceError: no_database,
    RedisError: no_database,
    pace.TooFast: too_fast,
    runs.TooManyAtOnce: too_many,
    ingest.TooManyWaiting: too_many,
    undo.LaterChanges: later_changes,
    names.AmbiguousName: ambiguous,
    BadConfig: bad_config,
    BadSettings: bad_settings,
    outside.BadDays: bad_days,
    RequestInvalid: invalid_request,
    ValidationError: invalid_body,
    AuthenticationError: not_signed_in,
    HttpError: http_error,
}
