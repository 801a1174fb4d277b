"""`filters.types` says what results are of, not which way leads there; the types that are indexed say where one starts."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db
ANNA, ACME, LISBON, PORTO = (
    {"name": name, "type": type}
    for name, type in (("Anna", "person"), ("Acme", "Organization"), ("Lisbon", "place"), ("Porto", "place"))
)


@pytest.fixture
def chain(api, work, minilm):
    """Anna works at Acme, which is in Lisbon, which is twinned with Porto; a text names Anna, another nobody."""
    for subject, predicate, object in (
        (ANNA, "works_at", ACME),
        (ACME, "located_in", LISBON),
        (LISBON, "twinned_with", PORTO),
    ):
        assert api.post("/facts", {"subject": subject, "predicate": predicate, "object": object})[0] == 201
    api.post("/documents", {"title": "A", "text": "Anna goes to work by ferry."})
    api.post("/documents", {"title": "B", "text": "Going to work by ferry is slow."})
    work()
    return api


def asked(api, query: str = "Anna", preset: str = "default", **config) -> dict:
    body = {"query": query, "preset": preset, "config": {"cache_ttl": 0, "min_similarity": 0, **config}}
    status, answer = api.post("/retrieve", body)
    assert status == 200, answer
    return answer


def facts(answer: dict) -> set[str]:
    return {item["text"] for item in answer["items"] if item["kind"] == "fact"}


WORKS, LOCATED, TWINNED = "Anna works at Acme", "Acme is in Lisbon", "Lisbon twinned with Porto"


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        ([], {WORKS, LOCATED, TWINNED}),
        (["person"], {WORKS}),
        (["organization"], {WORKS, LOCATED}),
        (["PLACE"], {LOCATED, TWINNED}),
        (["person", "place"], {WORKS, LOCATED, TWINNED}),
        (["animal"], set()),
    ],
)
def test_results_are_of_the_types_that_were_asked_for_whatever_the_spread_reached(chain, types, expected):
    """A fact is of a type that stands at either end; Anna is the way to the places, though she is none."""
    answer = asked(chain, filters={"types": types}, max_hops=3)
    assert facts(answer) == expected
    wanted = {type.casefold() for type in types}
    assert all(not wanted or anchor["type"].casefold() in wanted for anchor in answer["anchors"])


def test_what_is_reached_over_what_may_not_be_returned_shows_the_way(chain):
    """No seed of its own: only the walk from Anna over Acme leads to where it is."""
    narrow = {"fact_seeds": 0, "seed_top_k": 0, "anchor_limit": 1, "max_hops": 3}
    [item] = asked(chain, filters={"types": ["place"]}, max_facts=1, **narrow)["items"]
    assert item["text"] == LOCATED
    assert [step["name"] for step in item["path"]] == ["Anna", "Acme"]


def test_passages_are_of_a_type_when_they_name_one(chain):
    def passages(**config) -> set[str]:
        answer = asked(chain, "going to work by ferry", max_hops=0, **config)
        return {item["text"] for item in answer["items"] if item["kind"] == "chunk"}

    assert passages() == {"Anna goes to work by ferry.", "Going to work by ferry is slow."}
    assert passages(filters={"types": ["person"]}) == {"Anna goes to work by ferry."}


@pytest.mark.parametrize("preset", ["jacq", "tx", "oasis", "maia", "needle"])
def test_every_preset_keeps_to_the_types(chain, preset):
    answer = asked(chain, preset=preset, filters={"types": ["person"]})
    assert facts(answer) <= {WORKS}
    assert TWINNED not in answer["narrative"]


def test_types_that_are_indexed_are_where_one_starts_and_no_limit_of_results_n19(chain):
    """Changing them is no write to the graph, but no answer of before is served."""
    body = {"query": "Acme", "config": {"min_similarity": 0, "fact_seeds": 0, "seed_top_k": 0, "max_hops": 2}}
    before = chain.post("/retrieve", body)[1]
    assert [anchor["name"] for anchor in before["anchors"]][:1] == ["Acme"]
    assert chain.patch("/settings", {"retrieval": {"indexed_types": ["person"]}})[0] == 200
    answer = chain.post("/retrieve", body)[1]
    assert {anchor["type"] for anchor in answer["anchors"]} <= {"person"}
    answer = chain.post("/retrieve", body | {"query": "Anna"})[1]
    assert answer["anchors"][0]["name"] == "Anna"
    assert LOCATED in facts(answer)
