"""A question as it is understood, and the words of it and of facts that are compared."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assistant.extraction.words.dates import MONTHS, WEEKDAYS
from assistant.question.asked import FILLERS, GROUPS, unit_stems
from assistant.question.facts import fact_of
from assistant.question.focus import Focus, focus, of_whom
from assistant.question.referents import names_in
from assistant.question.targets import Targets, targets_of
from assistant.question.walked import RELATIONS
from assistant.without_model.narrowing import Narrowed, narrowed
from assistant.without_model.noted import stated
from assistant.without_model.which_end import is_of_other_end
from graph.asked_by import asked_by
from graph.naming import RANKS, spoken, without_numerals
from graph.predicates import IDIOMS
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.retrieval.types import Item

GROUP_STEMS = frozenset(stem for group in GROUPS for stem in content_stems(group.words))
ASKS_WHERE = re.compile(r"\W*(?:and )?where\b", re.IGNORECASE)
PLACED = ("_at", "_in", "_on", "_near", "_to", "_from")  # as predicates end that tell where
_PHRASAL = ("_up", "_out", "_off", "_down", "_over", "_away", "_back")  # of which neither word says it alone
# What the object of a predicate is by itself, whether its name says so or not: "which projects do I lead?".
_OF_COURSE = {
    predicate: content_stems(kinds)
    for predicate, kinds in {
        "leads": "project team group",
        "works_on": "project",
        "plays": "instrument sport game",
        "speaks": "language",
        "drives": "car vehicle",
        "reads": "book",
        "watches": "film movie show series",
        "takes": "medicine medication drug pill tablet",
    }.items()
}
_DID_I = re.compile(r"\b(?:did|do|have|am|was|were) (?:i|we) (?:\w+ly )?(?P<verb>[a-z]{3,})", re.IGNORECASE)
_I_DID = re.compile(r"\b(?:I|[Ww]e)((?: [\w'’]+){1,3})")
NAME_STEMS = content_stems("name names named call called full first last")
_RANKS = content_stems(" ".join(RANKS))  # "Dr. Peeters" is no "Dr. van Rijn"
RELATION_STEMS = content_stems(" ".join(RELATIONS))


@dataclass(frozen=True, slots=True)
class Asking:
    """A question as it is understood: what it asks for, of whom, what of that it leaves, and the facts found for it."""

    question: str
    focus: Focus
    by: Narrowed
    targets: Targets
    facts: Sequence[Item]
    words: frozenset[str]  # the stems that say what is asked, without the names of those it is about
    names: frozenset[str]  # the stems of the names in the question, known or not
    about: frozenset[int]  # the entities that a fact must be of to answer
    strangers: frozenset[str] = frozenset()  # the stems of names that nothing in the book is called by


def understood(question: str, result: Result, now: dt.datetime) -> Asking:
    found = [name for name in names_in(question) if name.casefold().removesuffix("s") not in (*MONTHS, *WEEKDAYS)]
    facts = stated(result.items)
    known_names = {name for item in facts for name in (fact_of(item).subject_name, fact_of(item).object_name)}
    asked = _without_ranks(focus(without_numerals(question, known_names)), found)
    targets = targets_of(of_whom(question), asked, facts, result)
    whole = [content_stems(name) for name in (*targets.names, *targets.of_whom)]
    known = frozenset[str]().union(*(name & asked.stems or name for name in whole))  # of "Ole" no other Lund is told
    if targets.of_whom:  # "when does mum take her tablets?" asks of Irene, and of "mum" as of her name
        known |= asked.stems & RELATION_STEMS
    called = frozenset(stem for name in found for stem in content_stems(name) - _RANKS or content_stems(name))
    named = frozenset() if targets.missing else targets.named
    return Asking(
        question=question,
        focus=asked,
        by=narrowed(question, now),
        targets=targets,
        facts=[item for item in facts if not is_of_other_end(fact_of(item), question)],
        words=asked.stems - FILLERS - known - unit_stems(question) - (RELATION_STEMS if asked.telling else frozenset()),
        names=known | called,
        about=frozenset(targets.reached) or frozenset(named),
        strangers=called - known,
    )


def _without_ranks(asked: Focus, names: Sequence[str]) -> Focus:
    """What is asked without the ranks before names: a "Dr." that others have as well tells nobody apart."""
    ranks = frozenset(stem for name in names if content_stems(name) - _RANKS for stem in content_stems(name) & _RANKS)
    return replace(asked, stems=asked.stems - ranks) if ranks else asked


def done_by_oneself(asking: Asking) -> Callable[[str], bool]:
    """Whether one says of oneself that one did what is asked for: "I myself graduated", of when I did."""
    asked = _DID_I.search(asking.question)
    done = content_stems(asked["verb"]) if asked else frozenset()
    return lambda text: bool(done) and any(done & content_stems(said[1]) for said in _I_DID.finditer(text))


def said_stems(item: Item) -> frozenset[str]:
    """The stems of what a fact says of its subject."""
    return content_stems(fact_of(item).object_name or fact_of(item).value)


def stems_of(item: Item) -> frozenset[str]:
    """The stems of all words of a fact, and of those by which it is asked for."""
    fact = fact_of(item)
    said = IDIOMS.get(fact.predicate, fact.predicate.replace("_", " "))
    return content_stems(f"{fact.subject_name} {said} {fact.object_name or fact.value}") | asked_stems(item)


def asked_stems(item: Item) -> frozenset[str]:
    """The stems of further words by which a fact that the question asks for by its relation is asked for."""
    if not item.asked_by:
        return frozenset()
    name = fact_of(item).predicate
    return content_stems(f"{asked_by(name, spoken(name))} {item.asked_as}")


def shared_stems(words: frozenset[str], item: Item) -> frozenset[str]:
    """Those of the words that a fact has, or that it is of by what it says. What one "gave up" is asked for by both
    words: it is not given.
    """
    said = content_stems(fact_of(item).predicate.replace("_", " "))
    if fact_of(item).predicate.endswith(_PHRASAL) and not said <= words:
        return words & (stems_of(item) - said)
    return words & (stems_of(item) | _kinds_of(item))


def says_kind(words: frozenset[str], item: Item) -> bool:
    """Whether a fact has one of the words (stems) in its object, or is of such a kind by what it says."""
    return bool(words & (said_stems(item) | _kinds_of(item)))


def _kinds_of(item: Item) -> frozenset[str]:
    return _OF_COURSE.get(fact_of(item).predicate, frozenset())
