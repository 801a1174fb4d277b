"""Every operation's description has an example of success, recorded from a real answer; `RECORD_EXAMPLES=1` renews them."""

from __future__ import annotations

import json
import os
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assistant.http.openapi import EXAMPLES
from tests.assistant.test_contract import described

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("minilm")]
LONGEST = 2  # entries of a list that are kept


class Story:
    """Calls the API as a program would, and keeps the first answer of success of each operation."""

    def __init__(self, api) -> None:
        self.api, self.answers = api, {}

    def __call__(self, method: str, path: str, body=None, **extra):
        headers = self.api.headers
        options = {"data": body, "content_type": "application/json"} if body is not None else {}
        answer = getattr(self.api.client, method)(f"/api/v1{path}", headers=headers, **{**options, **extra})
        assert answer.status_code < 300, (method, path, answer.content[:300])
        route = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", answer.resolver_match.route)
        found = answer.json()
        self.answers.setdefault(f"{method} /{route}", shortened(found))
        return found


def shortened(value):
    if isinstance(value, dict):
        return {key: shortened(one) for key, one in value.items()}
    return [shortened(one) for one in value[:LONGEST]] if isinstance(value, list) else value


@pytest.fixture
def told(api, work, settings, scripted) -> dict:
    """A short life of a book, in which every operation is called once at least."""
    say = Story(api)
    say("get", "/health")
    anna = {"name": "Anna", "type": "person"}
    one = say(
        "post", "/facts", {"subject": anna, "predicate": "lives_in", "object": {"name": "Lisbon", "type": "place"}}
    )
    two = say("post", "/facts", {"subject": anna, "predicate": "likes", "value": "figs", "status": "staged"})
    other = say(
        "post", "/facts", {"subject": anna, "predicate": "lives_in", "object": {"name": "Porto", "type": "place"}}
    )
    bulk = [{"subject": anna, "predicate": "works_for", "object": {"name": "Harbour & Co", "type": "organisation"}}]
    say("post", "/facts/bulk", {"facts": bulk})
    say("post", "/facts/decide", {"ids": [two["id"]], "decision": "confirm"})
    say("get", "/facts?limit=2")
    say("get", f"/facts/{one['id']}")
    say("patch", f"/facts/{two['id']}", {"confidence": 0.9})
    conflict = say("get", "/conflicts")["items"][0]
    say("post", "/conflicts/by-days", {"ids": [conflict["id"]]})
    say("post", f"/conflicts/{conflict['id']}/resolve", {"decision": "newer"})
    double = say("post", "/entities", {"name": "Anna Brandt", "type": "person", "properties": {"height": 1.7}})
    say("get", "/entities?q=Anna&limit=2")
    say("get", f"/entities/{double['id']}")
    say("patch", f"/entities/{double['id']}", {"description": "A friend"})
    say("post", "/entities/resolve", {"text": "Anna", "context": "Lisbon"})
    person = one["subject"]["id"]
    say("post", "/entities/merge", {"keep": person, "absorb": [double["id"]]})
    say("post", f"/entities/{person}/split", {"facts": [two["id"]], "aliases": [], "name": "Another Anna"})
    changes = say("get", "/changes?limit=2")["items"]
    say("get", f"/changes/{changes[0]['id']}")
    say("post", f"/changes/{changes[0]['id']}/undo", {})
    letter = say(
        "post", "/documents", {"title": "A letter", "text": "# Lisbon\n\nAnna writes from Lisbon.\n\n# Porto\n\nSoon."}
    )
    late = say("post", "/documents", {"title": "Another", "text": "A second letter, from the harbour."})
    say("post", f"/documents/{late['id']}/cancel", {})
    say("post", f"/documents/{late['id']}/retry", {})
    work()
    say("get", "/documents?limit=2")
    say("get", f"/documents/{letter['id']}")
    say("get", f"/documents/{letter['id']}/chunks")
    scripted(lambda asked: "[]")
    say("post", "/documents/link", {"threshold": 0.5})
    settings.ASSISTANT_MODEL = ""
    run = say("post", "/retrieve", {"query": "Where does Anna live?"})
    say("post", "/feedback", {"retrieval": run["id"], "items": [{"kind": "fact", "id": other["id"], "helpful": True}]})
    say("post", "/search", {"query": "Anna", "k": 3, "include_related": True})
    say("post", "/traverse", {"start": person, "max_depth": 2})
    say("post", "/paths", {"from": person, "to": other["object"]["id"], "mode": "shortest"})
    say("get", f"/graph?center={person}&depth=1")
    say("get", "/communities")
    say("get", "/stats")
    say("get", "/settings")
    say("patch", "/settings", {"retrieval": {}})
    say("post", "/maintenance/prune", {"dry_run": True})
    say("get", "/predicates?limit=2")
    say("post", "/predicates", {"name": "ferries_to", "label": "ferries to", "inverse_label": "is reached from"})
    say("get", "/predicates/ferries_to")
    say("patch", "/predicates/ferries_to", {"category": "travel"})
    say("post", "/predicates/ferries_to/merge", {"into": "located_in"})
    say("delete", "/predicates/ferries_to")
    table = SimpleUploadedFile("facts.csv", b"subject,predicate,object\nTom,likes,tea\n")
    taken = api.client.post("/api/v1/import?format=csv", {"file": table}, headers=api.headers)
    assert taken.status_code == 202, taken.content
    say.answers["post /api/v1/import"] = taken.json()
    work()
    say("get", f"/imports/{taken.json()['id']}")
    say("post", "/changes/undo", {"import": taken.json()["id"], "dry_run": True})
    chat = say("post", "/chat", {"message": "Where does Anna live?", "stream": False})
    say("get", "/conversations?limit=2")
    say("get", f"/conversations/{chat['conversation']}")
    say("get", f"/conversations/{chat['conversation']}/messages")
    say("post", f"/messages/{chat['message']}/stop", {})
    say("post", "/facts", {"subject": anna, "predicate": "birthday", "value": "9 March"})
    say("get", "/days?from=2026-03-01&until=2026-03-31")
    say("delete", f"/conversations/{chat['conversation']}")
    say("delete", f"/documents/{letter['id']}")
    say("delete", f"/facts/{two['id']}")
    say("post", "/erase", {"entity": other["object"]["id"]})
    say("delete", f"/entities/{person}")
    return say.answers


def operations() -> set[str]:
    """All that answer with JSON."""
    return {
        f"{method} {path}"
        for path, item in described()["paths"].items()
        for method, operation in item.items()
        if any(
            "application/json" in one.get("content", {})
            for status, one in operation["responses"].items()
            if status < "3"
        )
    }


def shape(value, depth: int = 2):
    """The keys of an answer, and those of its first entries."""
    if isinstance(value, dict) and depth:
        return {key: shape(one, depth - 1) for key, one in sorted(value.items())}
    return [shape(value[0], depth)] if isinstance(value, list) and value else None


def test_every_operation_has_an_example_that_is_what_it_answers(told):
    if os.environ.get("RECORD_EXAMPLES"):
        EXAMPLES.write_text(json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    kept = json.loads(EXAMPLES.read_text())
    assert set(told) == set(kept) == operations()
    assert {name: shape(one) for name, one in kept.items()} == {name: shape(one) for name, one in told.items()}
    for path, item in described()["paths"].items():
        for method, operation in item.items():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})
                if status < "3" and "application/json" in content:
                    assert content["application/json"]["example"] == kept[f"{method} {path}"]
                elif status >= "4" and content:
                    assert content["application/json"]["schema"] == {"$ref": "#/components/schemas/Error"}
