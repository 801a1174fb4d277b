"""The communities of a graph in words: who stands in the middle of each, and what joins them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, F

from graph.models import Entity, Fact, User
from graph.predicates import registry, relation

FOREMOST = 3  # names in the line


@dataclass(frozen=True, slots=True)
class Community:
    number: int
    size: int
    summary: str
    foremost: tuple[tuple[int, str], ...]


def summaries(user: User) -> list[Community]:
    """Every community, largest first, in two queries: "Acme, Anna, Bela and 2 more; works for, knows"."""
    members: dict[int, list[tuple[int, str]]] = {}
    grouped = Entity.objects.for_user(user).standing().exclude(community=None).order_by("-importance", "pk")
    for pk, name, number in grouped.values_list("pk", "name", "community"):
        members.setdefault(int(number or 0), []).append((pk, name))
    relations = registry(user.pk)
    used: dict[int, Counter[str]] = {}
    inside = Fact.objects.for_user(user).active().filter(subject__community=F("object__community"))
    for number, predicate, count in inside.values_list("subject__community", "predicate").annotate(count=Count("pk")):
        used.setdefault(number, Counter())[predicate] += count
    return [
        Community(
            number,
            len(found),
            _line(found, [relation(relations, name).reads for name, _ in _common(used.get(number, Counter()))]),
            tuple(found[:FOREMOST]),
        )
        for number, found in sorted(members.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]


def _common(used: Counter[str]) -> list[tuple[str, int]]:
    return sorted(used.items(), key=lambda pair: (-pair[1], pair[0]))[:2]


def _line(found: list[tuple[int, str]], reads: list[str]) -> str:
    names = ", ".join(name for _, name in found[:FOREMOST])
    more = f" and {len(found) - FOREMOST} more" if len(found) > FOREMOST else ""
    return f"{names}{more}" + (f"; {', '.join(reads)}" if reads else "")
