"""What is noted of somebody, a note of a contact or an observation, is read and quoted as a passage is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from assistant.agenda.in_words import with_day
from graph.predicates import NOTED
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.retrieval.types import ChunkRow, FactRow, Item

KIND = "noted"  # in the place of the kind of a document
OF_ONESELF = "you"  # the title of what is noted of the owner


def as_passages(result: Result, now: dt.datetime) -> Result:
    """The result with each fact that is a note, and each description of an entry, as a passage below its subject.

    Such an item keeps its fact, by which it is cited and doubted.
    """
    return replace(result, items=tuple(_as_passage(item, now) for item in result.items))


def _as_passage(item: Item, now: dt.datetime) -> Item:
    fact, entry = item.fact, item.entity
    if fact is not None and is_note(fact):
        title = OF_ONESELF if fact.subject_is_self else with_day(fact.subject_name)
        return replace(item, chunk=ChunkRow(fact.pk, 0, title, KIND, 0, fact.value, fact.created_at))
    if item.kind == "entity" and entry is not None and entry.description:
        title = OF_ONESELF if entry.is_self else with_day(entry.name)
        return replace(item, chunk=ChunkRow(entry.pk, 0, title, KIND, 0, entry.description, now))
    return item


def is_note(fact: FactRow) -> bool:
    return fact.object is None and fact.predicate in NOTED


def stated(items: Sequence[Item]) -> list[Item]:
    """The facts among the items that say one thing each; what is noted is none of them."""
    return [item for item in items if item.fact is not None and not is_note(item.fact)]


def of(entities: Collection[int], items: Sequence[Item]) -> list[Item]:
    """The notes about these entities."""
    return [item for item in items if item.fact is not None and is_note(item.fact) and item.fact.subject in entities]


def titles(items: Iterable[Item]) -> frozenset[str]:
    """The stems of whom or what those of the items are of that are notes."""
    passages = (item.chunk for item in items if item.chunk is not None)
    return content_stems(" ".join(one.document_title for one in passages if one.document_kind == KIND))
