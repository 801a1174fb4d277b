"""Rules for what somebody has: "I have a dog named Rex", "two kids, Mia and Leo", "a car", "asthma"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.names_given import names_given
from assistant.extraction.parts.parties import FIRST_PERSON, SELF
from assistant.extraction.parts.situated import situated
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.fittings import is_thing
from assistant.extraction.relations.kinship import related_to
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

HAS = 0.85
_MEASURED = frozenset({"pressure", "cholesterol", "iron", "sugar", "ferritin"})
_BORN_TO = frozenset({"child", "son", "daughter", "brother", "sister", "sibling"})  # whom one had, one has


def having(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What a clause with "have", "own" or "get" states, and whom one sees or is dating."""
    got = clause.lemma in words.ACQUIRING and clause.tense != "present" and not clause.passive
    sees = clause.lemma in {"see", "know", "date"} and clause.tense == "present"
    has = (clause.lemma in {"have", "own"} and clause.tense != "past") or (
        clause.verb.lower_ == "got" and clause.tense == "perfect"
    )
    had = clause.lemma == "have" and clause.tense == "past"  # "she had two brothers, Olaf and Henrik"
    if clause.lemma == "keep" and clause.verb.tag_ in {"VBP", "VBZ"}:
        yield from _keeps(reading, clause)
    if clause.lemma == "get" and clause.tense == "present":
        yield from _suffers(reading, clause)
    if not got and not sees and not has and not had:
        return
    for noun in (one for child in clause.verb.children if child.dep_ == "dobj" for one in coordinated(child)):
        is_illness = noun.lemma_.lower() in nouns.ILLNESSES  # "Crohn's disease"
        if not is_illness and any(one.dep_ == "poss" and one.lower_ not in FIRST_PERSON for one in noun.children):
            continue  # "we're having Declan's brother Eamon for Christmas"
        is_dated = clause.lemma == "date" and phrases.is_proper(noun)
        names = [(noun, noun)] if is_dated else list(names_given(noun))
        if had and role_words.ROLES.get(noun.lemma_.lower()) not in _BORN_TO:
            continue
        mine = any(child.dep_ == "poss" for child in noun.children)
        for who in reading.everyone(clause.subjects):
            if mine and who.name != SELF:
                continue  # "Tom knows my sister Ann"
            for role, named in names:
                if clause.lemma == "date" or (clause.verb.lower_ == "seeing" and role.lower_ in nouns.ANYONE):
                    partner = Party(Name(phrases.phrase(named), words.PERSON))
                    yield from reading.candidate(named, who, "partner", partner, HAS)
                elif not sees or role.lemma_.lower() in role_words.ROLES:
                    yield from related_to(reading, who, role, named, HAS)
            to_come = noun.lower_ in {"baby", "babies", "child", "kid"} and clause.verb.tag_ == "VBG"
            is_new = clause.lemma != "own" and (has or _is_kept(clause, noun))  # what one owns is told as that
            if not names and not sees and not had and not to_come and is_new and not is_thing(who):
                yield from _has(reading, who, noun)


def _keeps(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "We keep four hens and a rooster": one's own animals, which are asked after as no neighbour's are."""
    for noun in (one for child in clause.verb.children if child.dep_ == "dobj" for one in coordinated(child)):
        if noun.lemma_.lower() in role_words.PETS | {"bee", "cow", "cattle", "reptile"} and not list(names_given(noun)):
            said = phrases.Object(value=noun.doc[noun.left_edge.i : noun.i + 1].text)
            if any(one.name == SELF for one in reading.everyone(clause.subjects)):
                yield from reading.candidate(noun, Party(SELF), "keeps", said, HAS)


def _suffers(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "I get migraines": an illness that comes again."""
    for noun in (child for child in clause.verb.children if child.dep_ == "dobj"):
        if {noun.lemma_.lower(), noun.lower_} & nouns.CONDITIONS and clause.verb.tag_ != "VBG":
            for who in reading.everyone(clause.subjects):
                yield from reading.candidate(noun, who, "has", phrases.Object(value=phrases.phrase(noun)), HAS)


def _is_kept(clause: Clause, noun: Token) -> bool:
    """What one still has after getting it: a cat, a house, "bought a Brompton", but not "got an Uber"."""
    if noun.lemma_.lower() in nouns.BELONGINGS | role_words.PETS:
        return True
    one_of_them = any(child.lower_ in {"a", "an"} for child in noun.children)
    bought = clause.lemma != "get" or clause.tense == "perfect"
    return bought and one_of_them and phrases.is_proper(noun)


def _has(reading: Reading, who: Party, noun: Token) -> Iterator[Candidate]:
    lemma = noun.lemma_.lower()
    if noun.lower_ in nouns.DEGREES:
        return
    if lemma == "allergy":
        for child in noun.children:
            if child.dep_ == "prep" and child.lower_ == "to":
                for target in (one for found in child.children if found.dep_ == "pobj" for one in coordinated(found)):
                    yield from reading.candidate(noun, who, "allergic_to", phrases.thing(target, words.CONCEPT), HAS)
        for child in noun.children:
            if child.dep_ == "compound":  # "a nut allergy"
                said = phrases.Object(name=Name(child.text, words.CONCEPT))
                yield from reading.candidate(noun, who, "allergic_to", said, HAS)
    elif lemma == "type" and (illness := [one for one in noun.subtree if one.lower_ in nouns.CONDITIONS]):
        whole = noun.doc[noun.i : illness[0].i + 1].text  # "type 1 diabetes"
        yield from reading.candidate(noun, who, "has", phrases.Object(value=whole), HAS)
    elif _is_reading(noun) or (
        lemma in nouns.ILLNESSES and any(child.dep_ in {"compound", "amod", "poss"} for child in noun.children)
    ):
        yield from reading.candidate(noun, who, "has", phrases.Object(value=phrases.phrase(noun)), HAS)
    elif lemma in nouns.DWELLINGS and any(child.lower_ == "the" for child in noun.children):
        return  # "we got the Alvalade flat": nobody knows whether it is rented
    elif lemma in nouns.BELONGINGS:
        yield from reading.candidate(noun, who, "owns", situated(noun), HAS)
    elif {lemma, noun.lower_} & nouns.CONDITIONS or lemma.endswith(nouns.CONDITION_ENDINGS):
        yield from reading.candidate(noun, who, "has", phrases.Object(value=phrases.phrase(noun)), HAS)
    elif (eponym := _eponym(noun)).casefold() in nouns.CONDITIONS:
        yield from reading.candidate(noun, who, "has", phrases.Object(value=eponym), HAS)
    elif phrases.is_proper(noun) and any(child.lower_ in {"a", "an"} for child in noun.children):
        yield from reading.candidate(noun, who, "owns", phrases.thing(noun, words.CONCEPT), HAS - 0.05)
    elif lemma in role_words.ROLES or lemma in role_words.PETS:
        counted = [child for child in noun.children if child.dep_ in {"det", "nummod"}]
        if any(child.lower_ in {"the", "this", "that"} for child in counted):
            return
        first = min((one.i for one in counted), default=noun.i)
        text = noun.doc[first : noun.i + 1].text
        yield from reading.candidate(noun, who, "has", phrases.Object(value=text), HAS - 0.05)


def _is_reading(noun: Token) -> bool:
    """ "high blood pressure", "low iron": what is measured, and is told by how it is."""
    return noun.lower_ in _MEASURED and any(child.lower_ in {"high", "low"} for child in noun.children)


def _eponym(noun: Token) -> str:
    """ "Parkinson's", which is named after somebody."""
    ending = next((child for child in noun.children if child.dep_ == "case"), None)
    return f"{noun.text}'s" if ending is not None else noun.text
