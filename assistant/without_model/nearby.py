"""Facts that no rule knows to be an answer, but which are near the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant import params
from assistant.question.asked import FILLERS
from assistant.question.facts import fact_of
from assistant.without_model.asking import NAME_STEMS, Asking, said_stems, shared_stems, stems_of
from assistant.without_model.narrowing import kept
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import Item

_DO_I = re.compile(r"\b(?:which|what) [a-z]+ (?:do|did) i\b", re.IGNORECASE)  # "which sites do I sample?"


def near(asking: Asking) -> list[Item]:
    """Facts that are about the question by meaning or by most of its words, though no rule knows why.

    Where some are about what the question names, the others are not told.
    """
    asked, targets, names = asking.focus, asking.targets, asking.names
    if asked.relations and (asked.predicates or targets.missing):
        return []
    words = asked.stems - FILLERS - names
    words = words - NAME_STEMS or words
    found, of_the_named = [], []
    asks_of_self = bool(asked.predicates) or (asking.by.polar and not names)  # "am I engaged?"
    asks_of_self = asks_of_self or (_DO_I.search(asking.question) is not None and not names)
    own = asked.about_self and asks_of_self and not asked.relations
    for item in kept(asking.facts, asking.by):
        if own and not (fact_of(item).subject_is_self or fact_of(item).subject in targets.named):
            continue  # "what do I study?" is not answered by what somebody else does
        shared = len(shared_stems(words, item))
        if asked.name and not shared and "name" in fact_of(item).predicate.split("_"):
            continue  # "what is the name of my choir?" is not answered by my own
        related = not targets.named or bool({fact_of(item).subject, fact_of(item).object} & targets.named)
        close = item.parts.vector >= params.SIMILAR_ENOUGH
        if _is_told_of_names(asking, item):
            found.append(item)
            continue
        if (close and related and (shared or not asked.predicates)) or (shared and shared >= len(words) - 1):
            found.append(item)
            if targets.named and related:
                of_the_named.append(item)
    if names:  # of Tomasz's phone number nobody else's is near
        return [item for item in of_the_named or found if names & stems_of(item)]
    return of_the_named or found


def is_spoken_of(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether facts that are only near say a word of the question ("make" is "makes"), or surely mean it: of somebody
    whom it names, all that is known of them is near to it.
    """
    words = asking.focus.stems - FILLERS - asking.names
    stems = {stem for item in found for stem in stems_of(item) if len(stem) > 2}
    alike = any(one.startswith(other) or other.startswith(one) for one in words for other in stems)
    surely = any(
        (item.parts.vector >= params.SURELY_SIMILAR and not asking.names)
        or bool(item.asked_by)
        or _is_told_of_names(asking, item)
        for item in found
    )
    return not words or alike or surely


def _is_told_of_names(asking: Asking, item: Item) -> bool:
    """Whether a fact of a relation that answers ends at all that is named: "Anna's city is Ghent", no entry."""
    wanted = fact_of(item).predicate in asking.focus.predicates
    return wanted and bool(asking.names) and asking.names <= said_stems(item)


def shares(
    asking: Asking,
    item: Item,
    *,
    more_than_names: bool,
    known: frozenset[str] = frozenset(),
    quoted: frozenset[str] = frozenset(),
) -> bool:
    """Whether a fact beside what was said has a word or a name of the question: anything else is beside the point.

    Beside what only comes close it is `more_than_names`: of whom all of it is, everything is. Beside what says it
    exactly it may be what the `quoted` words (stems) say as well. The relation is not enough where more is asked:
    beside what supports OnCalendar that it supports email. Nor are `known` words, those of what a note is of that is
    told; and what kind of thing something is shares no more than its kind: that it is a book, with a booking code.
    """
    asked, told = asking.focus.stems - FILLERS - known, stems_of(item)
    relation = content_stems(fact_of(item).predicate.replace("_", " "))
    kind = content_stems(fact_of(item).object_name) if fact_of(item).predicate == "is_a" else frozenset()
    if kind and asked & told <= kind and asked - kind:
        return False
    called = _within_name(fact_of(item).object_name)
    if called and asked & told <= called:
        return False  # of the bike's service, that Callum works for the Yorkshire Ambulance Service
    more = asked - asking.names - relation
    if not (asked - asking.names) & told and not said_stems(item) - asking.names & quoted:
        return False  # that Nora is my daughter, of what Chioma gave her
    if asked & relation and more and not more & told:
        return False
    return bool((asked - asking.names if more_than_names else asked) & told)


def _within_name(name: str) -> frozenset[str]:
    """The stems of all but the first word of a name of three or more: what is only called so is not asked for."""
    words = name.split()
    is_name = len(words) > 2 and all(word[:1].isupper() for word in (words[0], words[-1]))
    return content_stems(" ".join(words[1:])) if is_name else frozenset()
