"""Rules for who is what to whom: "my sister Anna", "Anna, my sister," "a dog named Rex", "Anna's husband Tom"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.extents import kind_before, named_beside
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Party, is_called_out
from assistant.extraction.parts.subjects import coordinated, subjects_of
from assistant.extraction.reading import Reading
from assistant.extraction.relations.deaths import is_dead
from assistant.extraction.relations.kinds_beside import kind_alone, named_by, of_kind
from assistant.extraction.relations.offices import headship, is_headship, is_office, office
from assistant.extraction.statements import is_plain, is_question
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import lemma as base_form
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

BESIDE = 0.85
_TILL_DEATH = frozenset({"married_to", "partner"})
_NO_MORE = frozenset({"former", "previous", "ex"})
_LEFT_BEHIND = frozenset({"boss", "colleague", "flatmate", "roommate", "neighbour", "teacher", "landlord", "coach"})
_OF_KINDS = frozenset({"boss", "partner", "married_to", "mother", "father"})  # of which people have others beside

_NEAR = 5  # words: "supervisor is called Professor Kragh"
# "we hired someone new, Fatima", "bought a new one, motu m4"
_NO_RELATION = nouns.PASSING_NOUNS | nouns.ANYONE | {"name", "one"}
_COMPARED = frozenset({"better", "worse", "best", "worst"})  # "my Portuguese is A2, Sinéad's better"


def related(reading: Reading, role: Token, named: Token, confidence: float) -> Iterator[Candidate]:
    """The owner of `role` has `named` in that role; a pet is also told its kind."""
    for whose in reading.owners(role):
        yield from related_to(reading, whose, role, named, confidence)


def related_to(reading: Reading, whose: Party, role: Token, named: Token, confidence: float) -> Iterator[Candidate]:
    lemma = role.lower_ if role.lower_ in role_words.ROLES else role.lemma_.lower()
    if role.lower_ in nouns.WORKS and named.dep_ == "oprd":
        work = phrases.Object(name=Name(phrases.title(named.left_edge), words.WORK))
        yield from reading.candidate(named, whose, lemma, work, confidence - 0.05)
        return
    lemma = "child" if lemma == "old" else lemma  # "a 3-month-old called Hugo"
    text = phrases.phrase(named)
    if lemma in role_words.PETS:
        pet = Party(Name(text, words.ANIMAL))
        yield from reading.candidate(named, whose, "pet", pet, confidence)
        if lemma != "pet":
            kind = f"guinea {lemma}" if any(child.lower_ == "guinea" for child in role.children) else lemma
            yield from reading.candidate(named, pet, "is_a", phrases.Object(name=Name(kind)), confidence)
    elif lemma in role_words.ROLES and (once := _once(role, lemma)):
        had = f"{once}_{role.lower_}"  # "my old boss Helen" is no boss of mine
        yield from reading.candidate(named, whose, had, Party(Name(text, words.PERSON)), confidence)
    elif role_words.ROLES.get(lemma) in _TILL_DEATH and is_dead(role, named):
        late = f"late_{role.lower_}"  # "my late husband Ernst": nobody is married to him
        yield from reading.candidate(named, whose, late, Party(Name(text, words.PERSON)), confidence)
    elif lemma == "supervisor" and (thesis := _supervised(role)):
        supervisor = Party(Name(text, words.PERSON))  # "my dissertation is on ..., supervisor is Helen": she is no boss
        yield from reading.candidate(named, whose, f"{thesis}_supervisor", supervisor, confidence)
    elif role_words.ROLES.get(lemma) in _OF_KINDS and _is_of_a_kind(role):
        kind = phrases.slug(phrases.phrase(role))  # "my thesis supervisor", "my dance partner", "my host mother"
        yield from reading.candidate(named, whose, kind, Party(Name(text, words.PERSON)), confidence)
    elif lemma in role_words.ROLES:
        yield from reading.candidate(named, whose, role_words.ROLES[lemma], Party(Name(text, words.PERSON)), confidence)
    elif phrases.is_proper(named) and not phrases.is_proper(role) and lemma not in _NO_RELATION:
        kind = phrases.type_of(named, _kind_of(lemma))
        if kind == words.PERSON and not (lemma in words.PERSONAL or is_occupation(role)):
            kind = _kind_of(lemma)  # "our design system is called Pebble"
        of_a_kind = [one.text for one in role.lefts if one.dep_ == "compound" and one.pos_ == "NOUN"]
        if not role_words.ROLES.keys().isdisjoint(of_a_kind):
            return  # "Mika's mum sofa"
        said = phrases.slug(" ".join([*of_a_kind, role.lemma_]))
        yield from reading.candidate(named, whose, said, Party(Name(text, kind)), confidence - 0.05)


def _once(role: Token, lemma: str) -> str:
    """By which word it is over; an old friend still is one, and of two sisters the old one is the elder."""
    said = {child.lower_ for child in role.children if child.dep_ == "amod"}
    over = _NO_MORE | ({"old"} if role_words.ROLES[lemma] in _LEFT_BEHIND else set())
    return min(said & over, default="")


def _is_of_a_kind(role: Token) -> bool:
    return any(child.dep_ == "compound" and child.pos_ == "NOUN" for child in role.children)


def _supervised(role: Token) -> str:
    """What is written under a supervisor, by the rest of what is said, or "academic" work under a professor; empty for
    one at work.
    """
    written = next((one.lower_ for one in role.doc if one.lower_ in {"dissertation", "thesis", "phd", "doctorate"}), "")
    near = {one.lower_.rstrip(".") for one in role.doc[role.i : role.i + _NEAR]}
    return written or ("academic" if near & {"professor", "prof"} else "")


def _kind_of(lemma: str) -> str:
    if lemma in {"project", "company", "employer", "city", "town"}:
        return {"project": words.PROJECT, "city": words.PLACE, "town": words.PLACE}.get(lemma, words.ORGANISATION)
    return words.CONCEPT


def appositions(reading: Reading) -> Iterator[Candidate]:
    """ "my sister Anna", "my boss, Carla,", "Anna, my sister,", "my sister anna" anywhere in a plain statement.

    Since when is said of what the sentence states ("my sister Anna is in Spain since May"), not of who they are.
    """
    for one in _beside(reading):
        yield replace(one, valid_from=None, valid_until=None)


def _beside(reading: Reading) -> Iterator[Candidate]:
    for token in reading.doc:
        role = phrases.role_before(token) if phrases.is_proper(token) else None
        if token.dep_ == "appos" and named_beside(token.head) == token and _is_stated(token):
            yield from of_kind(reading, token, phrases.phrase(token.head))
        elif token.dep_ == "appos" and _heads_list(token.head):
            for one in coordinated(token):
                yield from related(reading, token.head, one, BESIDE)
        elif (
            token.dep_ == "appos"
            and role is None
            and (_is_stated(token) or (_of_role(token) and _is_taken_for_granted(token)))
        ):
            yield from _apposition(reading, token.head, token)
        elif role is not None and (_is_stated(token) or _is_taken_for_granted(token)):
            whose = reading.owner(token)
            if whose is not None:
                yield from related_to(reading, whose, role, token, BESIDE)
        elif phrases.is_proper(token) and (title := _title(token)) and _is_taken_for_granted(token):
            named = Party(Name(phrases.phrase(token), words.PERSON))
            yield from reading.candidate(token, Party(SELF), title, named, BESIDE)
        elif (bearer := named_by(token)) is not None and _is_stated(bearer):
            yield from of_kind(reading, token, kind_alone(bearer))
        elif phrases.is_proper(token) and (kind := kind_before(token)) and _is_stated(token):
            yield from of_kind(reading, token, kind)
        elif token.dep_ == "nsubj" and token.lemma_.lower() in role_words.ROLES and _is_stated(token):
            name = token.nbor(1) if token.i + 1 < len(reading.doc) else token
            if name == token.head and name.pos_ in {"PROPN", "NOUN"} and name.dep_ in {"nsubj", "nsubjpass"}:
                yield from related(reading, token, name, BESIDE)


def _heads_list(noun: Token) -> bool:
    """ "My crew: Luis, Hannah and Kofi"."""
    mine = any(child.dep_ == "poss" and child.lower_ in {"my", "our"} for child in noun.children)
    return mine and noun.dep_ == "ROOT" and noun.i + 1 < len(noun.doc) and noun.nbor(1).text == ":"


def _apposition(reading: Reading, head: Token, beside: Token) -> Iterator[Candidate]:
    if is_called_out(head) or is_called_out(beside):
        return  # "Hey Nate, my favourite treat is ..."
    if head.dep_ == "attr" and any(child.lower_ == "i" for child in head.head.children):
        return  # "I'm Nadia, a photographer": that is about the person
    whose = next((child for child in beside.children if child.dep_ == "poss"), None)
    if whose is not None and phrases.is_proper(whose) and phrases.is_proper(head) and beside.lower_ in role_words.ROLES:
        yield from related(reading, beside, head, BESIDE)  # "my granddaughter Isla, Fiona's daughter"
        return
    owned = next((one for one in (head, beside) if any(child.dep_ == "poss" for child in one.children)), None)
    if phrases.is_proper(head) and is_office(beside) and owned is None:
        yield from office(reading, Party(Name(phrases.phrase(head), words.PERSON)), beside)
        return
    if phrases.is_proper(head) and is_headship(beside) and owned is None:
        yield from headship(reading, Party(Name(phrases.phrase(head), words.PERSON)), beside)
        return
    if phrases.is_proper(head) and beside.pos_ == "NOUN" and owned is None:
        if head.dep_ == "appos" and head.head.lemma_.lower() not in role_words.PETS:
            return  # "I owe the caretaker, Herr Popp, a bottle of wine"
        if beside.left_edge.i == head.i + 1:
            return  # "for Anouk a pocket knife, for Hugo a headlamp": no comma between them
        if any(child.lower_ in {"a", "an"} for child in head.children):
            return  # "My smoker is a Dadant, a present from Tim": that is said of the smoker, not of its make
        if any(child.lower_ in {"a", "an"} for child in beside.children):
            who = Party(Name(phrases.phrase(head), phrases.type_of(head, words.CONCEPT)))
            yield from reading.candidate(beside, who, "is_a", phrases.thing(beside, words.CONCEPT), BESIDE)
        return
    if owned is None and phrases.is_proper(beside) and is_occupation(head):
        if any(child.lower_ == "the" for child in head.children):  # "the physio, Marta, gave me a wax bath"
            who = Party(Name(phrases.phrase(beside), phrases.type_of(beside, words.PERSON)))
            yield from reading.candidate(beside, who, "is_a", phrases.thing(head, words.CONCEPT), BESIDE)
        return
    if owned is None or owned.lower_ in _COMPARED:
        return
    named = beside if owned == head else head
    if beside == named and owned == head and owned.tag_ == "NN" and _is_named_already(owned, beside):
        return  # "his brother Lorne (debts), Mick Rudd"
    if named.i and named.nbor(-1) != owned and named.nbor(-1).text in role_words.ROLES:
        return  # "my brother Tim and Jonas' friend Farah"
    if owned.lower_ == "employer" and any(child.lower_ == "the" for child in named.children):
        firm = Party(Name(phrases.phrase(named), words.ORGANISATION))  # "my employer, the city library"
        for who in reading.owners(owned):
            yield from reading.candidate(named, who, "works_for", firm, BESIDE)
        return
    if named.ent_type_ in {"GPE", "LOC"} and named.dep_ == "pobj" and owned.lemma_.lower() in role_words.ROLES:
        return  # "they live in Ghent, my aunt and uncle"
    if phrases.is_proper(named):
        many = owned.tag_ == "NNS"
        if many and named == head and owned != head and not any(one.dep_ == "conj" for one in named.children):
            return  # "my wife Samira, our sons Ilyes and Nour"
        for one in coordinated(named) if many else [named]:
            yield from related(reading, owned, one, BESIDE)


def _is_named_already(role: Token, name: Token) -> bool:
    return any(one.dep_ == "appos" and phrases.is_proper(one) and one.i < name.i for one in role.children)


def _is_stated(token: Token) -> bool:
    """Whether the clause around a phrase is a plain statement."""
    if is_question(token.sent):
        return False
    verb = token
    while verb.dep_ != "ROOT" and verb.pos_ not in {"VERB", "AUX"}:
        verb = verb.head
    return verb.pos_ in {"VERB", "AUX"} and bool(subjects_of(verb)) and is_plain(verb)


def _title(name: Token) -> str:
    """The relation that "Grandma" in "Grandma Wilma" tells: the speaker's own, where nobody else's is said."""
    before = [child for child in name.children if child.dep_ == "compound" and child.i == name.i - 1]
    if not before or any(child.dep_ in {"poss", "det"} for child in name.children):
        return ""
    if any(child.dep_ == "neg" for child in name.head.children):
        return ""  # "Uncle Bob isn't really my uncle"
    return role_words.KIN_TITLES.get(before[0].lower_, "")


def _of_role(beside: Token) -> bool:
    """ "my sister, Anna", "Anna, my sister" or "my dermatologist, Dr. Lee"."""
    return any(
        (one.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS or is_occupation(one))
        and any(child.dep_ == "poss" for child in one.children)
        for one in (beside, beside.head)
    )


def _is_taken_for_granted(token: Token) -> bool:
    """Whether "my sister Anna" is told in passing, whatever is denied or wished of her; not where all is imagined, by
    what is said before.
    """
    if is_question(token.sent):
        return False
    return not any(
        one.pos_ in {"VERB", "AUX"}
        and (
            (one.i < token.i and base_form(one) in words.ATTITUDES and not _is_bidding(one))
            or any(child.dep_ == "mark" and child.lower_ == "if" for child in one.children)
        )
        for one in token.ancestors
    )


def _is_bidding(verb: Token) -> bool:
    """ "Plan a party for my daughter Lila", "write to my boss Greta": whatever is asked for, she is that."""
    bid = base_form(verb) in {"write", "plan", "suggest", "explain", "mention"}
    return bid and verb.dep_ == "ROOT" and verb.tag_ == "VB" and not subjects_of(verb)
