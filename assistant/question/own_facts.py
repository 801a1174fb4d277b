"""What the book says of the person by just the relation that they ask for, however far it is in meaning: "where do I
work?" is answered by "you teach at the school"."""

from __future__ import annotations

import datetime as dt

from assistant import params
from assistant.question import several
from assistant.question.focus import focus
from graph.models import Fact, User
from graph.retrieval.result import Result


def with_own(user: User, question: str, result: Result, now: dt.datetime) -> Result:
    """The result with these facts at its end, where it has none of them; of an earlier day only what was found."""
    asked = focus(question)
    wanted = [one for one in asked.predicates if one not in asked.loose]
    if result.as_of is not None or asked.guessed or asked.relations or not (asked.about_self and wanted):
        return result
    facts = (item.fact for item in result.items if item.fact is not None)
    if any(fact.subject_is_self and fact.predicate in wanted for fact in facts):
        return result
    own = Fact.objects.for_user(user).active().unexpired_at(now).filter(subject__is_self=True, predicate__in=wanted)
    ids = list(own.order_by("status", "pk").values_list("pk", flat=True)[: params.HELD_FACTS])
    return several.further(user, ids, result, now) if ids else result
