"""Rules for names given: "we adopted a puppy, his name is Otto", "named his cat Soot", "everyone calls me Katya"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.names_given import names_given as given_to
from assistant.extraction.parts.parties import PRONOUNS, SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated, subjects_of
from assistant.extraction.reading import Reading
from assistant.extraction.relations.kinship import related, related_to
from assistant.extraction.statements import tense_of
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

PLAIN = 0.85


def names_given(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """The names that a vouched clause gives to whoever it is about."""
    yield from _name_given(reading, verb)
    yield from _named(reading, verb)
    yield from _known_as(reading, verb)


def _name_given(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "We adopted a puppy, his name is Otto" or "... she's called Una": whose name it is stands before."""
    subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is None or tense_of(verb) != "present":
        return
    whose = next((child for child in subject.children if child.dep_ == "poss"), subject)
    by_name = subject.lower_ == "name" and verb.lemma_ == "be"
    if whose.lower_ not in PRONOUNS or not (by_name or verb.lower_ in {"called", "named"}):
        return
    named = next((one for one in verb.children if one.dep_ in {"attr", "oprd"} and phrases.is_proper(one)), None)
    before = [one for one in reading.doc[: whose.i] if one.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS]
    if named is None or not before or any(phrases.is_proper(one) for one in before[-1].subtree):
        return
    role = before[-1]
    if _is_ours(role):
        yield from related_to(reading, Party(SELF), role, named, PLAIN)


def _named(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "named his cat Soot", "we called her Pearl": whose, and what it is, stands beside or before."""
    if verb.lower_ not in {"named", "called"} or verb.tag_ not in {"VBD", "VBN"}:
        return
    named = next((one for one in verb.children if one.dep_ == "oprd" and phrases.is_proper(one)), None)
    whom = next((one for one in verb.children if one.dep_ == "dobj"), None)
    if named is None or whom is None or any(child.dep_ == "neg" for child in verb.children):
        return
    if any(child.dep_ == "poss" for child in whom.children):
        yield from related(reading, whom, named, PLAIN)
    elif whom.lemma_.lower() in role_words.PETS and any(one.lower_ in {"i", "we"} for one in subjects_of(verb)):
        yield from related_to(reading, Party(SELF), whom, named, PLAIN)  # "we named the puppy Juniper"
    elif whom.lower_ == "it" and _got_before(verb, reading.around.thing):
        yield from thing_named(reading, named)
    elif whom.lower_ in PRONOUNS:
        kinds = role_words.PETS if whom.lower_ == "it" else role_words.ROLES.keys() | role_words.PETS
        before = [one for one in reading.doc[: verb.i] if one.lemma_.lower() in kinds]
        if before and _is_ours(before[-1]):
            yield from related_to(reading, Party(SELF), before[-1], named, PLAIN)


def several_named(reading: Reading, they: Token, names: Token) -> Iterator[Candidate]:
    """ "My parents run a farm. They're called Ann and Joe", "I have two sisters. They're called ...": the last of one's
    own that are told of as several.
    """
    roles = role_words.ROLES.keys() | role_words.PETS
    before = [one for one in reading.doc[: they.i] if one.tag_ == "NNS" and one.lemma_.lower() in roles]
    if not before or list(given_to(before[-1])):
        return
    role = before[-1]
    mine = any(child.lower_ in {"my", "our"} for child in role.children)
    had = role.dep_ == "dobj" and role.head.lemma_ == "have"
    ours = had and any(one.lower_ in {"i", "we"} for one in subjects_of(role.head))
    for name in coordinated(names) if mine or ours else ():
        if phrases.is_proper(name):
            yield from related_to(reading, Party(SELF), role, name, PLAIN)


def thing_named(reading: Reading, name: Token) -> Iterator[Candidate]:
    """ "We got a van. It's called Daisy": the name of the new thing that was told of just before."""
    if thing := _got_before(name, reading.around.thing):
        it, kind = Party(Name(phrases.phrase(name), words.CONCEPT)), Name(thing, words.CONCEPT)
        yield from reading.candidate(name, it, "is_a", phrases.Object(name=kind), PLAIN)


def _got_before(verb: Token, earlier: str) -> str:
    """The thing that the sentence before tells of as new, "we got a van": what is called by a name in the next."""
    first = verb.sent.start
    if first == 0:
        return earlier or new_thing(verb.sent[: verb.i])
    return new_thing(verb.doc[first - 1].sent)


def new_thing(said: Span) -> str:
    """The one thing that these words tell of as new, "a sourdough starter"; "" for none, several, or an animal."""
    things = [
        one for one in said if one.dep_ == "dobj" and one.pos_ == "NOUN" and one.lemma_.lower() not in role_words.PETS
    ]
    passing = any(one.lemma_.lower() in nouns.PASSING_NOUNS | {"job"} for one in things)  # "I had an idea"
    is_new = (
        len(things) == 1 and not passing and any(child.lower_ in {"a", "an", "another"} for child in things[0].children)
    )
    return phrases.phrase(things[0]) if is_new else ""


def _is_ours(role: Token) -> bool:
    """Whether someone spoken of is the speaker's own: "my dog", or "a puppy" that "we" got."""
    if any(child.lower_ in {"my", "our"} for child in role.children):
        return True
    ours = any(one.lower_ in {"i", "we"} for above in role.ancestors for one in above.children if one.dep_ == "nsubj")
    return ours and any(child.lower_ in {"a", "an", "another"} for child in role.children)


def _known_as(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "everyone calls me Katya"."""
    if verb.lemma_ != "call" or tense_of(verb) != "present":
        return
    callers = [one.lower_ for one in subjects_of(verb)]
    if not callers or not set(callers) <= {"everyone", "everybody", "people", "friends", "they", "family"}:
        return
    names = [one for one in verb.children if one.dep_ == "oprd" and phrases.is_proper(one)]
    if names and any(child.lower_ == "me" for child in verb.subtree):
        yield from reading.candidate(verb, Party(SELF), "name", phrases.Object(value=phrases.phrase(names[0])), PLAIN)
