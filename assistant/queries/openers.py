"""What is offered where nothing was asked yet: what is coming, what is often asked, and what the book can answer."""

from __future__ import annotations

import datetime as dt
from itertools import zip_longest

from assistant.agenda import facts as agenda
from assistant.queries import habits
from graph.models import Fact, User

OFFERED = 4
READ = 60  # of the newest facts, among which those are chosen
AHEAD = 7  # days in which something is soon
ASKED = {"lives_in": "Where does {} live?", "works_at": "Where does {} work?"}
OTHERWISE = "What do you know about {}?"
LONGEST = 40  # letters of a name in a question


def questions(user: User, now: dt.datetime) -> tuple[str, ...]:
    """At most four: of the days ahead, of what the person is used to ask, and each about another entry (A-J12)."""
    found = [*_coming(user, now), *habits.questions(user, now), *_of_the_book(user.pk)]
    return tuple(dict.fromkeys(found))[:OFFERED]


def _coming(user: User, now: dt.datetime) -> tuple[str, ...]:
    """The question after the nearest day for which the book has a fact."""
    today = user.local(now).date()
    days = [max(one.first, today) for one in agenda.on(user, today, today + dt.timedelta(AHEAD - 1), now)]
    match (min(days) - today).days if days else None:
        case None:
            return ()
        case 0:
            return ("What is on today?",)
        case 1:
            return ("What is on tomorrow?",)
    return (f"What is on in the next {AHEAD} days?",)


def _of_the_book(user_id: int) -> tuple[str, ...]:
    """Questions about entries, of different kinds as far as there are any; in one query."""
    newest = Fact.objects.for_user(user_id).active().filter(subject__is_self=False).order_by("-pk")
    kinds: dict[str, list[str]] = {asked: [] for asked in (*ASKED.values(), OTHERWISE)}
    for name, predicate in newest.values_list("subject__name", "predicate")[:READ]:
        if len(name) <= LONGEST:
            called = f"my {name[3:]}" if name.startswith("My ") else name  # an entry is called as it was first told of
            kinds[ASKED.get(predicate, OTHERWISE)].append(called)
    columns = [[(name, asked.format(name)) for name in dict.fromkeys(names)] for asked, names in kinds.items()]
    chosen: dict[str, str] = {}
    for offered in (one for row in zip_longest(*columns) for one in row if one):
        chosen.setdefault(*offered)
    return tuple(chosen.values())
