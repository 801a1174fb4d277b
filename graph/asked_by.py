"""By which other words people ask for a relation than those that it is called by."""

from __future__ import annotations

import re
from functools import lru_cache

from graph.naming import spoken
from graph.retrieval.question.words import deed

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
    "born_in": "birthplace",
    "date_of_birth": "birthday birthdate",
    "birth_date": "birthday birthdate",
    "parent_company": "owner owns",
    "is_a": "job profession occupation",
    "was_a": "job profession occupation",
    "works_as": "job profession occupation",
    "on_call": "duty page pages paged",
}
# Of one whose words say something else by themselves: how many work there is no firm.
_ALONE = {"employees": "people staff workers work", "employee_count": "people staff workers work"}
# Of every relation whose words have one of those before the colon, in any form: people name relations as they like.
_OF_WORDS = """
works employer: employer company firm job works employee workplace staff university school hospital
produced maker manufactured: maker makes made manufacturer product produced
headquartered headquarters: based head office
attended educated graduated studied: attended graduated studied university college school alma mater
child: parent kid daughter son
parent: child kid
ceo president chairman chief: boss head leads runs ceo chief
leads: heads runs boss manager lead chief charge
managed: heads runs boss charge
reports: boss manager supervisor
member: team belongs
advised supervised tutor mentor: supervised advised student pupil teacher mentor supervisor
teacher: student pupil taught lecturer tutor
coach trainer: trains coach trainer manager charge
plays club team: member belongs plays club team squad
venue stadium ground: plays stadium venue ground
based: adapted adaptation
adapted: based
inception founded established: established started created founder old
architect designed: designed built architect
author written: author writer wrote screenwriter
starred cast acted: acted actor actress starred cast played appeared
tag topic subject keyword theme: tag topic subject theme keyword deals covers
directed: filmmaker
composed: composer music
owned: owner owns owned belongs responsible
subsidiary: owner owns belongs parent company
maintained: responsible owner
lives resides residence: lives home resides
nationality citizenship: country national citizen
language: spoken speaks
genre: kind type sort style
occupation profession: job profession occupation
represented: agent lawyer manager
published released: out appeared journal publisher publication
cited references mentions: refers cited mentions reference
depends requires relies: dependency uses needs requires
deployed hosted: runs hosted region server
capacity: seats fit hold room
population: inhabitants people live
area: big large size
elevation: high tall height
length: long
duration: long last
weight: heavy weigh
price cost: expensive much cost
revenue: turnover sales money earns
auditor: checks accounts
verdict: outcome result ended
invested investor: behind fund investor
fee: cost much
speed: fast
currency: money pay
mouth: flows ends
source: rises springs begins origin
mayor: runs governs
head leader government: governs leads rules president
tributary: river
performer: album recorded released
vocalist singer: sings
drummer: drums
guitarist: guitar
bassist: bass
position instrument: plays
discovered: found
treated: helps medicine cure therapy doctor patient against
prescribed: takes
diagnosed: has suffers
caused: reason
resolved: done
severity: bad serious
predator: eats
prey: eats
habitat: lives
diet: eats
ingredient: made contains recipe
material: made
purchased: owner
supplier: buys sells delivers
customer client: buys
sponsor: money
teaches: lecturer class subject
enrolled: student
approved: signed
reviewed: checked
assigned: responsible
status: state
successor: after next
predecessor: before
competitor: rival
launched opened: started
"""
# Words of which each is asked for by any of the others.
_ALIKE = """
married spouse husband wife
deadline due
based located situated headquartered
award prize won medal honour honor received
resolved fixed repaired solved
affected hit impacted
caused reason
bought purchased acquired
sold seller
supplier supplied delivered provider
customer client buyer
sponsor funded financed invested backed donor
designed architect
invented inventor
prey hunts
symptom sign
dose dosage
medicine medication drug
treats cures therapy
ends finished closed expires
begins started launched opened
built constructed builder
editor edited
illustrated drawn drew
translated translator
performed performer singer sang
recorded recording
label signed contract
neighbouring borders neighbor neighbour adjacent
height tall high
depth deep
width wide
age old
attended participated participant joined attendee
organised organized organiser hosted host
replaced succeeded successor
preceded predecessor
phone telephone number
teaches taught teacher
leads headed chaired managed chief
rating rated score
ranked rank
vehicle car
killed murdered
buried grave
nickname alias
"""


def _groups() -> dict[str, str]:
    """What each stem is asked for by."""
    told: dict[str, str] = {}
    ways = [line.split(":") if ":" in line else (line, line) for line in (_OF_WORDS + _ALIKE).strip().splitlines()]
    for held, asked in ways:
        stems = {deed(word): f"{told.get(deed(word), '')} {asked.strip()}".strip() for word in held.split()}
        told |= stems
    return told


_OF_STEM = _groups()


@lru_cache(maxsize=4096)
def asked_by(name: str, words: str) -> str:
    """Further words for the relation called `name`, whose own are `words`; "" where there are none."""
    called = spoken(name).casefold().replace(" ", "_")
    if called in _ALONE:
        return _ALONE[called]
    said = dict.fromkeys(map(deed, re.findall(r"[^\W\d_]+", words.casefold())))
    return " ".join(filter(None, [_OF_ONE.get(called, ""), *(_OF_STEM.get(stem, "") for stem in said)]))
