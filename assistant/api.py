"""The REST API: routers put together, and who may come in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from ninja import Swagger
from ninja.parser import Parser
from ninja.security import APIKeyCookie, HttpBearer

from assistant.chat_api import router as chat_router
from assistant.days_api import router as days_router
from assistant.doors import entry
from assistant.erase_api import router as erase_router
from assistant.http import refusals
from assistant.http.openapi import Described
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
    stats,
    strict,
    traversal,
)
from graph.api.caller import Caller


class StrictJson(Parser):
    """Bodies are JSON, strictly, or nothing at all; ninja answers 400 to others, which `refusals` makes 422."""

    def parse_body(self, request: HttpRequest) -> Any:
        return strict.loads(request.body or b"{}")


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
    days_router,
    erase_router,
):
    api.add_router("", router)
for refusal, answer in refusals.ANSWERS.items():
    api.add_exception_handler(refusal, answer)


@api.get("/health", auth=None, response=dict, tags=["health"])
def health(request: HttpRequest) -> Any:
    return {"status": "ok"}


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """An address that the API does not have, for programs: a page is no answer to them."""
    return refusals.refuse(404, ["path"], f"There is nothing at /api/{rest[:200]}.")
