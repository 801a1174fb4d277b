"""GraphML, as networkx and Gephi read it: entities as nodes with their values, facts between them as edges."""

from __future__ import annotations

import datetime as dt
import re
from typing import BinaryIO

from graph.exchange import outgoing
from graph.models import User

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(user: User, stream: BinaryIO, now: dt.datetime) -> int:
    """Every entity and active fact; returns how many."""
    import networkx  # takes a third of a second

    graph = networkx.MultiDiGraph()
    for one in outgoing.entities(user):
        graph.add_node(
            str(one.pk), label=_clean(one.name), type=_clean(one.type), description=_clean(one.description),
            is_self=one.is_self, importance=float(one.importance),
        )  # fmt: skip
    count = graph.number_of_nodes()
    for fact in outgoing.facts(user, now):
        count += 1
        if fact.object_id is None:
            values = graph.nodes[str(fact.subject_id)]
            name = f"value: {_clean(fact.predicate)}"
            values[name] = f"{values[name]}; {_clean(fact.value)}" if name in values else _clean(fact.value)
            continue
        graph.add_edge(
            str(fact.subject_id), str(fact.object_id), key=str(fact.pk), label=_clean(fact.predicate),
            weight=float(fact.weight), confidence=float(fact.confidence), status=str(fact.status),
            source_of_fact=str(fact.source), description=_clean(fact.description),
        )  # fmt: skip
    networkx.write_graphml(graph, stream, named_key_ids=False)
    return count


def _clean(text: str) -> str:
    """Without the characters that XML has no place for."""
    return _NO_XML.sub(" ", text)
