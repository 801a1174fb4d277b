"""A database that cannot be reached is one sentence and a time to come again, wherever in a request it is noticed."""

from __future__ import annotations

import pytest
from django.db import InterfaceError, OperationalError

from assistant.http import tokens
from assistant.http.idempotency import NO_DATABASE
from graph.curation import facts

pytestmark = pytest.mark.django_db
FACT = {"subject": {"name": "Anna"}, "predicate": "likes", "value": "figs"}


@pytest.mark.parametrize(
    "error", [OperationalError("database or disk is full"), InterfaceError("connection is closed")]
)
def test_while_it_writes(api, monkeypatch, error, caplog):
    def fails(**_):
        raise error

    monkeypatch.setattr(facts, "state", fails)
    status, body = api.post("/facts", FACT)
    assert (status, body) == (503, {"detail": [{"loc": ["request"], "msg": NO_DATABASE}]})
    assert str(error) in caplog.text


def test_while_it_looks_who_asks_and_with_a_key_that_may_be_sent_again(api, monkeypatch):
    own = tokens.find
    away = True

    def find(*told):
        if away:
            raise OperationalError("the connection is lost")
        return own(*told)

    monkeypatch.setattr(tokens, "find", find)
    for extra in ({}, {"Idempotency-Key": "once"}):
        answer = api.client.post(
            "/api/v1/facts", FACT, content_type="application/json", headers={**api.headers, **extra}
        )
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer.json()["detail"][0]["msg"] == NO_DATABASE
    away = False
    assert api.call("post", "/facts", FACT, **{"Idempotency-Key": "once"})[0] == 201
