"""Which of several entries of one name a proposal means: the question, and what each of them is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from graph.curation.names import matches
from graph.models import Entity, Fact, User
from graph.naming import normalise
from graph.predicates import Relation
from graph.queries.sentences import sentence

AT_MOST = 6  # entries of one name to choose from: the most mentioned
TOLD = 2  # facts by which each is known again


@dataclass(frozen=True, slots=True)
class Meant:
    """One entry that goes by the name; `says` is what is known of it, in sentences."""

    pk: int
    name: str
    type: str
    description: str
    says: tuple[str, ...]
    is_guessed: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """`end` is the side of the proposal, subject or object, that goes by an ambiguous `name` (`key`, normalised)."""

    end: str
    key: str
    name: str
    candidates: tuple[Meant, ...]


def unsure(fact: Fact) -> tuple[str, ...]:
    """The names, normalised, among whose entries learning guessed."""
    names = fact.metadata.get("ambiguous") if isinstance(fact.metadata, dict) else None
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def doubts(fact: Fact, relations: Mapping[str, Relation]) -> tuple[Doubt, ...]:
    """The open questions of one proposal with its names loaded, in three queries; in none when nothing was guessed."""
    keys = unsure(fact)
    if not keys:
        return ()
    user = User(pk=fact.user_id)
    found = matches(user, keys)
    entries = Entity.objects.for_user(user).standing().in_bulk({pk for ids in found.values() for pk in ids})
    known = _known(fact, list(entries), relations)
    asked = []
    for key in keys:
        going_by = [entries[pk] for pk in found.get(key, ()) if pk in entries]
        going_by.sort(key=lambda row: (-row.mention_count, row.pk))
        for end, chosen in (("subject", fact.subject), ("object", fact.object)):
            if chosen is not None and len(going_by) > 1 and any(row.pk == chosen.pk for row in going_by):
                shown = [row for row in going_by if row.pk == chosen.pk]
                shown += [row for row in going_by if row.pk != chosen.pk][: AT_MOST - 1]
                meant = tuple(_meant(row, known, chosen.pk) for row in shown)
                asked.append(Doubt(end, key, _spelled(key, chosen), meant))
    return tuple(asked)


def _spelled(key: str, chosen: Entity) -> str:
    """The name as the entry writes it, where that is the name in question; else as it was said."""
    return chosen.name if normalise(chosen.name) == key else key


def _meant(row: Entity, known: Mapping[int, list[str]], chosen: int) -> Meant:
    return Meant(row.pk, row.name, row.type, row.description, tuple(known[row.pk]), row.pk == chosen)


def _known(fact: Fact, entries: list[int], relations: Mapping[str, Relation]) -> dict[int, list[str]]:
    """A few standing facts of each entry, confirmed ones first."""
    told: dict[int, list[str]] = defaultdict(list)
    mine = Fact.objects.for_user(User(pk=fact.user_id)).active().exclude(pk=fact.pk)
    about = mine.filter(Q(subject__in=entries) | Q(object__in=entries)).select_related("subject", "object")
    for row in about.order_by("-confirmed_at", "-id")[: 20 * len(entries)]:
        for pk in {row.subject_id, row.object_id or row.subject_id} & set(entries):
            if len(told[pk]) < TOLD:
                told[pk].append(sentence(row, relations, quoted=False).plain)
    return told
