"""The rest of a list: where several facts answer by saying the same of one end, those for which no room was left."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from assistant import params
from assistant.without_model.alike import Alike, alike
from assistant.without_model.answering import answering
from assistant.without_model.asking import understood
from graph.models import Fact, User
from graph.models.fact import FactQuerySet
from graph.projections.texts import fact_text
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.result import Result, extend
from graph.retrieval.types import FactRow, Item, Parts


def completed(user: User, question: str, result: Result, now: dt.datetime) -> Result:
    """The result with the facts of the book that are alike those that answer, after what was found, confirmed first.

    Of an earlier day, which no index has, there is only what was found. Beyond `params.ALIKE` one is told as left out.
    """
    if result.as_of is not None:
        return result
    asking = understood(question, result, now)
    common = alike(asking, answering(asking)[0])
    if common is None:
        return result
    standing = {item.pk for item in result.items if item.fact is not None}
    loaded = rows.facts_by_id(user.pk, ids := _ids(user, common, result, now), now)
    several = len(ids) > params.ALIKE
    further = [as_item(loaded[pk], result) for pk in ids if pk in loaded and pk not in standing]
    kept, over = further[: params.ALIKE], further[params.ALIKE : params.ALIKE + 1]
    told = {(item.kind, item.pk) for item in kept}
    return replace(
        result,
        items=(*result.items, *kept),
        left_out=(
            *(pair for pair in result.left_out if (pair[0].kind, pair[0].pk) not in told),
            *((item, "No room was left") for item in over),
        ),
        alike=_number(user, common, result, now) if several else 0,
    )


def _facts(user: User, common: Alike, now: dt.datetime) -> FactQuerySet:
    ends = {f"{end}_id": pk for end in ("subject", "object") if (pk := getattr(common, end)) is not None}
    return Fact.objects.for_user(user).active().unexpired_at(now).filter(predicate__in=common.predicates, **ends)


def _number(user: User, common: Alike, result: Result, now: dt.datetime) -> int:
    """How many there are at the other end in the whole book; 0 where they are of several kinds, of which perhaps only
    one is asked for, or where not the whole book is looked at.
    """
    if "filters" in result.config and within.allowed(user, Filters(**result.config["filters"])).facts is not None:
        return 0
    found, other = _facts(user, common, now), "object" if common.object is None else "subject"
    if len(found.order_by().values_list(f"{other}__type", flat=True).distinct()[:2]) > 1:
        return 0
    return found.count() if other == "object" else found.order_by().values("subject").distinct().count()


def _ids(user: User, common: Alike, result: Result, now: dt.datetime) -> list[int]:
    found = _facts(user, common, now)
    allowed = within.allowed(user, Filters(**result.config["filters"])).facts if "filters" in result.config else None
    room = params.ALIKE + len(result.items) + 1
    if allowed is not None:
        return [pk for pk in found.order_by("status", "pk").values_list("pk", flat=True) if pk in allowed][:room]
    return list(found.order_by("status", "pk").values_list("pk", flat=True)[:room])


def as_item(fact: FactRow, result: Result) -> Item:
    said = fact_text(fact.subject_name, result.reads[fact.predicate], fact.object_name or fact.value)
    return Item("fact", fact.pk, said, 0.0, Parts(confidence=fact.confidence), section=fact.subject, fact=fact)


def note(user: User, result: Result, whole: Result, cited: Sequence[tuple[str, int]]) -> None:
    """Put on the receipt of `result` what only `whole` has and the answer cites."""
    standing = {(item.kind, item.pk) for item in result.items}
    leaned_on = [item for item in whole.items if (item.kind, item.pk) in set(cited) - standing]
    if result.id and leaned_on:
        evidence = rows.evidence(user.pk, [item.pk for item in leaned_on if item.fact is not None])
        extend(user, int(result.id), replace(whole, query="", items=tuple(leaned_on), evidence=evidence))
