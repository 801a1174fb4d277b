"""By which other words people ask for a relation than those that it is called by."""

from __future__ import annotations

import re
from functools import lru_cache

from graph.naming import spoken

# Of one relation: what its name says is narrower than what people ask for it by.
_OF_ONE = {
    "mother": "mum mom parent",
    "father": "dad parent",
    "sister": "sibling",
    "brother": "sibling",
    "grandmother": "grandma granny nan",
    "grandfather": "grandpa granddad",
    "daughter": "child kid",
    "son": "child kid",
    "partner": "boyfriend girlfriend",
    "boss": "manager",
    "pet": "dog cat",
    "age": "old",
    "parent_organization": "company owner owns",
    "place_of_birth": "birthplace",
    "birth_place": "birthplace",
    "date_of_birth": "birthday birthdate",
    "birth_date": "birthday birthdate",
    "parent_company": "owner owns",
    "is_a": "job profession occupation",
    "was_a": "job profession occupation",
    "works_as": "job profession occupation",
}
# Of every relation whose words have one of those before the colon: people name relations as they like.
_OF_WORDS = """
married spouse husband wife: husband wife spouse married
works employer employed: employer company firm job works
produces produced producer makes manufacturer manufactured: maker makes made manufacturer product produced
headquartered headquarters: based head office
located: based
studied studies attended educated graduated: attended graduated studied university college school alma mater
child: parent kid daughter son
parent: child kid
ceo president chairman chief: boss head leads runs ceo chief
leads led: heads runs
reports: boss manager supervisor
member: team belongs
deadline due: deadline due
advisor supervisor teacher mentor: supervised advised student teacher
coach trainer: trains coach trainer coaches
party club team: member belongs plays club
venue stadium: plays stadium
head leader government: governs leads rules
based: adapted adaptation
inception: founded established started created
architect designer: designed built architect
founded founder established: started established created
author written writer: author writer screenwriter
starred starring cast actor acted: acted actor actress starred cast played appeared
tag tags topic topics subject keyword keywords: tag topic subject theme keyword
directed director: filmmaker
composer composed: composer music
owned subsidiary: owner owns owned
lives resides residence: lives home resides
nationality citizenship: country national citizen
language: spoken speaks
genre: kind type sort
occupation profession: job profession occupation
"""


def _groups() -> dict[str, str]:
    told: dict[str, str] = {}
    for line in _OF_WORDS.strip().splitlines():
        held, asked = line.split(":")
        told |= {word: f"{told.get(word, '')} {asked.strip()}".strip() for word in held.split()}
    return told


_OF_WORD = _groups()


@lru_cache(maxsize=4096)
def asked_by(name: str, words: str) -> str:
    """Further words for the relation called `name`, whose own are `words`; "" where there are none."""
    called = spoken(name).casefold().replace(" ", "_")
    said = dict.fromkeys(re.findall(r"[^\W\d_]+", words.casefold()))
    return " ".join(filter(None, [_OF_ONE.get(called, ""), *(_OF_WORD.get(word, "") for word in said)]))
