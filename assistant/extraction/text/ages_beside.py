"""Ages in brackets or commas behind names, over which the parser stumbles: "two kids, Theo (9) and Mila (6)"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from assistant.extraction.parts.spoken_of import LIVING
from assistant.extraction.relations.birthdays import OLDEST
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate, Name

_AGED = re.compile(  # "Theo (9)", "Heinrich, 84, fell", "Emil, 5 months old"
    r"\b(?P<name>[A-Z][\w'’-]+)(?P<age>(?: (?P<bracket>\()|, )(?:aged |age )?"
    r"(?P<years>\d{1,3})(?P<unit>(?: |-)(?:week|month|year)s?(?: |-)old)?"
    r"(?(bracket)\)|(?(unit)(?=[,.;!]|\Z| and\b),?|,(?= (?!retired|married|divorced|widowed|based|separated)"
    r"(?:is|has|had|was|[a-z]+(?:s|ed|ell|ook|ent|ame|oke))\b))))"
)
_CHILDREN = re.compile(
    r"\b(?:grand)?(?:boys|girls|kids|children|twins|sons|daughters|nephews|nieces)\b[^.!?]*\Z", re.IGNORECASE
)
LIKELY = 0.8


def without_ages(text: str) -> str:
    """`text`, at the same length, without what only tells an age."""
    return _AGED.sub(lambda said: said["name"] + " " * len(said["age"]), text)


def ages(text: str, found: Iterable[Candidate]) -> list[Candidate]:
    """The age of everyone of whom something was found in the same sentence, and behind whose name it stands.

    Of children who are named in it, "the boys, Eirik (9) and Jonas (6)", whatever was found.
    """
    told: dict[str, Candidate] = {}
    for said in _AGED.finditer(text):
        if said["unit"] and "year" not in said["unit"]:
            continue  # how many months somebody is old is soon another number
        child = Name(said["name"], PERSON) if _CHILDREN.search(text, 0, said.start()) else None
        for one in found:
            name = next((side for side in (one.object, one.subject) if side and side.text == said["name"]), child)
            inside = one.start <= said.start() < one.end
            if name is not None and name.type in LIVING and inside and int(said["years"]) <= OLDEST:
                age = replace(one, subject=name, predicate="age", object=None, value=said["years"], value_type="number")
                told.setdefault(name.text, replace(age, confidence=LIKELY, valid_from=None, valid_until=None))
    return list(told.values())
