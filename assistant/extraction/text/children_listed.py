"""One's children in a row with their ages, which the parser loses: "three kids: Niamh is 13, Cillian is 10"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.extraction.parts.parties import SELF
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate, Name

CONFIDENCE = 0.85
_ROLES = {
    "kids": "child", "children": "child", "twins": "child", "sons": "son", "boys": "son", "daughters": "daughter",
    "girls": "daughter", "grandchildren": "grandchild", "grandkids": "grandchild", "grandsons": "grandson",
    "granddaughters": "granddaughter", "nephews": "nephew", "nieces": "niece",
}  # fmt: skip
_NAME = r"[A-ZÀ-ÞĀ-Ž][\w'’-]*?"
_YEARS = r"(?:,? who(?: is|['’]s)| is|['’]s|,)? \(?(?:aged? )?{}\)?(?: (?:years?|yrs?)(?: old)?)?"
_AGED = _NAME + _YEARS.format(r"\d{1,2}")
_ROW = re.compile(
    r"\b(?i:(?:i|we)(?: have|['’]ve(?: got)?| got| have got)(?: \w+){0,2}|(?:my|our)(?: \w+)?)"
    rf" (?P<role>{'|'.join(_ROLES)})(?: are)?(?: called| named)?[:,]? "
    rf"(?P<all>{_AGED}(?:(?:, and|,| and| &|;) {_AGED})+)(?P<ends>(?=\s*(?:[.!;\n]|\Z)))?"
)
_ONE = re.compile(rf"(?P<name>{_NAME}){_YEARS.format('(?P<years>[0-9]{1,2})')}")


def without_children(text: str) -> str:
    """`text`, at the same length, with nothing in the place of a row that ends its clause: of what follows, "... live
    in Kiel", it would be the subject.
    """
    return _ROW.sub(lambda said: " " * len(said[0]) if said["ends"] is not None else said[0], text)


def children_aged(text: str, found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Each of them with how they are related and how old they are, but for what was found; their words are the row."""
    read = {(one.subject, one.predicate, one.object.text if one.object else one.value) for one in found}
    for one in _children(text):
        if (one.subject, one.predicate, one.object.text if one.object else one.value) not in read:
            yield one


def _children(text: str) -> Iterator[Candidate]:
    for row in _ROW.finditer(text):
        said = Candidate(
            SELF,
            _ROLES[row["role"].casefold()],
            confidence=CONFIDENCE,
            quote=row[0],
            start=row.start(),
            end=row.end(),
        )
        for one in _ONE.finditer(row["all"]):
            child = Name(one["name"], PERSON)
            yield replace(said, object=child)
            yield replace(said, subject=child, predicate="age", value=one["years"], value_type="number")
