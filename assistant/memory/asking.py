"""Asking back under an answer: "Is that right?" about what is unconfirmed, once, and what should be taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.models import Message
from assistant.question.intents import takes_back
from assistant.without_model import wording
from graph.models import Fact, RetrievalItem
from graph.predicates import Relation, registry

MOST = 3  # questions under one answer: more is the inbox's work


@dataclass(frozen=True, slots=True)
class Ask:
    """One fact to decide on; `is_waiting` when it is unconfirmed, `takes_back` when the person called it wrong."""

    fact: int
    words: str
    is_waiting: bool
    takes_back: bool


def unconfirmed(*, user_id: int, retrieval_id: int, cited: Sequence[tuple[str, int]]) -> list[int]:
    """The unconfirmed facts that an answer leaned on and that no earlier answer asked about."""
    ids = [pk for kind, pk in cited if kind == "fact"]
    staged = set(Fact.objects.for_user(user_id).staged().filter(pk__in=ids).values_list("pk", flat=True))
    if not staged:
        return []
    earlier = RetrievalItem.objects.for_user(user_id).filter(kind="fact", object_id__in=staged, used=True, cited=True)
    asked = set(earlier.exclude(retrieval_id=retrieval_id).values_list("object_id", flat=True))
    return [pk for pk in dict.fromkeys(ids) if pk in staged - asked][:MOST]


def open_questions(
    user_id: int, answers: Iterable[Message], said: Mapping[int, str], now: dt.datetime
) -> dict[int, tuple[Ask, ...]]:
    """What each answer still asks: those of its facts on which nothing was decided since. No query when none asks.

    `said` holds the messages that they answer, by id.
    """
    asking = [row for row in answers if row.role == Message.Role.ASSISTANT and row.learned]
    if not asking:
        return {}
    wanted = {int(pk) for row in asking for pk in row.learned}
    rows = Fact.objects.for_user(user_id).active().filter(pk__in=wanted).select_related("subject", "object", "user")
    relations, facts = registry(user_id), {fact.pk: fact for fact in rows}
    found = {}
    for row in asking:
        wrong = takes_back(said.get(row.reply_to_id or 0, ""))
        found[row.pk] = tuple(
            _ask(fact, relations, now, wrong)
            for fact in (facts[pk] for pk in map(int, row.learned) if pk in facts)
            if wrong or fact.status == Fact.Status.STAGED
        )
    return found


def _ask(fact: Fact, relations: dict[str, Relation], now: dt.datetime, wrong: bool) -> Ask:
    """The question about a fact, told by the clock of whoever is asked."""
    words = wording.of_fact(fact, relations, fact.user.local(now))
    return Ask(fact.pk, words, fact.status == Fact.Status.STAGED, wrong)
