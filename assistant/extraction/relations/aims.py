"""What somebody is out to do: "my goal this year is to read 30 books", "Anna's dream is to sail to Iceland"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.reading import Reading
from assistant.extraction.relations.owned import PLAIN, head_words
from assistant.extraction.statements import Clause
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

_AIMS = words_of("goal aim dream resolution ambition target")


def _to_do(verb: Token) -> str:
    """From "to" on, without what the clause goes on to say: "... and wants to rest" is no part of it."""
    ends = verb.right_edge.i + 1
    for one in verb.subtree:
        if one.dep_ == "conj" and one.tag_ in {"VBZ", "VBP", "VBD"}:
            ends = min(ends, one.left_edge.i)
    words = verb.doc[verb.left_edge.i : ends].text
    return re.sub(r"[\s.,;!]+(?:and|but)?$", "", words)


def aims(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What the clause says to be an aim of somebody's, in its own words from "to" on."""
    if clause.lemma != "be" or clause.tense != "present":
        return
    done = [child for child in clause.verb.children if child.dep_ in {"xcomp", "ccomp", "attr"} and child.tag_ == "VB"]
    for subject in (one for one in clause.subjects if one.lemma_.lower() in _AIMS):
        whose = reading.owner(subject)
        for verb in done:
            if whose is not None and verb.left_edge.lower_ == "to":
                said = phrases.Object(value=_to_do(verb))
                aim = head_words(subject).removesuffix(subject.text) + subject.lemma_.lower()  # "my goals are to ..."
                yield from reading.candidate(verb, whose, phrases.slug(aim), said, PLAIN)
