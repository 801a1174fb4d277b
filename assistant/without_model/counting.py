"""How many entries of a kind there are, or are so: "how many projects are on hold?", by what is said of each."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from assistant import params
from assistant.question.facts import confirmed_first
from assistant.without_model import listing
from assistant.without_model.writing import Composed, Writing
from graph.models import Entity, Fact, User
from graph.models.fact import value_key
from graph.naming import normalise
from graph.predicates import registry, relation
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.result import Result
from graph.retrieval.types import EntityRow, Item, Parts

_ASKED = re.compile(
    r"(?:(?:and|so|but|ok|well)[\s,]+)*(?P<how>how many|which|what)(?: of)?(?: my| our| the)? (?P<kinds>[^\W\d_]{3,40})"
    r"(?: (?:are|is|have|has|with)(?: (?:the |a )?(?P<key>status|state|stage|phase|priority)(?: of)?)?"
    r" (?P<value>[^?!.,;]{2,60}?)| (?:do i have|are there|do you know(?: of)?))[\s?!.]*",
    re.IGNORECASE,
)
# Of an entry's own facts those that say how it is; what it likes or uses is another's name.
_SAYS_HOW = ("is", "is_a", "status", "state", "stage", "phase", "priority", "type", "kind", "category")
Less = Callable[[Result], Result]
MOST = 5_000  # entries of a kind that are looked through: of more no number is told, rather than a wrong one


def counted(user: User, question: str, result: Result, now: dt.datetime, less: Less) -> tuple[Composed, Result] | None:
    """The answer, and the result with what it cites; None where the question counts no kind that the book has, or
    where none of it is said to be so. `less` takes out what is not to be told.

    Of an earlier day, which no index has, there is only what was found.
    """
    asked = _ASKED.fullmatch(question.strip()) if result.as_of is None else None
    if asked is None or (asked["value"] is None and asked["how"].casefold() != "how many"):
        return None
    entities = _of_kind(user, asked["kinds"])
    if not entities:
        return None
    allowed = within.allowed(user, Filters(**result.config["filters"])) if "filters" in result.config else None
    whole_book = allowed is None or allowed.facts is None
    if asked["value"] is None:
        all_of_them = [replace(_described(one, "", ""), text=one.name) for one in entities]
        return _written(all_of_them, result, now, less, counts=True) if whole_book else None
    facts = _facts(user, entities, asked["value"], (asked["key"] or "").casefold(), now)
    ids = [pk for pk in facts if allowed is None or allowed.lets("fact", pk)]
    loaded = rows.facts_by_id(user.pk, ids, now)
    relations = registry(user.pk)
    reads = {row.predicate: relation(relations, row.predicate).reads for row in loaded.values()}
    whole = replace(result, reads=result.reads | reads)
    by_entity = {loaded[pk].subject: listing.as_item(loaded[pk], whole) for pk in reversed(ids) if pk in loaded}
    beside = [one for one in entities if one.pk not in by_entity] if whole_book else []
    noted = {one.pk: key for one in beside if (key := _property(one.properties, asked["value"], asked["key"]))}
    told = confirmed_first([by_entity[one.pk] for one in entities if one.pk in by_entity])
    described = [_described(one, noted[one.pk], asked["value"]) for one in beside if one.pk in noted]
    if not told and not described:
        return None
    return _written([*told, *described], whole, now, less, counts=asked["how"].casefold() == "how many")


def _of_kind(user: User, kinds: str) -> list[Entity]:
    """The entries of the type that a plural names, by name; none where no type is called so, or of too many."""
    word = kinds.casefold()
    singular = {"people": ["person"]}.get(word) or [
        f"{word.removesuffix('ies')}y" if word.endswith("ies") else word.removesuffix("s"),
        word.removesuffix("es"),
    ]
    if word == singular[0] or not (word.endswith("s") or word == "people"):
        return []
    found = Entity.objects.for_user(user).standing().filter(type__in=singular, is_self=False)
    entities = list(found.order_by("name", "pk")[: MOST + 1])
    return entities if len(entities) <= MOST else []


def _facts(user: User, entities: Sequence[Entity], value: str, key: str, now: dt.datetime) -> list[int]:
    """The standing facts of these entries that say they are so, confirmed ones first, each entry's best first."""
    found = Fact.objects.for_user(user).active().unexpired_at(now).filter(subject__in=[one.pk for one in entities])
    literal = found.filter(value_key=value_key(value))
    named = found.filter(predicate__in=_SAYS_HOW, object__isnull=False).select_related("object")
    wanted = normalise(value)
    facts = [*literal, *(one for one in named if one.object and normalise(one.object.name) == wanted)]
    facts = [one for one in facts if not key or key in one.predicate.split("_")]
    return [one.pk for one in sorted(facts, key=lambda one: (one.status != Fact.Status.CONFIRMED, one.pk))]


def _property(properties: dict[str, Any], value: str, key: str | None) -> str:
    """The name of the property that says so; empty where none does."""
    wanted = normalise(value)
    for name, held in properties.items():
        values = held if isinstance(held, list) else [held]
        if (not key or normalise(name) == normalise(key)) and any(normalise(str(one)) == wanted for one in values):
            return name
    return ""


def _described(entity: Entity, key: str, value: str) -> Item:
    row = EntityRow(entity.pk, entity.name, entity.type, entity.is_self, entity.description)
    return Item("entity", entity.pk, f"{entity.name}: {key} {value}", 0.0, Parts(), section=entity.pk, entity=row)


def _written(
    found: Sequence[Item], result: Result, now: dt.datetime, less: Less, *, counts: bool
) -> tuple[Composed, Result]:
    """How many, and the first of them; what is not confirmed is told so."""
    items = less(replace(result, items=tuple(found))).items
    writing = Writing(now, result.reads)
    if counts:
        writing.sentences.append(f"I know of {len(items)}.")
    for item in items[: params.ANSWER_LISTED]:
        if item.fact is not None:
            writing.facts([item])
        else:
            writing.entry(item)
    if len(items) > params.ANSWER_LISTED:
        writing.sentences.append(f"And {len(items) - params.ANSWER_LISTED} more.")
    standing = {(item.kind, item.pk) for item in result.items}
    further = tuple(item for item in items if (item.kind, item.pk) not in standing)
    return writing.composed(), replace(result, items=(*result.items, *further))
