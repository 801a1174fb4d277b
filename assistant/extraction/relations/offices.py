"""Who holds which office: "Jonas is CTO of Fernlicht", "Jonas Weber, CTO of Fernlicht, ..."."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85


def is_office(noun: Token) -> bool:
    return noun.lower_ in nouns.OFFICES


def is_headship(noun: Token) -> bool:
    """ "head of husbandry": a post that is told with what it is of, and without an article."""
    bare = not any(child.dep_ in {"det", "poss"} and child.lower_ != "the" for child in noun.children)
    return bare and noun.lower_ in nouns.HEADSHIPS and any(preposition == "of" for preposition, _ in complements(noun))


def headship(reading: Reading, who: Party, noun: Token) -> Iterator[Candidate]:
    """The whole of it as what somebody works as."""
    of = next(token for preposition, token in complements(noun) if preposition == "of")
    post = noun.doc[noun.i : of.i + 1].text  # as it stands there: "head of the school"
    yield from reading.candidate(
        noun, who.of_type(words.PERSON), "works_as", phrases.Object(name=phrases.Name(post)), PLAIN
    )


def office(reading: Reading, who: Party, noun: Token) -> Iterator[Candidate]:
    """What the holder of an office works as, and where: "CTO of Fernlicht GmbH", "CEO at Quay"."""
    person = who.of_type(words.PERSON)
    for one in coordinated(noun):  # "founder and CEO"
        if is_office(one):
            yield from reading.candidate(one, person, "works_as", phrases.Object(name=phrases.Name(one.text)), PLAIN)
    firms = [token for preposition, token in complements(noun) if preposition in {"of", "at", "for"}]
    for firm in (one for one in firms if phrases.is_proper(one)):
        yield from reading.candidate(noun, person, "works_at", phrases.thing(firm, words.ORGANISATION), PLAIN)
