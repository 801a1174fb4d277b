"""When somebody works, and when their day begins: "I work nights", "Tom works 30 hours a week", "I get up at 5:30"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import LIVING
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words.base_forms import third_person
from assistant.extraction.words.dates import NUMBERS
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_WORKING = re.compile(
    r"works? (?P<said>(?:(?:the )?(?:night|day|late|early|weekend)s?(?: shifts?)?|shifts?|in shifts"
    r"|(?:part|full)[ -]time|freelance|remotely|from home"
    rf"|(?:\d{{1,2}}|{'|'.join(NUMBERS)}) (?:hours|days|nights|mornings) (?:a|per|each|every) (?:week|day|month))"
    r"(?: and (?:nights|weekends))?)(?=[\s,.;!]*$|,| (?:and|but|because|so|since|at|for|as|in)\b)",
    re.IGNORECASE,
)
_RISING = re.compile(
    r"(?:gets? up|wakes? up|go(?:es)? to bed|starts? work|finish(?:es)? work) (?:at|around|about) "
    rf"(?:half past |quarter (?:past|to) )?(?:\d{{1,2}}(?:[:.]\d\d)?(?: ?[ap]m)?|{'|'.join(NUMBERS)}|noon|midnight)\b"
    r"(?: (?:every|each) (?:day|morning|night|weekday)| on (?:weekdays|weekends|week ?ends|\w+days))?",
    re.IGNORECASE,
)
_GOING = frozenset({"get", "wake", "go", "start", "finish"})


def hours(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The clause's own words of when it is done, in the simple present; what is so today alone has no such verb."""
    verb = clause.verb
    if clause.passive or verb.tag_ not in {"VBP", "VBZ"} or clause.lemma not in {"work", *_GOING}:
        return
    said = (_WORKING if clause.lemma == "work" else _RISING).match(reading.doc.text, verb.idx, verb.sent.end_char)
    if said is None or (clause.lemma != "work" and _is_of_a_day(verb)):
        return
    words = said["said"] if clause.lemma == "work" else said.group().split(" ", 1)[1]
    for who in reading.everyone(clause.subjects):
        if who.name.type in LIVING:
            yield from reading.candidate(verb, who, third_person(clause.lemma), Object(value=words), PLAIN)


def _is_of_a_day(verb: Token) -> bool:
    """ "Tomorrow I get up at four"."""
    return any(one.lower_ in {"tomorrow", "today", "tonight", "next"} for one in verb.subtree)
