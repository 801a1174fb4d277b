"""What a thing runs on since somebody moved it: "we migrated Heron from MySQL to Postgres"."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.reading import Reading
from assistant.extraction.relations.fittings import is_thing
from assistant.extraction.statements import Clause
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate

PLAIN = 0.85
_MOVING = words_of("migrate move switch port convert")
_NO_TOOLS = frozenset({words.PERSON, words.PLACE})


def moved_over(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What the thing uses now, and used before, where both have names; a piano is moved to a place."""
    if clause.lemma not in _MOVING or clause.tense == "present" or clause.passive:
        return
    beside = {preposition: token for preposition, token in complements(clause.verb) if phrases.is_proper(token)}
    if "to" not in beside or phrases.type_of(beside["to"], "") in _NO_TOOLS or phrases.is_date(beside["to"]):
        return
    for moved in (child for child in clause.verb.children if child.dep_ == "dobj"):
        what = reading.party(moved, words.CONCEPT)
        if what is None or not (is_thing(what) or (phrases.is_proper(moved) and "from" in beside)):
            continue
        for preposition, predicate in (("from", "used"), ("to", "uses")):
            if preposition in beside:
                tool = phrases.thing(beside[preposition], words.CONCEPT)
                yield from reading.candidate(clause.verb, what.of_type(words.CONCEPT), predicate, tool, PLAIN)
