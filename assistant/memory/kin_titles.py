"""Kin goes by a name with what they are called before it or without: "Grandma Rosa" is the book's grandmother Rosa."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.extraction.parts.parties import SELF
from assistant.extraction.words.role_words import KIN_TITLES
from graph.curation.candidates import Candidate
from graph.models import Fact, User
from graph.naming import normalise

_RELATIONS = frozenset(KIN_TITLES.values())


def as_the_book_has_kin(user: User, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates with each of one's kin by the name that the book has them by, or that they were first told by.

    Only where the relation is the same: of "Aunt Rosa" nothing is known by a grandmother Rosa.
    """
    told = {(one.predicate, one.object.text): None for one in candidates if _is_kin(one) and one.object}
    if not told:
        return tuple(candidates)
    held: dict[tuple[str, str], str] = {}
    for relation, name in (*_of_the_book(user), *told):
        held.setdefault((relation, _without_title(name)), name)
    meant = {name: held[relation, _without_title(name)] for relation, name in told}
    return tuple(
        replace(
            one,
            subject=one.subject if one.subject == SELF else replace(one.subject, text=_in(meant, one.subject.text)),
            object=replace(one.object, text=_in(meant, one.object.text)) if one.object else None,
        )
        for one in candidates
    )


def _is_kin(one: Candidate) -> bool:
    return one.subject == SELF and one.predicate in _RELATIONS and one.object is not None


def _of_the_book(user: User) -> Iterator[tuple[str, str]]:
    """(relation, name) of the kin that the book has."""
    facts = (
        Fact.objects.for_user(user)
        .active()
        .filter(subject__is_self=True, predicate__in=_RELATIONS, object__isnull=False)
    )
    yield from facts.order_by("id").values_list("predicate", "object__name")


def _without_title(name: str) -> str:
    first, _, rest = name.partition(" ")
    return normalise(rest if rest and first.casefold() in KIN_TITLES else name)


def _in(meant: dict[str, str], text: str) -> str:
    return meant.get(text, text)
