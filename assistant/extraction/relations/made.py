"""When and where a thing came to be: "the house was built in 1926", "my violin was made in Mirecourt in 1890"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import SELF
from assistant.extraction.reading import Reading
from assistant.extraction.relations.due import what
from assistant.extraction.statements import Clause
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import DATED_YEAR, MONTHS
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_MADE = words_of(
    "found build make establish publish release write paint compose invent renovate restore launch open print carve"
)
_BY_ITSELF = words_of("open close launch")  # "the museum opened in 1999"
_WHEN = re.compile(rf"(?:(?:{'|'.join(MONTHS)}) )?{DATED_YEAR}", re.IGNORECASE)


def made(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The year, and where the maker's town has a name, of what the clause says was made, founded or opened."""
    if clause.tense != "past" or clause.lemma not in _MADE | _BY_ITSELF:
        return
    opened = [child for child in clause.verb.children if child.dep_ == "dobj"]
    if clause.passive or (clause.lemma in _BY_ITSELF and not opened):
        things = list(clause.subjects)
    elif clause.lemma == "open" and any(child.lower_ in {"the", "our", "my"} for one in opened for child in one.lefts):
        things = opened  # "we opened the café in March 2019"
    else:
        return
    said = [one for child in clause.verb.children if child.lower_ == "in" for one in _told(child)]
    for thing in things:
        for who in (one for one in what(reading, thing) if one.name != SELF):
            for told in said:
                for one in reading.candidate(clause.verb, who, f"{clause.verb.lower_}_in", told, PLAIN):
                    yield replace(one, valid_from=None, valid_until=None)  # the year is told, and is not since when


def _told(preposition: Token) -> Iterator[phrases.Object]:
    for token in (child for child in preposition.children if child.dep_ == "pobj"):
        words_of_it = phrases.whole(token)
        if _WHEN.fullmatch(words_of_it):
            yield phrases.Object(value=words_of_it)
        elif phrases.is_proper(token) and not phrases.is_date(token):
            place = phrases.thing(token, words.PLACE)
            if place is not None:
                yield place
