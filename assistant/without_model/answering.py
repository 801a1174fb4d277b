"""Which facts answer a question, which led to them, and which are only near: rules over what was found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from assistant import params
from assistant.question.asked import CONTRARY, DIETS, FILLERS, LIGHT
from assistant.question.facts import fact_of
from assistant.question.targets import of_other_kinds, told_back
from assistant.without_model import sharing
from assistant.without_model.asking import (
    GROUP_STEMS,
    NAME_STEMS,
    RELATION_STEMS,
    Asking,
    said_stems,
    says_kind,
    shared_stems,
    stems_of,
)
from assistant.without_model.by_measure import by_measure
from assistant.without_model.by_relation import asked_by_relation, by_rule, tells_else_of_groups, tells_less
from assistant.without_model.called import called_exactly, names_told
from assistant.without_model.fitting import (
    asks_for_diet,
    is_favourite,
    is_had,
    is_no_work,
    is_other_way,
    is_within,
    of_best_predicate,
    tells_else,
)
from assistant.without_model.narrowing import kept
from assistant.without_model.owing import done_to_owner
from assistant.without_model.wanted import wanted_by
from graph.retrieval.question.fitting import is_number
from graph.retrieval.question.telling import ASKED_WITH, MEANT, NEARLY
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import FactRow, Item

_IN_FAMILY = re.compile(r"\bwho(?:\b.*)? (?:in|of) (?:my|our) (?:family|relatives)\b", re.IGNORECASE)
_MINE = re.compile(
    r"\b(?:my|our) (?P<thing>(?:[\w-]+ ){0,3}?[\w-]+?)(?=(?:['’]s)?\W*$| (?:is|are|was|were|do|does|did|has|have|from"
    r"|in|at|on|with|for|of|to|comes?|goes|due|called|and|or|made|runs?|ends?|expires?)\b)",
    re.IGNORECASE,
)

_NAMED = re.compile(  # what these are called is told by where one works, plays or studies
    r"\b(?:my|our|his|her|their|\w+['’]s?) (?:company|firm|employer|band|choir|team|school|university)\b",
    re.IGNORECASE,
)

_ASKS_WHO = re.compile(r"\W*who(?:m|['’]?s)?\b", re.IGNORECASE)
_WHAT_DO_I = re.compile(r"\W*(?:and )?what (?:do|did|should|can|will) (?:i|we)\b", re.IGNORECASE)
Rank = tuple[int, int, int, int]


def answering(asking: Asking) -> tuple[list[Item], list[Item]]:
    """The facts that answer, best first, and those by which their entities were reached.

    Of a question that names each step to its answer ("the films by the director of …") the last step answers.
    """
    found, links = _by_words(asking)
    found = [by_rule(item) for item in found]
    asked = asked_by_relation(asking)
    by_meaning = all(item.asked_by & {MEANT, NEARLY} for item in asked)
    if asking.targets.missing and all(item.asked_by <= {MEANT, NEARLY, *ASKED_WITH} for item in asked):
        asked = []  # where Giulia teaches, of where her parents are from, whom the book does not know
    if not found and by_meaning and (told := by_measure(asking)):
        return [by_rule(item) for item in told], []
    if asked and (not found or all(tells_less(item, asked, asking) for item in found)):
        return asked, []
    led = [item for item in kept(asking.facts, asking.by) if item.way and not tells_else_of_groups(item, asking)]
    if any(len(item.way) > 1 for item in led) and not (asking.focus.relations or asking.focus.about_self):
        found = [item for item in found if item in led]  # two steps lead to them, and to what else has the words none
    if not led or asking.focus.name or any(item in found for item in led):
        return found, links
    if any(fact_of(item).subject in asking.targets.reached for item in found):
        return found, links  # the ages of Markus's children, and not of whose child Markus is
    if found and all(item in links for item in led):  # whom my brother married only leads to what she does
        return found, links
    held = [any(_in_role(asking, item) for item in some) for some in (found, led)]
    if held == [True, False]:
        return found, links  # Thomas's children, and not whose grandfather he is
    ways = {pk for item in led[: params.ANSWER_FACTS] for pk in item.way}
    return led, [item for item in asking.facts if item.pk in ways]


def _in_role(asking: Asking, item: Item) -> bool:
    return bool(asking.focus.relations) and fact_of(item).predicate in asking.focus.relations[-1]


def _by_words(asking: Asking) -> tuple[list[Item], list[Item]]:
    """The facts that answer by the words that they and the question have, and those that led there."""
    asked, targets = asking.focus, asking.targets
    if exact := called_exactly(asking):
        return exact, []
    if asked.name and targets.reached and (left := asking.words - NAME_STEMS - RELATION_STEMS - asking.names):
        # "What is the name of my mum's bakery?" is not answered by hers.
        about = [item for item in kept(asking.facts, asking.by) if fact_of(item).subject in targets.reached]
        return [item for item in about if left & content_stems(fact_of(item).predicate.replace("_", " "))], []
    if (asked.name or targets.is_made_up) and targets.reached:
        way = {item.pk: item for chain in targets.reached.values() for item in chain[:-1]} if targets.is_made_up else {}
        return [item for chain in targets.reached.values() for item in chain[-1:]], list(way.values())
    if asked.name and not (asked.predicates and _NAMED.search(asking.question)):
        return names_told(asking), []
    if told := done_to_owner(asking):
        return told, []
    wanted = wanted_by(asking)
    those = kept(asking.facts, asking.by)
    shared = sharing.with_one(asking.question, asking.about, wanted, those)
    if shared and not any(len(item.way) > 1 for item in those):  # "who directed what shares a writer with it" goes on
        return shared, []
    ranked = sorted(_ranked(asking, wanted), key=lambda one: one[0])
    found = [item for _, item in ranked if not is_had(fact_of(item), asking)]
    if asked.kinds:
        others = of_other_kinds(asked.kinds, asking.facts)
        found = [item for item in found if fact_of(item).object not in others]
    if asking.by.polar:  # told of whom it is asked, not of all who share it
        found = [item for item in found if _is_of(fact_of(item), asking)] or found
        if len({fact_of(item).predicate for item in found} & CONTRARY.keys()) > 1:
            found.sort(key=lambda item: fact_of(item).created_at, reverse=True)  # one changes one's mind
    both = [item for (ends, *_), item in ranked if ends < -1]
    if both and not any(item.way for item in both) and (_any_confirmed(both) or not _any_confirmed(found)):
        found = [item for item in found if item in both]
    found = [item for item in found if says_kind(asking.words, item)] or found
    if (stems := _owned(asking)) and not asking.targets.reached:
        found = [item for item in found if not fact_of(item).subject_is_self or stems & stems_of(item)]
    if _IN_FAMILY.search(asking.question) and asking.names:
        found = [item for item in found if asking.names & said_stems(item)]  # "who in my family lives in Lund?"
    found = [item for item in found if not is_other_way(fact_of(item), asking)] or found
    if found and wanted:
        found = of_best_predicate(found, asking)
    if told := _told_apart(asking, found):
        return told, found
    leads = dict.fromkeys(pk for item in found for pk in (fact_of(item).subject, fact_of(item).object))
    return found, [item for pk in leads if pk is not None for item in targets.reached.get(pk, ())]


def _owned(asking: Asking) -> frozenset[str]:
    """The stems of what of one's own a question is about, "my hearing aids", of which no other fact of oneself tells.

    None where it is a person, or what a relation is asked for by ("my job").
    """
    said = _MINE.search(asking.question)
    if said is None:
        return frozenset()
    *_, head = said["thing"].split()
    if (named := content_stems(head)) and named <= GROUP_STEMS | RELATION_STEMS | NAME_STEMS | FILLERS:
        return frozenset()
    return content_stems(said["thing"]) or frozenset({head.casefold()})  # "my will"


def _told_apart(asking: Asking, found: Sequence[Item]) -> list[Item]:
    """What tells one of several who stand in the relation that is asked for: "which of my sisters is a nurse?"."""
    relation = asking.focus.relations[-1] if asking.focus.relations else frozenset()
    held = {fact_of(item).object for item in found if fact_of(item).predicate in relation} - {None}
    words = asking.focus.stems - FILLERS - RELATION_STEMS - GROUP_STEMS
    if not asking.focus.about_self:  # of Thomas's children nobody is told apart by their grandfather
        words -= asking.names
    if len(held) < 2 or not words or asking.focus.predicates:
        return []
    return [item for item in asking.facts if fact_of(item).subject in held and words & said_stems(item)]


def _ranked(asking: Asking, wanted: Mapping[str, int]) -> list[tuple[Rank, Item]]:
    """The facts at one of the entities asked about that answer, each with its rank, the lowest the best."""
    words, about, targets = asking.words - LIGHT or asking.words, asking.about, asking.targets
    beside = set(targets.named) - about if targets.reached else set()  # Dubai in "which of my brothers lives in Dubai"
    ranked: list[tuple[Rank, Item]] = []
    for place, item in enumerate(_untold(asking)):
        fact = fact_of(item)
        ends = len({fact.subject, fact.object} & about)
        if not ends:
            continue
        ends += bool({fact.subject, fact.object} & beside - {fact.subject} and not fact.subject_is_self)
        shared = len(shared_stems(words, item))
        favourite = is_favourite(fact.predicate, words)
        diet = fact.predicate == "is" and asks_for_diet(wanted)
        people = fact.predicate == "is" and "from" in wanted and fact.value.istitle()  # "Henrik is Danish"
        if is_no_work(fact, wanted) or is_within(fact, asking) or tells_else(fact, asking):
            continue
        if _ASKS_WHO.match(asking.question) and about == {fact.subject} and is_number(fact.value):
            continue  # who flies it is told by no time of flight; who of several is taller by the height of each
        if diet and fact.value.casefold().replace(" ", "-") not in DIETS:
            continue  # whoever is retired eats what they like
        back = fact.predicate in told_back(frozenset(wanted)) and fact.object in about and fact.subject not in about
        if fact.predicate in wanted or favourite or back or people:
            rank = -1 if favourite or diet else wanted.get(fact.predicate, len(wanted))
            ranked.append(((-ends, -shared if ends > 1 else 0, rank, place), item))
        elif not wanted and (shared or _is_of_me(fact, asking) or (asking.focus.general and not words)):
            ranked.append(((-shared, 0, 0, place), item))
    return ranked


def _is_of_me(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells of oneself and what is named, where both are all that is asked of: "have I been a vet?"."""
    is_both = fact.subject_is_self and fact.object in asking.targets.named
    return asking.focus.about_self and is_both and not (asking.words - LIGHT or _WHAT_DO_I.match(asking.question))


def _untold(asking: Asking) -> list[Item]:
    """What the question leaves, without what it says itself: who asks for the breed of a dog knows that it is one."""
    kinds = asking.focus.kinds if asking.targets.reached and not asking.by.polar else frozenset()
    left = kept(asking.facts, asking.by)
    return [item for item in left if fact_of(item).predicate != "is_a" or fact_of(item).object_name not in kinds]


def _any_confirmed(items: Sequence[Item]) -> bool:
    return any(fact_of(item).status == "confirmed" for item in items)


def _is_of(fact: FactRow, asking: Asking) -> bool:
    if asking.targets.reached or asking.focus.about_self:
        return fact.subject in asking.targets.reached or fact.subject_is_self
    return fact.subject in asking.targets.named
