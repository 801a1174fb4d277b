"""Parents and children in a list: "mum of three: Yasmin (11) and Noor", "baptised in Voss, parents Ole and Anna"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import SUBJECTS
from assistant.extraction.reading import Reading
from assistant.extraction.statements import is_question
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import NUMBERS
from graph.curation.candidates import Candidate, Name

PLAIN = 0.85
_OF_SO_MANY = re.compile(
    rf"\bI(?:['’]?m| am)\b[^.!?:;]*?\b(?P<parent>mum|mom|mummy|mother|dad|daddy|father|parent)"
    rf" (?:of|to) (?:\d|{'|'.join(NUMBERS)})(?: \w+)?\s*[:,(–—-]\s*(?P<names>[^.!?;:\n]+)",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?:(?:and|&|my|our|the|baby|little|wee|big|newborn) )*(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+)(?=\W*$|\W+\d)")
_PARENTS = re.compile(  # of whom the sentence is
    rf"[,;(] ?(?P<role>parents):? (?P<first>{words.WRITTEN_NAME})(?: and|,| &) (?P<second>{words.WRITTEN_NAME})"
)
_AGE = re.compile(r"(?:and )?\(?\d{1,2}(?: (?:months?|weeks?|years?)(?: old)?)?\)?")


def children_listed(reading: Reading) -> Iterator[Candidate]:
    """The children whom somebody names behind their number, up to where the sentence goes on with something else."""
    text = reading.full.text
    for said in _OF_SO_MANY.finditer(text):
        span = reading.doc.char_span(said.start("parent"), said.end("parent"), alignment_mode="expand")
        if span is None or is_question(span.sent):
            continue
        for part in re.split(r",| and (?=[A-Za-z])", said["names"].strip(" )")):
            listed = _NAME.match(part.strip())
            if listed is not None:
                child = Party(Name(listed["name"], words.PERSON))
                yield from reading.candidate(span[0], Party(SELF), "child", child, PLAIN)
            elif not _AGE.fullmatch(part.strip()):
                break


def parents_listed(reading: Reading) -> Iterator[Candidate]:
    """The two parents who are named at the end of what is told of somebody, as registers have it."""
    for said in _PARENTS.finditer(reading.full.text):
        span = reading.doc.char_span(said.start("role"), said.end("role"), alignment_mode="expand")
        if span is None or is_question(span.sent):
            continue
        subjects = [one for one in span.sent if one.dep_ in SUBJECTS and one.i < span.start and one.head.dep_ == "ROOT"]
        for child in (one for subject in subjects for one in reading.parties(subject)):
            for name in (said["first"], said["second"]):
                parent = Party(Name(name, words.PERSON))
                yield from reading.candidate(span[0], child, "parent", parent, PLAIN)
