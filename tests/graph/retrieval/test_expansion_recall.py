"""What expansion is worth, on a small labelled book: recall of the gold facts, with the graph and without."""

from __future__ import annotations

import pytest

from tests.tables import show

PEOPLE = ("Adela", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta", "Hugo", "Irene", "Jonas", "Klara", "Leon")
PROJECTS = (
    "Osprey", "Lantern", "Juniper", "Cobalt", "Meridian", "Thistle", "Harrier", "Pumice", "Saffron", "Tundra",
    "Willow", "Zephyr",
)  # fmt: skip
TOOLS = (
    "Anvil", "Bellows", "Caliper", "Dibble", "Easel", "Ferrule", "Gimlet", "Hopper", "Jigsaw", "Kiln", "Loom", "Mallet",
)  # fmt: skip
TOWNS = ("Oslo", "Lima", "Kyoto", "Turin", "Ghent", "Leeds", "Porto", "Split", "Basel", "Tartu", "Cork", "Malmo")
STEPS = (("leads", PEOPLE, PROJECTS), ("runs_on", PROJECTS, TOOLS), ("is_hosted_in", TOOLS, TOWNS))
AT = 5
WAYS: dict[str, dict] = {
    "meaning alone": {"preset": "needle", "config": {"max_hops": 0, "anchor_limit": 0, "min_similarity": -1.0}},
    "meaning and words (RRF)": {"preset": "tx", "config": {"max_hops": 0, "anchor_limit": 0, "mmr": {"enabled": False}}},
    "RRF and graph (tx)": {"preset": "tx", "config": {"max_hops": 3, "mmr": {"enabled": False}}},
    "default, no steps": {"preset": "default", "config": {"max_hops": 0}},
    "default": {"preset": "default", "config": {"max_hops": 3}},
}  # fmt: skip


@pytest.fixture
def book(api, work, minilm):
    """Twelve chains of three facts each, all alike but for their names."""
    facts = [
        {"subject": {"name": one}, "predicate": predicate, "object": {"name": other}}
        for predicate, subjects, objects in STEPS
        for one, other in zip(subjects, objects, strict=True)
    ]
    assert api.post("/facts/bulk", {"facts": facts})[1]["created"] == len(facts)
    work()
    return api


def recall(api, preset: str, config: dict) -> float:
    """The share of gold facts among the first five, over twelve questions with three each."""
    hits = 0
    for person, project, tool, town in zip(PEOPLE, PROJECTS, TOOLS, TOWNS, strict=True):
        query = f"In which town is the tool hosted that the project led by {person} runs on?"
        gold = {f"{person} leads {project}", f"{project} runs on {tool}", f"{tool} is hosted in {town}"}
        answer = api.post("/retrieve", {"query": query, "preset": preset, "config": {"cache_ttl": 0, **config}})[1]
        hits += len(gold & {item["text"] for item in answer["items"][:AT]})
    return hits / (3 * len(PEOPLE))


def test_with_the_graph_at_least_a_fifth_more_is_found_than_without_t1_t41_w_t6(book):
    """A-T10."""
    measured = {name: recall(book, **way) for name, way in WAYS.items()}
    for name, value in measured.items():
        show(f"R@{AT} of the gold facts on twelve chains, {name}: {value:.3f}")
    assert measured["RRF and graph (tx)"] >= 1.2 * measured["meaning and words (RRF)"]
    assert measured["default"] >= 1.2 * measured["default, no steps"]
    assert measured["default"] >= 1.2 * measured["meaning and words (RRF)"]
