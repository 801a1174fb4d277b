"""Rules for what someone or something is: "I am a nurse", "Anna's birthday is 3 May", "the run is 400 copies"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.kinds import group_of, kind
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.parties import SELF, named_side
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.beside import also, meanwhile
from assistant.extraction.relations.birthdays import is_counted
from assistant.extraction.relations.kinship import related
from assistant.extraction.relations.mutual import is_mutual
from assistant.extraction.relations.naming import several_named, thing_named
from assistant.extraction.relations.offices import is_office, office
from assistant.extraction.relations.owned import (
    LOOSE,
    OUTRIGHT,
    PLAIN,
    SELF_PARTY,
    attribute_of_owner,
    head_words,
    is_praise,
    is_someones,
    topic_of,
)
from assistant.extraction.relations.put_to import CALLED, has_owner, put_to, rang
from assistant.extraction.relations.qualities import age, quality
from assistant.extraction.relations.whereabouts import whereabouts
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token


_BORN = frozenset({"oldest", "eldest", "youngest"})  # of so many


def copula(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The facts that "is", "is called" and "is married to" state of their subjects."""
    getting = any(child.lower_ in {"get", "gets", "getting", "got"} for child in clause.verb.children)
    lasting = clause.tense == "present" and clause.passive and clause.verb.lower_ in nouns.LASTING and not getting
    parted = clause.lemma == "get" and clause.tense != "present"
    for said in (child for child in clause.verb.children if parted and child.lower_ == "divorced"):
        yield from _lasting(reading, clause, said.text)  # "my brother got divorced"
    if (lasting and not is_mutual(clause, clause.verb)) or (clause.lemma == "retire" and clause.tense != "present"):
        yield from _lasting(reading, clause, clause.verb.text)
    became = clause.lemma == "become" and clause.tense != "present"
    if clause.lemma not in CALLED | {"be"} and not became:
        return
    if clause.tense == "past" and clause.lemma == "be":
        return
    if clause.lemma in CALLED and any(child.dep_ == "dobj" for child in clause.verb.children):
        return  # "my boss named his dog Rex": not the boss is Rex
    if clause.lemma in CALLED and rang(clause.verb):
        return
    for subject in clause.subjects:
        if is_counted(subject):
            continue
        for said in (one for one in put_to(clause, subject) if not is_mutual(clause, one)):
            if clause.lemma in CALLED:
                yield from _called(reading, subject, said)
            else:
                yield from _is(reading, subject, said)
        if clause.lemma == "be":
            yield from whereabouts(reading, clause, subject)


def _lasting(reading: Reading, clause: Clause, said: str) -> Iterator[Candidate]:
    """ "My dad is retired", "I retired in May": the parser takes it for something done."""
    for who in reading.everyone(clause.subjects):
        whom = who.of_type(words.PERSON) if who.name.type == words.ORGANISATION else who  # no firm retires
        yield from reading.candidate(clause.verb, whom, "is", phrases.Object(value=said), PLAIN)


def _called(reading: Reading, subject: Token, name: Token) -> Iterator[Candidate]:
    """ "I'm called Tom", "my dog is called Rex", "the project is called Heron"."""
    if subject.lower_ == "i" and name.head.tag_ != "VBD":
        yield from reading.candidate(name, SELF_PARTY, "name", phrases.Object(value=phrases.phrase(name)), OUTRIGHT)
    elif subject.lower_ == "it" and phrases.is_proper(name):
        yield from thing_named(reading, name)
    elif subject.lower_ == "they":
        yield from several_named(reading, subject, name)
    elif any(child.dep_ == "poss" for child in subject.children):
        for one in coordinated(name) if subject.tag_ == "NNS" else [name]:
            yield from related(reading, subject, one, OUTRIGHT)
    elif subject.lemma_.lower() in nouns.INVENTED:
        return
    elif (topic := topic_of(subject)) is not None:  # "the repo for Aurora is called aurora-core"
        told = phrases.Object(value=phrases.phrase(name))
        yield from reading.candidate(name, topic, phrases.slug(head_words(subject)), told, PLAIN)
    elif subject.tag_ == "NN" and phrases.is_proper(name) and not phrases.is_proper(subject):
        kind = words.PERSON if is_occupation(subject) else words.CONCEPT
        who = Party(phrases.Name(phrases.phrase(name), kind))
        for told_so in reading.candidate(name, who, "is_a", phrases.thing(subject, words.CONCEPT), LOOSE):
            yield replace(told_so, valid_from=None, valid_until=None)  # what it is called says not until when it is one
    elif subject.lemma_.lower() in role_words.PETS and subject.tag_ == "NNS":  # "the cats are called Tom and Kitty"
        for one in coordinated(name):
            pet = Party(phrases.Name(phrases.phrase(one), words.ANIMAL))
            kind_of_pet = phrases.Object(name=phrases.Name(subject.lemma_.lower()))
            yield from reading.candidate(one, pet, "is_a", kind_of_pet, LOOSE)


def _is(reading: Reading, subject: Token, said: Token) -> Iterator[Candidate]:
    """ "<subject> is <said>" by what the two are."""
    told = has_owner(subject) or (subject.tag_ == "NN" and not phrases.is_proper(subject))
    if told and (named := named_side(said)) != said and phrases.is_proper(named):
        yield from _called(reading, subject, named)  # "my instructor is a guy called Darek"
        return
    if said.lower_ in nouns.FAITHS:
        for who in reading.parties(subject):  # "my gran is Methodist", which no name is
            yield from reading.candidate(said, who, "is", phrases.Object(value=said.text), PLAIN)
        return
    called = next((one for one in subject.rights if one.dep_ == "appos" and one.i == subject.i + 1), None)
    a_kind = any(child.lower_ in {"a", "an"} for child in said.children)
    if called is not None and a_kind and phrases.is_proper(called) and has_owner(subject):
        thing = Party(phrases.Name(phrases.phrase(called), phrases.type_of(called, words.CONCEPT)))
        yield from reading.candidate(said, thing, "is_a", phrases.thing(said, words.CONCEPT), PLAIN)
        return  # "our boat Havørn is a Hallberg-Rassy 31"
    if any(child.dep_ == "poss" for child in subject.children) and not _is_described(subject, said):
        yield from attribute_of_owner(reading, subject, said)
    elif phrases.is_proper(said) and said.left_edge.dep_ != "det" and _is_the_one(subject):
        who = Party(phrases.Name(phrases.phrase(said), words.PERSON))
        post = phrases.Object(name=phrases.Name(head_words(subject), words.CONCEPT))
        yield from reading.candidate(said, who, "is_a", post, LOOSE)
    elif phrases.is_proper(said) and (group := group_of(subject)) is not None:
        who = Party(phrases.Name(phrases.phrase(said), words.PERSON))
        yield from reading.candidate(said, who, f"{phrases.slug(head_words(subject))}_of", group, PLAIN)
    elif (topic := topic_of(subject)) is not None and not is_praise(said):
        yield from reading.candidate(said, topic, phrases.slug(head_words(subject)), phrases.attribute(said), PLAIN)
    elif any(child.dep_ == "poss" for child in said.children) and (said.pos_ == "NOUN" or said.lower_ in nouns.OFFICES):
        for one in coordinated(said):
            yield from is_someones(reading, subject, one)
    else:
        for one in coordinated(said):
            yield from _is_itself(reading, subject, one)


def _is_the_one(post: Token) -> bool:
    """ "The new intern is Amir", "electrician is Priya Nair"; not "the designer of Heron is Ada" (of Heron)."""
    behind = post.doc[post.i + 2] if post.i + 2 < len(post.doc) else post
    opens = post.i == post.sent.start and behind.ent_type_ == "PERSON"
    the = opens or any(child.lower_ == "the" for child in post.children)
    if any(child.dep_ == "conj" for child in post.children):
        return False  # "the dishwasher and the oven are Siemens"
    return the and not any(True for _ in complements(post)) and (is_occupation(post) or post.lower_ in nouns.HELPERS)


def _is_described(subject: Token, said: Token) -> bool:
    """ "my sister is a nurse": the subject is someone in a role, and the rest says what they are."""
    if phrases.role_before(subject) is not None and subject.lower_ != "tongue":
        return True  # "our dog Rex is a labrador"
    in_role = subject.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS or subject.lower_ in role_words.GROUPS
    named = any(child.dep_ == "appos" and phrases.is_proper(child) for child in subject.children)
    return ((in_role or named) and not phrases.is_proper(said)) or (named and in_role)


def _is_itself(reading: Reading, subject: Token, said: Token) -> Iterator[Candidate]:
    """What the subject is in its own right: a kind, a name, an age, a lasting quality, an amount."""
    if said.lower_ == "one" and any(child.lower_ == "of" or child.dep_ in {"amod", "det"} for child in said.children):
        return  # "one of my favourites", "the fat one"
    if phrases.is_date(said) and any(child.lower_ in {"open", "closed", "shut"} for child in said.children):
        return  # "the archive is open Tuesdays"
    if subject.lower_ == "we" and said.tag_ == "NN" and said.dep_ in {"attr", "conj"}:
        return  # "we're a family of four": none of us is one
    if any(child.lower_ == "no" for child in said.children):
        return  # "I'm allergic to mussels, so no seafood nights": what there will not be
    if said.lower_ == "friends" and subject.lower_ in {"i", "we", "they"}:
        return
    judged = said.lower_ != "fan" and not phrases.is_proper(said) and any(map(_judges, said.children))
    judged = judged or any(child.lower_ in {"so", "too"} for beside in said.children for child in beside.children)
    if judged or (subject.lower_ in {"it", "they"} and phrases.is_measure(said)):
        return  # "a great spot"; "it's been a minute"
    for who in reading.parties(subject, words.CONCEPT):
        yield from _is_so(reading, who, subject, said)


def _judges(beside: Token) -> bool:
    return beside.dep_ == "amod" and beside.lower_ in nouns.JUDGING


def _is_so(reading: Reading, who: Party, subject: Token, said: Token) -> Iterator[Candidate]:
    """As `_is_itself`, of one of those whom the subject means."""
    unclear = who.name.type == words.CONCEPT and phrases.is_proper(subject)
    person = subject.lower_ in {"she", "he", "they"} or who.name.type in {words.PERSON, words.ANIMAL} or unclear
    by_mistake = who.name.type in {words.ORGANISATION, words.PLACE} and " " not in who.name.text
    if (unclear or by_mistake) and is_occupation(said) and phrases.is_proper(subject) | (subject.lower_ == "who"):
        who = who.of_type(words.PERSON)  # "Luca is a chef"
    if said.dep_ in {"acomp", "conj"} and said.pos_ in {"ADJ", "VERB"} and not phrases.is_proper(said):
        yield from quality(reading, who, said)
    elif phrases.is_measure(said) and not phrases.is_proper(said):
        named = phrases.is_proper(subject) or subject.lower_ == "who"
        aged = said.like_num and named and who.name.text.isalpha()  # Eva, taken for a place, is 9
        counted = said.left_edge.lower_ not in {"a", "an"}  # "Leo is a 31" is the size of his shoes
        if counted and ((person and (said.like_num or said.lemma_ == "year")) or aged):
            yield from age(reading, who, said)
        elif not person and said.lower_ not in {"tomorrow", "today", "yesterday", "tonight", "now"}:
            yield from reading.candidate(said, who, "is", phrases.literal(said), LOOSE)
    elif is_office(said) and any(preposition == "of" for preposition, _ in complements(said)):
        yield from office(reading, who, said)
    elif person and phrases.is_proper(said) and any(child.lower_ == "the" for child in said.children):
        yield from kind(reading, who, said)
    elif phrases.is_proper(said):
        if who.name == SELF and not said.is_upper and said.ent_type_ not in {"NORP", "LANGUAGE"}:
            yield from _introduction(reading, who, subject, said)
        elif said.ent_type_ == "NORP":
            yield from reading.candidate(said, who, "is", phrases.Object(value=phrases.phrase(said)), PLAIN)
    elif said.lower_ in _BORN and (among := next((one for by, one in complements(said) if by == "of"), None)):
        text = said.doc[said.left_edge.i : among.right_edge.i + 1].text
        yield from reading.candidate(said, who, "is", phrases.Object(value=text), PLAIN)
    elif said.lower_ in nouns.LASTING or subject.lower_ in nouns.SIGNS_OF:
        yield from reading.candidate(said, who, "is", phrases.Object(value=said.text), PLAIN)
    elif said.pos_ == "NOUN" or any(child.lower_ in {"a", "an"} for child in said.children):
        yield from kind(reading, who, said)
        if person:
            yield from meanwhile(reading, who, said)
            yield from also(reading, who, said)


def _names_another(name: Token, behind: Token) -> bool:
    """Whether somebody else is named before that word: "I'm Leila, mum of Yasmin, 11"."""
    return any(one.pos_ == "PROPN" for one in name.doc[name.i + 1 : behind.i])


def _introduction(reading: Reading, who: Party, subject: Token, name: Token) -> Iterator[Candidate]:
    """ "I'm Nadia, 34, a photographer from Ghent": a name, and what stands beside it."""
    if any(child.dep_ in {"det", "poss"} for child in name.children) or phrases.phrase(name)[:1].isdigit():
        return  # "5 ft 8" is no name
    if name.dep_ in {"appos", "conj"} or any(one.dep_ == "attr" and one.i < name.i for one in name.head.children):
        return  # "I'm Leila, mum of three: Yasmin, Sami and Noor"
    yield from meanwhile(reading, who, name)
    alone = phrases.phrase(name).split(",")[0].strip()
    yield from reading.candidate(name, who, "name", phrases.Object(value=alone), PLAIN)
    for token in name.subtree:
        if token.dep_ == "nummod" and token.i > name.i and not _names_another(name, token):
            yield from age(reading, who, token)
        elif token.dep_ == "appos" and not phrases.is_proper(token):
            yield from _is_itself(reading, subject, token)
        elif token.dep_ == "prep" and token.lower_ == "from":
            for place in (child for child in token.children if child.dep_ == "pobj" and phrases.is_proper(child)):
                yield from reading.candidate(place, who, "from", phrases.thing(place, words.PLACE), PLAIN)
