"""Which of the predicates that answer answers best, and who is only in the place that is asked about."""

from __future__ import annotations

import re
from collections.abc import Collection

from assistant.extraction.words.nouns import THINGS, WORKS, words_of
from assistant.extraction.words.role_words import PETS
from assistant.question.asked import PLACES, TOGETHER
from assistant.question.facts import confirmed_first, fact_of
from assistant.question.walked import BOTH_WAYS
from assistant.without_model.asking import ASKS_WHERE, PLACED, Asking
from assistant.without_model.when_and_where import is_place
from graph.naming import spoken
from graph.retrieval.question.telling import deeds
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import FactRow, Item

# "Where is Graz?", "which country is Graz in?": not who lives there.
_PLACE_ASKED = re.compile(
    r"^(?:(?:and|so|but|ok|well|do you know)[\s,]+)*"
    r"(?:where\b|(?:(?:in|to|from) )?(?:which|what) (?:city|town|village|country|state|region|place)\b)",
    re.IGNORECASE,
)

_MAY_I = re.compile(r"\W*(?:can|may|could|should|must) (?:i|we)\b(?!.*\b(?:live|move|stay)\b)", re.IGNORECASE)
_OF_SPANS = re.compile(r"\bhow long\b|\b(?:ends?|starts?|begins?|finish(?:es)?|expires?|runs? out)\b", re.IGNORECASE)
_WHAT_DOES = re.compile(r"\W*(?:and )?what (?:do|does|did) .{1,40}? (?:teach|study|learn)(?:es|s)?\W*$", re.IGNORECASE)
_THINKS_OF = re.compile(r"\bthink (?:of|about) (?P<what>[^?]+)", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_HAS = re.compile(r"\b(?:do|does|did|has|have)\b.* (?:have|got|had)\b")
_WHEREABOUTS = frozenset({"lives_in", "lived_in", "address", "from", "works_at", "works_for", "works_in"})
_DRIVEN_AT_WORK = words_of("taxi cab bus coach lorry truck tram train ambulance mixer forklift hearse")
_NO_WORK = (
    WORKS
    | THINGS
    | PETS
    | words_of("widow widower bachelor twin parent grandparent vegetarian vegan citizen native campaign restaurant")
)


def is_within(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells who or what is in the place of which it is asked where it is."""
    if _PLACE_ASKED.match(asking.question) is None or fact.predicate not in PLACES.split():
        return False
    return fact.subject not in asking.about and not (fact.subject_is_self and asking.focus.about_self)


def tells_else(fact: FactRow, asking: Asking) -> bool:
    """Whether it has words of the question, and tells another thing of them."""
    return (
        _is_no_leave(fact, asking)
        or _is_of_its_day(fact, asking)
        or _is_nowhere(fact, asking)
        or _is_of_other_thing(fact, asking)
    )


def _is_of_other_thing(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells that somebody dislikes choral music, of what they think of the neighbours."""
    asked = _THINKS_OF.search(asking.question)
    return asked is not None and content_stems(asked["what"]).isdisjoint(content_stems(fact.object_name or fact.value))


def _is_nowhere(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells no place, of where: that the choir rehearses every Tuesday, or that I grow plants."""
    if ASKS_WHERE.match(asking.question) is None or fact.predicate.endswith((*PLACED, "_with")):
        return False
    return fact.predicate not in PLACES.split() and not is_place(fact.object_name or fact.value)


def _is_no_leave(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells where somebody lives or works, of whether they may work from home."""
    return fact.predicate in _WHEREABOUTS and _MAY_I.match(asking.question) is not None


def _is_of_its_day(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells the day of a review, of how long the probation is or when it ends."""
    *_, head = fact.predicate.split("_")
    of_span = _OF_SPANS.search(asking.question) is not None and not content_stems(head) <= asking.focus.stems
    return of_span and _DAY.fullmatch(fact.value or "") is not None and not head.startswith(("end", "start", "on"))


def asks_for_diet(predicates: Collection[str]) -> bool:
    """Whether what somebody is answers by what it says of their food: “what does she eat?”, “what can't she eat?”."""
    return "is" in predicates and "cannot_eat" in predicates


def is_no_work(fact: FactRow, predicates: Collection[str]) -> bool:
    """Whether it tells what somebody is that is nothing one works as: a widower, of what their job was; or what they
    drive, which is work where it is a taxi.
    """
    if fact.predicate == "drives" and "occupation" in predicates:
        return _DRIVEN_AT_WORK.isdisjoint(fact.object_name.casefold().split()[-1:])
    is_it = fact.predicate == "is_a" and not _NO_WORK.isdisjoint(fact.object_name.split()[-1:])
    return is_it and "occupation" in predicates


def of_best_predicate(items: list[Item], asking: Asking) -> list[Item]:
    """Only the facts of the predicate that answers best: "where does she live" needs no "lived in" as well.

    A son and a daughter are both the children that are asked for, and of "who wrote and directed it" both are answered.
    """
    if _WHAT_DOES.match(asking.question):  # "what do I teach?" does not ask where
        items = [item for item in items if not fact_of(item).predicate.endswith(("_at", "_in"))] or items
    best = fact_of(confirmed_first(items)[0]).predicate
    if " and " in asking.question and (one := said_by(best, asking)):
        others = {fact_of(item).predicate for item in items}
        joined = {best, *(other for other in others if said_by(other, asking) - one)}
        if len(joined) > 1:
            return [item for item in items if fact_of(item).predicate in joined]
    alike = next((relation for relation in asking.focus.relations if best in relation), {best})
    told = TOGETHER if best in TOGETHER else alike
    exactly = [item for item in items if _is_named_so(fact_of(item).predicate, asking)]
    if exactly and best in alike:  # my academic supervisor, and not my boss at work
        return exactly
    if asks_for_diet(asking.focus.predicates) and best in TOGETHER | {"is"}:
        told = TOGETHER | {"is"}
    return [item for item in items if fact_of(item).predicate in told]


def _is_named_so(predicate: str, asking: Asking) -> bool:
    """Whether a predicate of several words ends with the role that is asked for: `academic_supervisor`."""
    *before, role = predicate.split("_")
    return bool(before) and bool(asking.focus.relations) and re.search(rf"\b{role}\b", asking.question) is not None


def said_by(predicate: str, asking: Asking) -> frozenset[str]:
    """The words by which the question asks for a predicate."""
    return deeds(spoken(predicate)) & deeds(asking.question)


def is_other_way(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells whose son Arthur is, where Arthur's son is asked for."""
    question = asking.question.casefold().replace("’", "'")
    return (
        bool(asking.focus.relations)
        and fact.predicate in asking.focus.relations[-1] - BOTH_WAYS
        and fact.object in asking.targets.named
        and fact.subject not in asking.targets.named
        and any(f"{name}'s" in question for name in fact.object_name.casefold().split())
    )


def is_had(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells whose child Ulrike is, of whether and how many she has."""
    asks = asking.focus.relations and _HAS.search(asking.question.casefold()) is not None
    theirs = fact.object in asking.targets.named and fact.subject not in asking.targets.named
    return bool(asks) and theirs and fact.predicate in asking.focus.relations[-1] - BOTH_WAYS


def is_favourite(predicate: str, words: frozenset[str]) -> bool:
    """`favourite_colour` for "favourite colour"; not for another favourite."""
    stems = content_stems(predicate.replace("_", " "))
    return predicate.startswith(("favourite_", "favorite_")) and stems <= words
