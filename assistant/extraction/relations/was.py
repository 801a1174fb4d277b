"""What was, and is told of for ever: "my best man was Oleg", "my first car was a Panda"."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.extraction.parts import phrases
from assistant.extraction.reading import Reading
from assistant.extraction.relations.kinship import related
from assistant.extraction.relations.owned import OUTRIGHT, PUTTING, attribute_of_owner
from assistant.extraction.statements import Clause
from assistant.extraction.words import role_words
from graph.curation.candidates import Candidate

_FOREBEARS = frozenset({"mother", "father", "grandmother", "grandfather"})
_ONCE = frozenset({"first", "best", "maiden"})


def was(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What there is one of in a life, over as it may be."""
    if clause.tense != "past" or clause.lemma != "be":
        return
    named = [one for one in clause.verb.children if one.dep_ in PUTTING and phrases.is_proper(one)]
    for subject in clause.subjects:
        owned = any(child.dep_ == "poss" for child in subject.children)
        somebody = subject.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS
        if owned and role_words.ROLES.get(subject.lemma_.lower()) in _FOREBEARS:
            for said in named:
                yield from related(reading, subject, said, OUTRIGHT)  # "my mother was Joan Pickering"
        if owned and not somebody and any(child.lower_ in _ONCE for child in subject.children):
            for said in named:
                yield from attribute_of_owner(reading, subject, said)
