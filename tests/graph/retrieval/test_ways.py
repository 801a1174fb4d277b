"""Which ways activation takes through the graph and what each counts, by the options that decide it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.projections import embed

TX = {"anchor_limit": 1, "fact_seeds": 0, "seed_top_k": 0, "cache_ttl": 0}


@pytest.fixture
def link(api, minilm):
    def make(subject: str, predicate: str, target: str, **more) -> dict:
        body = {"subject": {"name": subject}, "predicate": predicate, "object": {"name": target}, **more}
        status, fact = api.post("/facts", body)
        assert status == 201, fact
        return fact

    return make


def ask(api, query: str, preset: str = "tx", **config) -> dict:
    settings = {**TX, **config} if preset == "tx" else {"cache_ttl": 0, **config}
    status, answer = api.post("/retrieve", {"query": query, "preset": preset, "config": settings})
    assert status == 200, answer
    return answer


def scores(answer: dict) -> dict[str, float]:
    return {item["text"]: round(item["score"], 3) for item in answer["items"]}


@pytest.mark.parametrize(("by", "score"), [("weight", 0.56), ("confidence", 0.35), ("product", 0.28)])
def test_an_edge_is_as_strong_as_its_weight_its_confidence_or_both_c8(api, link, work, by, score):
    """Weight 0.8, confidence 0.5, one hop at 0.7."""
    link("Quillon", "feeds", "Brandle", weight=0.8, confidence=0.5)
    work()
    assert scores(ask(api, "Quillon", edge_strength=by)) == {"Quillon feeds Brandle": score}


@pytest.mark.parametrize(("mode", "second"), [("product", 0.098), ("last_edge", 0.49)])
def test_a_weak_first_edge_counts_all_along_the_way_or_not_at_all_w_o4(api, link, work, mode, second):
    """Weights 0.2 and 1.0: 0.2 x 1.0 x 0.7^2, or 1.0 x 0.7^2. C1, C1b."""
    link("Quillon", "feeds", "Brandle", weight=0.2)
    link("Brandle", "feeds", "Corvik", weight=1.0)
    work()
    found = scores(ask(api, "Quillon", path_mode=mode))
    assert found == {"Quillon feeds Brandle": 0.14, "Brandle feeds Corvik": second}


def test_each_hop_may_have_relations_of_its_own_a_t5(api, link, work):
    for subject, relation, target in (
        ("Quillon", "feeds", "Brandle"),
        ("Quillon", "warms", "Harrow"),
        ("Brandle", "feeds", "Corvik"),
        ("Brandle", "warms", "Dromund"),
    ):
        link(subject, relation, target)
    work()
    answer = ask(api, "Quillon", relations={"per_hop": [["feeds"], ["warms"]]}, direction="outgoing")
    assert list(scores(answer)) == ["Quillon feeds Brandle", "Brandle warms Dromund"]
    assert (answer["stats"]["expanded"], answer["stats"]["max_depth_reached"]) == (2, 2)


def test_of_two_ways_to_an_entity_the_stronger_one_counts_c7(api, link, work):
    """A diamond: its other side begins more strongly, and what lies beyond is reached over 0.5 x 1.0, not 0.9 x 0.1.

    A-T10, W-T5.
    """
    for middle, begins, ends in (("Brandle", 0.9, 0.1), ("Corvik", 0.5, 1.0)):
        link("Quillon", "feeds", middle, weight=begins)
        link(middle, "feeds", "Dromund", weight=ends)
    link("Dromund", "warms", "Harrow")
    work()
    answer = ask(api, "Quillon", max_hops=3)
    (beyond,) = (item for item in answer["items"] if item["text"] == "Dromund warms Harrow")
    assert [step["name"] for step in beyond["path"]] == ["Quillon", "Corvik", "Dromund"]
    assert beyond["score"] == pytest.approx(0.5 * 1.0 * 0.7**3)


def test_a_way_ends_where_a_fact_was_taken_back_a_t10(api, link, work):
    link("Quillon", "feeds", "Brandle")
    between = link("Brandle", "feeds", "Corvik")
    link("Corvik", "feeds", "Dromund")
    work()
    assert len(ask(api, "Quillon", max_hops=3)["items"]) == 3
    api.post("/facts/decide", {"ids": [between["id"]], "decision": "retract"})
    work()
    assert list(scores(ask(api, "Quillon", max_hops=3))) == ["Quillon feeds Brandle"]


def test_a_hub_shares_its_light_out_among_more_than_twenty(api, work, minilm):
    """1 / (1 + ln(200 / 20)) of what the other anchor's only fact takes on, in the default."""
    fed = [{"subject": {"name": "Quillon"}, "predicate": "feeds", "value": f"mill {number}"} for number in range(200)]
    alone = {"subject": {"name": "Brandle"}, "predicate": "feeds", "value": "mill of its own"}
    assert api.post("/facts/bulk", {"facts": [*fed, alone]})[1]["created"] == 201
    work()
    items = ask(api, "Quillon Brandle", preset="default", anchor_limit=2, fact_seeds=0)["items"]
    lit = {(item["path"][0]["name"], round(item["scores"]["activation"], 3)) for item in items}
    assert lit == {("Quillon", 0.303), ("Brandle", 1.0)}


def test_a_wide_frontier_takes_as_many_queries_as_a_narrow_one_w_j2_w_t2(api, link, work):
    for number in range(12):
        link("Quillon", "feeds", f"Brandle {number}")
        link(f"Brandle {number}", "feeds", f"Corvik {number}")
    work()
    ask(api, "Quillon", preset="jacq")  # what is loaded once a process

    def queries(wide: int) -> int:
        with CaptureQueriesContext(connection) as made:
            found = ask(api, "Quillon", preset="jacq", anchor_limit=1, per_node_limit=wide)["items"]
        assert len(found) == 2 * wide
        return len(made)

    assert queries(12) == queries(2)


def test_what_is_two_hops_away_is_told_under_its_own_subject_and_once_w_j6(api, link, work):
    """Two ways lead to the second fact, and nobody named its subject."""
    for middle in ("Brandle", "Corvik"):
        link("Quillon", "feeds", middle)
        link(middle, "feeds", "Dromund")
    link("Dromund", "warms", "Harrow")
    work()
    answer = ask(api, "Quillon", preset="jacq", anchor_limit=1, max_hops=3)
    texts = [item["text"] for item in answer["items"]]
    assert len(texts) == len(set(texts)) == 5
    assert "### 💡 CONTEXT: Dromund\n- warms: Harrow" in answer["narrative"]


def test_of_many_equally_sure_facts_those_that_the_question_means_are_taken_w_j7(api, work, minilm):
    """Fifty of one subject, of which ten are kept: the one that is asked about is the newest, and among them."""
    dishes = [
        {"subject": {"name": "Anna"}, "predicate": "cooked", "value": f"dish number {number}"} for number in range(49)
    ]
    tractor = {"subject": {"name": "Anna"}, "predicate": "drives", "value": "a green tractor"}
    assert api.post("/facts/bulk", {"facts": [*dishes, tractor]})[1]["created"] == 50
    work()
    answer = ask(api, "What does Anna drive?", preset="default", fact_seeds=0, per_node_limit=10)
    assert answer["items"][0]["text"] == "Anna drives a green tractor"


def test_facts_do_not_crowd_out_sources_nor_sources_facts_c27(api, work, minilm):
    """Both would fill the budget alone; each kind keeps its section."""
    for number in range(30):
        api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "grows", "value": f"roses of the kind {number}"})
        text = f"Anna grows roses in bed {number}, which she waters every evening before the sun has set."
        api.post("/documents", {"title": f"Bed {number}", "text": text, "options": {"learn": False}})
    work()
    answer = ask(api, "Which roses does Anna grow?", preset="default", token_budget=300, per_node_limit=30)
    facts, sources = answer["narrative"].split("### 📄 SOURCES")
    assert answer["tokens"] <= 300
    assert facts.count("- grows: roses of the kind") >= 3
    assert sources.count("- From “Bed") >= 2
    assert {item["kind"] for item in answer["items"]} == {"fact", "chunk"}


@pytest.mark.parametrize("question", ["What does Bee play?", "Τι παίζει η Ελένη;", "埃莱娜 演奏 什么"])
def test_without_a_model_not_meant_in_any_script_still_lead_to_facts_w_j14(api, work, minilm, monkeypatch, question):
    api.post("/entities", {"name": "Beatrix", "aliases": ["Bee", "Ελένη", "埃莱娜"]})
    api.post("/facts", {"subject": {"name": "Beatrix"}, "predicate": "plays", "value": "the cello"})
    work()

    def gone(*_, **__):
        raise embed.ModelUnavailable("no model here")

    monkeypatch.setattr(embed, "encode_query", gone)
    answer = ask(api, question, preset="default")
    assert answer["degraded"] == ["keyword_only"]
    assert [item["text"] for item in answer["items"]] == ["Beatrix plays the cello"]
