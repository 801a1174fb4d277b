"""Passages of a conversation beside what was found: what was told right before the question, and what put a thing
right shortly after it was said: "it was 260, not 230"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from django.db.models import Q

from assistant import params
from assistant.agenda.entry import of_passage
from assistant.extraction.text.slips import right_words
from assistant.question.intents import swap
from assistant.without_model.picking import OF_IT
from assistant.without_model.writing import Cited
from graph.models import Chunk, User
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.ranking.score import TALK
from graph.retrieval.result import Result
from graph.retrieval.types import ChunkRow


def with_just_said(user: User, question: str, result: Result, before: Sequence[Cited]) -> Result:
    """The result with these passages at its end; `before` is what the last answer cites, which only a question that
    says "it" or "there" is of.
    """
    found = [item.chunk for item in result.items if item.chunk is not None and item.chunk.document_kind == TALK]
    behind = _behind(user, found[: params.CORRECTIONS_OF])
    told = [pk for kind, pk in before if kind == "chunk" and OF_IT.search(question)][: params.CORRECTIONS_OF]
    known = {item.pk for item in result.items if item.chunk is not None}
    further = [pk for pk in dict.fromkeys((*behind, *told)) if pk not in known]
    if further and "filters" in result.config:
        allowed = within.allowed(user, Filters(**result.config["filters"]))
        further = [pk for pk in further if allowed.lets("chunk", pk)]
    loaded = rows.chunks(user.pk, further) if further else {}
    return replace(result, items=(*result.items, *map(of_passage, loaded.values()))) if loaded else result


def _behind(user: User, said: Iterable[ChunkRow]) -> list[int]:
    """Those that put something right, up to a few passages behind what was said."""
    next_to = [
        Q(document=one.document, position__gt=one.position, position__lte=one.position + params.CORRECTED_WITHIN)
        for one in said
    ]
    if not next_to:
        return []
    chunks = Chunk.objects.for_user(user).filter(reduce(or_, next_to)).order_by("pk")
    return [pk for pk, text in chunks.values_list("pk", "text") if swap(text) is not None or right_words(text)]
