"""Rules for what somebody cannot, may not or does not eat or drink: "my son can't eat eggs", "Anna never eats fish"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.objects import TIMES
from assistant.extraction.parts.subjects import subjects_of
from assistant.extraction.reading import Reading
from assistant.extraction.statements import is_question, is_vouched, tense_of
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import WEEKDAYS
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_CAN = words_of("can ca cannot may must should")
_NEVER = words_of("not n't n’t nt never")
_LEFT_OUT = words_of("avoid avoids avoiding")
# What diets leave out and labels must name: of "have" and "avoid" anything may be said, a visit as well as milk.
_FOODS = words_of(
    "alcohol almond almonds apple apples bean beans beef beer bread butter caffeine carb carbs cashew cashews celery "
    "cheese chocolate coffee corn cream crustaceans dairy egg eggs fish fructose fruit garlic gluten grapefruit grains "
    "hazelnut hazelnuts honey kiwi lactose legumes liquor lupin meat milk mollusc molluscs mushroom mushrooms mustard "
    "nut nuts oats onion onions pasta peanut peanuts popcorn pork poultry prawn prawns rye salt seafood sesame "
    "shellfish shrimp shrimps soda soy soya spirits strawberries strawberry sugar sulphites sulfites sweets tea tomato "
    "tomatoes walnut walnuts wheat wine yeast yoghurt yogurt"
)
_MARKS = words_of(
    "any no"
)  # what may stand before: "any nuts"; of "the eggs", "a pizza" or "your cake" it is this once
_NO_FOOD = words_of(
    "much many more enough bit bite lot thing things anything nothing everything stuff food foods way meal meals"
)
_MEALS = words_of("breakfast lunch dinner supper tea brunch dessert")  # who cannot eat breakfast is late
_PASSING = words_of("solid whole entire extra another")
_LASTING = words_of("anymore any really actually also either ever never usually generally normally still because")
_TIMES = (TIMES - set(WEEKDAYS)) | words_of("noon midnight lunch dinner bed bedtime afternoon am pm weekday")
_ALLERGIC = re.compile(r"\ballergic to (?:it|them|those|that|these)\b", re.IGNORECASE)


def diets(reading: Reading) -> Iterator[Candidate]:
    """What each plain sentence says that somebody does not take, under the words it is said with."""
    for sentence in reading.doc.sents:
        if is_question(sentence):
            continue
        for verb in sentence:
            if verb.pos_ in {"VERB", "AUX"} and (predicate := _refuses(verb)):
                yield from _left_out(reading, verb, predicate)


def _refuses(verb: Token) -> str:
    """The predicate of a verb by which something is not eaten or drunk; empty for any other."""
    if verb.lower_ in _LEFT_OUT:
        said = verb.head if verb.dep_ == "xcomp" and verb.head.lower_ in {"have", "has", "need", "needs"} else verb
        must = any(child.lower_ in {"must", "should"} for child in said.children if child.dep_ == "aux")
        plain = is_vouched(said) and not _is_denied(said) and not _is_denied(verb)
        return "avoids" if plain and (must or tense_of(said) == "present") else ""
    if verb.lower_ not in {"eat", "eats", "drink", "drinks", "have", "tolerate"}:
        return ""
    allowed = verb.head if verb.dep_ == "xcomp" and verb.head.lower_ in {"allowed", "supposed", "meant"} else None
    said = allowed or verb
    first = said
    while first.dep_ == "conj" and _is_denied(first.head):  # "can't eat nuts, can't drink milk"
        first = first.head
    if not _is_denied(said) or not is_vouched(first):
        return ""
    helping = {child.lower_ for child in said.children if child.dep_ in {"aux", "auxpass"}}
    base = verb.lower_.removesuffix("s")
    if base == "tolerate":
        return "intolerant_to" if helping & _CAN else ""
    if (allowed is not None and helping <= {"is", "are", "am", "'m", "'s", "'re", "’m", "’s", "’re"}) or helping & _CAN:
        return f"cannot_{base}"
    habit = helping <= {"do", "does"} and verb.tag_ in {"VB", "VBZ", "VBP"}
    return f"does_not_{base}" if habit and base != "have" else ""


def _is_denied(verb: Token) -> bool:
    return any(child.lower_ in _NEVER for child in verb.children)


def _left_out(reading: Reading, verb: Token, predicate: str) -> Iterator[Candidate]:
    first = next((child for child in verb.children if child.dep_ == "dobj"), None)
    if first is None or (when := _when(verb, first)) is None:
        return
    subjects = subjects_of(verb) or subjects_of(verb.head)
    if _ALLERGIC.search(reading.doc[verb.i : verb.sent.end].text) and not when:
        predicate = "allergic_to"
    for said in filter(None, (_food(one, predicate, when) for one in _all_of(first))):
        for who in (one for subject in subjects for one in reading.parties(subject)):
            yield from reading.candidate(verb, who, predicate, said, PLAIN)


def _all_of(noun: Token) -> Iterator[Token]:
    """All that is joined: of what is denied "or" leaves out one as well as the other; "but" says what is not."""
    yield noun
    joined = {child.lower_ for child in noun.children if child.dep_ == "cc"}
    for child in noun.children:
        is_food = child.pos_ in {"NOUN", "PROPN"} or child.lower_ in _FOODS  # "popcorn", taken for a participle
        if child.dep_ == "conj" and is_food and "but" not in joined:
            yield from _all_of(child)


def _food(noun: Token, predicate: str, when: str) -> phrases.Object | None:
    """What is left out, with the time of it; None for what is at hand, a meal, or nothing to eat."""
    marks = {child.lower_ for child in noun.children if child.dep_ in {"det", "poss", "predet", "nummod"}}
    described = {child.lower_ for child in noun.children if child.dep_ in {"amod", "compound"}}
    alone = noun.lower_ in _NO_FOOD - ({"food", "foods"} if described else set())
    known = noun.lower_ in _FOODS or bool(described & _FOODS)
    if (
        (noun.pos_ not in {"NOUN", "PROPN"} and not known)
        or marks - _MARKS
        or alone
        or described & (_PASSING | _NO_FOOD)
    ):
        return None
    if any(child.dep_ in {"relcl", "acl"} for child in noun.children):
        return None
    if not known and predicate in {"cannot_have", "avoids", "intolerant_to"}:
        return None
    if predicate != "does_not_eat" and noun.lower_ in _MEALS - _FOODS:
        return None
    text = phrases.phrase(noun)
    return phrases.Object(value=f"{text} {when}") if when else phrases.Object(name=Name(text, words.CONCEPT))


def _when(verb: Token, food: Token) -> str | None:
    """The times of day or days of which it is said, in its words; None where it holds for an occasion alone."""
    found = ""
    hung_on_food = [child for child in food.children if child.dep_ == "prep" and child.lower_ != "of"]
    for child in [*verb.children, *hung_on_food]:
        if child.i < verb.i or child.dep_ in {"dobj", "punct", "conj", "cc", "ccomp", "advcl", "neg", "parataxis"}:
            continue
        end = [one for one in child.subtree if one.dep_ != "punct"][-1]
        if child.dep_ == "prep" and (child.lower_ in {"because", "due", "since"} or _tells_why(child)):
            continue
        if (
            child.dep_ == "prep"
            and child.lower_ in {"after", "before", "in", "at", "on", "past"}
            and _tells_time(child)
        ):
            while not end.whitespace_ and end.i + 1 < len(verb.doc) and end.nbor(1).text.isalnum():
                end = end.nbor(1)  # "after 3pm", which the tokenizer parts
            found = verb.doc[child.i : end.i + 1].text
        elif child.lower_ not in _LASTING:
            return None
    return found


def _tells_why(preposition: Token) -> bool:
    """ "not for religious reasons", "for my health"."""
    said = {child.lemma_.lower() for child in preposition.children if child.dep_ == "pobj"}
    return preposition.lower_ == "for" and bool(said & {"reason", "health", "religion", "ethic"})


def _tells_time(preposition: Token) -> bool:
    """ "after noon", "in the evening", "at night", "before 10am"; not "this evening", and not "before the surgery"."""
    said = [one for child in preposition.children if child.dep_ == "pobj" for one in child.subtree]
    if any(one.lower_ in {"this", "that", "next", "last", "tonight", "today", "tomorrow"} for one in said):
        return False
    return any(_is_time(one) for one in said)


def _is_time(word: Token) -> bool:
    again = word.lower_ in {f"{day}s" for day in WEEKDAYS}  # "on Friday" is the next one
    return again or word.lower_.removesuffix("s") in _TIMES or word.ent_type_ == "TIME" or word.like_num
