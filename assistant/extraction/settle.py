"""A candidate in the terms of the book: the registry's name for its predicate, its value typed."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.words.dates import DATED_YEAR, NUMBERS, written
from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import PERSON, PLACE
from graph.curation.candidates import Candidate, Name
from graph.predicates import BUILT_IN

# What people and models write -> the registry's name for the same.
MEANS = {
    "phone_number": "phone",
    "telephone_number": "phone",
    "telephone": "phone",
    "mobile_number": "phone",
    "mobile": "phone",
    "cell_phone": "phone",
    "email_address": "email",
    "e_mail": "email",
    "e_mail_address": "email",
    "job_title": "works_as",
    "job": "works_as",
    "occupation": "works_as",
    "profession": "works_as",
    "employer": "works_for",
    "hometown": "from",
    "city": "lives_in",
    "home_town": "from",
    "birthplace": "born_in",
    "place_of_birth": "born_in",
    "date_of_birth": "born_on",
    "birth_date": "born_on",
    "birthdate": "born_on",
    "birth_day": "birthday",
    "resides_in": "lives_in",
    "is_allergic_to": "allergic_to",
    "loves": "likes",
    "enjoys": "likes",
    "adores": "likes",
    "hates": "dislikes",
    "is_married_to": "married_to",
    "has_pet": "pet",
}
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+")
_BESIDE_NAME = re.compile(rf"(?<=\w) \(?{DATED_YEAR}\)?\Z")  # "Duncan 1897", as a list of children has them


def settled(candidate: Candidate) -> Candidate:
    """`candidate` under its registered predicate, a whole date as ISO 8601 and a number as one, and no year at the end
    of a name.
    """
    predicate = registered(candidate.predicate)
    candidate = replace(candidate, subject=_undated(candidate.subject))
    if candidate.object is not None:
        return replace(candidate, predicate=predicate, object=_undated(candidate.object))
    if candidate.value is None:
        return replace(candidate, predicate=predicate)
    value, value_type = typed(candidate.value, candidate.value_type)
    return replace(candidate, predicate=predicate, value=value, value_type=value_type)


def _undated(name: Name) -> Name:
    return replace(name, text=_BESIDE_NAME.sub("", name.text)) if name.type in {PERSON, PLACE} else name


def registered(predicate: str) -> str:
    """The registry's name for what a predicate means, or the predicate itself."""
    if predicate in BUILT_IN:
        return predicate
    return MEANS.get(predicate) or ROLES.get(predicate.replace("_", "-")) or ROLES.get(predicate) or predicate


def typed(value: str, value_type: str) -> tuple[str, str]:
    """(text, type) of a literal: "3 May 1990" is the date 1990-05-03, "nine" the number 9, "1,200" 1200."""
    if value_type != "string":
        return value, value_type
    if (found := written(value)) is not None:
        text, is_whole = found
        return text, "date" if is_whole else "string"
    if value.casefold() in NUMBERS:
        return str(NUMBERS[value.casefold()]), "number"
    if _NUMBER.fullmatch(value):
        return value.replace(",", ""), "number"
    return value, value_type
