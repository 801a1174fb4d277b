"""Rules for what someone does: "lives in Lisbon", "likes tea and coffee", "Tidewater Press printed Tide Tables"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.gaps import gaps, is_somebody
from assistant.extraction.parts.objects import object_of
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.verbs import GENERIC, said_of
from assistant.extraction.statements import Clause, tense_of
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import lemma
from assistant.extraction.words.dates import SHORT_DAYS, WEEKDAYS
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

FINITE = frozenset({"VBZ", "VBP", "VBD"})  # "loves gardens and hates surprises", "used one, ordered 3": the next verb
_SPANS = nouns.words_of("term semester year month week season morning afternoon evening")
NAMED = frozenset({words.PLACE, words.ORGANISATION})


_GROUPS = nouns.words_of(
    "group class team crew squad community committee board course meetup circle network company firm startup agency "
    "army"
)


def actions(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """The facts that the clause's verb states of its subjects."""
    if clause.lemma in {"be", "have", "call", "name"}:
        return
    clause = _echoed(clause)
    left_out = gaps(clause.verb)
    apart = left_out.keys() | set(left_out.values())
    for subject in clause.subjects:
        for predicate, expected, subject_type, token, confidence in said_of(clause):
            for who in reading.parties(subject, subject_type):
                if confidence == GENERIC and not _may_be_generic(clause, who, subject, predicate):
                    continue
                if predicate == "lives_in" and any(one.lower_ in nouns.THINGS for one in subject.children):
                    predicate = "uses"  # "Project Heron moved to Postgres"
                if predicate == "lives_in" and subject.lemma_.lower() in nouns.WORKPLACES:
                    predicate = "located_in"  # "our office moved to Leeds"
                if predicate == "lived_in" and not _is_somebody(subject):
                    continue
                if clause.lemma == "join" and predicate == "works_at" and _is_membership(clause, token):
                    predicate = "member_of"  # "joined our choir", "the Labour Party", "Unicorn as a member"
                joined = predicate == "works_as" or _may_be_joined(token)  # "Yuki joined as a data scientist"
                if clause.lemma == "join" and (token.lower_ in nouns.MEMBERS or not joined):
                    continue
                if predicate == "runs_on" and (who.name == SELF or who.name.type == words.PERSON):
                    continue  # "I run a business called Wick on Etsy"
                does = "lives_in" if clause.verb.lower_ == "based" and who.name.type == words.PERSON else predicate
                if does == "lives_in" and clause.lemma == "move" and _is_of_youth(clause.verb):
                    does = "lived_in"  # "when I was twelve we moved to Lund"
                for one in coordinated(token):
                    if one in apart or _is_when(one, does):
                        continue
                    if {one.tag_, token.tag_} & FINITE or (
                        one != token and expected in NAMED and _is_no_name_beside(one, token)
                    ):
                        continue
                    if does == "does" and one.ent_type_ in {"NORP", "LANGUAGE"}:
                        continue  # "I do translations, Norwegian and German"
                    if does == "sings_in" and not (_is_marked(one) or phrases.is_proper(one)):
                        continue  # "we sing it in polish"
                    if _is_number_beside(one):
                        continue  # "does the quotes, extension 418"
                    counted = any(child.dep_ == "nummod" for child in one.children)
                    if counted and (does == "learns" or (does == "uses" and clause.tense != "present")):
                        continue  # "I've learned 120 words so far", "I've used 4 days of holiday"
                    if does == "lives_with" and who.name == SELF and _is_introduced(one):
                        continue  # "in Metz with my husband Théo": that they are married says more
                    said = object_of(reading, one, expected, does)
                    yield from reading.candidate(clause.verb, who, does, said, confidence)
    if left_out:
        yield from _without_verb(reading, clause, left_out)


def _is_of_youth(verb: Token) -> bool:
    """Whether it was done when somebody was so old, or at school: nobody knows whether they still live there."""
    for clause in (one for one in verb.children if one.dep_ == "advcl" and one.lemma_ == "be" and one.tag_ == "VBD"):
        if any(child.dep_ == "advmod" and child.lower_ == "when" for child in clause.children):
            return True
    return False


def _is_marked(noun: Token) -> bool:
    return any(child.dep_ in {"det", "poss"} for child in noun.children)


def _is_number_beside(noun: Token) -> bool:
    """Whether a noun with a number behind it stands after a comma: "room 12"."""
    opens = noun.left_edge
    return opens.i > 0 and opens.nbor(-1).text == "," and any(child.dep_ == "nummod" for child in noun.rights)


def _is_when(noun: Token, predicate: str) -> bool:
    """ "teaching this term", "I do fri-sun": says when, not what. On which days somebody works is told so."""
    if noun.lower_ in _SPANS and any(child.lower_ in {"this", "next", "last", "every"} for child in noun.children):
        return True
    return predicate != "works" and (noun.text in SHORT_DAYS or noun.text in WEEKDAYS)


def _is_membership(clause: Clause, joined: Token) -> bool:
    as_member = any(token.lower_ in nouns.MEMBERS for _, token in complements(clause.verb))
    return as_member or not phrases.is_proper(joined) or joined.lower_ in nouns.JOINED_BY_MEMBERS


def _may_be_joined(joined: Token) -> bool:
    """ "Siemens" or "the chess club"; not the couch of "a couch to 5k group"."""
    return phrases.is_proper(joined) or joined.lower_ in nouns.JOINED_BY_MEMBERS | _GROUPS


def _without_verb(reading: Reading, clause: Clause, left_out: Mapping[Token, Token]) -> Iterator[Candidate]:
    """ "... and my brother in Oslo": he does the same."""
    said = [one for one in said_of(clause) if one[3] not in left_out]
    for token, subject in left_out.items():
        same = [one for one in said if one[3].head.lower_ == token.head.lower_]
        for predicate, expected, subject_type, _, confidence in same if is_somebody(subject) else ():
            for who in reading.parties(subject, subject_type):
                thing = object_of(reading, token, expected, predicate)
                yield from reading.candidate(clause.verb, who, predicate, thing, confidence)


def _is_introduced(noun: Token) -> bool:
    """Whether it says itself who that is: "my husband", "my aunt Pilar"."""
    return any(child.dep_ in {"poss", "appos"} for child in noun.children)


def _is_no_name_beside(other: Token, name: Token) -> bool:
    """ "lives in Ibadan and rings every Sunday", "works at Acme and volunteers": a verb that was read as a noun.

    Beside a name a place or an employer is named too, or has a word before it: "in Bern and the mountains".
    """
    bare = not phrases.is_proper(other) and not any(one.i < other.i for one in other.children)
    return bare and phrases.is_proper(name)


def _is_somebody(subject: Token) -> bool:
    """Not "the office" or "Project Heron", which moved as well."""
    kinds = {subject.lemma_.lower(), *(one.lower_ for one in subject.children)}
    return not kinds & (nouns.THINGS | nouns.WORKPLACES)


def _echoed(clause: Clause) -> Clause:
    """ "... and my sister does too": she does what was said before."""
    before = clause.verb.head
    again = {child.lower_ for child in clause.verb.children if child.dep_ == "advmod"}
    if clause.lemma != "do" or before.pos_ != "VERB" or before == clause.verb or not again & {"too", "also", "well"}:
        return clause
    tense = tense_of(before)
    return replace(clause, verb=before, lemma=lemma(before), tense=tense) if tense else clause


def _may_be_generic(clause: Clause, who: Party, subject: Token, predicate: str) -> bool:
    beside = predicate == clause.verb.lower_ and any(child.dep_ == "appos" for child in subject.children)
    named = phrases.is_proper(subject) or beside  # "our company Talvera makes ..."
    return who.name != SELF and (named or predicate.endswith("_by"))
