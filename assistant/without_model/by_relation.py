"""The facts of whom a question names that it asks for by the words, or by the meaning, of their relation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.question.asked import FILLERS, GROUPS, LIGHT
from assistant.question.facts import fact_of
from assistant.without_model.asking import NAME_STEMS, RELATION_STEMS, Asking, asked_stems
from assistant.without_model.fact_tells import is_year
from assistant.without_model.fitting import is_favourite, is_had, is_other_way, is_within, tells_else
from assistant.without_model.narrowing import kept
from graph.retrieval.question.telling import MEANT, NEARLY, deeds
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import Item

_ONESELF = re.compile(r"\b(?:i|me|my|mine|myself)\b", re.IGNORECASE)
_ANSWERS = frozenset(one for group in GROUPS for one in group.predicates.split())


def tells_else_of_groups(item: Item, asking: Asking) -> bool:
    """Whether a fact answers another question than this: when my parents were born, where it is when they married."""
    asked = () if asking.focus.guessed else asking.focus.predicates
    fact = fact_of(item)
    is_other = bool(asked) and fact.predicate in _ANSWERS - set(asked)
    said = asked_stems(item) | (content_stems(fact.predicate) if is_year(fact) else frozenset())  # "died_in": 1250
    return is_other and asking.focus.stems.isdisjoint(said)


def by_rule(item: Item) -> Item:
    """A fact that a rule found: how near its relation is to the question tells nothing more."""
    return replace(item, asked_by=item.asked_by - {MEANT, NEARLY}) if item.asked_by else item


def asked_by_relation(asking: Asking) -> list[Item]:
    """The facts of whom the question names that it asks for by the words or the meaning of their relation. What is
    one's own, and whether something is so, is told by other rules.
    """
    if (asking.focus.about_self and not _is_of_all(asking)) or asking.by.polar:
        return []
    those = kept(asking.facts, asking.by)
    named = [one for one in those if one.asked_by and not one.way and not fact_of(one).subject_is_self]
    return [one for one in named if not (_is_of_something_else(one, asking) or _is_only_way(one, asking))]


def _is_of_all(asking: Asking) -> bool:
    """Whether "we" or "our" is all who do something with what is named: "when do we sow wheat?"."""
    return bool(asking.about & set(asking.targets.named)) and _ONESELF.search(asking.question) is None


def _is_only_way(item: Item, asking: Asking) -> bool:
    """Whether it tells who is asked about, and more is asked of them: who Hester's husband is, of how he died."""
    more = asking.focus.stems - asking.names - RELATION_STEMS - NAME_STEMS - FILLERS - LIGHT
    return item.asked_by <= RELATION_STEMS and bool(more)


def _is_of_something_else(item: Item, asking: Asking) -> bool:
    fact = fact_of(item)
    wrong = (is_within, tells_else, is_other_way, is_had)
    favours = fact.predicate.startswith(("favourite_", "favorite_"))
    is_other = favours and not is_favourite(fact.predicate, asking.focus.stems)  # which dinosaur, of which food
    return is_other or tells_else_of_groups(item, asking) or any(rule(fact, asking) for rule in wrong)


def tells_less(item: Item, asked: Sequence[Item], asking: Asking) -> bool:
    """Whether the question asks for others by more words than it has for this, and by all that they are called by: by
    "position" of "what position does she play", and not for the team that she plays for.
    """
    told = deeds(fact_of(item).predicate.replace("_", " ")) | asked_stems(item)
    if told.isdisjoint(asking.focus.stems) and all(len(one.asked_by) > 1 for one in asked):
        return True  # how many people live there is no mountain
    if any(fact_of(one).predicate in asking.focus.predicates for one in asked):
        return False  # which of them answers better is known
    by_rule_alone = fact_of(item).predicate in asking.focus.predicates
    if not by_rule_alone and not item.asked_by and all(told & one.asked_by for one in asked):
        return True  # it tells the same words, and retrieval found others asked for by them
    if told.isdisjoint(asking.focus.stems) and not by_rule_alone:
        return not any(one.asked_by & {MEANT, NEARLY} for one in asked)  # only what it leads to is called by a word
    called = [content_stems(fact_of(one).predicate.replace("_", " ")) <= asking.focus.stems for one in asked]
    return all(called) and all(told & one.asked_by < one.asked_by for one in asked)
