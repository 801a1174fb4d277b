"""How the owner wants to be answered: what they confirmed of it goes with each question to the language model."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q

from graph.curation import facts
from graph.curation.candidates import Draft
from graph.curation.names import self_entity
from graph.curation.recorder import Actor
from graph.models import Fact, User
from graph.models.fact import FactQuerySet
from graph.naming import clean
from graph.predicates import ANSWER_WISH

MOST = 12  # the newest: more would crowd out the memory itself
LONGEST = 200  # characters of one wish
_OWN = (Fact.Source.CONVERSATION, Fact.Source.USER_EDIT)  # never what a document or a program brought along


class BadWish(ValueError):
    """What was written is no wish; the message says why."""


def in_force(user: User, now: dt.datetime) -> FactQuerySet:
    """The confirmed wishes of the owner's own making that hold at `now`, oldest first, at most MOST."""
    held = (
        Fact.objects.for_user(user).confirmed().unexpired_at(now).filter(Q(valid_until=None) | Q(valid_until__gt=now))
    )
    mine = held.filter(subject__is_self=True, predicate=ANSWER_WISH, source__in=_OWN, object=None)
    newest = mine.order_by("-pk").values("pk")[:MOST]
    return Fact.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).order_by("pk")


def words(user: User, now: dt.datetime) -> list[str]:
    """As `in_force`, in the owner's words."""
    return list(in_force(user, now).values_list("value", flat=True))


def add(user: User, text: str, now: dt.datetime) -> None:
    """Keep a wish that the owner wrote down themself. Raises BadWish."""
    wish = clean(text)
    if not wish:
        raise BadWish("Please write how you want to be answered, such as “in short sentences”.")
    if len(wish) > LONGEST:
        raise BadWish(f"A wish has at most {LONGEST} characters, and this has {len(wish)}.")
    if in_force(user, now).count() >= MOST:
        raise BadWish(f"There are {MOST} already. Take one back before you add another.")
    draft = Draft(subject=self_entity(user, now).pk, predicate=ANSWER_WISH, value=wish)
    facts.state(user=user, draft=draft, by=Actor.person(user), now=now)
