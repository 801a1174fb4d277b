"""The place of the retriever: `search(query, options) -> items`, chosen by a dotted path in Django's settings (T52)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from graph.models import User
from graph.predicates import registry, relation
from graph.retrieval import rows, told
from graph.retrieval.config import RetrievalConfig, as_dict
from graph.retrieval.result import Context, Result
from graph.retrieval.types import DOCUMENT, ENTITY, Item, node, node_kind, node_pk

HYBRID = "graph.retrieval.retrievers.Hybrid"
STATS = {"seeds": 0, "expanded": 0, "visited": 0, "max_depth_reached": 0, "truncated": False}


@dataclass(frozen=True, slots=True)
class Options:
    """Whose graph, the preset's name and its effective configuration, what lies open, and the moment of asking."""

    user: User
    preset: str
    config: RetrievalConfig
    context: Context
    now: dt.datetime


class Retriever(Protocol):
    """Made without arguments, once a question."""

    def search(self, query: str, options: Options) -> Sequence[Item]:
        """The items that bear on the query, best first; only rows of `options.user`."""
        ...


def load(path: str) -> Retriever:
    """Raises ImproperlyConfigured when the path leads to nothing that searches."""
    try:
        made = import_string(path)()
    except (ImportError, TypeError) as failure:
        raise ImproperlyConfigured(f"RETRIEVER = {path!r} cannot be used: {failure}") from failure
    if not callable(getattr(made, "search", None)):
        raise ImproperlyConfigured(f"RETRIEVER = {path!r} has no method search(query, options).")
    return made


def answered(path: str, question: str, options: Options) -> Result:
    """What the retriever finds, told and kept as any other result; the narrative is made of its items."""
    user, config = options.user, options.config
    empty = Result("", question, options.preset, as_dict(config), stats=dict(STATS))
    items = list(load(path).search(question, options)) if question else []
    if not items:
        return empty
    relations = registry(user.pk)
    reads = {item.fact.predicate: relation(relations, item.fact.predicate).reads for item in items if item.fact}
    numbers = {step.node for item in items for step in item.path}
    entities = rows.entities(user.pk, [node_pk(one) for one in numbers if node_kind(one) == ENTITY])
    titles = rows.titles(user.pk, [node_pk(one) for one in numbers if node_kind(one) == DOCUMENT])
    names = {node(ENTITY, pk): row.name for pk, row in entities.items()}
    names |= {node(DOCUMENT, pk): title for pk, title in titles.items()}
    evidence = rows.evidence(user.pk, [item.pk for item in items if item.fact])
    found = Result(
        "",
        question,
        options.preset,
        empty.config,
        stats=STATS | {"expanded": sum(item.hops > 0 for item in items)},
        evidence=evidence,
        names=names,
        reads=reads,
    )
    return told.of(found, items, config, options.now)
