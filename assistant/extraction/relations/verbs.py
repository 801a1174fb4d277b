"""Which predicates a verb states of its object and of what stands behind its prepositions, and how surely."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases, places
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.objects import medicine_in
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import MONTHS
from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import Says

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN, GENERIC = 0.88, 0.72
_RACES = nouns.words_of("marathon marathons race races parkrun relay 5k 10k ultra")
_PARTS_OF_WEEKS = nouns.words_of(
    "weekends weekdays morning mornings afternoon afternoons evening evenings night nights"
)
_HOUR = re.compile(r"\d{1,2}[:.]\d\d\b|\d{1,2} ?[ap]m\b", re.IGNORECASE)
_LIKING = frozenset({"like", "love", "hate", "adore", "miss"})


def said_of(clause: Clause) -> Iterator[tuple[str, str, str, Token, float]]:
    """(predicate, object's type, subject's type, object, confidence) for the verb's object and prepositions."""
    yield from _home(clause)
    for preposition, token in places.once(complements(clause.verb)):
        token = _named_before(token) if clause.lemma in _LIKING else token
        if clause.tense == "past" and token.head.i and token.head.nbor(-1).lower_ in {"now", "currently"}:
            continue  # "born in Cardiff, now in Toronto"
        if clause.passive:
            says = words.STATES.get((clause.verb.lower_, preposition))
            if clause.verb.lower_ == "born" and _is_hour_or_town(clause, token):
                continue
            if clause.verb.lower_ == "born" and phrases.is_date(token):
                yield "born_on", words.CONCEPT, words.PERSON, token, PLAIN
            elif clause.verb.lower_ == "born" and preposition == "on" and phrases.is_proper(token):
                yield "born_in", words.PLACE, words.PERSON, token, PLAIN  # on an island
            elif says is not None:
                yield says.predicate, says.object, says.subject, token, PLAIN
            elif clause.tense == "present" and preposition in {"in", "with", "on", "at"} and phrases.is_proper(token):
                yield f"{clause.verb.lower_}_{preposition}", words.CONCEPT, words.CONCEPT, token, GENERIC
            elif preposition == "by" and phrases.is_proper(token):
                verb = clause.verb.lower_
                of_firm = words.ORGANISATION if verb in words.DONE_TO_FIRMS else words.CONCEPT
                plainly = PLAIN if verb in words.DONE_BY else GENERIC
                yield f"{verb}_by", phrases.type_of(token, words.PERSON), of_firm, token, plainly
            continue
        if clause.lemma in _LIKING and token.lemma_.lower() in ROLES and any(one.dep_ == "poss" for one in token.lefts):
            continue  # "Maria loves her brother Tom": who that is is told beside it
        says = words.EVENTS.get((clause.lemma, preposition))
        if says is not None and preposition and _of_something_else(clause):
            continue
        if preposition == "with" and clause.lemma == "move" and all(one.lower_ != "in" for one in clause.verb.children):
            continue  # "moved with the times"
        if says is not None and _as_a_pupil(clause, token):
            says = words.ACTIONS["study", "at"]
        if says is not None:
            if clause.tense != "present" and (says.predicate != "lived_in" or phrases.is_proper(token)):
                yield says.predicate, says.object, says.subject, token, PLAIN
            continue
        if clause.lemma == "move" and preposition == "in" and clause.tense != "present" and phrases.is_proper(token):
            yield "lives_in", words.PLACE, words.PERSON, token, PLAIN  # "moved into a flat in Leeds"
            continue
        if clause.lemma in {"live", "reside"} and preposition == "in" and _is_within(token):
            continue
        says = words.ACTIONS.get((clause.lemma, preposition))
        if clause.lemma == "switch" and not phrases.is_proper(token):
            continue  # from soprano to alto
        if clause.lemma == "drive" and any(child.lower_ == "to" for child in clause.verb.children):
            continue  # "I drive the kids to school"
        if clause.lemma == "go" and preposition == "by" and not _is_what_one_is_called(clause):
            continue
        if clause.lemma in {"run", "work"} and (phrases.is_date(token) or token.lower_ in _PARTS_OF_WEEKS):
            continue  # "I run on Thursdays", "I work in the afternoon": a routine
        if clause.lemma == "run" and any(one.lower_ in _RACES for one in clause.verb.subtree):
            continue  # "I run the Galway half marathon": nobody's firm
        if clause.lemma == "play" and clause.verb.tag_ == "VBG" and _has_day(clause.verb):
            continue  # "we're playing Brahms in June"
        if says is not None:
            predicate = _in_tense(says, clause, token)
            if predicate:
                yield predicate, says.object, says.subject, token, PLAIN
        elif clause.lemma in words.HABITS and not preposition and _is_habitual(clause):
            yield words.HABITS[clause.lemma], words.CONCEPT, words.PERSON, token, PLAIN
        elif clause.lemma in words.MAKING and not preposition and clause.verb.tag_ == "VBG" and _is_one_thing(token):
            yield "works_on", words.PROJECT, words.PERSON, token, PLAIN
        elif clause.lemma == "take" and not preposition and clause.tense != "present" and _took_up(clause, token):
            yield "does", words.CONCEPT, words.PERSON, token, PLAIN
        elif _is_taken(clause, preposition) and (medicine := medicine_in(token)) is not None:
            yield "takes", words.CONCEPT, words.PERSON, medicine, PLAIN
        elif clause.lemma == "do" and not preposition and _is_habitual(clause) and _is_pastime(token):
            yield "does", words.CONCEPT, words.PERSON, token, PLAIN
        elif clause.lemma in words.SCHEDULED and preposition in {"on", "in"} and clause.tense == "present":
            at_times = any(one.dep_ == "prep" and one.lower_ == "at" for one in clause.verb.children)
            alone = all(one.dep_ != "dobj" for one in clause.verb.children)  # not "starts school in September"
            if phrases.is_date(token) and alone and not at_times and any(map(phrases.is_proper, clause.subjects)):
                yield f"{clause.verb.lower_}_on", words.CONCEPT, words.CONCEPT, token, PLAIN
        elif not preposition and _is_habit(clause, token):
            yield clause.verb.lower_, words.CONCEPT, words.CONCEPT, token, GENERIC
        elif clause.lemma not in words.PASSING_VERBS | words.ATTITUDES:
            yield from _generic(clause, preposition, token)


def _named_before(it: Token) -> Token:
    """Past Lives for the "it" of "I saw Past Lives and loved it"; any other word is meant itself."""
    before = it.head.head if it.lower_ == "it" and it.head.dep_ == "conj" else None
    named = [one for one in before.children if one.dep_ == "dobj" and one.i < it.i] if before is not None else []
    is_work = bool(named) and phrases.is_proper(named[0]) and named[0].ent_type_ != "PERSON"
    return named[0] if is_work else it


def _home(clause: Clause) -> Iterator[tuple[str, str, str, Token, float]]:
    """ "I rent a room in Lombok": there one lives; not where one rents a flat out or to students, or every summer."""
    if clause.lemma != "rent" or clause.tense != "present":
        return
    rented = [one for one in clause.verb.children if one.dep_ == "dobj" and one.lower_ in nouns.DWELLINGS]
    beside = [*complements(clause.verb), *(told for noun in rented for told in complements(noun))]
    is_let = any(by == "to" for by, _ in beside) or any(one.dep_ == "prt" for one in clause.verb.children)
    for_a_time = any(
        one.ent_type_ in {"DATE", "TIME"} or one.lower_ in {"every", "each"} for one in clause.verb.subtree
    )
    for by, token in beside if rented and not (is_let or for_a_time) else ():
        if by == "in" and phrases.is_proper(token):
            yield "lives_in", words.PLACE, words.PERSON, token, PLAIN


def _is_within(place: Token) -> bool:
    """Neukölln in "living in Berlin for three years, in Neukölln with Paula": of two places the first is told."""
    second = place.head
    before = [one for one in second.head.children if one.dep_ == "prep" and one.lower_ == "in" and one.i < second.i]
    return bool(before) and not any(one.dep_ == "cc" for one in place.doc[before[0].i : second.i])


def _has_day(verb: Token) -> bool:
    return any(phrases.is_date(token) for preposition, token in complements(verb) if preposition in {"in", "on", "at"})


def _took_up(clause: Clause, thing: Token) -> bool:
    """ "I took up bouldering"; not "took up the offer"."""
    up = any(child.dep_ == "prt" and child.lower_ == "up" for child in clause.verb.children)
    return up and not any(child.dep_ in {"det", "poss"} for child in thing.children) and thing.tag_ in {"NN", "VBG"}


def _is_taken(clause: Clause, preposition: str) -> bool:
    """ "I take metformin", "I started on metformin"."""
    if clause.lemma == "take":
        return not preposition and clause.tense == "present"
    return clause.lemma == "start" and preposition == "on" and clause.tense != "present"


def _is_hour_or_town(clause: Clause, token: Token) -> bool:
    """Whether it is the time of a birth, or a month behind another day, which may be a town: "in 1938 in March"."""
    others = [one for _, one in complements(clause.verb) if one.i < token.i and phrases.is_date(one)]
    return _HOUR.match(token.text) is not None or (token.lower_ in MONTHS and bool(others))


def _of_something_else(clause: Clause) -> bool:
    """ "started agility classes at the park", "moved the piano to the attic"; not "moved house to Leeds"."""
    things = [one for one in clause.verb.children if one.dep_ == "dobj" and one.lower_ not in {"house", "home"}]
    return clause.lemma in {"start", "move", "relocate", "switch", "migrate"} and bool(things)


def _as_a_pupil(clause: Clause, place: Token) -> bool:
    """ "Wim started at Ridgeway Primary School"; not "as a teacher", nor said of oneself, who is grown."""
    at_school = clause.lemma == "start" and any(one.lower_ in nouns.SCHOOLS for one in place.subtree)
    as_what = any(child.lower_ == "as" for child in clause.verb.children)
    return at_school and not as_what and all(one.lower_ != "i" for one in clause.subjects)


def _is_what_one_is_called(clause: Clause) -> bool:
    """ "I go by Kit"; not "I'm going to Vienna by Railjet", nor "I go by Brompton to work"."""
    somewhere = any(one.lower_ in {"to", "from"} and one.dep_ == "prep" for one in clause.verb.subtree)
    return clause.verb.tag_ in {"VBP", "VBZ"} and not somewhere


def _is_one_thing(noun: Token) -> bool:
    """ "a weather station", "our barn", "Heron"; not "lunch"."""
    if noun.lemma_.lower() in nouns.CORRESPONDENCE:
        return False
    return phrases.is_proper(noun) or any(child.dep_ in {"det", "poss"} for child in noun.children)


def _is_pastime(noun: Token) -> bool:
    """ "judo", "yoga", but not "the dishes"."""
    plain = (
        noun.tag_ in {"NN", "NNP", "NNS"}
        and not list(noun.lefts)
        and not phrases.is_date(noun)
        and noun.lemma_.lower() not in nouns.CHORES
    )
    return plain and noun.lemma_.lower() not in {"love", "like", "enjoy", "hate", "want"}


def _is_habitual(clause: Clause) -> bool:
    """The simple present of someone, not of a kind: "whales eat krill"."""
    return clause.verb.tag_ in {"VBP", "VBZ"} and all(subject.tag_ != "NNS" for subject in clause.subjects)


def _is_habit(clause: Clause, noun: Token) -> bool:
    """ "makes hearing aids", "grows tomatoes": someone, in the simple present, with things in the plural at large."""
    at_large = noun.tag_ == "NNS" and not any(
        child.dep_ in {"det", "poss", "nummod", "relcl", "acl"} for child in noun.children
    )
    passing = words.PASSING_VERBS - {"make", "sell"} | words.ATTITUDES
    return (
        clause.verb.tag_ == "VBZ"
        and at_large
        and clause.lemma not in passing
        and noun.lemma_.lower() not in nouns.PASSING_NOUNS | nouns.EMPTY_LIKES
    )


def _in_tense(says: Says, clause: Clause, token: Token) -> str:
    if clause.tense == "past":
        judged = says.predicate in {"likes", "dislikes"} and not says.past
        return says.predicate if judged and phrases.is_proper(token) else says.past  # "I hated Dune"
    return says.predicate


def _generic(clause: Clause, preposition: str, token: Token) -> Iterator[tuple[str, str, str, Token, float]]:
    """A verb without a rule: only with a named object, under its own name ("printed", "runs_on")."""
    if any(one.ent_type_ == "GPE" for one in clause.subjects):
        return  # "France beat England": news, not the person's world
    if not phrases.is_proper(token) or (clause.tense == "present" and clause.verb.tag_ != "VBZ"):
        return
    if preposition and (clause.tense != "present" or clause.lemma == "own"):
        return  # "owns a vineyard in Sicily"
    verb = clause.verb.lower_
    predicate = f"{verb}_{preposition}" if preposition else verb
    if predicate.isascii() and predicate.replace("_", "").isalpha():
        yield predicate, phrases.type_of(token, words.CONCEPT), words.CONCEPT, token, GENERIC
