"""MCP with the official client over both transports, and with programs that only write to a pipe."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from graph.models import Embedding, Fact
from tests import postgres
from tests.assistant.doors.reference import OWN, REFERENCE
from tests.conftest import NOW, token_for
from tests.servers import ROOT


async def visit(transport, mode: str = "auto") -> dict:
    """What a client does that comes in."""
    async with Client(transport, mode=mode) as client:
        tools = {one.name: one for one in (await client.list_tools()).tools}
        entity = {"name": "Tom Ek", "entityType": "person", "observations": ["Likes tea"]}
        made = await client.call_tool("create_entities", {"entities": [entity]})
        read = await client.call_tool("open_nodes", {"names": ["Tom Ek"]})
        found = await client.call_tool("search_memory", {"query": "Where does Anna live?"})
        return {"tools": tools, "made": made, "read": read, "found": found, "protocol": client.protocol_version}


async def over_http(url: str, token: str, mode: str) -> dict:
    async with create_mcp_http_client(headers={"Authorization": f"Bearer {token}"}) as http:
        return await visit(streamable_http_client(url, http_client=http), mode)


def check(visited: dict) -> None:
    assert set(visited["tools"]) == OWN | {one["name"] for one in REFERENCE["tools"]}
    entity = {"name": "Tom Ek", "entityType": "person", "observations": ["Likes tea"]}
    assert visited["read"].structured_content == {"entities": [entity], "relations": []}
    assert "Lisbon" in json.dumps(visited["found"].structured_content)
    assert Fact.objects.get(predicate="observation").status == "staged"


def without_words(schema):
    """A schema without what is said to people."""
    if isinstance(schema, dict):
        return {
            key: without_words(value)
            for key, value in schema.items()
            if not (key == "description" and isinstance(value, str))
        }
    return [without_words(one) for one in schema] if isinstance(schema, list) else schema


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_over_http(served, user, book, minilm, mode):
    token = token_for(user, NOW, ("propose",))
    visited = asyncio.run(over_http(f"{served}/mcp", token, mode))
    check(visited)
    for one in REFERENCE["tools"]:
        tool = visited["tools"][one["name"]]
        assert without_words(tool.input_schema) == one["inputSchema"]
        assert without_words(tool.output_schema) == one["outputSchema"]


def elsewhere() -> dict[str, str]:
    """The environment of another process on the same database."""
    return {**os.environ, "DATABASE_URL": postgres.address(), "DJANGO_SETTINGS_MODULE": "assistant.settings"}


@pytest.mark.django_db(transaction=True)
def test_in_a_pipe_everything_that_was_asked_is_answered_though_the_input_has_ended(user, book):
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "pipe", "version": "1"}}
    told = [("initialize", client), ("tools/list", {}), *[("tools/call", {"name": "read_graph", "arguments": {}})] * 3]
    asked = [{"jsonrpc": "2.0", "id": at, "method": method, "params": to} for at, (method, to) in enumerate(told)]
    asked.insert(1, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    words = [sys.executable, "manage.py", "mcp", "--user", "ines"]
    lines = "".join(f"{json.dumps(one)}\n" for one in asked) + "{nope\n[]\n"
    ran = subprocess.run(words, input=lines, env=elsewhere(), cwd=ROOT, capture_output=True, text=True, timeout=120)
    told = [json.loads(one) for one in ran.stdout.splitlines()]
    answers = {one["id"]: one for one in told}
    assert (ran.returncode, set(answers)) == (0, {0, 1, 2, 3, 4, None}), ran.stderr
    assert [one["error"]["code"] for one in told if one["id"] is None] == [-32700] * 2
    for at in (2, 3, 4):
        assert json.loads(answers[at]["result"]["content"][0]["text"])["entities"][0]["name"] == "Anna"


@pytest.mark.django_db(transaction=True)
def test_the_official_client_over_standard_input_and_output(user, book, minilm):
    environment = elsewhere()
    words = ["manage.py", "mcp", "--user", "ines"]
    started = StdioServerParameters(command=sys.executable, args=words, env=environment, cwd=ROOT)
    check(asyncio.run(visit(stdio_client(started))))


async def found_by_meaning(transport) -> dict:
    """What a search gives once nothing waits for its vector."""
    async with Client(transport) as client:
        fact = {"subject": "Anna", "predicate": "plays", "value": "the cello"}
        await client.call_tool("propose_facts", {"facts": [fact]})
        for _ in range(60):
            found = (
                await client.call_tool("search_memory", {"query": "Which instrument does Anna play?"})
            ).structured_content
            if not found["degraded"]:
                return found
            await asyncio.sleep(0.5)
    raise AssertionError(found["degraded"])


@pytest.mark.django_db(transaction=True)
def test_over_standard_input_what_is_written_gets_its_vectors_though_nothing_else_runs(user, book):
    words = ["manage.py", "mcp", "--user", "ines"]
    started = StdioServerParameters(command=sys.executable, args=words, env=elsewhere(), cwd=ROOT)
    found = asyncio.run(found_by_meaning(stdio_client(started)))
    assert found["results"][0]["text"] == "Anna plays the cello"
    assert Embedding.objects.filter(kind="fact", object_id=int(found["results"][0]["id"])).exists()


async def refusal(transport) -> str:
    async with Client(transport) as client:
        fact = {"subject": "Anna", "predicate": "plays", "value": "the cello"}
        answer = await client.call_tool("propose_facts", {"facts": [fact]})
        assert answer.is_error
        return answer.content[0].text


@pytest.mark.django_db(transaction=True)
def test_over_standard_input_a_refusal_names_the_option_that_allows_it(user):
    """There is no token to speak of."""
    words = ["manage.py", "mcp", "--user", "ines", "--scope", "read"]
    started = StdioServerParameters(command=sys.executable, args=words, env=elsewhere(), cwd=ROOT)
    told = "This server was started without the scope “propose”. Start it with “mcp --scope propose” to allow this."
    assert asyncio.run(refusal(stdio_client(started))) == told
