"""What the answer right before a question cites, beside what was found for the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant import params
from assistant.agenda.entry import of_passage
from assistant.without_model.picking import OF_IT
from assistant.without_model.writing import Cited
from graph.models import User
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.result import Result


def with_just_said(user: User, question: str, result: Result, before: Sequence[Cited]) -> Result:
    """The result with these passages at its end; only a question that says "it", "she" or "there" is of them."""
    known = {item.pk for item in result.items if item.chunk is not None}
    told = [pk for kind, pk in before if kind == "chunk" and pk not in known and OF_IT.search(question)]
    told = list(dict.fromkeys(told))[: params.CITED_BEFORE]
    if told and "filters" in result.config:
        allowed = within.allowed(user, Filters(**result.config["filters"]))
        told = [pk for pk in told if allowed.lets("chunk", pk)]
    loaded = rows.chunks(user.pk, told) if told else {}
    return replace(result, items=(*result.items, *map(of_passage, loaded.values()))) if loaded else result
