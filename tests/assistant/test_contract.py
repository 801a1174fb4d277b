"""The REST API against its own description: nothing breaks, and nothing is answered that is not described."""

from __future__ import annotations

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from assistant.api import api as rest
from tests.conftest import token_for

EXAMPLES = 4  # of each operation: all of them together stay below a minute
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
TABLE = """
post /entities, get /entities, get /entities/{}, patch /entities/{}, delete /entities/{}, post /entities/resolve,
post /entities/merge, post /entities/{}/split, post /facts, post /facts/bulk, get /facts, get /facts/{}, patch /facts/{},
delete /facts/{}, post /facts/decide, get /conflicts, post /conflicts/{}/resolve, get /changes, get /changes/{},
post /changes/{}/undo, post /documents, get /documents, get /documents/{}, get /documents/{}/chunks, delete /documents/{},
post /retrieve, post /search, post /traverse, post /paths, get /predicates, post /predicates, get /predicates/{},
patch /predicates/{}, delete /predicates/{}, post /maintenance/{}, get /settings, patch /settings, get /graph, get /stats,
post /chat, get /conversations, get /conversations/{}, delete /conversations/{}, get /conversations/{}/messages,
post /messages/{}/stop, post /feedback, post /import, get /imports/{}, get /export, get /health
"""


def described() -> dict:
    """The description, loaded eagerly: a lazy one would ask for it inside the test's transaction."""
    import json

    from ninja.responses import NinjaJSONEncoder

    return json.loads(json.dumps(rest.get_openapi_schema(), cls=NinjaJSONEncoder))


schema = schemathesis.openapi.from_dict(described())
schema.config.phases.coverage.enabled = False  # a case for each bound of each field: thousands of requests


def test_every_method_and_path_of_the_contract_is_there():
    """All of the table but `/erase` and `/documents/link`."""
    import re

    have = {
        f"{method} {re.sub('{[^}]*}', '{}', path.removeprefix('/api/v1'))}"
        for path, item in described()["paths"].items()
        for method in item
    }
    assert {one.strip() for one in TABLE.split(",")} - have == set()


@pytest.fixture
def ready(user, now, monkeypatch):
    from assistant.streaming import runs
    from graph import clock
    from tests.owned import book

    monkeypatch.setattr(clock, "now", lambda: now)
    monkeypatch.setattr(runs, "start", lambda *_: None)
    monkeypatch.setattr(runs, "events", _nothing)
    book(user, now)
    return token_for(user, now)


async def _nothing(*_):
    for event in ():
        yield event


@pytest.mark.django_db
@schema.parametrize()
@settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True
)
def test_no_request_breaks_it_and_every_answer_is_described(case, ready, requests_of_django):
    answer = requests_of_django(case, ready)
    case.validate_response(answer, checks=CHECKS)


@pytest.fixture
def requests_of_django():
    """Sends a case through Django's test client, and gives back its answer as the checks take it."""
    import requests

    def send(case, token: str):
        sent = case.as_transport_kwargs(base_url="http://testserver")
        prepared = requests.Request(**{**sent, "headers": dict(sent["headers"])}).prepare()
        headers = {
            key: value for key, value in prepared.headers.items() if key.lower() not in {"content-type", "cookie"}
        }
        body = prepared.body.encode() if isinstance(prepared.body, str) else prepared.body or b""
        path = prepared.url.removeprefix("http://testserver")
        found = Client(raise_request_exception=False).generic(
            prepared.method, path, body, prepared.headers.get("Content-Type", "application/json"),
            headers={**headers, "Authorization": f"Bearer {token}"},
        )  # fmt: skip
        content = b"" if found.streaming else found.content
        listed = {name.lower(): [value] for name, value in found.headers.items()}
        return schemathesis.Response(found.status_code, listed, content, prepared, 0.0, verify=False)

    return send
