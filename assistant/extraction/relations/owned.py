"""Rules for what is somebody's: "my name is Tom", "Anna's birthday is 3 May", "Lisbon is my favourite city"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases, places
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.parties import FIRST_PERSON, SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.kinship import related, related_to
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

_DOERS = ("ers", "ors", "ists", "ants")  # by which many a verb ends, too: "you bestseller buns"
_JOBS = nouns.words_of("job occupation profession work career role")
_AS_OF_NOW = nouns.words_of("new current present actual own")  # "my new phone number" is my phone number
_DIALLED = 6  # digits of what is called and is no number on a shirt or a door
_NUMBERS_OF = nouns.words_of("policy number no account contract reference ref customer member membership")
_DAYS_OF_ONES_OWN = frozenset({"name day", "last day", "first day", "last working day"})
_LEVEL = re.compile(r"[ABC][12][+-]?")  # of a language, by the European framework
OUTRIGHT, PLAIN, LOOSE = 0.92, 0.85, 0.75
PUTTING = frozenset({"attr", "acomp", "oprd"})
SELF_PARTY = Party(SELF)


def attribute_of_owner(reading: Reading, noun: Token, said: Token) -> Iterator[Candidate]:
    """ "my name is Tom", "Anna's birthday is 3 May", "my boss is Carla", "my favourite colour is green"."""
    lemma = noun.lemma_.lower()
    if noun.ent_type_ in {"NORP", "LANGUAGE"} and (said.pos_ == "ADJ" or _LEVEL.fullmatch(said.text)):
        yield from _language(reading, noun, said)
        return
    whose = next(child for child in noun.children if child.dep_ == "poss")
    if any(child.dep_ == "poss" for child in said.children) and not phrases.is_proper(said):
        return  # "my phone is my life"
    if said.i and said.nbor(-1).dep_ == "appos" and said.nbor(-1).lower_ in _NUMBERS_OF:
        return  # "our insurance is with Saga, policy SG-77120"
    favoured = any(child.lower_ in nouns.FAVOURITE for child in noun.children)
    if lemma in nouns.INVENTED and not favoured:
        return  # "my character is a bard"
    if head_words(noun).casefold() in {"name", "good name"}:  # the latter is how India asks and tells it
        if (whose.pos_ == "NOUN" or whose.lower_ in role_words.ROLES) and any(
            child.dep_ == "poss" for child in whose.children
        ):
            yield from related(reading, whose, said, OUTRIGHT)
        elif whose.lower_ == "my":
            yield from reading.candidate(said, SELF_PARTY, "name", phrases.Object(value=phrases.phrase(said)), OUTRIGHT)
        return
    if noun.lower_ == "names" and whose.tag_ == "NNS":  # "my kids' names are Leo and Mia"
        for one in coordinated(said):
            yield from related(reading, whose, one, OUTRIGHT)
        return
    if lemma == "name":  # "my full name", "Anna's last name"
        who = reading.owner(noun)
        role = next((one for one in noun.children if one.lower_ in role_words.ROLES and one.dep_ != "poss"), None)
        if role is not None and who is not None and phrases.is_proper(said):  # "my wife name is Ngozi"
            yield from related_to(reading, who, role, said, OUTRIGHT)
            return
        if who is not None:
            predicate = "name" if head_words(noun).casefold() == "full name" else phrases.slug(head_words(noun))
            yield from reading.candidate(said, who, predicate, phrases.Object(value=phrases.phrase(said)), OUTRIGHT)
        return
    if (lemma in role_words.ROLES or lemma in role_words.PETS) and phrases.is_proper(said):
        for one in coordinated(said):
            if one.lower_ not in FIRST_PERSON | {"one"}:  # "my boss is Ewa and I work at ..."
                yield from related(reading, noun, one, OUTRIGHT)
        return
    who = reading.owner(noun) if not is_praise(said) else None
    if who is not None and (time := _part_of_month(said)):
        yield from reading.candidate(said, who, phrases.slug(head_words(noun)), phrases.Object(value=time), PLAIN)
        return
    favourite = any(child.lower_ in nouns.FAVOURITE for child in noun.children)
    if (
        who is None
        or (lemma in nouns.PASSING_NOUNS and not favourite and head_words(noun).casefold() not in _DAYS_OF_ONES_OWN)
        or (said.lemma_.lower() in nouns.NOT_A_KIND and not phrases.is_proper(said))
    ):
        return
    if lemma not in _JOBS and is_occupation(said) and any(child.lower_ in {"a", "an"} for child in said.children):
        return  # "my fella is a postman": whoever that is, it is no relation to a postman
    if head_words(noun).casefold() == "last day" and any(True for _ in complements(noun)):
        return  # "my last day at Acme" is until when one works there
    if lemma in role_words.ROLES and phrases.is_measure(said):
        return  # "my boss is 50": that is how old they are
    if (
        said.pos_ == "ADJ"
        and not favourite
        and not any(one.isdigit() for one in said.text)
        and said.tag_ in {"JJ", "VBN", "JJR"}
        and not said.text[:1].isupper()
        and not said.like_email
        and lemma not in {"colour", "color", "size", "type", "group"} | nouns.LOOKS
    ):
        return  # "my phone is broken" passes
    if lemma == "phone" and sum(one.isdigit() for one in phrases.number(said) or phrases.phrase(said)) < 5:
        yield from reading.candidate(said, who, "owns", phrases.attribute(said), PLAIN)  # "my phone is a Pixel 8"
        return
    if lemma == "address" and not said.like_email:
        yield from reading.candidate(said, who, phrases.slug(head_words(noun)), places.place_in_full(said), PLAIN)
        return
    first = noun.head.nbor(1)
    whole = lemma == "title" or ((lemma in nouns.WORKS or said.dep_ not in PUTTING) and not _are_several(said))
    if first.text[:1].isupper() and whole:
        work = phrases.Object(name=phrases.Name(phrases.title(first), words.CONCEPT))
        yield from reading.candidate(said, who, phrases.slug(head_words(noun)), work, PLAIN)
        return
    predicate = phrases.slug(head_words(noun))
    if predicate == "number" and sum(one.isdigit() for one in phrases.number(said)) >= _DIALLED:
        predicate = "phone"
    named = _are_several(said) and phrases.is_proper(said)  # "my references are Helen Cho and Dr Priestley"
    if noun.tag_ == "NNS" and (favourite or named or noun.lower_.endswith(_DOERS)):
        predicate = predicate.removesuffix(noun.lower_) + lemma  # "my favourite authors", "our bestsellers"
    for one in coordinated(said):
        owners = [child for child in one.children if child.dep_ == "poss"]
        apart = one != said and any(child.lower_ in {"my", "our"} or phrases.is_measure(said) for child in owners)
        if not apart and not any(child.dep_ == "nsubj" for child in one.children):  # "... is Placebo and I play drums"
            yield from reading.candidate(said, who, predicate, phrases.attribute(one, lemma), PLAIN)


def _part_of_month(said: Token) -> str:
    """ "the end of March", of which the parser makes an end."""
    of = [one for by, one in complements(said) if by == "of" and phrases.is_date(one)]
    is_part = said.lower_ in {"end", "beginning", "start", "middle"} and bool(of)
    return said.doc[said.left_edge.i : of[0].right_edge.i + 1].text if is_part else ""


def _language(reading: Reading, language: Token, how: Token) -> Iterator[Candidate]:
    """ "My French is fluent", "my German is B2": who has one, speaks it."""
    who = reading.owner(language)
    if who is not None and how.lower_ not in {"non-existent", "nonexistent"}:
        spoken = phrases.Object(name=phrases.Name(language.text, words.LANGUAGE))
        yield from reading.candidate(how, who, "speaks", spoken, PLAIN)


def is_praise(said: Token) -> bool:
    """ "so inspiring", "a bit dodgy", "amazing": how somebody finds it."""
    degree = any(
        child.dep_ in {"advmod", "npadvmod"} and child.lower_ in {"so", "too", "very", "really", "bit"}
        for child in said.children
    )
    return degree or said.lower_ in nouns.JUDGING or said.lower_ in {"one", "inspiring", "captivating", "interesting"}


def _are_several(said: Token) -> bool:
    return any(child.dep_ == "conj" for child in said.children)


def topic_of(noun: Token) -> Party | None:
    """Portugal in "the capital of Portugal", Heron in "the deadline for Heron"."""
    for preposition, token in complements(noun):
        if preposition in {"of", "for"} and phrases.is_proper(token):
            return Party(phrases.Name(phrases.phrase(token), phrases.type_of(token, words.CONCEPT)))
    return None


def head_words(noun: Token) -> str:
    """The noun with its adjectives and compounds, in the singular form given: "favourite colour"."""
    direct = [child for child in noun.children if child.dep_ in {"compound", "amod"} and child.i < noun.i]
    beside = [one for child in direct for one in child.subtree if one.dep_ in {"compound", "amod"}]
    least = [one for child in direct for one in child.children if one.lower_ == "least"]  # "my least favourite chore"
    kept = [child.text for child in [*least, *beside] if child.lower_ not in _AS_OF_NOW]
    kept = ["favourite" if one.casefold() in {"fav", "fave"} else one for one in kept]
    return " ".join([*kept, noun.text])


def is_someones(reading: Reading, subject: Token, role: Token) -> Iterator[Candidate]:
    """ "Anna is my sister", "Lisbon is my favourite city"."""
    who, whose = reading.party(subject) or _bare_name(subject, role), reading.owner(role)
    if who is None or whose is None or subject.lower_ in {"this", "that", "it"}:
        return
    lemma = role.lemma_.lower()
    if lemma in role_words.ROLES and (named := _named_behind(role)) is not None and _is_post(subject):
        office = phrases.Object(name=phrases.Name(_in_full(subject).lower(), words.CONCEPT))
        yield from reading.candidate(role, Party(phrases.Name(named, words.PERSON)), "is_a", office, LOOSE)
    elif lemma in role_words.ROLES or lemma in role_words.PETS:
        who = who if lemma in role_words.ROLES else who.of_type(words.ANIMAL)
        yield from reading.candidate(role, whose, role_words.ROLES.get(lemma, "pet"), who, OUTRIGHT)
        if lemma in role_words.PETS - {"pet"} and phrases.is_proper(subject):
            yield from reading.candidate(role, who, "is_a", phrases.Object(name=phrases.Name(lemma)), PLAIN)
    elif lemma not in nouns.PASSING_NOUNS and who.name != SELF:
        kind = words.PERSON if lemma in nouns.OFFICES else phrases.type_of(subject, words.CONCEPT)
        said = who.of_type(kind)
        yield from reading.candidate(role, whose, phrases.slug(_in_full(role)), said, PLAIN)


def _named_behind(role: Token) -> str | None:
    """Elisa, of "my cousin Elisa"."""
    return next((phrases.phrase(one) for one in role.children if one.dep_ == "appos" and phrases.is_proper(one)), None)


def _is_post(noun: Token) -> bool:
    """Whether it says what somebody is, and names nobody: "the best man", "Maid of honour" where a sentence begins."""
    return noun.text.islower() or (noun.i == noun.sent.start and any(one.lower_ == "of" for one in noun.children))


def _in_full(noun: Token) -> str:
    """The noun with what it is of, where that is one bare word: "maid of honour"."""
    of = next((one for one in noun.children if one.lower_ == "of" and one.i == noun.i + 1), None)
    bare = next((one for one in of.children if one.dep_ == "pobj"), None) if of is not None else None
    is_one = bare is not None and not any(True for _ in bare.children) and bare.text.islower()
    return f"{head_words(noun)} of {bare.text}" if is_one and bare is not None else head_words(noun)


def _bare_name(subject: Token, role: Token) -> Party | None:
    """ "hope is my niece", in small letters: only somebody is kin, whatever else the word means."""
    lemma = role.lemma_.lower()
    kin = lemma in role_words.FEMALE | role_words.MALE or role_words.ROLES.get(lemma) in {"child", "cousin", "sibling"}
    if not kin or subject.tag_ not in {"NN", "VB", "JJ"} or any(True for _ in subject.lefts):
        return None
    return Party(phrases.Name(subject.text, words.PERSON), 0.9)
