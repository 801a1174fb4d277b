"""Every operation of the REST API, as another person, as nobody and with a token that may only read."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass, field

import pytest
from django.test import Client

from assistant.api import api as rest
from graph.documents import model
from tests.conftest import token_for
from tests.owned import SECRET, Book, book, everything_of
from tests.tables import show
from tests.test_isolation import in_passing

pytestmark = pytest.mark.django_db

OPEN = {"health"}


@dataclass(frozen=True)
class Call:
    """How an operation is called on the owner's rows; `refused` are the answers to a stranger who calls it so."""

    body: dict | None = None
    ids: dict[str, object] = field(default_factory=dict)
    refused: frozenset[int] = frozenset({404})
    scope: str = "read"
    query: str = ""
    file: bytes = b""


@pytest.fixture(autouse=True)
def _at_the_fixed_moment(now, monkeypatch):
    from assistant.streaming import runs
    from graph import clock

    monkeypatch.setattr(clock, "now", lambda: now)
    monkeypatch.setattr(runs, "start", lambda *_: None)
    monkeypatch.setattr(model, "asker", lambda: lambda question: '{"edges": []}')


@pytest.fixture
def owned(user, now) -> Book:
    return book(user, now)


OWN_LIST = frozenset({200})  # one's own rows, of which there are none of the owner's


def calls(b: Book) -> dict[str, Call]:
    """Every operation by its name."""
    entity, fact, document = {"entity_id": b.entity.pk}, {"fact_id": b.confirmed.pk}, {"document_id": b.document.pk}
    conversation, change = {"conversation_id": b.conversation.pk}, {"change_id": b.change.pk}
    stated = {"subject": b.entity.pk, "predicate": "likes", "value": "tea"}
    context = {"entities": [b.entity.pk], "documents": [b.document.pk]}
    return {
        "health": Call(refused=OWN_LIST),
        "create_entity": Call({"name": "Tom"}, refused=frozenset({201}), scope="write"),
        "list_entities": Call(refused=OWN_LIST, query=f"?q={SECRET}"),
        "resolve_entity": Call({"text": b.entity.name}, refused=OWN_LIST),
        "merge_entities": Call({"keep": b.entity.pk, "absorb": [b.other_entity.pk]}, scope="write"),
        "split_entity": Call({"name": "Two", "facts": [b.confirmed.pk]}, entity, scope="write"),
        "get_entity": Call(ids=entity),
        "edit_entity": Call({"name": "Mine"}, entity, scope="write"),
        "delete_entity": Call(ids=entity, scope="write"),
        "state_fact": Call(stated, scope="propose"),
        "state_facts": Call({"facts": [stated]}, refused=OWN_LIST, scope="propose"),
        "decide_facts": Call({"ids": [b.waiting.pk], "decision": "confirm"}, refused=OWN_LIST, scope="write"),
        "list_facts": Call(refused=OWN_LIST, query=f"?subject={b.entity.pk}"),
        "get_fact": Call(ids=fact),
        "edit_fact": Call({"confidence": 0.1}, fact, scope="write"),
        "delete_fact": Call(ids=fact, scope="write"),
        "list_conflicts": Call(refused=OWN_LIST),
        "settle_by_days": Call({"ids": [b.conflict.pk]}, refused=OWN_LIST, scope="write"),
        "resolve_conflict": Call({"decision": "both"}, {"conflict_id": b.conflict.pk}, scope="write"),
        "receive_document": Call({"text": "A letter."}, refused=frozenset({202}), scope="write"),
        "list_documents": Call(refused=OWN_LIST),
        "get_document": Call(ids=document),
        "delete_document": Call(ids=document, scope="write"),
        "list_chunks": Call(ids=document),
        "link_documents": Call({"documents": [b.document.pk]}, scope="write"),
        "retry_document": Call(ids=document, scope="write"),
        "cancel_document": Call(ids=document, scope="write"),
        "retrieve": Call({"query": f"Where is Anna {SECRET}?", "context": context}),
        "search": Call({"query": f"Anna {SECRET}", "include_related": True}, refused=OWN_LIST),
        "traverse": Call({"start": b.entity.pk}),
        "paths": Call({"from": b.entity.pk, "to": b.other_entity.pk}),
        "graph": Call(query=f"?center={b.entity.pk}"),
        "export": Call(refused=OWN_LIST, query="?format=native"),
        "import_": Call(
            refused=frozenset({202}), scope="write", query="?format=csv", file=b"subject,predicate,value\n"
        ),
        "get_settings": Call(refused=OWN_LIST),
        "edit_settings": Call({"retrieval": {"max_traversal_depth": 3}}, refused=OWN_LIST, scope="write"),
        "get_import": Call(ids={"import_id": b.brought.pk}),
        "maintain": Call({}, {"name": "importance"}, refused=OWN_LIST, scope="write"),
        "list_communities": Call(refused=OWN_LIST),
        "give_feedback": Call(
            {"retrieval": b.item.retrieval_id, "items": [{"kind": "fact", "id": b.confirmed.pk, "helpful": True}]},
            scope="propose",
        ),
        "stats": Call(refused=OWN_LIST),
        "list_predicates": Call(refused=OWN_LIST),
        "create_predicate": Call({"name": "waters"}, refused=frozenset({201}), scope="write"),
        "get_predicate": Call(ids={"name": b.predicate.name}),
        "edit_predicate": Call({"label": "Mine"}, {"name": b.predicate.name}, scope="write"),
        "merge_predicate": Call({"into": "lives_in"}, {"name": b.predicate.name}, scope="write"),
        "delete_predicate": Call(ids={"name": b.predicate.name}, scope="write"),
        "list_changes": Call(refused=OWN_LIST),
        "list_days": Call(refused=OWN_LIST),
        "get_change": Call(ids=change),
        "undo_origin": Call({"conversation": b.conversation.pk}, scope="write"),
        "undo_change": Call(ids=change, scope="write"),
        "chat_": Call({"message": "hello", "conversation": b.conversation.pk}, scope="propose"),
        "erase": Call({"entity": b.entity.pk}, scope="write"),
        "list_conversations": Call(refused=OWN_LIST),
        "get_conversation": Call(ids=conversation),
        "delete_conversation": Call(ids=conversation, scope="write"),
        "list_messages": Call(ids=conversation),
        "stop_message": Call(ids={"message_id": b.answer.pk}, scope="propose"),
    }


def operations() -> dict[str, tuple[str, str]]:
    """(method, path) of every operation of the registry."""
    return {
        one.view_func.__name__: (method.lower(), path)
        for _, router in rest._routers
        for path, view in router.path_operations.items()
        for one in view.operations
        for method in one.methods
    }


def sent(call: Call) -> dict:
    """What goes with the request: JSON, a form with a file, or nothing."""
    if call.file:
        return {"data": {"file": io.BytesIO(call.file)}}
    return {"data": json.dumps(call.body), "content_type": "application/json"} if call.body is not None else {}


def ask(token: str, method: str, path: str, call: Call):
    """One request; its path is filled with the ids of the call."""
    url = "/api/v1" + re.sub(r"{(\w+)}", lambda found: str(call.ids[found[1]]), path) + call.query
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return in_passing(getattr(Client(), method), url, headers=headers, **sent(call))


def said(answer) -> str:
    if answer.streaming:
        return ""
    is_json = answer["Content-Type"].startswith("application/json")
    return json.dumps(answer.json(), ensure_ascii=False) if is_json else answer.content.decode("latin-1")


def test_every_operation_is_walked(owned):
    assert set(calls(owned)) == set(operations()), "say in `calls` how a new operation is called"


def test_no_operation_shows_or_changes_anothers_rows(owned, other_user, now):
    theirs, before = token_for(other_user, now), everything_of(owned.user)
    for name, (method, path) in operations().items():
        call = calls(owned)[name]
        refused = ask(theirs, method, path, call)
        echoed = json.dumps(call.body or {}, ensure_ascii=False) + call.query
        told = said(refused).replace(f"Where is Anna {SECRET}?", "") if SECRET in echoed else said(refused)
        assert refused.status_code in call.refused, (name, told)
        assert SECRET not in told or refused.status_code == 404, (name, told)
        assert SECRET.lower() not in told or name.endswith("predicate"), (name, told)
        welcome = ask(owned.secret, method, path, call)
        assert welcome.status_code in {200, 201, 202}, (name, said(welcome))
    assert everything_of(owned.user) == before
    show(f"{len(operations())} operations walked as owner, as another, as nobody and with less than they need")


def test_what_a_stranger_calls_writes_nothing_of_the_owners(owned, other_user, now):
    """Nothing is taken back here: the stranger's own rows may grow, the owner's stay as they are."""
    theirs, before = {"Authorization": f"Bearer {token_for(other_user, now)}"}, everything_of(owned.user)
    for name, (method, path) in operations().items():
        call = calls(owned)[name]
        url = "/api/v1" + re.sub(r"{(\w+)}", lambda found, ids=call.ids: str(ids[found[1]]), path) + call.query
        getattr(Client(), method)(url, headers=theirs, **sent(call))
        assert everything_of(owned.user) == before, name


def test_nobody_is_let_in_anywhere_but_where_it_is_open(owned):
    for name, (method, path) in operations().items():
        for token in ("", "cpl_made-up", owned.token.digest):
            answer = ask(token, method, path, calls(owned)[name])
            assert answer.status_code == (200 if name in OPEN else 401), name
            assert SECRET not in said(answer), name


def test_a_token_without_the_scope_is_refused(owned, now):
    """Every operation with each smaller scope than it needs: 403, and with the one it needs: done."""
    order = ["read", "propose", "write"]
    tokens = {scope: token_for(owned.user, now, (scope,)) for scope in order}
    before = everything_of(owned.user)
    for name, (method, path) in operations().items():
        call = calls(owned)[name]
        if name in OPEN:
            continue
        for place, scope in enumerate(order):
            status = ask(tokens[scope], method, path, call).status_code
            if place < order.index(call.scope):
                assert status == 403, (name, scope)
            else:
                assert status in {200, 201, 202}, (name, scope)
    assert everything_of(owned.user) == before


def test_the_browsers_session_needs_its_csrf_token(owned):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owned.user)
    assert browser.get("/api/v1/entities").status_code == 200
    body = {"data": json.dumps({"name": "Tom"}), "content_type": "application/json"}
    assert browser.post("/api/v1/entities", **body).status_code == 403
    browser.get("/settings/")
    token = browser.cookies["csrftoken"].value
    assert browser.post("/api/v1/entities", headers={"X-CSRFToken": token}, **body).status_code == 201


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer not-a-token"}])
def test_whoever_is_not_known_is_told_so_whatever_they_ask_for(db, headers):
    nobody = Client(enforce_csrf_checks=True)
    for name, (method, path) in operations().items():
        asked = "/api/v1" + path.replace("{", "").replace("}", "")
        answer = nobody.generic(method, asked, "{}", content_type="application/json", headers=headers)
        assert answer.status_code == (200 if name in OPEN else 401), (name, answer.content)


def test_a_stranger_gets_the_same_words_as_for_what_never_was(owned, other_user, now):
    """An id of another's row and an id of no row cannot be told apart."""
    theirs = token_for(other_user, now)
    for name, (method, path) in operations().items():
        call = calls(owned)[name]
        if call.ids and call.refused == {404}:
            never = {key: 10**9 if isinstance(value, int) else "never_was" for key, value in call.ids.items()}
            here = said(ask(theirs, method, path, call))
            there = said(ask(theirs, method, path, Call(call.body, never)))
            for mine, none in zip(call.ids.values(), never.values(), strict=True):
                assert here.replace(str(mine), "X") == there.replace(str(none), "X"), name
