"""The relations of a book as one list: how each reads, how many facts have it, and one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Max

from graph.models import Fact, User
from graph.predicates import Relation, called, registry, relation
from graph.queries.overlaps import Overlap, overlaps

OFFERED = 200  # relations that are offered by name; any other can be typed
PAGE = 40  # relations on one page: two screens, each with an example


@dataclass(frozen=True, slots=True)
class Used:
    """A relation with the number of facts that take part in answers, and the newest of them (None without one)."""

    relation: Relation
    facts: int
    example: Fact | None
    merged: tuple[Relation, ...] = ()  # those that are said by it
    like: Overlap | None = None  # the one that joins the same entries
    like_reads: str = ""


@dataclass(frozen=True, slots=True)
class Relations:
    rows: tuple[Used, ...]
    total: int
    page: int
    pages: int
    names: tuple[str, ...] = ()  # how those read into which one may be merged


def relations(user: User, question: str = "", *, page: int = 1) -> Relations:
    """One page of those that have facts or were written by the owner, the most used first; `question` is a part of any
    of their words.
    """
    known = registry(user.pk)
    counted = Fact.objects.for_user(user).active().values("predicate").annotate(facts=Count("pk"), newest=Max("pk"))
    used = {name: (facts, newest) for name, facts, newest in counted.values_list("predicate", "facts", "newest")}
    own = (name for name, one in known.items() if not one.same_as and (not one.builtin or one.asked_as))
    wanted = [one for one in (relation(known, name) for name in {*used, *own}) if _has(one, question)]
    wanted.sort(key=lambda one: (-used.get(one.name, (0, 0))[0], one.name))
    pages = max(1, -(-len(wanted) // PAGE))
    page = min(max(1, page), pages)
    shown = wanted[(page - 1) * PAGE : page * PAGE]
    newest = [used[one.name][1] for one in shown if one.name in used]
    examples = Fact.objects.for_user(user).select_related("subject", "object").in_bulk(newest)
    alike = overlaps(user, {name: facts for name, (facts, _) in used.items()})
    rows = tuple(_row(one, used, examples, known, alike.get(one.name)) for one in shown)
    offered = sorted(used, key=lambda name: (-used[name][0], name))[:OFFERED]
    return Relations(rows, len(wanted), page, pages, tuple(relation(known, name).reads for name in offered))


def named(user: User, words: str) -> str:
    """The name of the relation that reads so, of those that facts have the most used, else as `called` knows it."""
    known = registry(user.pk)
    used = Fact.objects.for_user(user).values("predicate").annotate(facts=Count("pk")).order_by("-facts", "predicate")
    names = used.values_list("predicate", flat=True)
    alike = (name for name in names if relation(known, name).reads.casefold() == words.casefold())
    return next(alike, None) or called(known, words)


def used_as(user: User, name: str) -> Used | None:
    """One of them by its name; None where no fact has it and nobody wrote it."""
    known = registry(user.pk)
    found = known.get(name)
    facts = Fact.objects.for_user(user).active().filter(predicate=name)
    counted = facts.aggregate(facts=Count("pk"), newest=Max("pk"))
    if found is None and not counted["facts"]:
        return None
    used = {name: (counted["facts"], counted["newest"])} if counted["facts"] else {}
    newest = facts.filter(pk=counted["newest"]).select_related("subject", "object").in_bulk()
    return _row(found or Relation(name), used, newest, known)


def _row(
    one: Relation,
    used: Mapping[str, tuple[int, int]],
    examples: Mapping[int, Fact],
    known: Mapping[str, Relation],
    like: Overlap | None = None,
) -> Used:
    facts, newest = used.get(one.name, (0, 0))
    merged = tuple(other for other in known.values() if other.same_as == one.name)
    return Used(one, facts, examples.get(newest), merged, like, relation(known, like.other).reads if like else "")


def _has(one: Relation, question: str) -> bool:
    wanted = question.casefold()
    return not wanted or any(
        wanted in words.casefold() for words in (one.name, one.reads, one.reads_back, one.asked_as)
    )
