"""Rules for how someone is: allergic to nuts, vegetarian, Portuguese, 34 years old."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import LIVING, Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import NUMBERS
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_OF_A_BABY = frozenset({"month", "week", "day"})
_PARTS = frozenset({"half", "part", "quarter"})  # "half Dutch, half Croatian"


def quality(reading: Reading, who: Party, adjective: Token) -> Iterator[Candidate]:
    """ "allergic to nuts", "vegetarian", "34 years old", "Portuguese"."""
    if adjective.lower_ == "old":
        years = next((child for child in adjective.children if child.dep_ == "npadvmod"), None)
        if years is not None and (who.name.type in LIVING or who.name.text.istitle()):
            yield from age(reading, who, years)
        return
    if adjective.lower_ == "tall":
        size = next((child for child in adjective.children if child.dep_ == "npadvmod"), None)
        if size is not None and phrases.is_measure(size):
            yield from reading.candidate(adjective, who, "height", phrases.literal(size), PLAIN)
        return
    verb = adjective
    while verb.dep_ in {"acomp", "attr", "conj"} and verb.pos_ not in {"VERB", "AUX"}:
        verb = verb.head
    beside = [one for one in complements(verb) if adjective.nbor(1).lower_ == one[0]]  # hung on the verb
    for preposition, token in [*complements(adjective), *beside]:
        says = words.STATES.get((adjective.lower_, preposition))
        if says is not None:
            for one in coordinated(token):
                said = reading.party(one) if says.object == words.PERSON else phrases.thing(one, says.object)
                yield from reading.candidate(adjective, who, says.predicate, said, PLAIN)
    of_what = next((child for child in adjective.children if child.i == adjective.i - 1), None)
    if adjective.lower_ == "intolerant" and of_what is not None and of_what.pos_ in {"ADJ", "NOUN", "VERB"}:
        said = phrases.Object(value=f"{of_what.text} {adjective.text}")
        yield from reading.candidate(adjective, who, "is", said, PLAIN)
    for one in coordinated(adjective):
        if one.lower_ in nouns.LASTING or one.ent_type_ == "NORP":
            if one.lower_ == "married" and any(preposition == "to" for preposition, _ in complements(one)):
                continue
            half = [child.text for child in one.lefts if child.lower_ in _PARTS]
            yield from reading.candidate(one, who, "is", phrases.Object(value=" ".join([*half, one.text])), PLAIN)


def age(reading: Reading, who: Party, token: Token) -> Iterator[Candidate]:
    """The number of years in "34", "nine" or "34 years"; of a baby its months or weeks, with the word."""
    number = token if token.like_num else next((child for child in token.children if child.dep_ == "nummod"), None)
    if token.head.lemma_ == "be" and any(child.lower_ == "we" for child in token.head.children):
        return  # "we're four: me, Jonah, ..."
    if token.head.lower_ == "are" and any(child.dep_ == "nsubj" and _is_one(child) for child in token.head.children):
        return  # "Dyson are now 32": of a firm, how many they are
    if number is None or any(child.lower_ == "of" for child in token.children) or _is_to_come(token):
        return
    if number.i and number.nbor(-1).text in {"£", "$", "€"}:
        return
    unit = token if token != number else number.head
    if unit.lemma_.lower() in _OF_A_BABY:
        yield from reading.candidate(token, who, "age", phrases.Object(value=f"{number.text} {unit.text}"), PLAIN)
    elif number.text.isdigit() and 0 < int(number.text) < 130:
        yield from reading.candidate(token, who, "age", phrases.Object(value=number.text, value_type="number"), PLAIN)
    elif number.lower_ in NUMBERS and (number.lower_ != "one" or who.name != SELF):
        yield from reading.candidate(token, who, "age", phrases.Object(value=number.text), PLAIN)


def _is_one(subject: Token) -> bool:
    return subject.tag_ == "NNP" and len(list(coordinated(subject))) == 1


def _is_to_come(years: Token) -> bool:
    """ "is 70 next week", "is 40 on Friday": nobody is that old yet."""
    beside = [child for child in years.head.children if child.i > years.i and phrases.is_date(child)]
    soon = any(child.lower_ in {"tomorrow", "soon"} for child in years.head.children)
    return (
        soon
        or any(one.lower_ in {"next", "this", "coming"} for child in beside for one in child.children)
        or any(
            preposition in ({"on", "in"} if years.head.lemma_ == "be" else {"on"}) and phrases.is_date(token)
            for preposition, token in [*complements(years.head), *complements(years)]
        )
    )
