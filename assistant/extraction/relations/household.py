"""What a household notes down: where things are kept, and on which day what comes round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.relations.due import what
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import WEEKDAYS
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
KEPT = "is_kept"
_HIDDEN = words_of("under underneath beneath behind inside above below beside")  # of ideas one says "in" and "on"
_PLACING = words_of("sit hang stand")  # things do not do so anywhere but where they are kept
_POSTURES = _PLACING | {"live"}
_PLACED = words_of("in on at by near")
_FURNITURE = words_of(
    "drawer cupboard cabinet shelf wardrobe closet safe box tin jar folder binder desk sideboard chest fridge freezer "
    "garage attic loft cellar basement shed kitchen hall hallway bathroom bedroom utility pantry larder porch study "
    "glovebox boot hook rack bookcase bookshelf envelope briefcase rucksack bag toolbox"
)
_NUMBERED = words_of("hall hallway kitchen study bedroom bathroom")  # "the booth is in hall 3" of a fair
ENTRUSTED = words_of("key keys passport passports will deed deeds document documents certificate certificates")
# What one lends to others and asks back; "our insurance is with Allianz" tells of no place.
LENT = words_of(
    "copy book dvd record ladder drill saw hammer tool toolbox tent suitcase charger projector camera tripod guitar "
    "amp keyboard drum bike trailer jumper coat jacket umbrella pan tin dish cable adapter"
)
_ROUND = words_of("day night club evening practice rehearsal training lesson lessons class collection service round")
_WHEN = re.compile(rf"\b(?:every|each|{'|'.join(WEEKDAYS)})", re.IGNORECASE)
_SINCE = re.compile(r",? since ", re.IGNORECASE)
_JUST_NOW = words_of("now currently today still already just")


def household(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """Where the clause says that a thing is kept, or when something comes round."""
    if clause.lemma not in {"be", *_POSTURES} or clause.tense != "present":
        return
    for subject in clause.subjects:
        if where := _kept(clause, subject):
            for thing in _thing(reading, subject):
                yield from reading.candidate(clause.verb, thing, KEPT, phrases.Object(value=where), PLAIN)
        elif clause.lemma == "be" and (when := _comes_round(clause, subject)):
            thing = Party(Name(phrases.phrase(subject), words.CONCEPT))
            yield from reading.candidate(clause.verb, thing, "is", phrases.Object(value=when), PLAIN)


def _kept(clause: Clause, subject: Token) -> str:
    """ "under the kitchen sink", "in the top drawer", "with Margaret at number 9"; not where somebody is just now."""
    lemma = subject.lemma_.lower()
    somebody = lemma in role_words.ROLES.keys() | role_words.PETS | role_words.GROUPS or lemma in nouns.PASSING_NOUNS
    is_thing = subject.tag_ in {"NN", "NNS"} and not phrases.is_proper(subject)
    is_device = subject.tag_ == "NNP" and subject.text.isupper()  # "the NAS"
    is_meant = subject.lower_ == "it" and clause.lemma in _POSTURES
    if somebody or not (is_thing or is_device or is_meant):
        return ""
    if any(child.lower_ in _JUST_NOW or child.dep_ in {"attr", "acomp", "neg"} for child in clause.verb.children):
        return ""
    for preposition in (child for child in clause.verb.children if child.dep_ == "prep"):
        place = next((child for child in preposition.children if child.dep_ == "pobj"), None)
        if place is None or phrases.is_date(place):
            continue
        if any(child.dep_ == "nummod" for child in place.rights) and place.lemma_.lower() in _NUMBERED:
            continue
        hidden = preposition.lower_ in _HIDDEN or (clause.lemma in _PLACING and preposition.lower_ in _PLACED)
        furnished = preposition.lower_ in {"in", "on", "at"} and place.lemma_.lower() in _FURNITURE
        somebodys = phrases.is_proper(place) or any(child.dep_ == "poss" for child in place.children)
        entrusted = preposition.lower_ == "with" and (lemma in ENTRUSTED or (lemma in LENT and somebodys))
        if hidden or furnished or entrusted:
            last = max(one.right_edge.i for one in clause.verb.children if one.dep_ == "prep")
            return _SINCE.split(clause.verb.doc[preposition.i : last + 1].text)[0].rstrip(" .,;!")
    return ""


def _thing(reading: Reading, subject: Token) -> list[Party]:
    """ "the stopcock" by its name, "my passport" as the owner's; not "a key"."""
    found = reading.parties(subject) if subject.lower_ == "it" else what(reading, subject)
    marks = {child.lower_ for child in subject.children if child.dep_ in {"det", "poss"}}
    if found or not marks & {"the", "our"}:
        return found
    return [Party(Name(phrases.phrase(subject), words.CONCEPT), 0.85)]


def _comes_round(clause: Clause, subject: Token) -> str:
    """ "Wednesday" of "bin day is Wednesday", "every other Friday"; of one's own it is told otherwise."""
    beside = {child.dep_ for child in subject.children}
    if subject.lemma_.lower() not in _ROUND or "poss" in beside or "compound" not in beside:
        return ""
    said = [one for one in clause.verb.children if one.dep_ in {"attr", "prep", "npadvmod"} and one.i > clause.verb.i]
    text = clause.verb.doc[said[0].left_edge.i : said[-1].right_edge.i + 1].text if said else ""
    return text.rstrip(" .,;!").removeprefix("on ") if _WHEN.match(text.removeprefix("on ")) else ""
