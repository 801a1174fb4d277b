"""Five recipes by need (O71): what to set for the kind of question that is asked most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graph.preferences.keep import Groups
from graph.preferences.shape import merged


@dataclass(frozen=True, slots=True)
class Recipe:
    """`needs` says when it is the right one, `costs` what it takes; the rest is what it sets."""

    name: str
    title: str
    needs: str
    does: str
    costs: str
    retrieval: dict[str, Any]
    documents: dict[str, Any]

    @property
    def changes(self) -> Groups:
        return {"retrieval": self.retrieval, "learning": {"documents": self.documents}}


def _recipe(
    name: str, title: str, needs: str, does: str, costs: str, *, hops: int, wide: bool, sequence: bool, model: bool
) -> Recipe:
    """Every recipe sets the same options, so that one replaces another."""
    retrieval = {
        "max_hops": hops,
        "direction": "both",
        "seed_top_k": 20 if wide else 10,
        "fact_seeds": 20 if wide else 10,
        "max_facts": 60 if wide else 30,
        "token_budget": 6000 if wide else 3000,
    }
    documents = {
        "sequence_edges": sequence,
        "graph_extraction": model,
        "cross_document": model and wide,
        "min_edge_weight": 0.3 if model else 0.0,
        "max_edges_per_chunk": 5 if model else 0,
    }
    return Recipe(name, title, needs, does, costs, retrieval, documents)


RECIPES = (
    _recipe(
        "simple", "Simple look-up", "Your questions have their answer in one place: a date, a name, an address.",
        "Searches by meaning and by words, and follows no connections.", "The quickest.",
        hops=0, wide=False, sequence=False, model=False,
    ),
    _recipe(
        "sequence", "Things in order", "Your documents are manuals, recipes, minutes or stories: order matters.",
        "Links each passage of a new document to the next, and follows one step.",
        "Nearly as quick; needs no language model.",
        hops=1, wide=False, sequence=True, model=False,
    ),
    _recipe(
        "relations", "Rich relations", "You ask why, what depends on what, and what contradicts what.",
        "Lets a language model link the passages of new documents, and follows two steps.",
        "Reading a document takes a model's time.",
        hops=2, wide=False, sequence=False, model=True,
    ),
    _recipe(
        "thrifty", "Miss little, at low cost", "You would rather read too much than miss something.",
        "Links passages in order, starts from twice as many places, and follows two steps.",
        "Needs no language model; answers read twice as much.",
        hops=2, wide=True, sequence=True, model=False,
    ),
    _recipe(
        "everything", "Miss nothing", "Nothing may be missed, whatever it takes.",
        "Links passages in order and by a language model, also between documents, and follows three steps.",
        "The slowest, and the most for a model to read.",
        hops=3, wide=True, sequence=True, model=True,
    ),
)  # fmt: skip


def followed(groups: Groups) -> str:
    """The recipe that the settings agree with; "" for none of them."""
    for one in RECIPES:
        if all(merged(groups[group], wanted) == groups[group] for group, wanted in one.changes.items()):
            return one.name
    return ""


def named(name: str) -> Recipe | None:
    return next((one for one in RECIPES if one.name == name), None)
