"""What lies open beside a question: its own items, those of what it refers to, those of what is named with it."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from assistant.turn import chat
from assistant.turn import events as chat_events
from graph import jobs
from graph.models import Document, UserSettings
from graph.projections import adjacency
from graph.retrieval.channels import past
from graph.retrieval.question import words

DIRECT = ["Always validate JWT expiry before processing", "Use constant-time comparison for token signatures"]
REFERRED = "bcrypt cost factor should be at least 12"
TOGETHER = "Set short token lifetime (15min) for access tokens"
OTHER = "Water the tomatoes every second day"


def document(api, title: str, text: str) -> str:
    status, made = api.post("/documents", {"title": title, "text": text})
    assert status in (200, 202), made
    return made["id"]


def learning(api, text: str, source: str) -> None:
    """Something learned from a document, as a fact that rests on it."""
    fact = {"subject": {"name": "Team"}, "predicate": "learned", "value": text}
    status, made = api.post("/facts", {**fact, "evidence": [{"quote": text, "document": source}]})
    assert status == 201, made


@pytest.fixture
def service(api, work, minilm):
    """auth-service refers to crypto, and names what jwt-middleware names."""
    for name in ("Gateway", "Session", "Cookie", "Issuer", "Audience"):
        api.post("/entities", {"name": name})
    opened = document(api, "auth-service", "Gateway, Session, Cookie, Issuer and Audience; see [[crypto]].")
    crypto = document(api, "crypto", "Hashing of secrets.")
    middleware = document(api, "jwt-middleware", "Reads Gateway, Session, Cookie, Issuer and Audience.")
    garden = document(api, "garden", "About tomatoes.")
    work()
    api.now += dt.timedelta(seconds=5)  # links are resolved once for all that arrived
    for text in DIRECT:
        learning(api, text, opened)
    learning(api, REFERRED, crypto)
    learning(api, TOGETHER, middleware)
    learning(api, OTHER, garden)
    jobs.work(lambda: api.now)
    return api, opened


def ask(api, opened: str | None, **config) -> list[dict]:
    context = {"documents": [opened]} if opened else {}
    body = {"query": "What should I keep in mind here?", "context": context, "config": {"seed_top_k": 0, **config}}
    status, answer = api.post("/retrieve", body)
    assert status == 200, answer
    return answer["items"]


def test_the_example_flow_returns_its_four_items_ranked_t2_t9_t20_t21_t22_t23_t24_t31(service):
    api, opened = service
    items = ask(api, opened)
    assert {item["text"].removeprefix("Team learned ") for item in items} == {*DIRECT, REFERRED, TOGETHER}
    assert [item["score"] for item in items] == sorted((item["score"] for item in items), reverse=True)
    by_text = {item["text"].removeprefix("Team learned "): item for item in items}
    for text, way in (
        (DIRECT[0], ["auth-service"]),
        (DIRECT[1], ["auth-service"]),
        (REFERRED, ["auth-service", "crypto"]),
        (TOGETHER, ["auth-service", "jwt-middleware"]),
    ):
        assert [step["name"] for step in by_text[text]["path"]] == way
        assert by_text[text]["hops"] == len(way)
        assert by_text[text]["source_edge"] == "contains"
    assert by_text[REFERRED]["path"][1]["relation"] == "references"
    assert by_text[TOGETHER]["path"][1]["relation"] == "co_occurs_with"


def test_nothing_open_brings_nothing_of_it(service):
    api, _ = service
    assert ask(api, None) == []


def test_without_hops_what_lies_open_brings_nothing_t53(service):
    api, opened = service
    assert ask(api, opened, max_hops=0) == []


def test_one_hop_brings_only_what_the_open_document_holds_t20(service):
    api, opened = service
    assert {item["text"].removeprefix("Team learned ") for item in ask(api, opened, max_hops=1)} == set(DIRECT)


def test_documents_that_name_the_same_are_correlated_by_four_fifths_t22(service, user, now):
    """Five names together of five, times 1 - 1 / 5."""
    api, opened = service
    walked = api.post(
        "/traverse", {"start": opened, "kind": "document", "max_depth": 1, "relations": ["co_occurs_with"]}
    )
    assert [(one["name"], one["kind"], one["weight"]) for one in walked[1]["results"]] == [
        ("jwt-middleware", "document", 0.8)
    ]


def test_an_open_documents_passages_come_without_a_word_in_common_t20(api, work, minilm):
    opened = document(api, "Recipe", "Knead the dough and let it rest.")
    document(api, "Other", "The tram stops at noon.")
    work()
    answer = api.post("/retrieve", {"query": "Which step is next?", "context": {"documents": [opened]}})[1]
    assert [item["text"] for item in answer["items"]] == ["Knead the dough and let it rest."]


def test_what_helped_with_a_like_question_surfaces_again_t3_t10_t28(service, user, other_user):
    """crypto shares no name with the gateway: only the past question leads to what it holds."""
    api, opened = service
    first = "What should I keep in mind for the Gateway?"
    like = {"query": "What should we keep in mind about the Gateway?", "config": {"seed_top_k": 0, "fact_seeds": 0}}
    run = api.post("/retrieve", {**like, "query": first, "context": {"documents": [opened]}})[1]
    item = next(one for one in run["items"] if REFERRED in one["text"])
    assert not any(REFERRED in one["text"] for one in api.post("/retrieve", like)[1]["items"])
    said = {"retrieval": run["id"], "items": [{"kind": "fact", "id": item["id"], "helpful": True}]}
    assert api.post("/feedback", said)[1] == {"recorded": 1, "refused": []}
    found = next(one for one in api.post("/retrieve", like)[1]["items"] if REFERRED in one["text"])
    assert (found["path"][0]["kind"], found["path"][0]["name"]) == ("retrieval", first)
    assert (found["hops"], found["source_edge"], found["feedback_score"]) == (1, "helped_in", 2 / 3)
    asked = words.content_stems(like["query"])
    led = {one.pk: past.remembered(one, asked, adjacency.of(one.pk))[1] for one in (user, other_user)}
    assert (len(led[user.pk]), led[other_user.pk]) == (1, {})
    other = {**like, "query": "Who built the Gateway?"}
    assert not any(REFERRED in one["text"] for one in api.post("/retrieve", other)[1]["items"])


def test_a_conversation_lists_what_was_learned_and_said_in_it_m5(api, user, work, now):
    """Walked over `contains`, from the conversation to passages and facts. A-J9."""
    turn = chat.begin(user=user, text="My sister Anna lives in Lisbon.", now=now)
    list(chat.answer(turn, clock=lambda: now, stop=lambda: False))
    work()
    conversation = str(turn.conversation.pk)
    body = {"start": conversation, "kind": "conversation", "relations": ["contains"], "direction": "outgoing"}
    found = api.post("/traverse", {**body, "max_depth": 1})[1]["results"]
    assert {one["kind"] for one in found} == {"chunk", "fact"}
    assert "My sister Anna lives in Lisbon." in [one["name"] for one in found]
    assert Document.objects.filter(user=user, kind="conversation").count() == 1


WOMEN = ("Mira", "Lena", "Ruth", "Olga", "Ida", "Nora", "Ella", "Maria")
TOWNS = ("Berlin", "Oslo", "Vienna", "Kyoto", "Lima", "Turin", "Leeds", "Ghent")


def test_expansion_changes_an_answer_w_t6_t8_n35(api, user, work, minilm, now):
    """Forty people live somewhere; only a walk over "sister" tells which town is meant, and the answer names it.

    W-M1.
    """
    facts = [
        {
            "subject": {"name": f"{first} {last}", "type": "person"},
            "predicate": "lives_in",
            "object": {"name": TOWNS[number % 8], "type": "place"},
        }
        for number, (first, last) in enumerate(itertools.product(WOMEN, ("Berg", "Holt", "Ruiz", "Vance", "Okoro")))
    ]
    facts.append({"subject": {"name": "I"}, "predicate": "sister", "object": {"name": "Zofia Wrona", "type": "person"}})
    facts.append({"subject": {"name": "Zofia Wrona"}, "predicate": "lives_in", "object": {"name": "Gdynia"}})
    assert api.post("/facts/bulk", {"facts": facts})[1]["created"] == 42
    work()
    with_graph = answered(user, "Where does my sister live?", now)
    UserSettings.objects.filter(user=user).update(retrieval={"max_hops": 0, "cache_ttl": 0})
    without = answered(user, "Where does my sister live?", now)
    assert "Gdynia" in with_graph
    assert "Gdynia" not in without


def answered(user, question: str, now) -> str:
    turn = chat.begin(user=user, text=question, now=now)
    events = list(chat.answer(turn, clock=lambda: now, stop=lambda: False))
    return next(event.text for event in events if isinstance(event, chat_events.Done))
