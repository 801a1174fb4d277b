"""Apostrophes that a question typed in haste lacks: "whats my mums number" is "what's my mum's number"."""

from __future__ import annotations

import re

from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import CALLED_BY, GROUPS, PETS, ROLES
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.names import matches
from graph.models import Entity, User
from graph.naming import normalise

_IS = re.compile(r"\b(?P<asks>what|where|who|when|how|that)s\b(?! up\b)", re.IGNORECASE)
_WHOSE = {one for one in {*ROLES, *PETS, *CALLED_BY} - GROUPS if one.isalpha()}
_ONES = "|".join(sorted(_WHOSE, key=len, reverse=True))
_OF_KIN = re.compile(rf"\b(?P<owner>(?:my|our) (?:\w+ )?(?:{_ONES}))s (?=(?P<next>[a-z][\w-]*))", re.IGNORECASE)
_OF_NAME = re.compile(r"(?<![\w'’])(?P<owner>[^\W\d_]{3,})s (?=(?P<next>[a-z][\w-]*))", re.IGNORECASE)
# What several do or are: "what do my sisters do", "where do my brothers live", "my cousins and I".
_NO_NOUN = words_of(
    "and or but are were is was have had has do does did don't will would can could should must may might am "
    "live lives work study like love play eat drink go come get say think know want need speak drive own hate prefer "
    "named called names ages birthdays both all in at on from to with for of by that who which when if as than about"
)


def with_apostrophes(user: User, question: str) -> str:
    """`question` with them: of "is", of one's own kin, and of whom the book knows by name."""
    text = _IS.sub(lambda said: f"{said['asks']}'s", question)
    text = _OF_KIN.sub(_owned, text)
    owners = {normalise(said["owner"]) for said in _OF_NAME.finditer(text) if said["next"].casefold() not in _NO_NOUN}
    whole = {f"{owner}s" for owner in owners}
    known = matches(user, owners | whole) if owners else {}
    first = {owner for owner in owners - known.keys() if is_first_name(user, owner)}

    def of_name(said: re.Match[str]) -> str:
        owner = normalise(said["owner"])
        if f"{owner}s" in known or said["next"].casefold() in _NO_NOUN:
            return said[0]
        return f"{said['owner'].capitalize()}'s " if owner in first else _owned(said) if owner in known else said[0]

    return _OF_NAME.sub(of_name, text) if known or first else text


def is_first_name(user: User, name: str) -> bool:
    """Whether somebody whom the book knows in full goes by this as their first name."""
    people = Entity.objects.for_user(user).standing().filter(type=PERSON)
    return people.filter(name__istartswith=f"{name} ").exists()


def _owned(said: re.Match[str]) -> str:
    return said[0] if said["next"].casefold() in _NO_NOUN else f"{said['owner']}'s "
