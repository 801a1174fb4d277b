"""What holds of the graph whatever is asked of it: seeds, cycles, owners, consistency, and no server but this one."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[3]


def link(api, subject: str, predicate: str, target: str, **more) -> dict:
    return api.post(
        "/facts", {"subject": {"name": subject}, "predicate": predicate, "object": {"name": target}, **more}
    )[1]


def agree() -> str:
    out = io.StringIO()
    call_command("check_projections", stdout=out)
    return out.getvalue()


def test_seeds_are_never_results_of_expansion_and_a_cycle_ends_t15_t48_m48_m56(api, work, minilm):
    """Anna and Bela are both named in the question, and know each other in both directions."""
    link(api, "Anna", "knows", "Bela")
    link(api, "Bela", "likes", "Anna")
    work()
    answer = api.post("/retrieve", {"query": "What of Anna and Bela?", "config": {"max_hops": 5}})[1]
    assert {one["name"]: one["channels"]["name"] for one in answer["anchors"]} == {"Anna": 1.0, "Bela": 1.0}
    assert (answer["stats"]["expanded"], answer["stats"]["max_depth_reached"]) == (0, 1)
    assert sorted(item["text"] for item in answer["items"]) == ["Anna knows Bela", "Bela likes Anna"]


def test_a_relation_says_more_than_likeness_n2_j2(api, work, minilm):
    """A wheel is not like a car in words; that it is part of one is a fact. W-M1."""
    link(api, "Rim 7", "part_of", "Beetle")
    work()
    answer = api.post("/retrieve", {"query": "What belongs to the Beetle?"})[1]
    assert [item["text"] for item in answer["items"]] == ["Rim 7 is part of Beetle"]


def test_nothing_crosses_from_one_person_to_another_t45_c26(api, other_api, work, minilm):
    """The same names in both graphs, joined to the second person's secret only."""
    for one in (api, other_api):
        link(one, "Anna", "knows", "Bela")
    link(other_api, "Bela", "keeps", "Secret")
    work()
    anna = api.post("/entities/resolve", {"text": "Anna"})[1]["resolved"]
    walked = api.post("/traverse", {"start": anna, "max_depth": 10})[1]["results"]
    assert [one["name"] for one in walked] == ["Bela"]
    assert "Secret" not in str(api.post("/retrieve", {"query": "What does Bela keep?"})[1]["items"])
    assert "Secret" not in str(api.post("/search", {"query": "Secret", "include_related": True})[1])


def test_graph_vectors_and_words_agree_after_every_kind_of_edit_n33_n16_n32(api, work, minilm):
    fact = link(api, "Ana", "lives_in", "Lisbon")
    link(api, "Bea", "knows", "Ana")
    other = api.post("/entities", {"name": "Beatrix", "aliases": ["Bee"]})[1]["id"]
    document = api.post("/documents", {"title": "Notes", "text": "Ana and Bea met Bee in Lisbon."})[1]["id"]
    work()
    assert "equal the database" in agree()
    api.patch(f"/entities/{fact['subject']['id']}", {"name": "Ana Moura", "aliases": ["Ana"]})
    api.patch(f"/facts/{fact['id']}", {"weight": 0.5, "object": {"name": "Porto"}})
    bea = api.post("/entities/resolve", {"text": "Bea"})[1]["resolved"]
    merged = api.post("/entities/merge", {"keep": bea, "absorb": [other]})[1]["change"]["id"]
    work()
    assert "equal the database" in agree()
    api.post(f"/changes/{merged}/undo")
    api.delete(f"/entities/{fact['subject']['id']}")
    api.delete(f"/documents/{document}")
    work()
    assert "equal the database" in agree()
    assert api.get("/stats")[1]["health"]["orphans"] == 0


def test_a_query_language_or_a_graph_server_is_no_part_of_it_m14_m17_n37_j52():
    """Nothing that the product depends on is a graph database or a client of one."""
    depends = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    names = {line.split(";")[0].strip().lower() for line in depends}
    servers = ("neo4j", "dgraph", "cayley", "gremlin", "arango", "nebula", "cypher", "sparql")
    assert not [name for name in names for server in servers if server in name]


def test_an_algorithm_runs_on_the_index_without_touching_what_is_stored_m16(api):
    """Importance and communities read the same edges that walks do."""
    from graph.models import Touch

    link(api, "Anna", "knows", "Bela")
    before = Touch.objects.count()
    for name in ("importance", "communities"):
        assert api.post(f"/maintenance/{name}", {"dry_run": True})[0] == 200
    assert Touch.objects.count() == before


@pytest.mark.parametrize("hops", [1, 2])
def test_hierarchies_answer_questions_of_several_steps_n35_n36(api, work, minilm, hops):
    """Who leads the one who leads Cora: an organisation chart."""
    link(api, "Cora", "boss", "Bela")
    link(api, "Bela", "boss", "Anna")
    work()
    answer = api.post("/retrieve", {"query": "Who is Cora's boss's boss?", "config": {"max_hops": hops}})[1]
    texts = [item["text"] for item in answer["items"]]
    assert "Cora has the boss Bela" in texts
    assert ("Bela has the boss Anna" in texts) or hops == 1
