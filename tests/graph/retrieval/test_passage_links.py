"""Retrieval over links between passages, each rule of the graph retriever by itself, through the API and the terminal."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.documents import edges
from graph.documents.judging import Edge
from graph.models import Chunk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("minilm")]
QUESTION = "When was the harbour crane bought?"
CRANE = "The harbour crane was bought in 1961."
OTHERS = [
    "Zinnias bloom late in August.",
    "Felt hats were made in Luton.",
    "The choir rehearses on Mondays.",
    "Mother bakes rye bread.",
]


@pytest.fixture
def read(api, work, user, now):
    """Keep texts as passages of one document, with links given as (from, to, weight) by their places."""

    def make(texts: list[str], *links: tuple[int, int, float]) -> list[int]:
        text = "\n\n".join(f"# Part {place}\n\n{words}" for place, words in enumerate(texts))
        pk = api.post("/documents", {"title": "Notes", "text": text, "options": {"learn": False}})[1]["id"]
        work()
        ids = list(Chunk.objects.filter(document=pk).order_by("position").values_list("pk", flat=True))
        rows = [Edge(ids[one], ids[two], "depends_on", weight) for one, two, weight in links]
        edges.store_edges(user.pk, rows, origin=edges.MODEL, now=now)
        return ids

    return make


def ask(api, **config) -> dict:
    status, answer = api.post("/retrieve", {"query": QUESTION, "preset": "oasis", "config": config})
    assert status == 200, answer
    return answer


def by_text(answer: dict) -> dict[str, dict]:
    return {one["text"]: one for one in answer["items"]}


def test_ten_passages_are_the_seeds_unless_set_otherwise_o47(api, read):
    """O47: twelve near passages, of which ten are seeds; three when three are asked for. C3."""
    read([f"{CRANE} Note {number}." for number in range(12)])
    assert (ask(api)["config"]["seed_top_k"], len(ask(api, token_budget=0)["items"])) == (10, 10)
    assert len(ask(api, seed_top_k=3)["items"]) == 3


def test_the_best_of_several_ways_to_a_passage_is_its_score_o56_w_o2(api, read):
    """O56, W-O2: a weak link is met first, a strong one leads to the same passage: 0.3 x 0.9 x 0.7."""
    read([CRANE, f"{CRANE} It lifts twelve tonnes.", OTHERS[0]], (0, 2, 0.2), (1, 2, 0.9))
    found = by_text(ask(api, seed_top_k=2))[OTHERS[0]]
    assert found["score"] == pytest.approx(0.3 * 0.9 * 0.7)


def test_a_seed_that_a_link_leads_to_keeps_the_better_score_o56(api, read):
    """O56: 0.7 x similarity + 0.3 is more than any link gives, and it stays a seed."""
    read([CRANE, f"{CRANE} It lifts twelve tonnes."], (0, 1, 1.0), (1, 0, 1.0))
    items = ask(api)["items"]
    assert [one["hops"] for one in items] == [0, 0]
    assert all(one["score"] == pytest.approx(0.7 * one["scores"]["vector"] + 0.3, abs=1e-5) for one in items)


def test_a_ring_of_links_is_walked_once_o57(api, read):
    """O57: A to B to C to A; the frontier of each hop is what was new in the one before."""
    read([CRANE, *OTHERS[:2]], (0, 1, 0.8), (1, 2, 0.8), (2, 0, 0.8))
    answer = ask(api, seed_top_k=1, max_hops=5)
    assert [(one["text"], one["hops"]) for one in answer["items"]] == [(CRANE, 0), (OTHERS[0], 1), (OTHERS[1], 2)]
    assert answer["stats"]["max_depth_reached"] == 2


def test_of_one_hop_the_strongest_are_reached_and_no_more_than_may_be_t7_c4(api, read):
    """T7, T18, C4: four links, the weakest written first, of which two may be followed; the seed does not count."""
    read([CRANE, *OTHERS], (0, 1, 0.2), (0, 2, 0.4), (0, 3, 0.6), (0, 4, 0.8))
    answer = ask(api, seed_top_k=1, max_nodes=2)
    assert [one["text"] for one in answer["items"]] == [CRANE, OTHERS[3], OTHERS[2]]
    assert (answer["stats"]["expanded"], answer["stats"]["truncated"]) == (2, True)


def test_three_links_are_told_of_a_passage_the_one_it_was_reached_by_first_c7(api, read):
    """C7: the strongest of four is why it is here; the weakest is not told."""
    ids = read(
        [*(f"{CRANE} Note {number}." for number in range(4)), OTHERS[0]], *((n, 4, 0.3 + n / 10) for n in range(4))
    )
    told = by_text(ask(api, seed_top_k=4))[OTHERS[0]]["graph_context"]
    assert [one["from"] for one in told] == [str(pk) for pk in (ids[3], ids[2], ids[1])]


def test_many_linked_passages_are_read_in_as_many_queries_as_one_o58(api, read):
    """O58: the texts of what links led to are fetched together."""
    read([CRANE, *(f"{OTHERS[0]} Bed {number}." for number in range(30))], *((0, place, 0.5) for place in range(1, 31)))
    ask(api, seed_top_k=1)  # what is loaded once a process

    def queries(most: int) -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            found = len(ask(api, seed_top_k=1, per_node_limit=most, token_budget=0, cache_ttl=0)["items"])
        assert found == most + 1
        return sum('FROM "graph_chunk"' in one["sql"] or "FROM graph_chunk" in one["sql"] for one in seen)

    assert queries(30) == queries(1)


def test_what_links_led_to_and_what_was_found_stand_in_one_order_and_are_cut_o59(api, read, user, capsys):
    """O59: by score, seeds and linked together; `--limit` keeps the best."""
    read([CRANE, *OTHERS], (0, 1, 0.2), (0, 2, 0.9), (0, 3, 0.5))
    scores = [one["score"] for one in ask(api, seed_top_k=1)["items"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 4
    call_command("kg_search", QUESTION, user=user.username, preset="oasis", limit=2, json=True)
    kept = json.loads(capsys.readouterr().out)["items"]
    assert len(kept) == 2
    assert [one["score"] for one in kept] == sorted((one["score"] for one in kept), reverse=True)
    assert kept[0]["text"] == CRANE


def test_words_that_have_no_meaning_are_found_by_hybrid_seeding_o60(api, read):
    """O60: an error code, which meaning alone does not lead to; off by default, 30 % words when asked for."""
    code = "Tea was weak on Tuesday, the biscuits were stale, QX4711, and the cat slept by the stove until noon."
    read([*(f"An engine broke down and showed its fault number, {number}." for number in range(6)), code])
    body = {"query": "Which machine failure means QX4711?", "preset": "oasis"}
    plain = api.post("/retrieve", {**body, "config": {"seed_top_k": 3}})[1]
    mixed = api.post("/retrieve", {**body, "config": {"seed_top_k": 3, "seed_keyword_weight": 0.3}})[1]
    assert plain["config"]["seed_keyword_weight"] == 0
    assert code not in {one["text"] for one in plain["items"]}
    assert code in {one["text"] for one in mixed["items"]}


def test_a_short_list_keeps_room_for_what_links_led_to_a_o5_o74(api, work, user, tmp_path, capsys):
    """A-O5, O74: a folder read with its order, and a question on the terminal: scored, with passages that follow."""
    for place in range(4):
        parts = [f"{CRANE} Note {place}{number}.\n\n## After {number}\n\n{OTHERS[number]}" for number in range(2)]
        (tmp_path / f"{place}.md").write_text("\n\n".join(f"# Part {n}\n\n{words}" for n, words in enumerate(parts)))
    call_command("ingest", str(tmp_path), user=user.username, sequence=True, wait=True)
    capsys.readouterr()
    options = {"user": user.username, "preset": "oasis", "expand": True, "json": True}
    call_command("kg_search", QUESTION, limit=5, **options)
    answer = json.loads(capsys.readouterr().out)
    scores = [one["score"] for one in answer["items"]]
    assert (len(scores), scores) == (5, sorted(scores, reverse=True))
    linked = [one for one in answer["items"] if one["graph_context"]]
    assert 0 < len(linked) <= 3
    assert answer["narrative"].count("↳ Related: (sequence)") >= 1
