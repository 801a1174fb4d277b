"""A question with the names of whom it means by what they are to somebody: "my dog" is Pelle, "Wim's son" Miklos."""

from __future__ import annotations

import re

from assistant.extraction.words.role_words import PETS, ROLES
from assistant.question.held_roles import MINE, PET, Holder, in_role, known
from assistant.question.walked import BOTH_WAYS
from graph.curation.names import matches
from graph.models import Fact, User
from graph.naming import normalise

_ROLES = "|".join(sorted(ROLES.keys() | PETS, key=len, reverse=True))
_ROLE_OF_MINE = re.compile(
    rf"\b(?:(?:my|our) (?P<role>{_ROLES})|the (?P<pet>{'|'.join(sorted(PETS, key=len, reverse=True))}))\b(?!-)",
    re.IGNORECASE,
)
_ROLE_OF_ANOTHER = re.compile(
    rf"\b(?P<whose>[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*){{0,2}})['’]s (?P<role>(?i:{_ROLES}))\b(?!-|['’]s name)"
)
_STEPS = 2  # "my sister's son's teacher"


def in_names(user: User, question: str) -> str:
    """The question with those names; empty where it changes nothing."""
    renamed = _of_mine(user, question) if _ROLE_OF_MINE.search(question) is not None else question
    for _ in range(_STEPS):
        before, renamed = renamed, _ROLE_OF_ANOTHER.sub(lambda said: _of_another(user, said), renamed)
        if renamed == before:
            break
    return renamed if renamed != question else ""


def _of_mine(user: User, question: str) -> str:
    holders = known(user)

    def named(said: re.Match[str]) -> str:
        holder = in_role((said["role"] or said["pet"]).casefold(), holders)
        if holder is None and said["pet"]:
            holder = _only_one(user, said["pet"].casefold())
        return holder.name if holder is not None and not holder.name.casefold().startswith(MINE) else said[0]

    return _ROLE_OF_MINE.sub(named, question)


def _only_one(user: User, kind: str) -> Holder | None:
    """The one of its kind in the book that is known to be nobody else's: "the cat is called Mitzi"."""
    rows = Fact.objects.for_user(user).active().filter(object__isnull=False)
    of_others = rows.filter(predicate=PET, subject__is_self=False).values("object")
    found = rows.filter(predicate="is_a", object__name=kind).exclude(subject__in=of_others)
    held = {pk: Holder(pk, name, PET) for pk, name in found.values_list("subject", "subject__name")[:2]}
    return next(iter(held.values())) if len(held) == 1 else None


def _of_another(user: User, said: re.Match[str]) -> str:
    """Who alone is that to the one who is named; what was said where it is nobody, or more than one."""
    whose = matches(user, {normalise(said["whose"])}).get(normalise(said["whose"]), [])
    role = said["role"].casefold()
    predicate = ROLES.get(role, PET)
    rows = Fact.objects.for_user(user).active().filter(predicate=predicate, object__isnull=False)
    held = dict(rows.filter(subject__in=whose).values_list("object", "object__name"))
    if predicate in BOTH_WAYS:
        held |= dict(rows.filter(object__in=whose).values_list("subject", "subject__name"))
    if predicate == PET and role != PET:
        of_kind = Fact.objects.for_user(user).active().filter(subject__in=list(held), predicate="is_a")
        kinds = set(of_kind.filter(object__name=role).values_list("subject", flat=True))
        held = {pk: name for pk, name in held.items() if pk in kinds}
    if len(held) != 1 or (name := next(iter(held.values()))).casefold().startswith(MINE):
        return said[0]
    return name
