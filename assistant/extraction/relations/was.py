"""What was, and is told of for ever: "my best man was Oleg", "Ole was a fisherman"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.kinship import related
from assistant.extraction.relations.owned import OUTRIGHT, PLAIN, PUTTING, attribute_of_owner
from assistant.extraction.statements import Clause
from assistant.extraction.words import role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.nouns import EMPLOYING, JUDGING, STUDENTS
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

_FOREBEARS = frozenset(
    {one for parent in ("mother", "father", "parent") for one in (parent, f"grand{parent}", f"great_grand{parent}")}
)
_ONCE = frozenset({"first", "best", "maiden"})


def _is_somebody(who: Party) -> bool:
    """Whether it is a person with a name: what "my grandfather" was by trade says nothing that lasts."""
    return (
        who.name.type == words.PERSON
        and not who.name.text.casefold().startswith("my ")
        and not who.name.text.endswith("ing")
    )


def _employers(trade: Token) -> Iterator[Token]:
    """Where it was: "a nurse at the university hospital", "an engineer at Volvo"."""
    for preposition, token in complements(trade):
        if preposition == "at" and (phrases.is_proper(token) or token.lower_ in EMPLOYING):
            yield token


def was(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What there is one of in a life, over as it may be."""
    if clause.tense != "past" or clause.lemma != "be":
        return
    named = [one for one in clause.verb.children if one.dep_ in PUTTING and phrases.is_proper(one)]
    for subject in clause.subjects:
        owned = any(child.dep_ == "poss" for child in subject.children)
        somebody = subject.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS
        if owned and role_words.ROLES.get(subject.lemma_.lower()) in _FOREBEARS:
            for said in (one for name in named for one in coordinated(name)):
                yield from related(reading, subject, said, OUTRIGHT)  # "my mother was Joan Pickering"
        whose = next((one for one in subject.children if one.dep_ == "poss" and subject.lemma_ == "name"), subject)
        is_whole = not any(child.lower_ in _ONCE for child in subject.children)  # a maiden name is not hers now
        if is_whole and whose != subject and role_words.ROLES.get(whose.lemma_.lower()) in _FOREBEARS:
            for said in named:
                yield from related(reading, whose, said, OUTRIGHT)  # "my dad's name was Suresh"
        if owned and not somebody and any(child.lower_ in _ONCE for child in subject.children):
            for said in named:
                yield from attribute_of_owner(reading, subject, said)
        for trade in (one for child in clause.verb.children if child.dep_ == "attr" for one in coordinated(child)):
            praised = any(child.lower_ in JUDGING for child in trade.children)  # "Max was a great listener"
            is_trade = is_occupation(trade) or trade.lower_ in STUDENTS
            if is_trade and trade.left_edge.lower_ in {"a", "an"} and not praised:
                for who in (one for one in reading.parties(subject, words.CONCEPT) if _is_somebody(one)):
                    yield from reading.candidate(trade, who, "was_a", phrases.thing(trade, words.CONCEPT), PLAIN)
                    for firm in _employers(trade):
                        yield from reading.candidate(
                            trade, who, "worked_at", phrases.thing(firm, words.ORGANISATION), PLAIN
                        )
