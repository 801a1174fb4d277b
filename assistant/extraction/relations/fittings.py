"""What a thing has: "the cabin has a wood stove", "our house has four bedrooms", "Emma has a Bosch motor"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import LIVING, Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.household import ENTRUSTED
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_FEW = nouns.words_of("a an one two three four five six seven eight nine ten eleven twelve")
# Of an hour, of people and of what is thought of it: nothing that a thing is built with.
_NO_PART = nouns.words_of(
    "effect impact influence sense meaning purpose history reputation potential feel vibe atmosphere view views smell "
    "look charm character sale discount offer vacancy leak crack flat puncture bug error issue delay shortage "
    "deadline date ending twist plot message topic theme go"
)


def fittings(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The parts that the clause says its subject has; of who is alive only what has a make, and the keys they keep."""
    if clause.lemma != "have" or clause.tense != "present" or clause.verb.tag_ not in {"VBZ", "VBP"}:
        return
    parts = [one for child in clause.verb.children if child.dep_ == "dobj" for one in coordinated(child)]
    for who in reading.everyone(clause.subjects):
        for part in parts:
            held = who.name != SELF and (_is_of_a_make(part) or part.lower_ in ENTRUSTED)
            if (is_thing(who) and _is_part(part)) or held:
                yield from reading.candidate(part, who, "has", phrases.Object(value=_counted(part)), PLAIN)


def is_thing(who: Party) -> bool:
    """Whether it is no person, animal or firm: "the cabin", "my laptop"; one name alone is anybody's."""
    if who.name.text.istitle() and who.name.text.isalpha():
        return False  # Karim, whom the recogniser takes for a place
    if re.search(r"[,\d]", who.name.text):
        return False  # "Petplan, policy PP-88120, has an excess of 99"
    return who.name != SELF and who.name.type not in {*LIVING, words.ORGANISATION} and not who.name.text.endswith("s'")


def _is_part(noun: Token) -> bool:
    """A noun that stands for itself, few enough to be counted, and nothing that passes."""
    lemma = noun.lemma_.lower()
    if noun.tag_ not in {"NN", "NNS"} or lemma in _NO_PART | nouns.PASSING_NOUNS | nouns.NOT_A_KIND | nouns.VAGUE:
        return False
    if lemma in role_words.ROLES or any(child.dep_ in {"relcl", "acl", "poss"} for child in noun.children):
        return False
    marks = {child.lower_ for child in noun.children if child.dep_ in {"det", "nummod"}}
    return bool(marks & _FEW) or any(one.isdigit() for one in marks) or (not marks and noun.dep_ == "conj")


def _is_of_a_make(noun: Token) -> bool:
    """ "a Bosch motor": whoever has it, or whatever is called like somebody, it is told by its make."""
    makes = [child for child in noun.children if child.dep_ == "compound" and phrases.is_proper(child)]
    return bool(makes) and noun.tag_ == "NN" and _is_part(noun) and makes[0].ent_type_ not in {"DATE", "TIME", "NORP"}


def _counted(noun: Token) -> str:
    """ "four bedrooms", "wood stove"."""
    number = next((child for child in noun.children if child.dep_ == "nummod"), None)
    words_of_it = phrases.phrase(noun)
    return words_of_it if number is None or words_of_it.startswith(number.text) else f"{number.text} {words_of_it}"
