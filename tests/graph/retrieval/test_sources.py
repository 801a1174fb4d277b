"""The passages that found facts rest on."""

from __future__ import annotations

from graph.retrieval import sources
from graph.retrieval.ranking import joint
from graph.retrieval.spreading.activation import Activation, Arrival, FactArrival
from graph.retrieval.types import CHUNK, ENTITY, NO_NODE, FactRow, Step, node
from tests.assistant.cast import fact

SEED, PASSAGE, END = node(ENTITY, 1), node(CHUNK, 7), node(ENTITY, 2)


def walked() -> Activation:
    """From an entity over a passage that names it to another that it names, of which a fact is found."""
    reached = Activation()
    reached.nodes = {
        SEED: Arrival(1.0, 0, NO_NODE, None),
        PASSAGE: Arrival(0.1, 1, SEED, Step("mentions", PASSAGE)),
        END: Arrival(0.05, 2, PASSAGE, Step("mentions", END)),
    }
    reached.facts = {9: FactArrival(0.04, 3, END, "likes", False)}
    return reached


def rows() -> dict[int, FactRow]:
    row = fact(9, "Anna", "likes", "rye").fact
    assert row is not None
    return {9: row}


def test_a_passage_by_which_its_facts_end_was_reached_keeps_its_way():
    """The two led to each other, and who followed the way back never came to its end."""
    reached = walked()
    sources.reach(reached, rows(), {9: 1.0}, {9: [7]})
    assert reached.nodes[PASSAGE].parent == SEED
    assert reached.nodes[PASSAGE].activation > 0.1
    assert [step.node for step in reached.path(END)] == [SEED, PASSAGE, END]
    assert joint.to_fact(reached, 9, {}) == (("chunk", 7), ("fact", 9))


def test_another_passage_is_lit_from_its_facts_end():
    reached = walked()
    sources.reach(reached, rows(), {9: 1.0}, {9: [8]})
    assert reached.nodes[node(CHUNK, 8)].parent == END
