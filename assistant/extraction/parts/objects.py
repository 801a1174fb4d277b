"""The object of a statement as its predicate needs it: someone, a named thing, an activity, a value, or nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases, places
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.parties import named_side
from assistant.extraction.parts.situated import situated
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.there import place_spoken_of
from assistant.extraction.reading import Reading
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words

if TYPE_CHECKING:
    from spacy.tokens import Token

_UNITS = frozenset({"mg", "mcg", "µg", "ml", "units", "iu"})
_DOSE = re.compile(rf",?\s?\d+(?:[.,]\d+)?\s?(?:{'|'.join(_UNITS)})\b", re.IGNORECASE)  # "elvanse 50mg"
_OF_DOING = frozenset({"likes", "dislikes", "prefers", "does"})
NAMING = frozenset({"amod", "compound", "det", "nmod", "poss"})
TIMES = frozenset(
    {
        "day",
        "morning",
        "evening",
        "night",
        "week",
        "month",
        "daily",
        "weekend",
        "year",
        "summer",
        "winter",
        "spring",
        "autumn",
        "sunday",
        "saturday",
    }
)


def object_of(reading: Reading, token: Token, expected: str, predicate: str) -> phrases.Object | Party | None:
    """The object as the predicate needs it: a person by who they are, liking by what it is, the rest as a thing."""
    if predicate == "address":
        return places.place_in_full(token)
    if token.lower_ == "there" and token.dep_ == "advmod":
        return place_spoken_of(token, reading.around, reading.mentions)
    if predicate == "takes":
        return without_dose(token)
    if predicate == "has" and not phrases.is_proper(token):
        return phrases.Object(value=phrases.phrase(token))
    if token.dep_ == "xcomp" or (token.pos_ == "VERB" and token.tag_ in {"VB", "VBG"}):
        return _doing(token, timed=predicate == "dislikes") if predicate in _OF_DOING else None
    if predicate in {"likes", "dislikes", "prefers", "uses", "used", *words.HABITS.values()} and _says_little(token):
        return None
    if _tells_how(token):
        return None
    if expected == words.LANGUAGE:
        token = _language_of(token)
    if token.lower_ in nouns.VAGUE and named_side(token) == token and not _is_described(token):
        return None  # "working on a project", "learning a lot"
    if predicate in {"likes", "dislikes"} and _is_at_hand(token):
        return None
    if predicate == "name":
        return phrases.Object(value=phrases.phrase(token)) if phrases.is_proper(token) else None
    if predicate == "works_on" and token.text.islower() and token.tag_ == "NN" and places.is_bare_place(token):
        return None  # "at the greggs on headrow"
    if predicate in {"plays_in", "plays_for"} and not _is_group(token):
        return None
    if predicate in {"runs_on", "ran_on"} and not phrases.is_proper(token):
        return None  # "I run on Tuesdays", "on coffee"
    if predicate in {"lives_on", "lived_on"} and not places.is_street(token):
        return None
    if predicate == "runs" and token.tag_ == "NNS" and any(child.lower_ == "the" for child in token.children):
        return None  # "I run the tests"
    if predicate == "uses" and not (phrases.is_proper(token) or token.tag_ in {"NN", "NNS"}):
        return None
    if predicate in {"knows", "works_with"} and not phrases.is_proper(token):
        return _named_person(reading, token)
    if predicate == "lives_with" and token.lower_ in {"us", "me"}:
        return reading.party(token)
    if predicate == "lives_with" and (who := _named_person(reading, token)) is not None:
        return who.of_type(words.PERSON) if who.name.type == words.PLACE else who  # "with Saskia"
    if expected == words.PERSON and (phrases.is_proper(token) or token.pos_ == "NOUN"):
        return _named_person(reading, token)
    if expected != words.CONCEPT and phrases.is_measure(token) and not phrases.is_proper(token):
        return None  # "for three years"
    if expected == words.LANGUAGE:
        called = token.text[:1].isupper() or token.ent_type_ in {"NORP", "LANGUAGE"}  # "german", in haste
        return phrases.Object(name=phrases.Name(token.text, expected)) if called else None
    if predicate == "works_as" and (whole := _post(token)):
        return phrases.Object(name=phrases.Name(whole, expected))
    token = named_side(token)
    if predicate in {"works_in", "worked_in"} and phrases.type_of(token, "") == words.PLACE:
        return phrases.thing(token, words.PLACE)
    if predicate == "lives_in" and not phrases.is_proper(token) and places.is_no_home(token):
        return None
    if expected == words.PLACE and token.lower_ in nouns.SETTLEMENTS and not phrases.is_proper(token):
        return places.near_place(token)
    if predicate in {"runs", "ran", "owns", "owned", "rents"}:
        return situated(token, expected)
    if (
        expected in {words.PLACE, words.ORGANISATION}
        and not phrases.is_proper(token)
        and token.lower_ in {"home", "town", "here", "there", "moment", "minute", "present"}
    ):
        return None
    return phrases.thing(token, expected)


def _is_group(token: Token) -> bool:
    """The band or the league that one plays in; not a place or "the garden"."""
    return token.lower_ in nouns.GROUPINGS or (phrases.is_proper(token) and phrases.type_of(token, "") != words.PLACE)


def _tells_how(token: Token) -> bool:
    """ "... the project I am working on - super excited": how somebody is, and no thing."""
    beside = {child.dep_ for child in token.children}
    return token.pos_ == "ADJ" and not phrases.is_proper(token) and "advmod" in beside and beside.isdisjoint(NAMING)


def _named_person(reading: Reading, token: Token) -> Party | None:
    who = reading.party(token)
    return who if who is None or who.name.text.casefold() not in {"the", "it"} else None


def _says_little(token: Token) -> bool:
    """ "that idea", "the way you ...", "your answer": nothing lasting."""
    marks = {child.lower_ for child in token.children if child.dep_ in {"det", "poss"}}
    if marks & {"this", "that", "these", "those", "your", "my", "our"}:
        return True
    if "the" in marks and any(child.lower_ in nouns.ORDINALS for child in token.children):
        return True  # "the first draft", "the same approach"
    return token.lemma_.lower() in nouns.EMPTY_LIKES or any(child.dep_ in {"relcl", "acl"} for child in token.children)


def _tells_when(beside: Token) -> bool:
    """ "on weekends", "in the morning", "every day"."""
    if beside.dep_ == "npadvmod":
        return phrases.is_date(beside) or beside.lemma_.lower() in TIMES
    return beside.dep_ == "prep" and any(
        child.dep_ == "pobj" and (phrases.is_date(child) or child.lemma_.lower() in TIMES) for child in beside.children
    )


def _is_described(noun: Token) -> bool:
    return any(child.dep_ in {"amod", "compound"} for child in noun.children)


def _is_at_hand(noun: Token) -> bool:
    """ "I love the colour": of something that is being looked at; not "the sea"."""
    if phrases.is_proper(noun) or noun.lower_ in nouns.THE_OUTDOORS:
        return False
    of_names = any(phrases.is_proper(token) for preposition, token in complements(noun) if preposition in {"of", "in"})
    first = noun.head if noun.dep_ == "conj" else noun  # "the colour and texture"
    return any(child.lower_ == "the" for child in first.children) and not of_names


def _doing(verb: Token, *, timed: bool) -> phrases.Object | None:
    """ "hiking in the mountains", "to swim": an activity, named when it is one word; not "having you here".

    `timed` with the time of it: who hates driving at night may like driving.
    """
    if any(child.dep_ in {"nsubj", "mark", "ccomp"} for child in verb.children):
        return None
    if any(
        one.lower_ in {"you", "them", "it", "this", "these", "that", "those", "such", "not"} for one in verb.subtree
    ):
        return None
    joined = [one for child in verb.children if child.dep_ == "conj" for one in child.subtree]
    left = [one for child in verb.children if _tells_when(child) and not timed for one in child.subtree]
    left += [one for child in verb.children if child.lower_ in phrases.PASSING_ADVERBS for one in child.subtree]
    kept = [one for one in verb.subtree if one.dep_ not in {"punct", "cc"} and one not in [*joined, *left]]
    text = verb.doc[kept[0].i : kept[-1].i + 1].text.removeprefix("to ")
    if len(text.split()) <= 2 and verb.tag_ == "VBG":
        return phrases.Object(name=phrases.Name(text, words.CONCEPT))
    text = text.removesuffix(" rather")  # "than emailed"
    return phrases.Object(value=text if verb.tag_ == "VBG" else f"to {text}")


def _language_of(token: Token) -> Token:
    """Spanish in "a bit of Spanish"."""
    if token.lower_ not in {"bit", "little", "lot"}:
        return token
    of = [one for preposition, one in complements(token) if preposition == "of"]
    return of[0] if of else token


def _post(noun: Token) -> str:
    """ "head of marketing" in "promoted to head of marketing", of which the parser hangs the end on the verb."""
    of = noun.nbor(1) if noun.i + 1 < noun.sent.end else noun
    if of.lower_ != "of" or of.head == noun:
        return ""
    end = next((child for child in of.children if child.dep_ == "pobj"), None)
    return f"{phrases.phrase(noun)} of {phrases.phrase(end)}" if end is not None else ""


def medicine_in(noun: Token) -> Token | None:
    """The noun if it is a medicine, or the one whose dose it is: "Ramipril 5 mg"."""
    if noun.lower_ in _UNITS:
        named = [one for one in noun.lefts if one.dep_ in {"nmod", "compound"} and one.is_alpha]
        return named[0] if named and _DOSE.match(noun.doc.text, named[0].idx + len(named[0])) else None
    return noun if _is_medicine(noun) else None


def without_dose(medicine: Token) -> phrases.Object:
    """ "Ramipril" of "Ramipril 5 mg" and of "Ramipril 5 mg twice a day"."""
    text = re.sub(rf"\s\d[\d.,]*(?:\s?(?:{'|'.join(_UNITS)})\b.*)?$", "", phrases.phrase(medicine))
    return phrases.Object(name=phrases.Name(text, words.CONCEPT))


_OFTEN = TIMES | nouns.words_of("times days weeks months hours")  # "every two weeks"


def _is_medicine(noun: Token) -> bool:
    """By its ending and without an article: "metformin", not "the train" or "a medicine"."""
    text = noun.lower_
    daily = any(
        (child.dep_ == "npadvmod" and child.lower_ in _OFTEN) or child.lower_ in {"daily", "twice"}
        for child in noun.head.children
    )
    bare = not any(child.dep_ in {"det", "poss", "nummod", "amod"} for child in noun.lefts)
    if bare and _DOSE.match(noun.doc.text, noun.idx + len(noun)):
        return True
    if bare and daily and noun.tag_ in {"NN", "NNP"}:
        return text not in nouns.NO_MEDICINE
    return bare and len(text) > 5 and text.endswith(nouns.MEDICINE_ENDINGS) and text not in nouns.NO_MEDICINE
