"""Options that narrow what may be returned, and what the answer says of it."""

from __future__ import annotations

import datetime as dt

import pytest

from graph import jobs
from graph.models import Fact
from graph.retrieval.channels import globs

PASSAGES = {
    "src/auth/jwt.md": "The token is checked before each request.",
    "src/auth/deep/keys.md": "The token is signed with a rotating key.",
    "notes/garden.md": "The token of thanks went to the gardeners.",
}


@pytest.fixture
def filed(api, work, minilm):
    for source, text in PASSAGES.items():
        made = api.post("/documents", {"title": source.rsplit("/", 1)[-1], "source": source, "text": text})[1]
        fact = {"subject": {"name": "Token"}, "predicate": "note", "value": text, "source": "file"}
        api.post("/facts", {**fact, "evidence": [{"quote": text, "document": made["id"]}]})
    api.post("/facts", {"subject": {"name": "Token"}, "predicate": "colour", "value": "a token of blue enamel"})
    work()
    return api


def found(api, expected: int = 200, **filters) -> set[tuple[str, str]]:
    body = {"query": "What happens with the token?", "config": {"filters": filters, "cache_ttl": 0}}
    status, answer = api.post("/retrieve", body)
    assert status == expected, answer
    return {(item["kind"], item["text"].removeprefix("Token note ")) for item in answer.get("items", ())}


def of(*sources: str) -> set[tuple[str, str]]:
    return {(kind, PASSAGES[source]) for source in sources for kind in ("fact", "chunk")}


@pytest.mark.parametrize(
    ("patterns", "sources"),
    [
        (["src/auth/**/*.md"], ["src/auth/jwt.md", "src/auth/deep/keys.md"]),
        (["src/auth/*.md"], ["src/auth/jwt.md"]),
        ("src/auth/*.md, notes/*", ["src/auth/jwt.md", "notes/garden.md"]),
        (["garden.md,keys.*"], ["notes/garden.md", "src/auth/deep/keys.md"]),
        (["src/auth/(jwt|keys).md"], []),
        ([".*"], []),
    ],
)
def test_documents_are_chosen_by_globs_and_comma_lists_never_by_expressions_t51_o61(filed, patterns, sources):
    """Facts come from them too, when they rest on their words; what was written by hand is in no document."""
    assert found(filed, documents=patterns) == of(*sources)


def test_what_is_filtered_away_takes_no_place_w_m7(filed, work):
    """Twenty nearer passages elsewhere do not starve the one that was asked for. A-T9."""
    for n in range(20):
        filed.post("/documents", {"title": f"copy {n}", "text": f"What happens with the token: it happens {n} times."})
    work()
    narrow = {"filters": {"documents": ["notes/*"]}, "seed_top_k": 2, "overfetch": 1, "fact_seeds": 1, "max_hops": 0}
    answer = filed.post("/retrieve", {"query": "What happens with the token?", "config": narrow})[1]
    assert {item["text"].removeprefix("Token note ") for item in answer["items"]} == {PASSAGES["notes/garden.md"]}


def test_an_open_document_is_named_by_a_glob_on_the_command_line_t51(filed, user, capsys):
    from django.core.management import call_command

    call_command("kg_context", "What is the next step?", user=user.username, files="src/**/jwt.md")
    assert PASSAGES["src/auth/jwt.md"] in capsys.readouterr().out


def test_no_pattern_takes_long_t51():
    assert not globs.matches("*a" * 60 + "b", "a" * 1000)
    assert globs.matches("Note [1]", "note [1]")
    assert globs.matches("[!x]?[a-c]", "azb")
    assert not globs.matches("a/[!x]*", "a/b/c")


def test_dates_bound_when_a_passage_was_written_or_a_fact_became_known(filed):
    filed.now += dt.timedelta(days=30)
    text = "The token is now issued by the harbour office."
    filed.post("/documents", {"title": "later", "text": text})
    jobs.work(lambda: filed.now)
    day = f"{filed.now:%Y-%m-%d}"
    assert found(filed, dates={"since": day}) == {("chunk", text)}
    assert found(filed, dates={"since": day, "until": day}) == {("chunk", text)}
    before = found(filed, dates={"until": f"{filed.now - dt.timedelta(days=1):%Y-%m-%d}"})
    assert before >= of(*PASSAGES)
    assert ("chunk", text) not in before
    assert found(filed, dates={"until": "2020-01-01"}) == set()


@pytest.mark.parametrize(
    "wrong",
    [
        {"dates": {"since": "yesterday"}},
        {"dates": {"since": "2026-03-02", "until": "2026-03-01"}},
        {"documents": [7]},
        {"documents": ["x" * 201]},
        {"regex": ".*"},
    ],
)
def test_filters_that_cannot_be_meant_are_refused(filed, wrong):
    found(filed, expected=422, **wrong)


def test_statuses_and_sources_are_filtered_before_the_search(filed, work):
    for n in range(12):
        fact = {"subject": {"name": f"Token {n}"}, "predicate": "note", "value": "What happens with the token"}
        filed.post("/facts", {**fact, "status": "staged", "source": "conversation"})
    work()
    only = {"filters": {"statuses": ["confirmed"]}, "fact_seeds": 2, "overfetch": 1, "max_hops": 0, "seed_top_k": 0}
    answer = filed.post("/retrieve", {"query": "What happens with the token?", "config": only})[1]
    assert len(answer["items"]) == 2
    assert {item["status"] for item in answer["items"]} == {"confirmed"}
    assert {kind for kind, _ in found(filed, sources=["user_edit"]) if kind == "fact"} == {"fact"}


@pytest.mark.parametrize(
    ("statuses", "found"), [(["confirmed"], {"Harbour", "Crane"}), (["staged"], {"Quay", "Piles"})]
)
def test_what_is_of_another_status_is_not_reached_either(filed, work, statuses, found):
    """Around an anchor there are facts of both, and behind each of them one more."""
    for subject, target, status in (
        ("Lighthouse", "Harbour", "confirmed"),
        ("Harbour", "Crane", "confirmed"),
        ("Lighthouse", "Quay", "staged"),
        ("Quay", "Piles", "staged"),
    ):
        fact = {"subject": {"name": subject}, "predicate": "faces", "object": {"name": target}, "status": status}
        assert filed.post("/facts", fact)[0] == 201
    work()
    config = {"filters": {"statuses": statuses}, "seed_top_k": 0}
    items = filed.post("/retrieve", {"query": "What does the Lighthouse face?", "config": config})[1]["items"]
    assert {item["text"].split()[-1] for item in items} == found


def test_every_item_tells_its_parts_its_way_and_what_was_said_of_it_t32_t33(filed):
    """C31."""
    body = {"query": "What about the Token?", "config": {"fact_seeds": 0}}
    items = filed.post("/retrieve", body)[1]["items"]
    passage = next(item for item in items if item["kind"] == "chunk")
    assert {"vector", "keyword", "rrf", "activation", "recency", "feedback"} <= set(passage["scores"])
    assert passage["hops"] == 0
    assert passage["source_edge"] is None
    assert passage["scores"]["rrf"] > 0
    assert passage["scores"]["recency"] == 1.0
    fact = next(item for item in items if item["kind"] == "fact")
    assert (fact["hops"], fact["source_edge"], fact["feedback_score"]) == (1, "note", None) or fact["source_edge"]
    assert fact["path"][0]["name"] == "Token"


def test_a_limit_and_a_least_score_cut_items_and_narrative_alike_t29(filed):
    body = {"query": "What happens with the token?", "config": {"cache_ttl": 0}}
    everything = filed.post("/retrieve", body)[1]
    one = filed.post("/retrieve", {**body, "limit": 1})[1]
    assert [item["id"] for item in one["items"]] == [everything["items"][0]["id"]]
    assert one["narrative"].count("\n- ") == 1
    assert one["stats"]["truncated"] is True
    least = everything["items"][2]["score"]
    some = filed.post("/retrieve", {**body, "min_score": least})[1]
    assert [item["id"] for item in some["items"]] == [
        item["id"] for item in everything["items"] if item["score"] >= least
    ]
    for wrong in ({"limit": 0}, {"min_score": -1}):
        assert filed.post("/retrieve", {**body, **wrong})[0] == 422


def test_without_explanation_the_reasons_stay_on_the_receipt(filed):
    from graph.models import RetrievalItem

    answer = filed.post("/retrieve", {"query": "What happens with the token?", "explain": False})[1]
    assert answer["items"]
    assert all(not item["scores"] and not item["path"] and not item["evidence"] for item in answer["items"])
    kept = RetrievalItem.objects.get(retrieval=answer["id"], rank=0)
    assert kept.detail["scores"]["vector"] > 0


def test_the_connection_is_one_part_of_the_score_m12_m46(filed):
    """With its weight at nothing a fact that only the graph reaches scores lower, by that part alone."""
    filed.post("/facts", {"subject": {"name": "Token"}, "predicate": "issued_by", "object": {"name": "Harbour"}})
    body = {"query": "Token", "preset": "maia"}
    scores = {}
    for weight in (0.0, 0.1):
        config = {"graph_weight": weight, "fact_seeds": 0, "seed_top_k": 0, "cache_ttl": 0}
        items = filed.post("/retrieve", {**body, "config": config})[1]["items"]
        scores[weight] = next(item["score"] for item in items if item["text"] == "Token issued by Harbour")
    assert scores[0.1] - scores[0.0] == pytest.approx(0.1)
    assert Fact.objects.filter(predicate="issued_by").exists()


@pytest.mark.parametrize(
    "wrong", [{"hop_decay": []}, {"max_hops": True}, {"max_hops": "2"}, {"max_hops": 2.5}, {"max_facts": "all"}]
)
def test_an_option_of_another_type_is_refused_with_its_place(api, wrong):
    status, answer = api.post("/retrieve", {"query": "x", "config": wrong})
    assert status == 422
    assert api.post("/retrieve", {"query": "x", "config": {"max_hops": 2.0}})[0] == 200
    assert {tuple(one["loc"][:3]) for one in answer["detail"]} == {("body", "config", *wrong)}
