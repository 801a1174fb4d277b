"""The names that stand beside what somebody has: "two kids, Mia and Leo", "a cat called Pip", "sons: Al and Bo"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.words import role_words
from assistant.extraction.words.dates import NUMBERS

if TYPE_CHECKING:
    from spacy.tokens import Token

_NAMED = role_words.PETS | role_words.ROLES.keys()


def _as_many(noun: Token, first: Token) -> bool:
    """ "two rats, pepper and clove": as many words as were counted are their names, in small letters too."""
    counted = next((child for child in noun.children if child.dep_ == "nummod"), None)
    if counted is None or noun.lemma_.lower() not in _NAMED:
        return False
    names = list(coordinated(first))
    number = int(counted.text) if counted.text.isdigit() else NUMBERS.get(counted.lower_)
    return number == len(names) and all(one.is_alpha and not any(True for _ in one.lefts) for one in names)


def names_given(noun: Token) -> Iterator[tuple[Token, Token]]:
    """(what it is, its name): the parser hangs "and a cat called Pip" on the name of the horse before it."""
    for child in noun.children:
        if child.dep_ == "appos" and (given := list(_called(child))):  # "a boat, a Folkboat called Havsule"
            yield from ((noun, name) for name in given)
        elif (child.dep_ == "appos" and phrases.is_proper(child)) or (
            child.dep_ in {"appos", "conj"} and _as_many(noun, child)
        ):
            yield from ((noun, name) for name in coordinated(child))
        elif child.dep_ == "appos":  # "a dog, a poodle called Fifi"
            yield from names_given(child)
    for name in _called(noun):
        if name.lemma_.lower() in _NAMED:
            yield from names_given(name)
        else:
            yield noun, name
    yield from ((noun, name) for name in _behind_colon(noun))


def _called(noun: Token) -> Iterator[Token]:
    """ "called Rex and Bo" behind the noun."""
    for child in noun.children:
        if phrases.is_naming(child):
            yield from (one for given in child.children if given.dep_ == "oprd" for one in coordinated(given))


def _behind_colon(noun: Token) -> list[Token]:
    """ "three children: Alan, Fiona and Derek", where to the parser the names are a sentence of their own, or when."""
    if noun.i + 2 >= len(noun.doc) or noun.nbor(1).text != ":" or noun.lemma_.lower() not in _NAMED:
        return []
    first = noun.nbor(2)
    while first.dep_ == "compound" and first.head.i > first.i:
        first = first.head
    names = list(coordinated(first)) if first.dep_ == "ROOT" or first.head == noun.head else []
    return names if all(phrases.is_proper(name) for name in names) else []
