"""Medicines in a row with their doses, of which the parser reads the first: "methotrexate 15 mg and folic acid"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.extraction.words.base_forms import VERBS
from assistant.extraction.words.dates import WEEKDAYS
from assistant.extraction.words.nouns import MEDICINE_ENDINGS, NO_MEDICINE
from graph.curation.candidates import Candidate, Name

_WHEN = (
    r"(?:daily|weekly|once|twice|nightly|every|as needed|before|after|with (?:food|meals|breakfast|dinner)"
    rf"|in the (?:morning|evening)|at (?:night|bedtime|lunch|noon)|on (?:{'|'.join(WEEKDAYS)})s?)\b"
)
_DOSE = r"\d+(?:[.,]\d+)? ?(?:mg|mcg|µg|g|ml|iu|units|drops|puffs|tablets?|pills?)\b"
_NEXT = re.compile(r"(?:,? and|[,;])(?: (?:also|then|now|sometimes|usually|occasionally|only|plus))? ")
_KNOWN = rf"(?:vitamin [a-z]\d{{0,2}}|[a-z-]+ (?:acid|oil)|[a-z]{{3,}}(?:{'|'.join(MEDICINE_ENDINGS)}))"
# By its dose anything is one; without it what is called as medicines are, and stands at its end or with its time.
_ONE = re.compile(
    rf"(?:(?P<dosed>[a-z][a-z-]{{3,}}(?: [a-z]\w*)?),? (?:{_DOSE}(?! of\b)|\d+(?:[.,]\d+)?(?=,? {_WHEN}))"
    rf"|{_DOSE} of (?P<measured>[a-z][a-z-]{{3,}})"
    rf"|(?P<known>{_KNOWN})(?=,| and |[.!]|\s*\Z|,? {_WHEN}))",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?](?=\s|$)|\n")


def with_medicines(text: str, found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """What was found, without a medicine that was taken for a verb ("metformins"), and behind one that somebody takes
    those that the same sentence goes on with.
    """
    more = tuple(_behind(text, found))
    misread = {f"{one.object.text.casefold()}s" for one in more if one.object is not None}
    return (*(one for one in found if one.predicate not in misread), *more)


def _behind(text: str, found: Sequence[Candidate]) -> Iterator[Candidate]:
    taken = [(one, one.object) for one in found if one.predicate == "takes" and one.object is not None]
    known = {(one.subject, medicine.text.casefold()) for one, medicine in taken}
    for first, medicine in taken:
        ends = _ENDS.search(text, first.end)
        last = ends.start() if ends else len(text)
        begins = text.find(medicine.text, first.start)
        for joint in _NEXT.finditer(text, begins, last) if begins >= 0 else ():
            said = _ONE.match(text, joint.end(), last)
            name = (said["dosed"] or said["measured"] or said["known"]) if said else ""
            key = (first.subject, name.casefold())
            if said is None or key in known or name.split()[0].casefold() in NO_MEDICINE | VERBS:
                continue
            known.add(key)
            words = text[first.start : said.end()]
            yield replace(first, object=Name(name, medicine.type), quote=words, end=said.end())
