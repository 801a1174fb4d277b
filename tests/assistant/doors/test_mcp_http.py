"""MCP over HTTP as it stands on the wire: the handshake, who is let in, and what is not logged."""

from __future__ import annotations

import httpx
import pytest

from tests.conftest import NOW, token_for


@pytest.mark.django_db(transaction=True)
def test_the_handshake_of_2025_is_answered_in_json_without_a_redirect(served, user):
    token = token_for(user, NOW, ("read",))
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    answer = httpx.post(f"{served}/mcp", json=body, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json()["result"]["protocolVersion"] == "2025-06-18"
    listed = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    later = httpx.post(f"{served}/mcp", json=listed, headers=headers | {"MCP-Protocol-Version": "2025-06-18"})
    assert len(later.json()["result"]["tools"]) == 14


@pytest.mark.django_db(transaction=True)
def test_nobody_is_let_in_over_http(served, user, monkeypatch):
    from assistant.http.pace import Pace

    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers in ({}, {"Authorization": "Bearer cpl_made-up"}, {"Authorization": "Basic aW5lcw=="}):
        for method in ("post", "get", "delete"):
            sent = {"json": body} if method == "post" else {}
            assert getattr(httpx, method)(f"{served}/mcp", headers=headers, **sent).status_code == 401
    headers = {"Authorization": f"Bearer {token_for(user, NOW)}"}
    assert httpx.post(f"{served}/mcp/other", json=body, headers=headers).status_code == 404
    assert httpx.post(f"{served}/mcp", json=body, headers=headers | {"Host": "evil.example"}).status_code == 400
    monkeypatch.setattr("assistant.doors.entry.PACE", Pace("mcp-test", times=1, seconds=30))
    answers = [httpx.post(f"{served}/mcp", json=body, headers=headers) for _ in range(2)]
    assert answers[1].status_code == 429
    assert int(answers[1].headers["Retry-After"]) > 0


@pytest.mark.django_db(transaction=True)
def test_only_posts_are_answered_and_no_stream_is_held_open(served, user):
    """A stream that nothing is ever sent on held a connection for each client, and the server when it was stopped."""
    headers = {"Authorization": f"Bearer {token_for(user, NOW)}", "Accept": "text/event-stream"}
    for method in ("GET", "DELETE", "PUT"):
        answer = httpx.request(method, f"{served}/mcp", headers=headers, timeout=20)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://localhost:5173", 200), ("http://[::1]:80", 200), ("http://evil.example", 403), ("null", 403),
     ("http://[", 403)],
)  # fmt: skip
def test_a_page_of_another_site_may_not_call(served, user, origin, status):
    headers = {"Authorization": f"Bearer {token_for(user, NOW)}", "Origin": origin, "Accept": "application/json"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert httpx.post(f"{served}/mcp", json=body, headers=headers).status_code == status


@pytest.mark.django_db(transaction=True)
def test_a_request_that_went_well_is_not_logged(served, user, caplog):
    headers = {"Authorization": f"Bearer {token_for(user, NOW)}", "Accept": "application/json"}
    answer = httpx.post(f"{served}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers)
    assert answer.status_code == 200
    assert [one.getMessage() for one in caplog.records if one.name.startswith("mcp")] == []
