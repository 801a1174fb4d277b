"""What two are to each other: "Anna and I are colleagues", "Bea and Ravi are a couple", "Leo and Finn are brothers"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_MUTUAL = {
    "couple": "partner",
    "together": "partner",
    "married": "married_to",
    "engaged": "engaged_to",
    **dict.fromkeys(["siblings", "twins", "triplets"], "sibling"),
    **dict.fromkeys(["brothers"], "brother"),
    **dict.fromkeys(["sisters"], "sister"),
    **dict.fromkeys(["cousins"], "cousin"),
    **dict.fromkeys(["friends", "besties", "mates", "buddies", "pals"], "friend"),
    **dict.fromkeys(["colleagues", "coworkers", "co-workers", "workmates", "teammates"], "colleague"),
    **dict.fromkeys(["neighbours", "neighbors"], "neighbour"),
    **dict.fromkeys(["flatmates", "roommates", "housemates"], "flatmate"),
    "classmates": "classmate",
}
_DONE_TOGETHER = {"marry": "married_to", "divorce": "divorced_from"}
_EACH_WAY = frozenset({"brother", "sister"})  # the others are read from either end


def is_mutual(clause: Clause, said: Token) -> bool:
    """Whether the clause says of several what they are to each other; "they are brothers" names nobody."""
    several = len(clause.subjects) > 1
    with_others = any(child.dep_ == "prep" and child.lower_ in {"with", "to"} for child in said.children)
    return several and said.lower_ in _MUTUAL and not with_others


def _is_together(word: Token) -> bool:
    """ "Matthias and I are together since Saturday"; not "together in the choir"."""
    where = {child.lower_ for child in word.head.children if child.dep_ == "prep"} - {"since", "for", "from"}
    return word.dep_ == "advmod" and word.lower_ == "together" and not where


def mutual(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """Each of the several to each other, the owner first; past where it is said that they were is nobody's any more."""
    yield from _employed(reading, clause)
    yield from _wed(reading, clause)
    lasting = clause.tense in {"present", "perfect"} or _has_been(clause)
    if not lasting or not (clause.lemma == "be" or clause.passive):
        return
    put = [one for one in clause.verb.children if one.dep_ in {"attr", "acomp"} or _is_together(one)]
    said = [one for one in [clause.verb, *put] if is_mutual(clause, one)]
    named = reading.everyone(clause.subjects)
    people = sorted({one.name: one for one in named}.values(), key=lambda one: one.name != SELF)
    for noun in said:
        relation = _MUTUAL[noun.lower_]
        for first, second in combinations([one.of_type(words.PERSON) for one in people], 2):
            yield from reading.candidate(noun, first, relation, second, PLAIN)
            if relation in _EACH_WAY:
                yield from reading.candidate(noun, second, relation, first, PLAIN)


def _has_been(clause: Clause) -> bool:
    """ "Tom and I have been married since 2010"."""
    helping = [child for child in clause.verb.children if child.dep_ in {"aux", "auxpass"}]
    return any(one.lower_ == "been" for one in helping) and any(one.tag_ in {"VBP", "VBZ"} for one in helping)


def _wed(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Tom and I married in 2010", "Henning and I divorced in 2012"."""
    whom = any(child.dep_ in {"dobj", "ccomp", "xcomp"} for child in clause.verb.children)
    if clause.lemma not in _DONE_TOGETHER or clause.tense == "present" or clause.passive or whom:
        return
    people = reading.everyone(clause.subjects)
    if len(people) == 2:
        first, second = sorted(people, key=lambda one: one.name != SELF)
        yield from reading.candidate(clause.verb, first, _DONE_TOGETHER[clause.lemma], second, PLAIN)


def _employed(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Lotte works for me": to me she is an employee."""
    if clause.lemma != "work" or clause.tense != "present":
        return
    behind = [one for child in clause.verb.children if child.lower_ == "for" for one in child.children]
    if any(one.lower_ in {"me", "us"} for one in behind):
        for who in (one for name in clause.subjects if phrases.is_proper(name) for one in reading.parties(name)):
            if who.name != SELF and who.name.type == words.PERSON:
                yield from reading.candidate(clause.verb, Party(SELF), "employee", who, PLAIN)
