"""What stands behind the preposition of "is": from Norway, in Leeds, on 3 May, with Allianz, about bees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases, places
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.places import near_place
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.due import what
from assistant.extraction.relations.household import LENT
from assistant.extraction.relations.owned import head_words
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import MONTH_AND_YEAR, ORDINALS
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_PREMISES = nouns.words_of(
    "office practice shop studio clinic salon surgery restaurant cafe café workshop bakery school gym"
)
_SCHOOL_YEARS = nouns.words_of("year grade form class")
_JOINED = nouns.words_of("club choir band orchestra league union")
_HOST = re.compile(r"(?:https?://)?[a-z0-9-]+(?:\.[a-z0-9-]+){1,5}(?:[:/]\S*)?")
_IP = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
Said = tuple[list[Party], str, Object | None]


def whereabouts(reading: Reading, clause: Clause, subject: Token) -> Iterator[Candidate]:
    """The facts that the prepositions of a form of "be" state of `subject`; not where a person is just now."""
    is_number = any(child.dep_ == "attr" and child.tag_ == "CD" for child in clause.verb.children)
    for preposition, token in complements(clause.verb):
        if preposition == "from" and is_number:
            continue  # "my PB is 3:24, from Berlin 2024"
        said = _in_network(reading, subject, preposition, token)
        said = (
            said
            or _of_owned(reading, subject, preposition, token)
            or _itself(reading, clause, subject, preposition, token)
        )
        for whom, predicate, told in said:
            for who in whom:
                yield from reading.candidate(token, who, predicate, told, PLAIN)


def _in_network(reading: Reading, subject: Token, preposition: str, token: Token) -> list[Said]:
    """ "My NAS is on 192.168.1.20", "the staging server is at staging.heron.dev"."""
    network = "ip_address" if _IP.fullmatch(token.text) else "address" if _HOST.fullmatch(token.text) else ""
    if preposition not in {"on", "at"} or not network:
        return []
    return [(what(reading, subject), network, Object(value=token.text))]


def _of_owned(reading: Reading, noun: Token, preposition: str, token: Token) -> list[Said]:
    """ "My birthday is on 3 May", "our car insurance is with Allianz", "my thesis is about bees"."""
    if not any(child.dep_ == "poss" for child in noun.children):
        return []
    whose = reading.owner(noun)
    lemma, whom = noun.lemma_.lower(), [whose] if whose else []
    if preposition in {"on", "at", "in"} and lemma in nouns.DWELLINGS and (where := places.place_in_full(token)):
        return [(whom, "address", where)]
    if preposition in {"on", "at"} and lemma in _PREMISES and (where := places.place_in_full(token)):
        return [(whom, f"{phrases.slug(head_words(noun))}_address", where)]
    ours = any(child.lower_ == "our" for child in noun.children)  # that is a place of its own
    if preposition in {"in", "at"} and lemma in _PREMISES and not ours and phrases.type_of(token, "") == words.PLACE:
        return [(whom, f"{phrases.slug(head_words(noun))}_location", phrases.thing(token, words.PLACE))]
    if preposition == "in" and MONTH_AND_YEAR.fullmatch(phrases.whole(token)):
        kept = lemma not in role_words.ROLES.keys() | nouns.PASSING_NOUNS  # "the car's next inspection"
        said = Object(value=phrases.whole(token))
        return [(whom if kept else [], phrases.slug(head_words(noun)), said)]
    if preposition in {"on", "at"} and phrases.is_date(token):
        if preposition == "at" and (_has_day(token) or any(one.lower_ == "except" for one in token.sent)):
            return []  # "9:45 every day except Wednesday" is no time of every day
        kept = lemma not in role_words.ROLES.keys() | nouns.PASSING_NOUNS  # "Mum is 60 on Sunday"
        return [(whom if kept else [], phrases.slug(head_words(noun)), phrases.literal(token))]
    if preposition == "with" and phrases.is_proper(token):
        kept = lemma not in role_words.ROLES.keys() | role_words.PETS | nouns.PASSING_NOUNS | LENT
        return [(whom if kept else [], phrases.slug(head_words(noun)), phrases.thing(token, words.ORGANISATION))]
    if preposition == "about" and noun.lower_ in nouns.WRITINGS and token.pos_ in {"NOUN", "PROPN"}:
        last = token.right_edge.i - token.right_edge.is_punct
        topic = Object(value=token.doc[token.left_edge.i : last + 1].text)
        return [(whom, f"{phrases.slug(head_words(noun))}_topic", topic)]
    return []


def _studied(reading: Reading, subject: Token, year: Token) -> Iterator[Said]:
    """ "I'm in my second year of biology at Utrecht": what, and where."""
    for preposition, told in complements(year):
        if preposition == "of" and told.tag_ in {"NN", "NNS"} and not any(one.dep_ == "poss" for one in told.children):
            yield reading.parties(subject), "studies", phrases.thing(told, words.CONCEPT)
            for by, place in complements(told):
                if by == "at" and phrases.is_proper(place):
                    yield reading.parties(subject), "studies_at", phrases.thing(place, words.ORGANISATION)
        if preposition == "at" and phrases.is_proper(told):
            yield reading.parties(subject), "studies_at", phrases.thing(told, words.ORGANISATION)


def _itself(reading: Reading, clause: Clause, subject: Token, preposition: str, token: Token) -> list[Said]:
    """ "She is from Norway", "the office is in Leeds", "I've been to Iceland"."""
    if preposition == "to" and clause.tense == "perfect" and phrases.type_of(token, "") == words.PLACE:
        whom = reading.parties(subject)
        return [(whom, "has_been_to", phrases.thing(one, words.PLACE)) for one in coordinated(token)]
    if preposition == "from" and token.lower_ in nouns.SETTLEMENTS and (near := near_place(token)) is not None:
        return [(reading.parties(subject), "from", near)]
    if preposition == "in" and token.lower_ in _SCHOOL_YEARS and token.left_edge.i < token.right_edge.i:
        said = phrases.whole(token).split(",")[0]
        if re.search(rf"(?<!\d)1?\d(?!\d)|{'|'.join(ORDINALS)}", said, re.IGNORECASE):  # not "in the year 1984"
            return [(reading.parties(subject), "is", Object(value=f"in {said}")), *_studied(reading, subject, token)]
    if preposition in {"in", "on"} and (group := _group(preposition, token)) is not None:
        return [(reading.parties(subject), "member_of", group)]
    if preposition in {"at", "with"} and phrases.is_proper(token) and _is_of_a_job(clause.verb):
        return [(reading.parties(subject), "works_at", phrases.thing(token, words.ORGANISATION))]
    if preposition not in {"from", "in"} or not phrases.is_proper(token):
        return []
    if preposition == "in" and "," in {one.text for one in token.doc[clause.verb.i : token.i]}:
        return []  # "Chem is with Dr. Horak, exam on 19 January in the Sports Hall"
    if any(child.lower_ == "back" for child in (token.head.head, *clause.verb.children)):
        return []  # "we're back from Lisbon"
    if any(one.dep_ == "attr" and phrases.is_proper(one) and one.i < token.i for one in clause.verb.children):
        return []  # "the agent is Simon Gledhill from Dacre": that is where he is from
    who = reading.party(subject, words.CONCEPT if preposition == "in" else words.PERSON)
    if who is None:
        return []
    if preposition == "in" and _is_place_elsewhere(reading, subject):
        who = who.of_type(words.PLACE)
    if preposition == "in" and who.name.type == words.PERSON:
        return [([who], "lives_in", phrases.thing(token, words.PLACE))] if _has_moved(clause.verb) else []
    return [([who], "from" if preposition == "from" else "located_in", phrases.thing(token, words.PLACE))]


def _group(preposition: str, noun: Token) -> Object | None:
    """ "in a book club", "on the committee of the choir": who is in it or on it is a member."""
    marks = {child.lower_ for child in noun.children if child.dep_ in {"det", "poss"}}
    if preposition == "in":
        praised = any(child.lower_ in nouns.JUDGING for child in noun.children)
        is_one = noun.lower_ in _JOINED and not praised
        return phrases.thing(noun, words.CONCEPT) if is_one and marks & {"a", "an"} else None
    if noun.lower_ not in {"board", "committee", "council", "squad"} or not marks & {"the", "our"}:
        return None
    of = next((one for one in noun.children if one.dep_ == "prep" and one.lower_ == "of"), None)
    return Object(value=noun.doc[noun.i : of.right_edge.i + 1].text) if of is not None else None


def _has_day(time: Token) -> bool:
    """ "on 12 March at 2pm": the day is told."""
    return any(one.dep_ == "pobj" and one.head.lower_ == "on" and phrases.is_date(one) for one in time.sent)


def _is_of_a_job(verb: Token) -> bool:
    """ "Arne has got a new job, he's now at Equinor"."""
    before = {one.lemma_.lower() for one in verb.doc[verb.sent.start : verb.i] if one.dep_ == "dobj"}
    return verb.tag_ in {"VBZ", "VBP"} and not before.isdisjoint({"job", "position", "post", "role"})


def _has_moved(verb: Token) -> bool:
    """ "I used to live in Oslo but now I'm in Bergen"."""
    before = verb.doc[verb.sent.start : verb.i]
    lived = any(one.lower_ in {"live", "lived"} for one in before)
    return lived and verb.dep_ == "conj" and any(child.lower_ == "now" for child in verb.children)


def _is_place_elsewhere(reading: Reading, name: Token) -> bool:
    """ "Erik lives in Graz. Graz is in Austria.": what the recogniser takes for a person where it is first named."""
    return any(one.place and one.name.text == name.text for one in reading.mentions)
