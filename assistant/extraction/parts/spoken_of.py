"""Whom a pronoun means: the one who fits of those that were named just before, and nobody where two would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Name

if TYPE_CHECKING:
    from spacy.tokens import Token

_HAVING = nouns.words_of("own have run maintain build buy get rent lease manage keep sell")
_SPOKEN_OF = frozenset({"nsubj", "nsubjpass", "dobj", "attr"})
LIVING = frozenset({words.PERSON, words.ANIMAL})  # of people and their pets one says "she"


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a fact, and how surely the words mean it (1 = named outright)."""

    name: Name
    certainty: float = 1.0

    def of_type(self, kind: str) -> Party:
        """The same, as what it is by the words around it, whatever the recogniser took the name for."""
        return replace(self, name=replace(self.name, type=kind))


@dataclass(frozen=True, slots=True)
class Mention:
    """Someone or something named, in which sentence, and of which gender if the words say (f, m, n or unknown "")."""

    name: Name
    sentence: int
    gender: str = ""
    at: int = -1  # the token's index in its message
    role: str = ""  # the predicate by which the person has them: "my sister Anna"
    place: bool = False  # whether only a place can stand where it stands: "lives in Metz"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a message's pronouns and roles may mean: what was named before it, and the person's known relations."""

    earlier: tuple[Mention, ...] = ()
    roles: Mapping[str, str] | None = None  # "sister" -> "Anna", where there is exactly one
    latest: int = 0  # the sentence with which the latest message before it begins
    thing: str = ""  # the new thing of which that message tells last: "a sourdough starter"


def person_spoken_of(at: Token, around: Surroundings, here: Sequence[Mention]) -> Party | None:
    """The one person or pet in the latest sentence before `at` that names any; None if two are named there."""
    return spoken_of(at, "", around, here)


_GOING = frozenset({"go", "attend", "visit", "travel", "fly", "walk"})
_OBJECTS = {"m": "him", "f": "her"}
_OF_OTHER = {"m": ("she", "her", "hers"), "f": ("he", "him", "his")}


def spoken_of(pronoun: Token, gender: str, around: Surroundings, here: Sequence[Mention]) -> Party | None:
    """The one fitting name in the latest sentence before the pronoun that has any; None if two would fit.

    "Her doctor is …" after "Her cat is called Sardine" goes on about whose cat it is.
    """
    if (first := _same_before(pronoun)) is not None:
        return spoken_of(first, gender, around, here)
    if (him := _object_before(pronoun, gender, here)) is not None:
        return spoken_of(him, gender, around, here)
    if (owner := _owner_alone(pronoun)) is not None:
        return Party(Name(phrases.phrase(owner).removesuffix("'s").removesuffix("’s"), words.PERSON), 0.9)
    if gender == "n" and (thing := _had_before(pronoun)) is not None:
        return Party(Name(phrases.phrase(thing), words.CONCEPT), 0.9) if _is_described(thing) else None
    if gender == "n" and (mine := _owned_before(pronoun)) is not None:
        return Party(Name(mine, words.CONCEPT), 0.85)
    known = [one for one in here if one.at < pronoun.i]
    before = [one for one in known if not _is_the_other(one, gender, pronoun, here)]
    before = [one for one in before if not _does_it(pronoun.doc[one.at], pronoun)]
    if gender == "n":  # "Ilyes goes to École Beaubassin, it's French"
        before = [one for one in before if not _goes_somewhere(pronoun.doc[one.at])]
    if len(before) < len(known) and not any(fits(one, gender) and one.name.type == words.PERSON for one in before):
        return None
    earlier = () if gender == "n" and _follows_thing(pronoun) else around.earlier
    acting = [one for one in before if _may_be_person(one, gender) and _acts(pronoun.doc[one.at])]
    told = (
        [one for one in before if fits(one, gender)],
        acting,  # "Deniz sits next to me, he ..."
        [one for one in earlier if fits(one, gender)],
        [one for one in before if _may_be_person(one, gender)],
        [one for one in earlier if _may_be_person(one, gender)],
    )
    fitting: list[Mention] = next(filter(None, told), [])
    if not fitting:
        return None
    latest = max(one.sentence for one in fitting)
    latest_ones = [one for one in fitting if one.sentence == latest]
    surest = [lambda one: True, lambda one: one.gender == gender, lambda one: one.name.type in LIVING]
    if pronoun.dep_ == "poss" and pronoun.head.lemma_.lower() in role_words.PETS | role_words.ROLES.keys():
        surest.append(
            lambda one: one.name.type == words.PERSON
        )  # "Anna's cat is Pip and her dog is Bo": no cat has one
    for surer in surest:
        names = {one.name.text.casefold(): one.name for one in latest_ones if surer(one)}
        if len(names) == 1:
            return next(Party(name, 0.9) for name in names.values())
    return None


def _is_the_other(one: Mention, gender: str, pronoun: Token, here: Sequence[Mention]) -> bool:
    """ "Ellie is bringing her boyfriend, he is a vet": whom "her" means already is no "he"."""
    between = pronoun.doc[max(one.at + 1, pronoun.sent.start) : pronoun.i]
    other = next((word for word in between if word.lower_ in _OF_OTHER.get(gender, ())), None)
    if other is None or _does_it(pronoun.doc[one.at], other):
        return False
    return not any(one.at < later.at < other.i for later in here)


def _does_it(name: Token, pronoun: Token) -> bool:
    """Whether who is named does to the other what is said: in "Wren recognised him" he is not Wren."""
    return pronoun.dep_ == "dobj" and name.dep_ == "nsubj" and name.head == pronoun.head


def _object_before(pronoun: Token, gender: str, here: Sequence[Mention]) -> Token | None:
    """The "him" of "Wren recognised him: he's her brother", if nobody else is named behind it."""
    before = pronoun.doc[pronoun.sent.start : pronoun.i]
    him = next((one for one in before if one.lower_ == _OBJECTS.get(gender) and one.dep_ == "dobj"), None)
    return him if him is not None and not any(him.i < later.at < pronoun.i for later in here) else None


def _same_before(pronoun: Token) -> Token | None:
    """The same possessive that the sentence before begins with, where this one begins its own."""
    if pronoun.dep_ != "poss" or pronoun.i != pronoun.sent.start or not pronoun.i:
        return None
    first = pronoun.nbor(-1).sent[0]
    return first if first.dep_ == "poss" and first.lower_ == pronoun.lower_ else None


def _owner_alone(pronoun: Token) -> Token | None:
    """Paula in "mine is Ingvild and Paula's is her brother Mateo"."""
    if pronoun.dep_ != "poss" or pronoun.head.dep_ != "attr":
        return None
    subjects = (one for one in pronoun.head.head.children if one.dep_ == "nsubj" and one.pos_ == "PROPN")
    return next((one for one in subjects if any(child.dep_ == "case" for child in one.children)), None)


def _had_before(pronoun: Token) -> Token | None:
    """The login service in "the Platform team owns the login service, it's written in Go": it, and not the team."""
    clause = pronoun.head
    while clause.dep_ in {"auxpass", "aux"}:
        clause = clause.head
    before = next((one for one in clause.lefts if one.dep_ in {"ccomp", "parataxis"} and one.i < pronoun.i), clause)
    before = clause.head if before == clause and clause.dep_ in {"conj", "parataxis"} else before
    if before == clause or before.lemma_ not in _HAVING:
        return None
    return next((one for one in before.rights if one.dep_ == "dobj" and one.tag_ in {"NN", "NNP"}), None)


def _owned_before(pronoun: Token) -> str | None:
    """ "My final project" in "My final project is a library made of wood. It's due in June", of which it is said."""
    start = pronoun.sent.start
    if pronoun.i != start or not start or pronoun.dep_ not in {"nsubj", "nsubjpass"}:
        return None
    told = next((one for one in pronoun.doc[start - 1].sent if one.dep_ == "nsubj"), None)
    if told is None or told.tag_ != "NN" or told.head.lemma_ != "be":
        return None
    mine = next((one for one in told.children if one.dep_ == "poss" and one.lower_ in {"my", "our"}), None)
    named = any(phrases.is_proper(one) for one in told.head.children if one.dep_ in {"attr", "oprd"})
    living = told.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS
    return f"{mine.text} {phrases.phrase(told)}" if mine is not None and not named and not living else None


def _is_described(thing: Token) -> bool:
    """Whether its words tell which one it is: "the login service", not "a car"."""
    said = {child.dep_ for child in thing.children}
    return phrases.is_proper(thing) or ("compound" in said and any(one.lower_ == "the" for one in thing.lefts))


def _follows_thing(pronoun: Token) -> bool:
    """Whether a thing without a name is spoken of before it: "we switched butter, it's from Acorn"."""
    before = pronoun.doc[pronoun.sent.start : pronoun.i]
    return any(one.pos_ == "NOUN" and one.dep_ in _SPOKEN_OF and not phrases.is_date(one) for one in before)


def _may_be_person(mention: Mention, gender: str) -> bool:
    """One word that the recogniser took for a place or a firm: "she" is neither."""
    return (
        not mention.place
        and gender in {"f", "m"}
        and mention.gender in {gender, "", "n"}
        and " " not in mention.name.text
    )


def _goes_somewhere(name: Token) -> bool:
    return name.dep_ == "nsubj" and name.head.lemma_ in _GOING


def _acts(name: Token) -> bool:
    """Whether it does something, other than to be."""
    return name.dep_ == "nsubj" and name.head.pos_ == "VERB"


def fits(mention: Mention, gender: str) -> bool:
    """Whether a pronoun of that gender may mean it: by its own gender, if any, and by what it is."""
    if not role_words.GROUPS.isdisjoint(mention.name.text.casefold().split()[-1:]):
        return False  # "my parents" are no "he"
    if gender == "n":
        return mention.gender in {"n", ""} and mention.name.type not in {words.PERSON, words.PLACE}
    if gender and mention.gender not in {gender, ""}:
        return False
    return mention.name.type in {words.PERSON, words.CONCEPT, words.ANIMAL}


def is_called_out(token: Token) -> bool:
    """ "Thanks, Gina!", "Hey Jon, it's been ...": who is spoken to, and what is called out, tell nothing."""
    if token.lower_ in nouns.EXCLAIMED or (token.dep_ == "intj" and not phrases.is_proper(token)):
        return True
    if token.pos_ != "PROPN":
        return False
    before = token.doc[max(token.sent.start, token.i - 3) : token.i]
    opened = [one for one in before if not one.is_punct]
    greeted = bool(opened) and opened[0].i == token.sent.start and all(one.lower_ in nouns.EXCLAIMED for one in opened)
    after = token.nbor(1).text if token.i + 1 < len(token.doc) else "."
    return greeted and (after in ".,!?:;" or token.i + 1 == token.sent.end)
