"""Entries that are called by a role only, "my mum", and the one who is known to hold it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from graph.models import Fact
from graph.predicates import ASKED_BY
from graph.twins.names import SURE, Alike

_MINE = "my "


def is_role(name: str) -> bool:
    """Whether somebody goes by "my …" only: a name of their own is the better one to keep."""
    return name[: len(_MINE)].casefold() == _MINE


def by_role(user_id: int, names: Iterable[tuple[int, str]]) -> dict[tuple[int, int], Alike]:
    """Each of `names` that is "my …" with whoever alone is its owner's mother, boss or dog by the facts."""
    called = {pk: name[len(_MINE) :].casefold() for pk, name in names if is_role(name)}
    if not called:
        return {}
    holders = _holders(user_id, called)
    found: dict[tuple[int, int], Alike] = {}
    for pk, word in called.items():
        held = {holder for relation in _relations(word) for holder in holders.get(relation, ())}
        if len(held) == 1:
            (holder,) = held
            relation = _relations(word)[-1].replace("_", " ")
            found[min(pk, holder), max(pk, holder)] = Alike(f"The one {relation} of yours that the book knows", SURE)
    return found


def _relations(word: str) -> list[str]:
    """The relations that a word asks for: "mum" for mother, "parent" for either."""
    return [word.replace(" ", "_"), *sorted(name for name, words in ASKED_BY.items() if word in words.split())]


def _holders(user_id: int, called: Mapping[int, str]) -> dict[str, set[int]]:
    wanted = {relation for word in called.values() for relation in _relations(word)}
    rows = Fact.objects.for_user(user_id).active().filter(subject__is_self=True, predicate__in=wanted)
    found: dict[str, set[int]] = defaultdict(set)
    for relation, holder in rows.exclude(object=None).values_list("predicate", "object_id"):
        if holder not in called:
            found[relation].add(holder)
    return found
