"""What is to be so from a day on that is named, or until it: "I'm moving to Porto on 1 March", "my last day is ..."."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases, places
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.objects import object_of
from assistant.extraction.parts.parties import named_side
from assistant.extraction.parts.timing import clause_words, midnight
from assistant.extraction.reading import Reading
from assistant.extraction.relations.kinship import related
from assistant.extraction.statements import is_question, is_vouched
from assistant.extraction.words import role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import lemma
from assistant.extraction.words.dates import MONTHS
from assistant.extraction.words.named_days import Days, named
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.vocabulary import Says
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

PLAIN = 0.75  # it may come otherwise
A_MONTH = 31  # days
_PLANS: dict[tuple[str, str], Says] = {
    ("move", "to"): Says("lives_in", words.PLACE),
    ("move", "in"): Says("lives_in", words.PLACE),
    ("move", "with"): Says("lives_with", words.PERSON),
    ("relocate", "to"): Says("lives_in", words.PLACE),
    ("emigrate", "to"): Says("lives_in", words.PLACE),
    ("start", "at"): Says("works_at", words.ORGANISATION),
    ("start", "with"): Says("works_at", words.ORGANISATION),
    ("start", "as"): Says("works_as", words.CONCEPT),
    ("join", ""): Says("works_at", words.ORGANISATION),
    ("report", "to"): Says("boss", words.PERSON),
}
_VERBS = frozenset(verb for verb, _ in _PLANS)
_WILL = frozenset({"will", "'ll", "’ll"})
_TO_BE = words_of(
    "boss manager supervisor teacher tutor mentor coach landlord flatmate housemate roommate neighbour neighbor "
    "colleague"
)
_TO_COME = frozenset({"will", "'ll", "’ll", "be"})
_GOING_ON = _TO_COME | {"am", "is", "are", "'m", "’m", "'s", "’s", "'re", "’re"}
_SUPPOSED = frozenset({"if", "unless", "once", "when", "whether", "maybe", "perhaps", "hopefully", "might", "may"})


def planned(reading: Reading) -> Iterator[Candidate]:
    """What is planned for a day or a month that is named, and no more than that: "is moving next year" may never be."""
    if reading.said_at is None:
        return
    for sentence in reading.doc.sents:
        if is_question(sentence):
            continue
        yield from _last_day(reading, sentence)
        yield from _will_be(reading, sentence)
        if any(one.lower_ in _SUPPOSED for one in sentence if one.ent_type_ != "DATE"):
            continue
        for verb in (one for one in sentence if one.pos_ == "VERB" and lemma(one) in _VERBS and _is_to_come(one)):
            if is_vouched(verb):
                yield from _of(reading, verb)


def _of(reading: Reading, verb: Token) -> Iterator[Candidate]:
    assert reading.said_at is not None
    clause = clause_words(verb)
    days = named(clause, reading.said_at.date(), back=False)
    is_one = len(days) == 1 and days[0].first > reading.said_at.date() and _is_sure(days[0], clause)
    begins = days[0].last if is_one else None  # "in June": when it is over, it is so
    moving_in = any(one.dep_ == "prt" and one.lower_ == "in" for one in verb.children)
    for preposition, token in places.once(complements(verb)):
        says = _PLANS.get((lemma(verb), preposition))
        if says is None or phrases.is_date(token) or (begins is None and says.predicate != "boss"):
            continue
        if says.predicate == "lives_with" and not moving_in:
            continue  # who moves with somebody may help to carry
        if says.predicate == "works_at" and not phrases.is_proper(token):
            continue  # "Ines starts with a final round on Tuesday"
        if says.predicate == "works_at" and phrases.type_of(token, "") == words.PLACE:
            continue  # "Jack starts at Durham in October" may be to study there
        said = object_of(reading, named_side(token), says.object, says.predicate)
        for subject in (child for child in verb.children if child.dep_ == "nsubj" and _is_somebody(child)):
            for who in reading.parties(subject, words.PERSON) if said is not None and said.name is not None else ():
                for one in reading.candidate(verb, who, says.predicate, said, PLAIN):
                    yield replace(one, valid_from=midnight(begins, reading.said_at), valid_until=None)


def _will_be(reading: Reading, sentence: Span) -> Iterator[Candidate]:
    """ "My boss will be Camille Durand": whoever is to be one's own in what one begins."""
    for verb in (one for one in sentence if one.lower_ == "be" and is_vouched(one)):
        helping = {child.lower_ for child in verb.children if child.dep_ in {"aux", "neg"}}
        names = [child for child in verb.children if child.dep_ == "attr" and phrases.is_proper(child)]
        roles = [child for child in verb.children if child.dep_ == "nsubj" and child.lemma_.lower() in _TO_BE]
        if names and helping and helping <= _WILL:
            for role in roles:
                yield from related(reading, role, names[0], PLAIN)


def _is_sure(days: Days, clause: str) -> bool:
    """Whether it is one day, or a month by its name: "next month" is no more than thought of."""
    names_month = any(month in clause[days.start : days.end].casefold() for month in MONTHS)
    return days.first == days.last or (names_month and (days.last - days.first).days < A_MONTH)


def _is_somebody(subject: Token) -> bool:
    if subject.lower_ in {"i", "we", "he", "she", "they"} or subject.lemma_.lower() in role_words.ROLES:
        return True
    return phrases.is_proper(subject) and subject.ent_type_ not in {"ORG", "PRODUCT"}


def _is_to_come(verb: Token) -> bool:
    """ "is moving", "moves", "will move"; nothing that is denied. Who "joins Zoom on Monday" is in a call."""
    helping = {child.lower_ for child in verb.children if child.dep_ in {"aux", "neg"}}
    if verb.tag_ == "VBG":
        return bool(helping) and helping <= _GOING_ON and (lemma(verb) != "report" or bool(helping & _TO_COME))
    if lemma(verb) == "join" and not helping:
        return False
    return helping <= _TO_COME if verb.tag_ in {"VB", "VBP"} else verb.tag_ == "VBZ" and not helping


def _last_day(reading: Reading, sentence: Span) -> Iterator[Candidate]:
    """ "My last day at Bruntwood is 24 April": one works there until then."""
    assert reading.said_at is not None
    for day in (one for one in sentence if one.lower_ == "day" and one.head.lemma_ == "be"):
        at = [token for preposition, token in complements(day) if preposition in {"at", "with"}]
        if not at or not phrases.is_proper(at[0]) or not any(child.lower_ == "last" for child in day.children):
            continue
        days = named(clause_words(day.head), reading.said_at.date(), back=day.head.tag_ == "VBD")
        for who in reading.owners(day) if len(days) == 1 else ():
            for one in reading.candidate(day, who, "works_at", phrases.thing(at[0], words.ORGANISATION), PLAIN):
                yield replace(one, valid_from=None, valid_until=midnight(days[0].last, reading.said_at))
