"""A text of some parts, each a passage of its own, and what a model answers when it is shown them."""

from __future__ import annotations

import json
import re

from graph.models import ChunkEdge

PARTS = [
    "The harbour crane was bought in 1961 and lifts twelve tonnes.",
    "Because of the crane, the quay had to be strengthened with oak piles.",
    "Oak piles rot when worms get in, so they are tarred each spring.",
    "The tar comes from a works at Gdynia that Tomek runs.",
    "Nobody has counted the gulls, though many have tried.",
    "The lighthouse keeper writes down every ship in a green book.",
]


def shown(asked: str) -> list[str]:
    return re.findall(r"^\[(chunk_\d+)\]: ", asked, re.MULTILINE)


def edge(source, target, relation="depends_on", weight=0.8, description="it needs it") -> dict:
    return {"source": source, "target": target, "relation": relation, "weight": weight, "description": description}


def first_two(asked: str, **more) -> str:
    one, two = shown(asked)[:2]
    return json.dumps({"edges": [edge(one, two, **more)]})


def stored() -> list[tuple]:
    rows = ChunkEdge.objects.filter(origin="model").order_by("source__position", "target__position", "relation")
    return list(rows.values_list("source__position", "target__position", "relation", "weight", "description"))
