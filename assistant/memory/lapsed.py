"""Which standing facts are over by what a sentence says is over: "I sold the Volvo" means that one drives it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import Q

from assistant.extraction import rules
from assistant.extraction.parts.parties import SELF
from assistant.extraction.text.over import Over
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import PETS
from assistant.memory import matching
from graph.curation.candidates import Candidate
from graph.models import Entity, Fact, User
from graph.naming import normalise
from graph.retrieval.question.words import content_stems

_TOGETHER = ("married_to", "engaged_to", "partner")
_OF_A_FIRM = words_of(
    "works_at works_for works_in works_with employer company studies_at member_of volunteers_at plays_for plays_in "
    "sings_in teaches_at serves_in"
)
_HELD = words_of("owns drives has rides")
_NAMED_THINGS = words_of("car bike phone laptop")  # "my car" is a Volvo
_SUM = re.compile(r"\d+(?:[.,]\d+)*")
_AS_ONE: dict[str, frozenset[str]] = {  # what the same words may have been kept as
    **dict.fromkeys(("works_at", "works_for"), frozenset({"works_at", "works_for", "employer"})),
    **dict.fromkeys(("drives", "owns"), frozenset({"drives", "owns"})),
}


def lapsed(user: User, one: Over, before: Sequence[str], roles: Mapping[str, str] | None) -> list[Fact]:
    """The facts that held until then; `before` is what was said earlier, for whom a pronoun means."""
    is_mine = one.who.casefold() in {"i", "we"}
    alone = one.who.casefold() in {"i", "we", "they"}
    match one.how:
        case "left":
            said = _candidates(f"{one.who} {'work' if alone else 'works'} at {one.what}.", before, roles)
            return [fact for candidate in said for fact in _same(user, candidate, _OF_A_FIRM)]
        case "moved out":
            said = _candidates(f"{one.who} {'live' if alone else 'lives'} in {one.what}.", before, roles)
            return [fact for candidate in said for fact in _same(user, candidate, {"lives_in"})]
        case "parted with":
            return [fact for fact in _mine(user) if _is_the_thing(fact, one.what)] if is_mine else []
        case "died":
            return [fact for fact in _mine(user) if fact.predicate == "pet" and _is_called(fact.object, one.what)]
        case "separated":
            return _partners(user, one.what) if is_mine else []
        case "paid":
            return _settled(user, one, before, roles)
    return [fact for said in _candidates(one.held, before, roles) for fact in _held(user, said)]


def _candidates(held: str, before: Sequence[str], roles: Mapping[str, str] | None) -> Sequence[Candidate]:
    return rules.candidates(held, history=before, roles=roles) if held else ()


def _held(user: User, said: Candidate) -> list[Fact]:
    """What the candidate says, and what its words mean besides: one's car is whatever one drives."""
    found = _same(user, said, _AS_ONE.get(said.predicate, {said.predicate}))
    name = said.object.text if said.object else said.value or ""
    if said.subject == SELF and said.predicate in {"has", "owns"}:
        found += _had(user, name)
    if said.subject == SELF and said.predicate == "is" and name.casefold() in {"married", "engaged"}:
        found += _partners(user, "")
    return found


def _same(user: User, said: Candidate, predicates: Iterable[str]) -> list[Fact]:
    """The facts that say the same of the same two under any of these predicates."""
    return [fact for name in sorted(predicates) for fact in matching.same(user, replace(said, predicate=name))]


def _mine(user: User) -> list[Fact]:
    """What the book holds of the person themself."""
    return list(matching.standing(user).filter(subject__is_self=True).order_by("pk"))


def _had(user: User, what: str) -> list[Fact]:
    """ "I don't have a car anymore", "we no longer have a dog": whatever it is called."""
    kind = what.casefold().split()[-1] if what.split() else ""
    if kind not in PETS:
        return [fact for fact in _mine(user) if _is_the_thing(fact, kind)]
    of_kind = Fact.objects.for_user(user).active().filter(predicate="is_a", object__name=kind)
    pets = set(of_kind.values_list("subject", flat=True))
    return [fact for fact in _mine(user) if fact.predicate == "pet" and fact.object_id in pets]


def _is_the_thing(fact: Fact, what: str) -> bool:
    """ "the Volvo" of what one drives, "my car" of what one has as such; what is none of one's things is not meant."""
    name = content_stems(fact.object.name if fact.object is not None else fact.value)
    wanted = content_stems(what)
    if not wanted:
        return False
    if fact.predicate in _HELD:
        return wanted <= name or (fact.predicate == "drives" and "car" in wanted)
    by_name = fact.predicate in _NAMED_THINGS and wanted <= name
    return by_name or content_stems(fact.predicate.replace("_", " ")) == wanted


def _partners(user: User, name: str) -> list[Fact]:
    """With whom the person is together, told from either end: those of that name, or without one the only there is."""
    ends = Q(subject__is_self=True) | Q(object__is_self=True)
    rows = matching.standing(user).filter(ends, predicate__in=_TOGETHER).order_by("pk")
    others = [(fact, fact.object if fact.subject.is_self else fact.subject) for fact in rows]
    if name:
        return [fact for fact, other in others if _is_called(other, name)]
    return [fact for fact, _ in others] if len({other.pk for _, other in others if other}) == 1 else []


def _settled(user: User, one: Over, before: Sequence[str], roles: Mapping[str, str] | None) -> list[Fact]:
    """What was owed and is paid; of a sum that is named those of that sum alone, since a part leaves the rest owed."""
    is_mine = one.who.casefold() in {"i", "we"}
    to = one.whom if is_mine else "me"
    if is_mine and one.whom.casefold() in {"me", "us"}:
        return []
    said = _candidates(
        f"{one.who} {'owe' if one.who.casefold() in {'i', 'we', 'they'} else 'owes'} {to} 1 euro.", before, roles
    )
    owed = [fact for candidate in said for fact in matching.about(user, candidate)]
    if is_mine:
        owed = [fact for fact in owed if content_stems(one.whom) <= content_stems(fact.value)]
    sums = set(_SUM.findall(one.what))
    return [fact for fact in owed if sums <= set(_SUM.findall(fact.value))]


def _is_called(entity: Entity | None, name: str) -> bool:
    """By the whole name or the first word of it."""
    return entity is not None and normalise(name) in {normalise(entity.name), normalise(entity.name.split()[0])}
