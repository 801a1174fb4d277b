"""What somebody is out to do, or would be glad of: "my goal is to read 30 books", "Ida wants to be a vet"."""

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

_GIVEN_ON = words_of("birthday christmas xmas hanukkah eid easter graduation wedding anniversary")
_SOME_DAY = re.compile(
    r"\b(?:one day|some ?day|when (?:i|he|she|they) (?:grows? up|retires?|(?:am|is|are) older))\b", re.IGNORECASE
)
_SOON = words_of("today tomorrow tonight weekend")
_AIMS = words_of("goal aim dream resolution ambition target")


def _wanted(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Leo wants a telescope for his birthday": what could be given; what else one wants passes."""
    for thing in (child for child in clause.verb.children if child.dep_ == "dobj" and child.pos_ in {"NOUN", "PROPN"}):
        behind = [one for one in clause.verb.subtree if one.lower_ in _GIVEN_ON and one.i > thing.i]
        if behind and behind[0].head.lower_ == "for":
            said = clause.verb.doc[thing.left_edge.i : behind[0].i + 1].text
            for who in reading.everyone(clause.subjects):
                yield from reading.candidate(clause.verb, who, "wants", phrases.Object(value=said), PLAIN)


def _hoped_for(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "I want to become a pilot", "Selin wants to open her own shop": an aim in life; other wants pass."""
    for verb in (child for child in clause.verb.children if child.dep_ == "xcomp" and child.tag_ == "VB"):
        plain = verb.left_edge.lower_ == "to" and not any(child.dep_ in {"nsubj", "neg"} for child in verb.children)
        if plain and _is_for_life(verb):
            said = phrases.Object(value=_to_do(verb))
            for who in reading.everyone(clause.subjects):
                yield from reading.candidate(clause.verb, who, "wants", said, PLAIN)


def _is_for_life(verb: Token) -> bool:
    """What somebody wants to be, a language to learn, something of one's own, or what is said to be for some day."""
    what = [child for child in verb.children if child.dep_ in {"attr", "dobj"}]
    if verb.lemma_ in {"become", "be"}:
        lasting = _SOON.isdisjoint(one.lower_ for one in verb.subtree)
        return lasting and any(child.tag_ == "NN" and child.left_edge.lower_ in {"a", "an"} for child in what)
    if verb.lemma_ == "learn":
        return any(child.ent_type_ in {"LANGUAGE", "NORP"} for child in what)
    own = any(beside.lower_ == "own" for child in what for beside in child.children)
    return own or _SOME_DAY.search(verb.doc[verb.i : verb.right_edge.i + 1].text) is not None


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
    if clause.lemma == "want" and clause.tense == "present":
        yield from _wanted(reading, clause)
        yield from _hoped_for(reading, clause)
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
