"""The doors of programs, as another person and as nobody; the owner succeeds with the same names and ids."""

from __future__ import annotations

import io
import json

import pytest
from django.test import Client

from assistant.doors.mcp_server import call
from assistant.doors.mcp_tools import TOOLS
from assistant.streaming import runs
from assistant.turn import chat
from graph.api.caller import Caller
from graph.exchange import bringing, formats
from graph.models import Change
from tests.conftest import token_for
from tests.owned import SECRET, Book, book, everything_of
from tests.tables import show
from tests.test_isolation import in_passing, patterns

pytestmark = pytest.mark.django_db


@pytest.fixture
def owned(user, now, monkeypatch, settings) -> Book:
    from graph import clock

    settings.ASSISTANT_MODEL = ""
    monkeypatch.setattr(clock, "now", lambda: now)
    return book(user, now)


def tools(b: Book) -> dict[str, dict]:
    """Every tool, called with what would name the owner's rows."""
    anna, lisbon = f"Anna {SECRET}", f"Lisbon {SECRET}"
    relation = {"from": anna, "to": lisbon, "relationType": "lives_in"}
    entity = {"name": anna, "entityType": "person", "observations": []}
    return {
        "search_memory": {"query": f"Where is {anna}?"},
        "get_context": {"query": f"Where is {anna}?"},
        "propose_facts": {"facts": [{"subject": anna, "predicate": "likes", "value": "tea"}]},
        "list_recent": {},
        "forget": {"ids": [str(b.confirmed.pk)], "confirm": True},
        "create_entities": {"entities": [entity]},
        "create_relations": {"relations": [relation]},
        "add_observations": {"observations": [{"entityName": anna, "contents": ["x"]}]},
        "delete_entities": {"entityNames": [anna]},
        "delete_observations": {"deletions": [{"entityName": anna, "observations": ["x"]}]},
        "delete_relations": {"relations": [relation]},
        "read_graph": {},
        "search_nodes": {"query": SECRET},
        "open_nodes": {"names": [anna]},
    }


def test_no_tool_shows_or_changes_anothers_rows(owned, other_user, minilm):
    called, before = tools(owned), everything_of(owned.user)
    assert set(called) == set(TOOLS), "say in `tools` how a new tool is called"
    for reading in (True, False):  # a stranger who writes the same names has rows of those names of their own
        for name in [name for name in called if TOOLS[name].reads is reading]:
            answer = call(Caller.token(other_user, frozenset(["write"]), Change.Actor.MCP), name, called[name])
            if reading:
                assert SECRET not in json.dumps(answer.structured_content, ensure_ascii=False), name
    assert everything_of(owned.user) == before
    for name in ("search_memory", "get_context", "list_recent", "read_graph", "search_nodes", "open_nodes"):
        mine = call(Caller.token(owned.user, frozenset(["read"]), Change.Actor.MCP), name, called[name])
        assert SECRET in json.dumps(mine.structured_content, ensure_ascii=False), name
    show(f"isolation: {len(called)} tools walked as owner and as another")


def test_no_completion_is_made_of_anothers_rows(owned, other_user, now, monkeypatch, minilm):
    monkeypatch.setattr(runs, "start", lambda turn, *_: list(chat.answer(turn, lambda: now)))
    monkeypatch.setattr(chat, "release_connection", lambda: None)
    body = {"model": "x", "messages": [{"role": "user", "content": f"Where does Anna {SECRET} live?"}]}
    before = everything_of(owned.user)

    def asked(token: str):
        headers = {"Authorization": f"Bearer {token}"}
        url = "/v1/chat/completions"
        return in_passing(Client().post, url, json.dumps(body), content_type="application/json", headers=headers)

    theirs, mine = asked(token_for(other_user, now)), asked(owned.secret)
    assert (theirs.status_code, f"Lisbon {SECRET}" in theirs.text) == (200, False)
    assert (mine.status_code, f"Lisbon {SECRET}" in mine.text) == (200, True)
    assert everything_of(owned.user) == before


def test_nobody_gets_more_than_401_at_any_address_of_v1(owned):
    listed = [route for route, _ in patterns() if route.startswith("v1/")]
    assert len(listed) == 4
    for route in listed:
        url = "/" + route.replace("<path:name>", "x").replace("<path:rest>", "x")
        for method in ("get", "post", "put", "delete"):
            for headers in ({}, {"Authorization": "Bearer cpl_made-up"}):
                answer = getattr(Client(), method)(url, headers=headers)
                assert (answer.status_code, answer.json()["error"]["code"]) == (401, "invalid_api_key"), url
        signed_in = Client()
        signed_in.force_login(owned.user)
        assert signed_in.post(url).status_code == 401, "a browser's session opens no door of programs"


@pytest.mark.parametrize("name", sorted(one.name for one in formats.FORMATS.values() if one.write))
def test_no_export_holds_anothers_rows_and_no_import_reaches_them(owned, other_user, now, name):
    chosen, mine, theirs = formats.writable(name), io.BytesIO(), io.BytesIO()
    assert chosen.write is not None
    before = everything_of(owned.user)
    chosen.write(owned.user, mine, now)
    chosen.write(other_user, theirs, now)
    assert SECRET.encode() not in theirs.getvalue()
    if name != "markdown":  # packed
        assert SECRET.encode() in mine.getvalue()
    if chosen.read or chosen.restores:
        mine.seek(0)
        bringing.take(user=other_user, format=name, stream=mine, run="import:x", now=now, dry_run=False)
        theirs = io.BytesIO()
        chosen.write(other_user, theirs, now)
        assert theirs.getvalue() != b""
    assert everything_of(owned.user) == before
