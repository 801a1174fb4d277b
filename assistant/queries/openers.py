"""Questions that the book can answer, offered where nothing was asked yet."""

from __future__ import annotations

from itertools import zip_longest

from graph.models import Fact

OFFERED = 3
READ = 60  # of the newest facts, among which those are chosen
ASKED = {"lives_in": "Where does {} live?", "works_at": "Where does {} work?"}
OTHERWISE = "What do you know about {}?"
LONGEST = 40  # letters of a name in a question


def questions(user_id: int) -> tuple[str, ...]:
    """At most three, each about another entry, of different kinds as far as there are any; in one query."""
    newest = Fact.objects.for_user(user_id).active().filter(subject__is_self=False).order_by("-pk")
    kinds: dict[str, list[str]] = {asked: [] for asked in (*ASKED.values(), OTHERWISE)}
    for name, predicate in newest.values_list("subject__name", "predicate")[:READ]:
        if len(name) <= LONGEST:
            kinds[ASKED.get(predicate, OTHERWISE)].append(name)
    columns = [[(name, asked.format(name)) for name in dict.fromkeys(names)] for asked, names in kinds.items()]
    chosen: dict[str, str] = {}
    for offered in (one for row in zip_longest(*columns) for one in row if one):
        chosen.setdefault(*offered)
    return tuple(chosen.values())[:OFFERED]
