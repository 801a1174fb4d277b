"""Rules for what someone does: "lives in Lisbon", "likes tea and coffee", "Tidewater Press printed Tide Tables"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction import phrases
from assistant.extraction import vocabulary as words
from assistant.extraction.parties import SELF, Party, named_side
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause, coordinated, lemma, tense_of
from assistant.extraction.vocabulary import Says
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

_TIMES = frozenset({"day", "morning", "evening", "night", "week", "month", "daily"})
PLAIN, GENERIC = 0.88, 0.72


def actions(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The facts that the clause's verb states of its subjects."""
    if clause.lemma in {"be", "have", "call", "name"}:
        return
    clause = _echoed(clause)
    for subject in clause.subjects:
        for predicate, expected, subject_type, token, confidence in _said(clause):
            for who in reading.parties(subject, subject_type):
                if confidence == GENERIC and not _may_be_generic(clause, who, subject, predicate):
                    continue
                if predicate == "lives_in" and any(one.lower_ in words.THINGS for one in subject.children):
                    continue  # "Project Heron moved to Postgres"
                if clause.lemma == "join" and not phrases.is_proper(token):
                    predicate = "member_of"  # "joined our choir"
                does = "lives_in" if clause.verb.lower_ == "based" and who.name.type == words.PERSON else predicate
                for one in coordinated(token):
                    said = _object(reading, one, expected, does)
                    yield from reading.candidate(clause.verb, who, does, said, confidence)


def _echoed(clause: Clause) -> Clause:
    """ "... and my sister does too": she does what was said before."""
    before = clause.verb.head
    again = {child.lower_ for child in clause.verb.children if child.dep_ == "advmod"}
    if clause.lemma != "do" or before.pos_ != "VERB" or before == clause.verb or not again & {"too", "also", "well"}:
        return clause
    tense = tense_of(before)
    return replace(clause, verb=before, lemma=lemma(before), tense=tense) if tense else clause


def _said(clause: Clause) -> Iterator[tuple[str, str, str, Token, float]]:
    """(predicate, object's type, subject's type, object, confidence) for the verb's object and prepositions."""
    for preposition, token in complements(clause.verb):
        if clause.passive:
            says = words.STATES.get((clause.verb.lower_, preposition))
            if clause.verb.lower_ == "born" and phrases.is_date(token):
                yield "born_on", words.CONCEPT, words.PERSON, token, PLAIN
            elif says is not None:
                yield says.predicate, says.object, says.subject, token, PLAIN
            elif clause.tense == "present" and preposition in {"in", "with", "on"} and phrases.is_proper(token):
                yield f"{clause.verb.lower_}_{preposition}", words.CONCEPT, words.CONCEPT, token, GENERIC
            elif preposition == "by" and phrases.is_proper(token):
                yield f"{clause.verb.lower_}_by", phrases.type_of(token, words.PERSON), words.CONCEPT, token, GENERIC
            continue
        says = words.EVENTS.get((clause.lemma, preposition))
        if says is not None:
            if clause.tense != "present":
                yield says.predicate, says.object, says.subject, token, PLAIN
            continue
        says = words.ACTIONS.get((clause.lemma, preposition))
        if says is not None:
            predicate = _in_tense(says, clause)
            if predicate:
                yield predicate, says.object, says.subject, token, PLAIN
        elif clause.lemma in words.HABITS and not preposition and _is_habitual(clause):
            yield words.HABITS[clause.lemma], words.CONCEPT, words.PERSON, token, PLAIN
        elif clause.lemma in words.MAKING and not preposition and clause.verb.tag_ == "VBG" and _is_one_thing(token):
            yield "works_on", words.PROJECT, words.PERSON, token, PLAIN
        elif clause.lemma == "take" and not preposition and clause.tense == "present" and _is_medicine(token):
            yield "takes", words.CONCEPT, words.PERSON, token, PLAIN
        elif clause.lemma == "do" and not preposition and _is_habitual(clause) and _is_pastime(token):
            yield "does", words.CONCEPT, words.PERSON, token, PLAIN
        elif clause.lemma in words.SCHEDULED and preposition == "on" and clause.tense == "present":
            if phrases.is_date(token) and any(phrases.is_proper(subject) for subject in clause.subjects):
                yield f"{clause.verb.lower_}_on", words.CONCEPT, words.CONCEPT, token, PLAIN
        elif not preposition and _is_habit(clause, token):
            yield clause.verb.lower_, words.CONCEPT, words.CONCEPT, token, GENERIC
        elif clause.lemma not in words.PASSING_VERBS | words.ATTITUDES:
            yield from _generic(clause, preposition, token)


def _is_one_thing(noun: Token) -> bool:
    """ "a weather station", "our barn", "Heron"; not "lunch"."""
    if noun.lemma_.lower() in words.CORRESPONDENCE:
        return False
    return phrases.is_proper(noun) or any(child.dep_ in {"det", "poss"} for child in noun.children)


def _is_pastime(noun: Token) -> bool:
    """ "judo", "yoga", but not "the dishes"."""
    return noun.tag_ in {"NN", "NNP"} and not list(noun.lefts) and noun.lemma_.lower() not in words.CHORES


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
        and noun.lemma_.lower() not in words.PASSING_NOUNS | words.EMPTY_LIKES
    )


def _is_medicine(noun: Token) -> bool:
    """By its ending and without an article: "metformin", not "the train" or "a medicine"."""
    text = noun.lower_
    daily = any(child.dep_ == "npadvmod" and child.lower_ in _TIMES for child in noun.head.children)
    bare = not any(child.dep_ in {"det", "poss", "nummod", "amod"} for child in noun.children)
    if bare and daily and noun.tag_ in {"NN", "NNP"}:
        return text not in words.NO_MEDICINE
    return bare and len(text) > 5 and text.endswith(words.MEDICINE_ENDINGS) and text not in words.NO_MEDICINE


def _in_tense(says: Says, clause: Clause) -> str:
    if clause.tense == "past":
        return says.past
    return says.predicate


def _generic(clause: Clause, preposition: str, token: Token) -> Iterator[tuple[str, str, str, Token, float]]:
    """A verb without a rule: only with a named object, under its own name ("printed", "runs_on")."""
    if any(one.ent_type_ == "GPE" for one in clause.subjects):
        return  # "France beat England": news, not the person's world
    if not phrases.is_proper(token) or (clause.tense == "present" and clause.verb.tag_ != "VBZ"):
        return
    if preposition and clause.tense != "present":
        return
    verb = clause.verb.lower_
    predicate = f"{verb}_{preposition}" if preposition else verb
    if predicate.isascii() and predicate.replace("_", "").isalpha():
        yield predicate, phrases.type_of(token, words.CONCEPT), words.CONCEPT, token, GENERIC


def _may_be_generic(clause: Clause, who: Party, subject: Token, predicate: str) -> bool:
    beside = predicate == clause.verb.lower_ and any(child.dep_ == "appos" for child in subject.children)
    named = phrases.is_proper(subject) or beside  # "our company Talvera makes ..."
    return who.name != SELF and (named or predicate.endswith("_by"))


def complements(verb: Token) -> Iterator[tuple[str, Token]]:
    """What completes the verb: ("", object) and (preposition, its object), its own and those of "as a nurse at ..."."""
    hung_before = verb.head.children if verb.dep_ == "conj" and verb.head.pos_ == "NOUN" else ()
    for child in hung_before:  # "is a plumber and lives in Genk": the parser hangs "in Genk" on the plumber
        if child.dep_ == "prep" and child.i > verb.i:
            yield from _prepositional(child)
    for child in verb.children:
        if child.dep_ in {"dobj", "xcomp"}:
            yield "", child
        elif child.dep_ in {"prep", "agent"}:
            yield from _prepositional(child)
        elif child.dep_ == "advmod" and child.lower_ in {"back", "over", "away", "out"}:  # "moved back to Breda"
            for later in child.children:
                if later.dep_ == "prep":
                    yield from _prepositional(later)
        elif child.dep_ == "prt":
            for later in verb.children:
                if later.dep_ == "prep":
                    yield from _prepositional(later)


def _prepositional(preposition: Token) -> Iterator[tuple[str, Token]]:
    for token in preposition.children:
        if token.dep_ == "pobj":
            yield preposition.lower_, token
            for nested in token.children:  # "as a nurse at ..." hangs "at" on the nurse, "on 3 May in ..." on the date
                if nested.dep_ == "prep" and (
                    (preposition.lower_ == "as" and nested.lower_ in {"at", "for"})
                    or (phrases.is_date(token) and nested.lower_ == "in")
                ):
                    yield from _prepositional(nested)


def _object(reading: Reading, token: Token, expected: str, predicate: str) -> phrases.Object | Party | None:
    """The object as the predicate needs it: a person by who they are, liking by what it is, the rest as a thing."""
    if predicate == "address":
        return phrases.place_in_full(token)
    if predicate == "has" and not phrases.is_proper(token):
        return phrases.Object(value=phrases.phrase(token))
    if token.dep_ == "xcomp" or (token.pos_ == "VERB" and token.tag_ in {"VB", "VBG"}):
        return _doing(token) if predicate in {"likes", "dislikes", "prefers"} else None
    if predicate in {"likes", "dislikes", "prefers", "uses", "used", *words.HABITS.values()} and _says_little(token):
        return None
    if predicate == "uses" and not (phrases.is_proper(token) or token.tag_ in {"NN", "NNS"}):
        return None
    if predicate in {"knows", "works_with"} and not phrases.is_proper(token):
        return _named_person(reading, token)
    if expected == words.PERSON and (phrases.is_proper(token) or token.pos_ == "NOUN"):
        return _named_person(reading, token)
    if expected != words.CONCEPT and phrases.is_measure(token) and not phrases.is_proper(token):
        return None  # "for three years"
    if expected == words.LANGUAGE:
        return phrases.Object(name=phrases.Name(token.text, expected)) if token.text[:1].isupper() else None
    token = named_side(token)
    if expected == words.PLACE and token.lower_ in words.SETTLEMENTS and not phrases.is_proper(token):
        return _near(token)
    if (
        expected in {words.PLACE, words.ORGANISATION}
        and not phrases.is_proper(token)
        and token.lower_ in {"home", "town", "here", "there"}
    ):
        return None
    return phrases.thing(token, expected)


def _near(settlement: Token) -> phrases.Object | None:
    """ "small town near Metz", but not "town"."""
    for child in settlement.children:
        named = [one for one in child.children if one.dep_ == "pobj" and phrases.is_proper(one)]
        if child.dep_ == "prep" and named:
            last = max(named[0].i, max((one.i for one in named[0].subtree if one.dep_ == "compound"), default=0))
            text = f"{phrases.phrase(settlement)} {settlement.doc[child.i : last + 1].text}"
            return phrases.Object(name=phrases.Name(text, words.PLACE)) if len(text.split()) < 6 else None
    return None


def _named_person(reading: Reading, token: Token) -> Party | None:
    who = reading.party(token)
    return who if who is None or who.name.text.casefold() not in {"the", "it"} else None


def _says_little(token: Token) -> bool:
    """ "that idea", "the way you ...", "your answer": nothing lasting."""
    marks = {child.lower_ for child in token.children if child.dep_ in {"det", "poss"}}
    if marks & {"this", "that", "these", "those", "your", "my", "our"}:
        return True
    return token.lemma_.lower() in words.EMPTY_LIKES or any(child.dep_ in {"relcl", "acl"} for child in token.children)


def _doing(verb: Token) -> phrases.Object | None:
    """ "hiking in the mountains", "to swim": an activity, named when it is one word."""
    if any(child.dep_ in {"nsubj", "mark"} for child in verb.children):
        return None
    joined = [one for child in verb.children if child.dep_ == "conj" for one in child.subtree]
    kept = [one for one in verb.subtree if one.dep_ not in {"punct", "cc"} and one not in joined]
    text = verb.doc[kept[0].i : kept[-1].i + 1].text.removeprefix("to ")
    if len(text.split()) <= 2 and verb.tag_ == "VBG":
        return phrases.Object(name=phrases.Name(text, words.CONCEPT))
    return phrases.Object(value=text if verb.tag_ == "VBG" else f"to {text}")
