"""Ages in brackets behind names, which the parser stumbles over: "two kids, Theo (9) and Mila (6)"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from assistant.extraction.parts.spoken_of import LIVING
from assistant.extraction.relations.birthdays import OLDEST
from graph.curation.candidates import Candidate

_AGED = re.compile(r"\b(?P<name>[A-Z][\w'’-]+)(?P<age> \((?:aged |age )?(?P<years>\d{1,3})\))")
LIKELY = 0.8


def without_ages(text: str) -> str:
    """`text`, at the same length, without the brackets that only tell an age."""
    return _AGED.sub(lambda said: said["name"] + " " * len(said["age"]), text)


def ages(text: str, found: Iterable[Candidate]) -> list[Candidate]:
    """The age of everyone of whom something was found in the same sentence, and behind whose name it stands."""
    told: dict[str, Candidate] = {}
    for said in _AGED.finditer(text):
        for one in found:
            name = next((side for side in (one.object, one.subject) if side and side.text == said["name"]), None)
            inside = one.start <= said.start() < one.end
            if name is not None and name.type in LIVING and inside and int(said["years"]) <= OLDEST:
                age = replace(one, subject=name, predicate="age", object=None, value=said["years"], value_type="number")
                told.setdefault(name.text, replace(age, confidence=LIKELY, valid_from=None, valid_until=None))
    return list(told.values())
