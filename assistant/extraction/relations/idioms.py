"""Set phrases that the general rules misread: "I can't stand X", "I'm into X", "I'd rather X than Y", "got married"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.objects import object_of
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated, subjects_of
from assistant.extraction.reading import Reading
from assistant.extraction.relations.abilities import abilities
from assistant.extraction.relations.naming import names_given
from assistant.extraction.relations.qualities import age
from assistant.extraction.statements import is_question, is_vouched, tense_of
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
PREDICATIVE = frozenset({"neg", "attr", "acomp"})
_REACHED = re.compile(r"\b(?:reach|contact|e-?mail|mail|write(?: to)?|ping) (?:me|us)\b[^,;]{0,20}$", re.IGNORECASE)
_PRONOUNS = re.compile(r"\bmy pronouns (?:are|is) (\w+/\w+(?:/\w+)?)", re.IGNORECASE)
_INSURED = frozenset({"insurance", "policy", "broadband", "electricity", "account", "tariff", "contract"})
_SENSED = frozenset({"smell", "taste", "texture", "look", "sight", "sound", "feel"})
UNBEARABLE = frozenset({"stand", "bear", "stomach", "abide"})


def idioms(reading: Reading) -> Iterator[Candidate]:
    """The facts of every set phrase that is plainly stated."""
    for sentence in reading.doc.sents:
        if is_question(sentence):
            continue
        for verb in sentence:
            if verb.pos_ in {"VERB", "AUX"} and is_vouched(verb):
                yield from _cannot_stand(reading, verb)
                yield from _rather(reading, verb)
                yield from _would_prefer(reading, verb)
                yield from abilities(reading, verb)
                yield from names_given(reading, verb)
                yield from _into(reading, verb)
                yield from _intolerant(reading, verb)
                yield from _got_married(reading, verb)
                yield from _on_my_team(reading, verb)
                yield from _turned(reading, verb)
                yield from _member(reading, verb)
                yield from _not_a_fan(reading, verb)
                yield from _does_not_like(reading, verb)
                yield from _its_my(reading, verb)
    yield from _reached_at(reading)
    yield from _pronouns(reading)


def _cannot_stand(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I can't stand coriander"."""
    can = any(child.lemma_.lower() in {"can", "ca", "could"} for child in verb.children if child.dep_ == "aux")
    denied = any(child.dep_ == "neg" for child in verb.children)
    if verb.lemma_.lower() in UNBEARABLE and can and denied:
        said = [child for child in verb.children if child.dep_ in {"advmod", "acomp"} and child.i == verb.i + 1]
        found = _objects(verb) or [one for one in said if one.pos_ == "ADJ"]
        yield from _each(reading, verb, "dislikes", [one for one in found if not _is_of_something_said(one)])


def _is_of_something_said(noun: Token) -> bool:
    """ "I don't eat pork, I can't stand the smell": that of the pork."""
    alone = {child.lower_ for child in noun.children} == {"the"}
    return alone and noun.lower_ in _SENSED


def _rather(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I'd rather have tea than coffee"."""
    compared = {"rather", "than"} <= {token.lower_ for token in verb.subtree}
    if verb.lemma_.lower() in {"have", "drink", "eat"} and compared:
        yield from _each(reading, verb, "prefers", _objects(verb))


def _would_prefer(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I'd prefer short replies"."""
    helping = {child.lower_ for child in verb.children if child.dep_ == "aux"}
    denied = any(child.dep_ == "neg" for child in verb.children)
    if verb.lemma_.lower() == "prefer" and helping and helping <= {"'d", "would", "’d"} and not denied:
        yield from _each(reading, verb, "prefers", _objects(verb))


def _into(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I'm really into ceramics"."""
    if verb.lemma_ == "be" and not any(child.dep_ in {"neg", "attr", "acomp", "aux"} for child in verb.children):
        for child in verb.children:
            if child.dep_ == "prep" and child.lower_ == "into":
                found = [one for one in child.children if one.dep_ in {"pobj", "pcomp"}]
                yield from _each(reading, verb, "likes", found)


def _intolerant(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "Saar is gluten intolerant": the parser takes the gluten for a participle."""
    said = next((child for child in verb.children if child.lower_ == "intolerant" and child.i == verb.i + 1), None)
    if said is not None and tense_of(verb) == "present" and not any(child.dep_ == "neg" for child in verb.children):
        for who in (one for subject in subjects_of(verb) for one in reading.parties(subject)):
            yield from reading.candidate(said, who, "is", phrases.Object(value=f"{verb.text} {said.text}"), PLAIN)


def _got_married(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "Stefan and I got married", "Lena got married to Ole", "I got engaged to Mona"."""
    joined = {"married": "married_to", "engaged": "engaged_to"}
    married = verb if verb.lower_ in joined else next((one for one in verb.children if one.lower_ in joined), None)
    got = verb if verb.lemma_ == "get" else next((one for one in verb.children if one.lemma_ == "get"), None)
    if married is None or got is None:
        return
    soon = got.tag_ == "VBG" and tense_of(got) == "present" and married.lower_ == "married"
    if got.tag_ not in {"VBD", "VBN"} and not soon:
        return
    if any(child.dep_ == "neg" or (child.dep_ == "aux" and not soon) for child in verb.children):
        return
    couple = [one for subject in subjects_of(verb) for one in reading.parties(subject)]
    to = [one for child in married.children if child.lower_ == "to" for one in child.children if one.dep_ == "pobj"]
    couple += [one for token in to for one in reading.parties(token)]
    if len(couple) == 2:
        first, second = sorted(couple, key=lambda one: one.name != SELF)
        relation = "engaged_to" if soon else joined[married.lower_]  # "Juan is getting married to Lucía"
        yield from reading.candidate(verb, first, relation, second, PLAIN)
    elif soon:
        return
    elif married.lower_ == "married" and any(one.lower_ == "we" for one in subjects_of(verb)):
        said = [child for child in married.children if child.dep_ == "prep" and child.lower_ in {"in", "on", "at"}]
        if said and couple:  # whom to is known otherwise
            text = verb.doc[said[0].i : max(one.right_edge.i for one in said) + 1].text
            yield from reading.candidate(verb, couple[0], "got_married", phrases.Object(value=text), PLAIN)


def _turned(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I just turned 33"."""
    if verb.lemma_.lower() != "turn" or tense_of(verb) not in {"past", "perfect"}:
        return
    for number in (child for child in verb.children if child.dep_ in {"dobj", "npadvmod", "attr", "acomp"}):
        for who in (one for subject in subjects_of(verb) for one in reading.parties(subject)):
            yield from age(reading, who, number)


def _on_my_team(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "Tamsin and Obi are on my team" and "I'm with Lumen Labs": whom and for whom one works with."""
    if verb.lemma_ != "be" or tense_of(verb) != "present" or any(child.dep_ in PREDICATIVE for child in verb.children):
        return
    if any(one.lower_ in _INSURED for one in verb.sent):
        return  # "I'm with the Techniker, insurance number A123"
    for preposition, token in complements(verb):
        mine = any(child.lower_ in {"my", "our"} for child in token.children)
        for who in (one for subject in subjects_of(verb) for one in reading.parties(subject)):
            if preposition in {"on", "in"} and token.lower_ in {"team", "squad"} and mine and who.name != SELF:
                yield from reading.candidate(verb, Party(SELF), "colleague", who, PLAIN)
            elif preposition == "with" and phrases.type_of(token, "") == words.ORGANISATION and who.name == SELF:
                employer = phrases.thing(token, words.ORGANISATION)
                yield from reading.candidate(verb, who, "works_for", employer, PLAIN)


def _member(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I'm on the payments team": the speaker's own."""
    if verb.lemma_ != "be" or tense_of(verb) != "present" or any(child.dep_ in PREDICATIVE for child in verb.children):
        return
    if not any(one.lower_ == "i" for one in subjects_of(verb)):
        return
    for preposition, token in complements(verb):
        named = any(child.dep_ in {"compound", "amod"} for child in token.children)
        if preposition in {"on", "in"} and token.lower_ in nouns.GROUPINGS and named:
            yield from reading.candidate(verb, Party(SELF), "member_of", phrases.thing(token, words.CONCEPT), PLAIN)


def _not_a_fan(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I'm not a fan of jazz"; what is not said to be disliked is not noted."""
    if verb.lemma_ != "be" or tense_of(verb) != "present" or not any(one.dep_ == "neg" for one in verb.subtree):
        return
    for noun in (one for one in verb.children if one.dep_ == "attr" and one.lemma_.lower() == "fan"):
        of = [token for preposition, token in complements(noun) if preposition == "of"]
        yield from _each(reading, verb, "dislikes", of)


def _does_not_like(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "I don't like mushrooms": nobody means by it that they only do not care; "doesn't love" may."""
    helping = {child.lemma_.lower() for child in verb.children if child.dep_ == "aux"}
    denied = any(child.dep_ == "neg" for child in verb.children)
    if verb.lemma_.lower() in {"like", "enjoy"} and helping == {"do"} and denied and tense_of(verb) == "present":
        yield from _each(reading, verb, "dislikes", [one for one in _objects(verb) if one.dep_ == "dobj"])
        for doing in (one for one in _objects(verb) if one.tag_ == "VBG"):  # "driving in the dark"
            for who in (one for subject in subjects_of(verb) for one in reading.parties(subject)):
                what = object_of(reading, doing, words.CONCEPT, "dislikes")
                yield from reading.candidate(verb, who, "dislikes", what, PLAIN)


def _its_my(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """ "It's my birthday on 12 August"."""
    if verb.lemma_ != "be" or not any(one.lower_ in {"it", "that"} for one in subjects_of(verb)):
        return
    for day in (one for one in verb.children if one.lower_ in {"birthday", "anniversary"} and one.dep_ == "attr"):
        whose = reading.owner(day)
        dates = [token for preposition, token in complements(verb) if preposition == "on" and phrases.is_date(token)]
        if whose is not None and dates:
            yield from reading.candidate(verb, whose, day.lower_, phrases.literal(dates[0]), PLAIN)


def _pronouns(reading: Reading) -> Iterator[Candidate]:
    """ "My pronouns are they/them", which no parser takes for a sentence."""
    for match in _PRONOUNS.finditer(reading.full.text):
        span = reading.doc.char_span(match.start(1), match.end(1), alignment_mode="expand")
        token = span[0] if span else None
        if token is not None and not is_question(token.sent):
            yield from reading.candidate(token, Party(SELF), "pronouns", phrases.Object(value=match[1]), PLAIN)


def _reached_at(reading: Reading) -> Iterator[Candidate]:
    """ "You can reach me at ines@example.org"."""
    for token in reading.doc:
        if not token.like_email or is_question(token.sent):
            continue
        before = reading.doc[token.sent.start : token.i].text
        if _REACHED.search(before):
            yield from reading.candidate(token, Party(SELF), "email", phrases.Object(value=token.text), PLAIN)


def _objects(verb: Token) -> list[Token]:
    return [child for child in verb.children if child.dep_ in {"dobj", "xcomp"}]


def _each(reading: Reading, verb: Token, predicate: str, objects: list[Token]) -> Iterator[Candidate]:
    for subject in subjects_of(verb):
        who = reading.party(subject)
        if who is None or not (who.name == SELF or phrases.is_proper(subject) or who.certainty < 1):
            continue
        for token in (one for found in objects for one in coordinated(found)):
            named = any(child.dep_ == "appos" and phrases.is_proper(child) for child in token.children)
            what = reading.party(token) if named else _thing(token)  # "my neighbour Mr. Brandt"
            yield from reading.candidate(verb, Party(who.name, who.certainty), predicate, what, PLAIN)


def _thing(token: Token) -> phrases.Object | None:
    marks = {child.lower_ for child in token.children if child.dep_ in {"det", "poss"}}
    if marks & {"this", "that", "these", "those"} or token.lemma_.lower() in nouns.EMPTY_LIKES:
        return None
    return phrases.thing(token, words.CONCEPT)
