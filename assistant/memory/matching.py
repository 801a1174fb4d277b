"""Which facts of the book say what a person's words say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from django.db.models import Q

from assistant.extraction import rules
from assistant.extraction.parts.phrases import slug
from assistant.extraction.settle import registered
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate, Name
from graph.curation.names import matches
from graph.models import Entity, Fact, User
from graph.models.fact import FactQuerySet, value_key
from graph.naming import SELF_WORDS, normalise
from graph.predicates import registry, relation
from graph.projections import keywords
from graph.retrieval.question.words import content_stems
from graph.retrieval.seeding.seeds import mentions_self

LIKELY = 20  # facts with most of the words that are read
MOST = 6  # facts that are put to the person to pick from


def saying(
    user: User, words: str, *, history: Sequence[str] = (), roles: Mapping[str, str] | None = None
) -> list[Fact]:
    """The standing facts that `words` state ("I live in Ghent"), or else name ("my phone number"), at most `MOST`."""
    statement = words.rstrip(" .!") + "."
    found: dict[int, Fact] = {}
    for candidate in rules.candidates(statement, history=history, roles=roles):
        for fact in same(user, candidate):
            found[fact.pk] = fact
    if not found and (predicate := _own(words)):
        rows = standing(user).filter(subject__is_self=True, predicate=predicate)
        found = {fact.pk: fact for fact in rows.order_by("-id")[:MOST]}
    if not found:
        found = {fact.pk: fact for fact in _worded(user, words)}
    key = normalise(words.strip(" .!"))
    if not found and (ends := matches(user, [key]).get(key, [])):
        rows = standing(user).filter(Q(subject__in=ends) | Q(object__in=ends))
        found = {fact.pk: fact for fact in rows.order_by("-id")[:MOST]}
    return list(found.values())[:MOST]


def same(user: User, candidate: Candidate) -> list[Fact]:
    """The standing facts with the candidate's subject, predicate and object or value."""
    rows = about(user, candidate)
    if candidate.object is not None:
        objects = set(_entities(user, candidate.object))
        return [fact for fact in rows if fact.object_id in objects]
    key = value_key(candidate.value or "")
    return [fact for fact in rows if fact.value_key == key]


def about(user: User, candidate: Candidate) -> list[Fact]:
    """The standing facts with the candidate's subject and predicate."""
    subjects = _entities(user, candidate.subject)
    return list(standing(user).filter(subject__in=subjects, predicate=candidate.predicate).order_by("id"))


def standing(user: User) -> FactQuerySet:
    """The facts that the book holds, with their ends."""
    return Fact.objects.for_user(user).active().select_related("subject", "object")


def persons(user: User) -> Callable[[str], bool]:
    """Whether the book has a person of a name; each name is looked up once."""

    @cache
    def has(name: str) -> bool:
        key = normalise(name)
        return Entity.objects.filter(pk__in=matches(user, [key]).get(key, []), type=PERSON).exists()

    return has


def _entities(user: User, name: Name) -> list[int]:
    if normalise(name.text) in SELF_WORDS:
        return list(Entity.objects.for_user(user).filter(is_self=True).values_list("pk", flat=True))
    return matches(user, [normalise(name.text)]).get(normalise(name.text), [])


def _worded(user: User, words: str) -> list[Fact]:
    """The standing facts that read like `words`: whom and all that they tell of is in them, and nothing else is."""
    asked = _stems(words)
    if not asked or not keywords.available():
        return []
    rows = standing(user).filter(pk__in=[pk for pk, _ in keywords.search(user.pk, "fact", words, LIKELY)])
    relations, found = registry(user.pk), []
    for fact in rows:
        says = fact.object.name if fact.object else fact.value
        told = _stems(f"{relation(relations, fact.predicate).reads} {says}")
        named = _stems(fact.subject.name)
        meant = mentions_self(words) if fact.subject.is_self else bool(asked & named)
        if told and meant and told <= asked <= told | named:
            found.append(fact)
    return sorted(found, key=lambda fact: -fact.pk)[:MOST]


def _stems(text: str) -> frozenset[str]:
    """As questions compare words, and "takes" like "take"."""
    return frozenset(stem.rstrip("e") for stem in content_stems(text))


def _own(words: str) -> str:
    """The predicate in "my phone number"; empty for other words."""
    first, _, rest = words.strip(" .!").partition(" ")
    return registered(slug(rest)) if first.casefold() == "my" and rest else ""
