"""Ages in brackets or commas behind names, over which the parser stumbles: "two kids, Theo (9) and Mila (6)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.extraction.parts.spoken_of import LIVING
from assistant.extraction.relations.birthdays import OLDEST
from assistant.extraction.words.role_words import FEMALE, MALE
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate, Name

_AGED = re.compile(  # "Theo (9)", "Heinrich, 84, fell", "Emil, 5 months old"
    r"\b(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+)(?P<age>(?: (?P<bracket>\()|, )(?:aged |age )?"
    r"(?P<years>\d{1,3})(?P<unit>(?: |-)(?:week|month|year)s?(?: |-)old)?"
    r"(?(bracket)\)|(?(unit)(?=[,.;!]|\Z| and\b),?|,(?= (?!retired|married|divorced|widowed|based|separated)"
    r"(?:is|has|had|was|[a-z]+(?:s|ed|ell|ook|ent|ame|oke))\b))))"
)
_LISTED = re.compile(  # "two children, Tilly, 8, and Rufus, 5."
    r"\b(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+), (?P<years>\d{1,2})(?=,? and [A-ZÀ-ÞĀ-Ž]|, [A-ZÀ-ÞĀ-Ž]|[.;!]|\Z)"
)
_SAID_OF = re.compile(  # "we've a daughter Aoife, she's 7"
    r"\b(?P<role>[a-z]+)(?: is|:|,)? (?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+), (?P<who>she|he)(?:['’]s| is) (?P<years>\d{1,3})"
    r"(?: years old)?(?=[,.;!]|\Z| and\b)"
)
_CHILDREN = re.compile(
    r"\b(?:grand)?(?:boys|girls|kids|children|twins|sons|daughters|nephews|nieces)\b[^.!?]*\Z", re.IGNORECASE
)
_IN_A_ROW = re.compile(  # "Léa is 15, Hugo 12 and Anouk 9."
    r"\b(?P<first>[A-ZÀ-ÞĀ-Ž][\w'’-]+?)(?: is|['’]s) \d{1,2}"
    r"(?P<rest>(?:(?:,? and|,) [A-ZÀ-ÞĀ-Ž][\w'’-]+(?: is)? \d{1,2})+)(?=\s*(?:[.!;\n]|\Z))"
)
_ONE_OF_THEM = re.compile(r"(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+)(?: is)? (?P<years>\d{1,2})")
LIKELY = 0.8


def without_ages(text: str) -> str:
    """`text`, at the same length, without what only tells an age."""
    return _AGED.sub(lambda said: said["name"] + " " * len(said["age"]), text)


def ages(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """The age of everyone of whom something was found in the same sentence, and behind whose name it stands.

    Of children who are named in it, "the boys, Eirik (9) and Jonas (6)", whatever was found.
    """
    told: dict[str, Candidate] = {}
    read = {one.subject.text for one in found if one.predicate == "age"}
    for said in _SAID_OF.finditer(text):
        if said["name"] not in read and said["role"] in (FEMALE if said["who"] == "she" else MALE):
            _tell(said, None, found, told)
    for said in _AGED.finditer(text):
        if said["unit"] and "year" not in said["unit"]:
            continue  # how many months somebody is old is soon another number
        child = Name(said["name"], PERSON) if _CHILDREN.search(text, 0, said.start()) else None
        _tell(said, child, found, told)
    for said in _LISTED.finditer(text):
        if _CHILDREN.search(text, 0, said.start()):
            _tell(said, Name(said["name"], PERSON), found, told)
    for row in _IN_A_ROW.finditer(text):
        first = next((one for one in found if one.predicate == "age" and one.subject.text == row["first"]), None)
        for said in _ONE_OF_THEM.finditer(row["rest"]) if first is not None else ():
            if first is not None and said["name"] not in read:
                child = replace(first.subject, text=said["name"])
                told.setdefault(said["name"], replace(first, subject=child, value=said["years"], end=row.end()))
    return list(told.values())


def _tell(said: re.Match[str], child: Name | None, found: Sequence[Candidate], told: dict[str, Candidate]) -> None:
    """Add the age of who is named, if something was found of them where it is said."""
    for one in found:
        name = next((side for side in (one.object, one.subject) if side and side.text == said["name"]), child)
        inside = one.start <= said.start() < one.end
        if name is not None and name.type in LIVING and inside and int(said["years"]) <= OLDEST:
            age = replace(one, subject=name, predicate="age", object=None, value=said["years"], value_type="number")
            told.setdefault(name.text, replace(age, confidence=LIKELY, valid_from=None, valid_until=None))
