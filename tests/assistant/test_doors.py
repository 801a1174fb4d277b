"""The doors of machines: health, readiness, limits on size, and answers to what is no request."""

from __future__ import annotations

import json

import pytest
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_three_health_doors_are_open_and_small(client):
    """A-M5."""
    for path, says in (
        ("/healthz", {"status": "ok"}),
        ("/api/v1/health", {"status": "ok"}),
        ("/readyz", {"status": "ready", "missing": []}),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (200, says)


def test_readiness_names_a_missing_migration(client, monkeypatch):
    plan = MigrationExecutor.migration_plan
    last = [("graph", "0001_initial")]
    monkeypatch.setattr(
        MigrationExecutor,
        "migration_plan",
        lambda self, targets: [(self.loader.graph.nodes[one], False) for one in last] or plan(self, targets),
    )
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "not ready", "missing": ["the migration graph.0001_initial"]}


def test_readiness_names_a_missing_database_and_health_stays_well(client, monkeypatch):
    def away(*_, **__):
        raise OperationalError("no such host")

    monkeypatch.setattr(connection, "cursor", away)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["the database: OperationalError"])
    assert client.get("/healthz").status_code == 200


def test_probes_are_not_sent_to_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200
    assert client.get("/login/").status_code == 301


@pytest.mark.parametrize(
    "body",
    ["{", "", "nonsense", '{"name": "Anna"', "[1,2", "\xff\xfe", "[" * 100_000, '{"name": "A", "name": }', "'a'"],
)
@pytest.mark.parametrize("path", ["/entities", "/facts", "/documents", "/retrieve", "/facts/decide", "/chat"])
def test_json_that_is_no_json_is_422_in_the_contracts_form(api, path, body):
    answer = api.client.post(
        f"/api/v1{path}", body.encode("latin-1"), content_type="application/json", headers=api.headers
    )
    assert answer.status_code == 422
    assert {"loc", "msg"} <= set(answer.json()["detail"][0])


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x" * 3000},
        {"name": 7},
        {"name": "Anna", "properties": {"n": float("nan")}},
        {"name": "Anna", "description": "\ud800"},
        {"name": "Anna", "properties": {"half": ["\udc00"]}},
        {"name": "Anna", "type": "  "},
        {"name": "Anna", "unknown": 1},
        {"name": " \u200b "},
        ["not", "an", "object"],
    ],
)
def test_json_that_is_no_entity_is_422_and_writes_nothing(api, body):
    sent = json.dumps(body)
    answer = api.client.post("/api/v1/entities", sent, content_type="application/json", headers=api.headers)
    assert answer.status_code == 422, answer.content
    assert {"loc", "msg"} <= set(answer.json()["detail"][0])
    status, found = api.get("/entities?q=Anna")
    assert (status, found["items"]) == (200, [])


def test_a_zero_byte_is_no_letter_of_any_word(api):
    """PostgreSQL keeps none, and SQLite ends a text there; a backslash before the letters is not one."""
    sent = r'{"name": "Zero", "type": "a\u0000b", "properties": {"x\u0000": "\u0000y", "kept": "\\u0000"}}'
    answer = api.client.post("/api/v1/entities", sent, content_type="application/json", headers=api.headers)
    assert answer.status_code == 201, answer.content
    assert answer.json()["type"] == "a b"
    assert answer.json()["properties"] == {"x ": " y", "kept": r"\u0000"}


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("path", ["/entities", "/facts", "/documents", "/facts/bulk"])
def test_a_number_that_json_does_not_know_is_refused(api, path, constant):
    sent = f'{{"name": "A", "properties": {{"n": {constant}}}, "text": "t", "metadata": {{"n": {constant}}}}}'
    answer = api.client.post(f"/api/v1{path}", sent, content_type="application/json", headers=api.headers)
    assert answer.status_code == 422


def test_nesting_without_end_is_refused_and_breaks_nothing(api):
    for depth, status in ((50, 201), (98, 201), (101, 422), (900, 422), (990, 422), (100_000, 422)):
        nested = "[" * depth + "]" * depth
        sent = f'{{"name": "Deep {depth}", "properties": {{"n": {nested}}}}}'
        answer = api.client.post("/api/v1/entities", sent, content_type="application/json", headers=api.headers)
        assert answer.status_code == status, depth


def test_the_documentation_page_needs_nothing_from_elsewhere(client):
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert all("src=" in tag or "application/json" in tag for tag in page.text.split("<script")[1:])


def test_the_openapi_description_is_open_and_names_no_person(client, user):
    described = client.get("/api/v1/openapi.json")
    assert described.status_code == 200
    assert "/api/v1/facts" in described.json()["paths"]
    assert "Ines" not in described.text


def test_an_unknown_address_of_the_api_is_404_and_an_unknown_method_405(api):
    assert Client().get("/api/v1/nothing", headers=api.headers).status_code == 404
    refused = Client().put("/api/v1/facts", headers=api.headers)
    assert (refused.status_code, sorted(refused.headers["Allow"].split(", "))) == (405, ["GET", "POST"])
    assert refused.json()["detail"] == [{"loc": ["request"], "msg": "This address takes GET and POST."}]


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/facts/", "/api/v2/facts"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_address_that_the_api_does_not_have_is_told_in_json(client, db, method, path):
    answer = client.generic(method, path, "{}", content_type="application/json")
    assert answer.status_code == 404
    assert answer.json()["detail"][0]["loc"] == ["path"]
