"""What somebody or something is called, and who is called exactly as the question says: a business partner."""

from __future__ import annotations

import re

from assistant.question.facts import fact_of
from assistant.question.targets import occurs
from assistant.without_model.asking import NAME_STEMS, Asking
from assistant.without_model.line import Line
from assistant.without_model.narrowing import kept
from graph.prose import units
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.retrieval.types import Item

_SURNAME = re.compile(r"\b(?:surname|(?:last|family|full) name)\b", re.IGNORECASE)


def called_exactly(asking: Asking) -> list[Item]:
    """What a relation of several words says that stands in the question as it is: a business partner is no partner."""
    asked = asking.focus
    if not (asked.relations and asked.about_self) or len(asked.relations) > 1 or asked.predicates:
        return []
    own = [item for item in kept(asking.facts, asking.by) if fact_of(item).subject_is_self]
    words = {item.pk: fact_of(item).predicate.split("_") for item in own}
    exact = [item for item in own if len(words[item.pk]) > 1 and occurs(" ".join(words[item.pk]), asking.question)]
    longest = max((len(words[item.pk]) for item in exact), default=0)
    return [item for item in exact if len(words[item.pk]) == longest]


def names_told(asking: Asking) -> list[Item]:
    """What somebody is called, or else who they are to somebody; of "Matej's gym" Matej's own names are none, and of a
    maiden name only that.
    """
    left = asking.words - NAME_STEMS - asking.names
    of_another = bool(asking.names)  # "what is my boat called?" is not answered by my own name
    named = [
        item
        for item in asking.facts
        if fact_of(item).subject in asking.about
        and "name" in fact_of(item).predicate.split("_")
        and left <= content_stems(fact_of(item).predicate.replace("_", " "))
        and not (of_another and fact_of(item).subject_is_self)
    ]
    if named or left:
        return named
    return [item for item in asking.facts if fact_of(item).object in asking.about and _is_role(item)]


def with_whole_name(asking: Asking, result: Result) -> Line | None:
    """A line that calls somebody by the whole name by which the book knows them, where only a part of it is asked with:
    "Leon Fuchs broke his arm", of Leon's surname.
    """
    if _SURNAME.search(asking.question) is None or len(asking.targets.named) != 1:
        return None
    whole = next((name for name in asking.targets.names if " " in name and not occurs(name, asking.question)), "")
    for item in result.items if whole else ():
        told = units(item.chunk.text) if item.chunk is not None else ()
        line = next((one.text for one in told if not one.is_code and occurs(whole, one.text)), "")
        if line:
            return Line(item, line)
    return None


def _is_role(item: Item) -> bool:
    return fact_of(item).object is not None and not fact_of(item).predicate.endswith(("_in", "_at"))
