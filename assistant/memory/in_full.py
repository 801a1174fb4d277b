"""Whom a first name means that somebody says alone: the one person of the book who bears it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from assistant.extraction.text import first_names
from assistant.extraction.text.first_names import Bearer
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate
from graph.curation.names import matches
from graph.models import Entity, User
from graph.naming import normalise


def in_full(user: User, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates with each first name as the book has it in full.

    It stays as it was said where somebody goes by it alone, where two bear it, and where it is told whose sister or cat
    goes by it: she may be another. What is no person by the words is one only if something is told of it: who visits
    Jordan visits nobody.
    """
    names = [
        (name, name is one.subject) for one in candidates for name in (one.subject, one.object) if name is not None
    ]
    people = {name.text for name, is_subject in names if is_subject or name.type == PERSON}
    alone = first_names.alone(candidates) & people
    known = matches(user, {normalise(name) for name in alone}) if alone else {}
    wanted = sorted(name for name in alone if normalise(name) not in known)
    if not wanted:
        return tuple(candidates)
    begins = Q(*(Q(name__startswith=f"{name} ") for name in wanted), _connector=Q.OR)
    found: dict[str, list[str]] = {}
    for name in Entity.objects.for_user(user).standing().filter(begins, type=PERSON).values_list("name", flat=True):
        found.setdefault(name.split()[0], []).append(name)
    bearers = {first: Bearer(names[0], -1) for first, names in found.items() if len(names) == 1}
    return tuple(first_names.in_full(one, bearers, 0) for one in candidates)
