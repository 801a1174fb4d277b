"""The rows of the Graph-RAG design, each through POST /retrieve."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

import pytest

from graph.models import Fact, UserSettings
from graph.projections import embed
from graph.retrieval import pipeline


def state(api, subject: str, predicate: str, target: str = "", value: str = "", **more) -> dict:
    body = {"subject": {"name": subject}, "predicate": predicate, **more}
    body |= {"object": {"name": target}} if target else {"value": value}
    status, fact = api.post("/facts", body)
    assert status in (200, 201), fact
    return fact


def ask(api, query: str, preset: str = "jacq", **config) -> dict:
    status, answer = api.post("/retrieve", {"query": query, "preset": preset, "config": config})
    assert status == 200, answer
    return answer


def texts(answer: dict) -> list[str]:
    return [item["text"] for item in answer["items"]]


@pytest.fixture
def chain(api, work, minilm):
    """Harbour -> Atlas -> Press -> Ink: one more step than two hops reach."""
    state(api, "Harbour", "part_of", "Atlas")
    state(api, "Atlas", "printed_by", "Tidewater Press")
    state(api, "Tidewater Press", "uses", "linseed ink")
    state(api, "linseed ink", "colour", value="black")
    work()
    return api


def test_every_stage_leaves_its_trace_j5(chain):
    """A-J10, A-N3: anchors, hops, timings, tokens at four characters each."""
    answer = ask(chain, "Harbour")
    assert answer["anchors"][0]["name"] == "Harbour"
    assert answer["stats"]["max_depth_reached"] == 2
    assert answer["tokens"] == -(-len(answer["narrative"]) // 4)
    assert set(answer["timings_ms"]) == {"embed", "vector", "keyword", "spread", "score", "narrative", "total"}
    assert set(answer["stats"]) == {"seeds", "expanded", "visited", "max_depth_reached", "truncated"}
    assert answer["narrative"].startswith("### 💡 CONTEXT: ")


def test_three_anchors_by_meaning_best_first_j6_j7_j8_j10_j12(chain):
    answer = ask(chain, "Harbour")
    assert len(answer["anchors"]) == 3
    assert answer["anchors"][0]["name"] == "Harbour"
    scores = [anchor["channels"]["vector"] for anchor in answer["anchors"]]
    assert scores == sorted(scores, reverse=True)
    assert {"id", "name", "type", "score"} <= set(answer["anchors"][0])


def test_two_hops_outward_by_default_and_as_many_as_asked_j13_j14_j19_j24_j49(chain):
    two = texts(ask(chain, "Harbour", anchor_limit=1))
    assert two == ["Harbour is part of Atlas", "Atlas printed by Tidewater Press"]
    three = texts(ask(chain, "Harbour", anchor_limit=1, max_hops=3))
    assert three[-1] == "Tidewater Press uses linseed ink"
    assert texts(ask(chain, "Harbour", anchor_limit=1, max_hops=0)) == []


def test_an_attribute_is_returned_with_its_subjects_name_and_leads_nowhere_j25_j26(chain):
    answer = ask(chain, "linseed ink", anchor_limit=1)
    assert texts(answer) == ["linseed ink colour black"]
    assert answer["items"][0]["path"][-1]["name"] == "linseed ink"


def test_a_cycle_is_walked_once_j16(api, work, minilm):
    state(api, "Anna", "knows", "Ben")
    state(api, "Ben", "mentors", "Anna")
    work()
    found = texts(ask(api, "Anna", anchor_limit=1, max_hops=5))
    assert sorted(found) == ["Anna knows Ben", "Ben mentors Anna"]


def test_the_nearer_facts_come_with_fewer_hops_and_the_cap_is_hard_j17_j18_w_j5(chain):
    answer = ask(chain, "Harbour", anchor_limit=1, max_hops=3)
    assert [item["hops"] for item in answer["items"]] == [1, 2, 3]
    assert len(ask(chain, "Harbour", anchor_limit=1, max_hops=3, max_facts=2)["items"]) == 2


@pytest.mark.parametrize(("decision", "shown"), [("reject", False), ("confirm", True)])
def test_only_active_facts_take_part_j21(api, work, minilm, decision, shown):
    fact = state(api, "Anna", "likes", value="figs", status="staged")
    api.post("/facts/decide", {"ids": [fact["id"]], "decision": decision})
    work()
    assert ("Anna likes figs" in texts(ask(api, "Anna"))) is shown


def test_an_entity_brings_its_ten_surest_facts_j22_j23(api, work, minilm):
    for n in range(14):
        state(api, "Anna", "likes", value=f"dish {n:02}", confidence=round(0.3 + n * 0.05, 2))
    work()
    found = texts(ask(api, "Anna", anchor_limit=1))
    assert sorted(found) == [f"Anna likes dish {n:02}" for n in range(4, 14)]
    assert len(ask(api, "Anna", anchor_limit=1, per_node_limit=3)["items"]) == 3


def test_facts_are_ranked_by_score_and_ties_stay_in_place_j35(api, work, minilm):
    for n, confidence in enumerate((0.5, 0.9, 0.5, 0.7)):
        state(api, "Anna", "likes", value=f"dish {n}", confidence=confidence)
    work()
    answer = ask(api, "Anna", anchor_limit=1)
    assert texts(answer) == ["Anna likes dish 1", "Anna likes dish 3", "Anna likes dish 0", "Anna likes dish 2"]
    assert [round(item["score"], 3) for item in answer["items"]] == [2.16, 1.68, 1.2, 1.2]


def test_an_unknown_source_weighs_one_j29(api, work, minilm):
    state(api, "Anna", "likes", value="figs")
    work()
    weights = {"source_weights": {"file": 1.5}}
    answer = ask(api, "Anna", relevance=weights | {"source_weights": {"file": 1.5, "user_edit": 1.0}})
    assert answer["items"][0]["scores"]["source"] == 1.0


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 2.4),
        ({"relevance": {"source_weights": {"user_edit": 1.0}}}, 1.2),
        ({"relevance": {"status_weights": {"confirmed": 1.0}}}, 2.0),
    ],
)
def test_every_weight_can_be_configured_j45(api, work, minilm, options, expected):
    """A-J2."""
    state(api, "Anna", "likes", value="figs")
    work()
    status, answer = api.post("/retrieve", {"query": "Anna", "preset": "jacq", "config": options})
    assert status == 200
    assert answer["items"][0]["score"] == pytest.approx(expected)


def test_use_and_age_change_the_order_j30_j33(api, work, minilm, now):
    old = state(api, "Anna", "likes", value="old dish")
    worn = state(api, "Anna", "likes", value="worn dish")
    Fact.objects.filter(pk=old["id"]).update(confirmed_at=now - dt.timedelta(weeks=10))
    Fact.objects.filter(pk=worn["id"]).update(used_count=9, last_used=now)
    state(api, "Anna", "likes", value="plain dish")
    work()
    assert texts(ask(api, "Anna", anchor_limit=1)) == [
        "Anna likes worn dish",
        "Anna likes plain dish",
        "Anna likes old dish",
    ]


def test_without_a_model_names_and_words_still_answer_j51_c37(chain, monkeypatch):
    """C18."""

    def gone(*_, **__):
        raise embed.ModelUnavailable("no model here")

    monkeypatch.setattr(embed, "encode_query", gone)
    answer = ask(chain, "Who is the Atlas printed by?", preset="default")
    assert answer["degraded"] == ["keyword_only"]
    assert texts(answer)[0] == "Atlas printed by Tidewater Press"
    assert ask(chain, "boiling point of tungsten", preset="default")["items"] == []


def test_the_narrative_stays_inside_its_budget_j57(api, work, minilm):
    """A-N3."""
    for n in range(20):
        state(api, "Anna", "likes", value=f"dish number {n} with a rather long name")
    work()
    whole = ask(api, "What does Anna like?", preset="default", per_node_limit=30)
    short = ask(api, "What does Anna like?", preset="default", per_node_limit=30, token_budget=100)
    assert short["tokens"] <= 100 < whole["tokens"]
    assert 0 < len(short["items"]) < len(whole["items"])


def test_anchors_come_from_the_index_when_it_is_forced_j11_c33(api, user, work, minilm):
    """The same anchors by HNSW (threshold 0) and by exact scan."""
    for n, name in enumerate(("Anna Weiss", "Harbour Atlas", "Tidewater Press", "linseed ink", "Gdynia ferry")):
        state(api, name, "note", value=f"remark {n}")
    work()
    exact = ask(api, "a company that prints books")["anchors"]
    UserSettings.objects.filter(user=user).update(retrieval={"hnsw_threshold": 0})
    from graph.projections import pgvector, shelves, upkeep, vectors

    upkeep.enqueue_snapshots(user.pk, now=api.now)
    work()
    from django.core.cache import cache

    cache.clear()
    vectors.forget()
    forced = ask(api, "a company that prints books")["anchors"]
    assert [anchor["id"] for anchor in forced] == [anchor["id"] for anchor in exact]
    if pgvector.available():
        assert pgvector.indexed(user.pk, "entity", vectors.serving(user.pk), 384)
        return
    content = shelves.content(user.pk, "entity", vectors.serving(user.pk))
    assert content is not None
    assert content.snapshot is not None


@pytest.mark.django_db(transaction=True)
def test_eight_threads_ask_at_once_with_the_index_forced_j11(user, minilm, now):
    """HNSW searches are not thread-safe: more than a handful at once is a crash, unless they are taken in turn."""
    from django.db import connection
    from django.utils import timezone

    from graph import jobs
    from graph.curation import facts
    from graph.curation.candidates import Draft, Name
    from graph.curation.recorder import Actor

    UserSettings.objects.update_or_create(user=user, defaults={"retrieval": {"hnsw_threshold": 0}})
    drafts = [Draft(Name(f"Person {n}"), "likes", value=f"dish {n}") for n in range(60)]
    facts.state_many(user=user, drafts=drafts, by=Actor.person(user), now=now)
    jobs.work(timezone.now)

    def one(n: int) -> str:
        try:
            result = pipeline.retrieve(
                user=user, query=f"Person {n}", preset="jacq", config={"anchor_limit": 1}, now=now
            )
            return result.anchors[0].name
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(one, [n % 60 for n in range(160)]))
    assert sum(name == f"Person {n % 60}" for n, name in enumerate(found)) >= 158
