"""Who stands in which relation to the person: "my mum" is Hanne where the book knows one mother, and "my mother" is
"my mum" where it knows her by no name."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from assistant import params
from assistant.extraction.words.role_words import BREEDS, PETS, ROLES, pet
from assistant.extraction.words.vocabulary import PERSON
from assistant.question import several
from assistant.question.focus import focus
from assistant.question.targets import occurs
from assistant.question.walked import OTHER_END
from graph.models import EntityAlias, Fact, User
from graph.predicates import BUILT_IN, relation
from graph.retrieval import told
from graph.retrieval.pipeline import effective
from graph.retrieval.result import Result
from graph.retrieval.types import Item
from graph.statements import select_among

PET = "pet"
MINE = "my "
# The entries that a role is a name of; each is looked up, since to look for “my …” would read every name.
_CALLED_SO = [*(ROLES.keys() - PETS), *(f"{MINE}{word}" for word in ROLES.keys() | PETS)]
_CALLED = """
    SELECT called.entity_id, called.normalised, entity.type
    FROM graph_entityalias called JOIN graph_entity entity ON entity.id = called.entity_id
    WHERE called.normalised IN ({among}) AND called.user_id = %s AND called.kind = %s AND entity.merged_into_id IS NULL
"""


@dataclass(frozen=True, slots=True)
class Holder:
    """An entity that the person has in the role `role`, the predicate of it."""

    pk: int
    name: str
    role: str


def known(user: User) -> dict[str, Holder]:
    """Each relation of the person that exactly one entity holds, of pets also each kind: {"sister": …, "dog": …}.

    Where nobody holds it by name it is whoever is called by it: "my dad" is the father.
    """
    named = _by_name(user)
    return _unnamed(_called_by_role(user), named) | _only(named)


def _only(named: Mapping[str, Mapping[int, Holder]]) -> dict[str, Holder]:
    return {role: next(iter(holders.values())) for role, holders in named.items() if len(holders) == 1}


def _by_name(user: User) -> dict[str, dict[int, Holder]]:
    rows = Fact.objects.for_user(user).active().filter(object__isnull=False)
    mine = rows.filter(subject__is_self=True, predicate__in={*ROLES.values(), PET})
    found: dict[str, dict[int, Holder]] = defaultdict(dict)
    for role, pk, name in mine.values_list("predicate", "object", "object__name"):
        if not name.casefold().startswith(MINE):
            found[role][pk] = Holder(pk, name, role)
    kinds = rows.filter(subject__in=found[PET], predicate="is_a", object__name__in=PETS - {PET})
    for pk, kind in kinds.values_list("subject", "object__name"):
        for one in {kind, BREEDS.get(kind, kind)}:
            found[one][pk] = found[PET][pk]
    return found


def _unnamed(called: Mapping[int, str], named: Mapping[str, Mapping[int, Holder]]) -> dict[str, Holder]:
    """Of each relation of which people have one, and that nobody holds by name, the first that is called by it.

    "My mother" is "my mum", but "my youngest" is not "my eldest", though both are a child.
    """
    found: dict[str, Holder] = {}
    for pk, name in sorted(called.items()):
        role = ROLES.get(name.removeprefix(MINE), "")
        if relation(BUILT_IN, role).functional and not named.get(role):
            found.setdefault(role, Holder(pk, name, role))
    return found


def in_role(word: str, holders: Mapping[str, Holder]) -> Holder | None:
    """The one who is meant by "my mum" or "my cat"."""
    return pet(word, holders) if word in PETS else holders.get(ROLES.get(word, ""))


def by_name(user: User, question: str, result: Result, now: dt.datetime) -> Result:
    """The result with what was said of "my mum" told of Hanne, and of whom the question asks with all of both.

    Of an earlier day, which may have had another boss, there is only what was found.
    """
    if result.as_of is not None:
        return result
    relations = frozenset[str]().union(*focus(question).relations)
    result = _with_other_ends(user, relations, result, now)
    called = _called_by_role(user)
    if not called:
        return result
    meant = _meant(called, named := _by_name(user))
    asked = {pk for pk, one in meant.items() if one.role in relations or occurs(one.name, question)}
    alone = {one.pk for one in _unnamed(called, named).values() if one.role in relations}
    standing = Fact.objects.for_user(user).active().unexpired_at(now).order_by("status", "pk")
    ids: list[int] = []
    for end in sorted(asked | {meant[pk].pk for pk in asked} | alone):
        ids += standing.about(end).values_list("pk", flat=True)[: params.HELD_FACTS]
    return _renamed(several.further(user, ids, result, now), meant)


def _with_other_ends(user: User, relations: frozenset[str], result: Result, now: dt.datetime) -> Result:
    """With what only others' entries say of a relation that is asked for: Chidi's that I am his sister."""
    back = frozenset[str]().union(*(OTHER_END.get(name, frozenset()) for name in relations))
    if not back:
        return result
    standing = Fact.objects.for_user(user).active().unexpired_at(now)
    told = standing.filter(object__is_self=True, predicate__in=back).order_by("status", "pk")
    others = dict(told.values_list("pk", "subject")[: params.HELD_FACTS])
    of_one = standing.about(next(iter(others.values()))) if len(set(others.values())) == 1 else standing.none()
    ids = [*others, *of_one.order_by("status", "pk").values_list("pk", flat=True)[: params.HELD_FACTS]]
    return several.further(user, ids, result, now) if others else result


def with_kinds(user: User, question: str, result: Result, now: dt.datetime) -> Result:
    """Where a pet of a kind is asked for, the result with one's pets and their kinds: a tortoise is no dog."""
    if result.as_of is not None or not focus(question).kinds:
        return result
    standing = Fact.objects.for_user(user).active().unexpired_at(now)
    pets = standing.filter(subject__is_self=True, predicate=PET)
    kinds = standing.filter(subject__in=pets.values("object"), predicate="is_a")
    ids = [pk for rows in (pets, kinds) for pk in rows.order_by("status", "pk").values_list("pk", flat=True)]
    return several.further(user, ids[: params.HELD_FACTS], result, now)


def as_one(user: User, result: Result, now: dt.datetime) -> Result:
    """The result as a model is told it: what was found of "my mum" under Hanne, in the narrative as well."""
    meant = meant_by_role(user) if result.as_of is None else {}
    renamed = _renamed(result, meant) if meant else result
    if renamed.items == result.items:
        return result
    return told.of(renamed, renamed.items, effective(user, result.preset, None), user.local(now))


def _renamed(result: Result, meant: Mapping[int, Holder]) -> Result:
    anchors = (
        replace(one, pk=meant[one.pk].pk, name=meant[one.pk].name) if one.pk in meant else one for one in result.anchors
    )
    return replace(result, items=tuple(_told_of(item, meant) for item in result.items), anchors=tuple(anchors))


def meant_by_role(user: User) -> dict[int, Holder]:
    """The entries that are called by nothing but a role, "my mum", each with the one who is known to hold it."""
    called = _called_by_role(user)
    return _meant(called, _by_name(user)) if called else {}


def _meant(called: Mapping[int, str], named: Mapping[str, Mapping[int, Holder]]) -> dict[int, Holder]:
    holders = _unnamed(called, named) | _only(named)
    found = {pk: in_role(name.removeprefix(MINE), holders) for pk, name in called.items()}
    return {pk: holder for pk, holder in found.items() if holder is not None and holder.pk != pk}


def _called_by_role(user: User) -> dict[int, str]:
    """The entries that are called by nothing but a role, in normal form: {7: "my mum"}; a contact "Mum" is too."""
    rows = select_among(_CALLED, _CALLED_SO, user.pk, EntityAlias.Kind.NAME)
    contacts = {pk: f"{MINE}{name}" for pk, name, kind in rows if kind == PERSON and not name.startswith(MINE)}
    return contacts | {pk: name for pk, name, _ in rows if name.startswith(MINE)}


def _told_of(item: Item, meant: Mapping[int, Holder]) -> Item:
    fact = item.fact
    if fact is None:
        return item
    if (subject := meant.get(fact.subject)) is not None:
        fact = replace(fact, subject=subject.pk, subject_name=subject.name)
    if fact.object is not None and (other := meant.get(fact.object)) is not None:
        fact = replace(fact, object=other.pk, object_name=other.name)
    return replace(item, fact=fact, section=fact.subject) if fact != item.fact else item
