"""Each preset reproduces its design's arithmetic through POST /retrieve, on one small book."""

from __future__ import annotations

import pytest

from graph.models import Chunk, ChunkEdge, Fact


def state(api, subject: str, predicate: str, target: str, **more) -> dict:
    body = {"subject": {"name": subject}, "predicate": predicate, "object": {"name": target}, **more}
    status, fact = api.post("/facts", body)
    assert status == 201, fact
    return fact


def ask(api, query: str, preset: str, **config) -> dict:
    status, answer = api.post("/retrieve", {"query": query, "preset": preset, "config": {"cache_ttl": 0, **config}})
    assert status == 200, answer
    return answer


def facts(answer: dict) -> dict[str, dict]:
    return {item["text"]: item for item in answer["items"] if item["kind"] == "fact"}


@pytest.fixture
def chain(api, work, minilm):
    """Quillon -> Brandle -> Corvik -> Dromund: names that no other channel knows."""
    for subject, target, weight in (
        ("Quillon", "Brandle", 0.8),
        ("Brandle", "Corvik", 0.5),
        ("Corvik", "Dromund", 1.0),
    ):
        state(api, subject, "feeds", target, weight=weight)
    work()
    return api


TX = {"anchor_limit": 1, "fact_seeds": 0, "seed_top_k": 0, "max_hops": 3}


def test_expansion_multiplies_weights_and_decay_along_the_path_t16_t19(chain):
    """T4 T6 T17 T18 T30 T47: 0.8 x 0.7, then 0.8 x 0.5 x 0.7^2, then the same x 1 x 0.7^3. C1. A-T10."""
    found = facts(ask(chain, "Quillon", "tx", **TX))
    scores = [round(item["score"], 3) for item in found.values()]
    assert list(found) == ["Quillon feeds Brandle", "Brandle feeds Corvik", "Corvik feeds Dromund"]
    assert scores == [0.56, 0.196, 0.137]
    last = found["Corvik feeds Dromund"]
    assert [step["name"] for step in last["path"]] == ["Quillon", "Brandle", "Corvik"]
    assert (last["hops"], last["source_edge"]) == (3, "feeds")


def test_depth_zero_is_seeds_only_and_depth_limits_the_walk_t4_t53_c5(chain):
    assert facts(ask(chain, "Quillon", "tx", **{**TX, "max_hops": 0})) == {}
    assert len(facts(ask(chain, "Quillon", "tx", **{**TX, "max_hops": 1}))) == 1


def test_relations_are_included_and_excluded_t5(chain, work):
    """A-T5."""
    state(chain, "Quillon", "warms", "Harrow")
    work()
    only = facts(ask(chain, "Quillon", "tx", **TX, relations={"include": ["warms"]}))
    without = facts(ask(chain, "Quillon", "tx", **TX, relations={"exclude": ["warms"]}))
    assert list(only) == ["Quillon warms Harrow"]
    assert "Quillon warms Harrow" not in without


def test_the_best_seed_is_one_and_without_expansion_the_order_is_that_of_fusion_t8_t19(chain):
    """RRF normalised: first in both lists is 1.0. W-M8."""
    plain = ask(chain, "Quillon feeds Brandle", "tx", max_hops=0, anchor_limit=0, mmr={"enabled": False})
    items = [item for item in plain["items"] if item["kind"] == "fact"]
    assert items[0]["text"] == "Quillon feeds Brandle"
    assert items[0]["score"] == pytest.approx(1.0)
    ranks = sorted((item["scores"]["rrf"] for item in items), reverse=True)
    assert [item["score"] for item in items] == pytest.approx(ranks, abs=1e-5)


def test_expansion_is_capped_by_score_and_seeds_do_not_count_t7_c4(chain):
    """C6, W-T5."""
    answer = ask(chain, "Quillon", "tx", **TX, max_nodes=1)
    assert answer["stats"]["expanded"] == 1
    assert answer["stats"]["truncated"] is True


@pytest.fixture
def passages(api, user, work, minilm, now):
    """Three passages; the first is about the question, and links lead from it: 0.8 to the second, 1.0 on to the third."""
    words = ("The harbour crane lifts containers.", "Zinnias bloom late in August.", "Felt hats were made in Luton.")
    for n, text in enumerate(words):
        api.post("/documents", {"title": f"Note {n}", "text": text})
    work()
    chunks = list(Chunk.objects.order_by("id"))
    for source, target, weight in ((0, 1, 0.8), (1, 2, 0.8)):
        ChunkEdge.objects.create(
            user=user,
            source=chunks[source],
            target=chunks[target],
            relation="depends_on",
            weight=weight,
            created_at=now,
        )
    from django.db import transaction

    from graph import versions

    with transaction.atomic():
        versions.bump(user.pk, [("edge", chunk.pk) for chunk in chunks])
    return api


def test_a_reached_passage_scores_by_its_last_link_o48_o49_o50_o51(passages):
    """Seed: 0.7 x similarity + 0.3; hop 1: 0.3 x 0.8 x 0.7; hop 2: 0.3 x 0.8 x 0.5 = 0.12."""
    answer = ask(passages, "What does the harbour crane lift?", "oasis", seed_top_k=1)
    found = {item["text"]: item for item in answer["items"]}
    seed = found["The harbour crane lifts containers."]
    assert seed["score"] == pytest.approx(0.7 * seed["scores"]["vector"] + 0.3, abs=1e-5)
    assert found["Zinnias bloom late in August."]["score"] == pytest.approx(0.168)
    assert found["Felt hats were made in Luton."]["score"] == pytest.approx(0.12)
    assert found["Felt hats were made in Luton."]["hops"] == 2


@pytest.mark.parametrize(("bonus", "added"), [(None, 0.3), (1.0, 0.3), (0.0, 0.0)])
def test_a_seed_has_the_bonus_of_the_graph_as_written_or_none_c14(passages, bonus, added):
    """1.0 unless it is set: then a seed counts by its similarity alone."""
    config = {} if bonus is None else {"seed_graph_bonus": bonus}
    seed = ask(passages, "What does the harbour crane lift?", "oasis", seed_top_k=1, max_hops=0, **config)["items"][0]
    assert seed["score"] == pytest.approx(0.7 * seed["scores"]["vector"] + added, abs=1e-5)


def test_hops_direction_and_relations_of_passage_links_can_be_set_o52_o53_o54_o55(passages):
    question = "What does the harbour crane lift?"
    one = ask(passages, question, "oasis", seed_top_k=1, max_hops=1)
    none = ask(passages, question, "oasis", seed_top_k=1, relations={"include": ["sequence"]})
    weak = ask(passages, question, "oasis", seed_top_k=1, min_weight=0.9)
    back = ask(passages, "When do zinnias bloom?", "oasis", seed_top_k=1, direction="incoming")
    assert [len(answer["items"]) for answer in (one, none, weak, back)] == [2, 1, 1, 2]


def test_a_candidate_next_to_a_named_entity_is_connected_m43_m46_m47(chain):
    """0.10 for the edge whatever its weight is 1.0 x weight here; the rest by meaning, words, recency and frequency."""
    found = facts(ask(chain, "Brandle", "maia", fact_seeds=0, seed_top_k=0, anchor_limit=1))
    assert set(found) == {"Quillon feeds Brandle", "Brandle feeds Corvik"}
    item = found["Brandle feeds Corvik"]
    parts = item["scores"]
    expected = 0.35 * parts["vector"] + 0.25 * parts["keyword"] + 0.10 * parts["activation"] + 0.20 * parts["recency"]
    assert item["score"] == pytest.approx(expected + 0.10 * parts["usage"], abs=1e-5)
    assert parts["recency"] == 1.0


def test_plain_vector_search_orders_by_similarity_alone_n1_n27(passages):
    answer = ask(passages, "Which flowers bloom in summer?", "needle", max_hops=0, min_similarity=-1.0)
    scores = [item["score"] for item in answer["items"]]
    assert scores == [pytest.approx(max(item["scores"]["vector"], 0.0), abs=1e-5) for item in answer["items"]]
    assert answer["items"][0]["text"] == "Zinnias bloom late in August."


def test_the_presets_order_one_book_differently_c28(api, work, minilm, now):
    """A confident fact, one that the question is about, a much used one: the designs disagree on what comes first."""
    state(api, "Rota", "mentions", "ferry times", confidence=1.0)
    state(api, "Rota", "lists", "lunch menus", confidence=0.9)
    state(api, "Rota", "covers", "night shifts", confidence=0.7)
    Fact.objects.filter(predicate="covers").update(used_count=99, last_used=now)
    work()
    orders = {
        preset: tuple(facts(ask(api, "What is on the Rota for lunch?", preset, anchor_limit=4, min_similarity=-1.0)))
        for preset in ("default", "jacq", "tx")
    }
    assert orders["jacq"][0] == "Rota covers night shifts"
    assert orders["default"][0] == "Rota lists lunch menus"
    assert len(set(orders.values())) >= 2


@pytest.mark.parametrize("preset", ["default", "jacq", "tx", "oasis", "maia", "needle"])
def test_every_preset_answers_with_its_effective_configuration(chain, preset):
    answer = ask(chain, "Quillon", preset)
    assert answer["preset"] == preset
    assert answer["config"]["rrf_k"] == 60
    assert set(answer["config"]["mmr"]) == {"enabled", "lambda", "max_per_category", "top_n"}


def test_an_unknown_preset_is_refused_with_the_names(api):
    status, answer = api.post("/retrieve", {"query": "x", "preset": "oracle"})
    assert status == 422
    assert "default, jacq, tx, oasis, maia, needle" in answer["detail"][0]["msg"]
