"""What somebody does again and again, and when: "I take the ferry on Thursdays"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import LIVING
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import third_person
from assistant.extraction.words.dates import WEEKDAYS
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_UNNAMED = words_of("my our it them him me us you myself ourselves himself herself themselves")
_ON = words_of(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends weeknights "
    "mornings afternoons evenings nights"
)
_MEETING = words_of("club group class course circle choir band orchestra")  # "the club meets every ..."
_TIMES = words_of(
    "monday tuesday wednesday thursday friday saturday sunday day weekday weekend morning afternoon evening night week "
    "fortnight month year spring summer autumn fall winter"
)
_TWO_TIMES = re.compile(r"\bat \d[^,;]* and [a-z]+ at \d")
_HOUR = re.compile(r"at (?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?\b(?! (?:and|or)\b)|noon\b|midnight\b)", re.IGNORECASE)
_HOW_OFTEN = frozenset({"npadvmod", "advmod"})
# Not what one does: what one feels, finds and means by it.
_STATES = words.ATTITUDES | words_of("be have do feel look seem get happen need keep make let help thank miss wake")


def routines(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What the clause says its subjects do on certain days, or every so often, in its own words."""
    if clause.passive or clause.verb.tag_ not in {"VBP", "VBZ"}:
        return
    if clause.lemma in _STATES and not _has_as_pastime(clause):
        return
    going = [child for child in clause.verb.children if child.tag_ == "VBG" and child.dep_ in {"xcomp", "advcl"}]
    if clause.lemma == "go" and any(all(one.dep_ in _HOW_OFTEN for one in child.children) for child in going):
        return  # "I go climbing twice a week" is told as what somebody does
    ends = _said_to_recur(clause.verb)
    if ends is None or not clause.lemma.isalpha():
        return
    ends = _with_whom(clause.verb, ends)
    further = [one for one in clause.verb.children if one.dep_ == "conj" and clause.verb.i < one.i <= ends]
    if any(child.dep_ == "dobj" for one in further for child in one.children):
        return  # "I have asthma and take Ventolin every morning": that is when the other is done
    joined = [one for one in further if one.i == clause.verb.i + 2]
    done = clause.verb.doc[(joined or [clause.verb])[0].i + 1 : ends + 1]  # "I run and swim every morning"
    done = done[1:] if done and done[0].lower_ in {"there", "here"} else done  # "I work there on Wednesdays"
    if not done or done[0].pos_ == "CCONJ":
        return
    if _TWO_TIMES.search(done.text):
        return  # "starts at 8:30 and finishes at 14:00, on Wednesdays at 12:15" is more than one thing
    if any(token.lower_ in _UNNAMED or (token.lower_ == "her" and token.tag_ == "PRP") for token in done):
        return  # told to them, it would be somebody else's, and of "it" and "her" nobody knows what or who it was
    for subject in clause.subjects:
        for who in reading.parties(subject):
            if who.name == SELF or who.name.type in LIVING or phrases.is_proper(subject) or subject.lower_ in _MEETING:
                yield from reading.candidate(
                    clause.verb, who, third_person(clause.lemma), Object(value=done.text), PLAIN
                )


def _with_whom(verb: Token, ends: int) -> int:
    """Where the words end that say with whom, where to or at what hour, right behind when: "on Sundays with Annelies",
    "every summer to Denmark", "on Wednesdays at 19:30".
    """
    beside = verb.doc[ends + 1] if ends + 1 < len(verb.doc) else None
    if beside is not None and beside.lower_ == "at" and (hour := _HOUR.match(verb.doc.text, beside.idx)):
        last = verb.doc.char_span(beside.idx, hour.end(), alignment_mode="expand")
        return int(last[-1].i) if last is not None else ends
    if beside is None or beside.lower_ not in {"with", "to"}:
        return ends
    named = [one for child in beside.children if child.dep_ == "pobj" for one in coordinated(child)]
    return named[-1].i if named and all(map(phrases.is_proper, named)) else ends


def _has_as_pastime(clause: Clause) -> bool:
    """ "Leo has piano on Mondays and swimming on Thursdays"; not "a meeting on Mondays", nor "time"."""
    done = [child for child in clause.verb.children if child.dep_ == "dobj" and child.tag_ == "NN"]
    bare = not any(child.dep_ in {"det", "poss"} for one in done for child in one.children)
    return clause.lemma == "have" and bool(done) and bare and done[0].lower_ not in {"time", "fun", "work", "off"}


def _is_so_often(token: Token) -> bool:
    """ "three times a week", "twice a month"."""
    before = token.doc[max(token.sent.start, token.i - 2) : token.i]
    a_unit = token.lower_ in {"day", "week", "month", "year"} and len(before) == 2 and before[1].lower_ in {"a", "per"}
    return a_unit and before[0].lower_ in {"times", "twice", "once"}


def _is_of_each_month(token: Token) -> bool:
    """ "the first Monday of the month"."""
    which = any(child.lower_ in {"first", "second", "third", "fourth", "last"} for child in token.children)
    return which and token.lower_ in WEEKDAYS and token.right_edge.lower_ == "month"


def _said_to_recur(verb: Token) -> int | None:
    """Where the words end that say when it is done again: "on Thursdays", "every Tuesday morning", "daily"."""
    found = None
    near = {verb, *verb.children, *(one for child in verb.children for one in child.children)}
    for token in verb.subtree:
        if token.i > verb.i and token.head in near:
            on = token.lower_ in _ON and token.dep_ == "pobj" and token.head.lower_ == "on"
            each = token.lemma_.lower() in _TIMES and any(child.lower_ in {"every", "each"} for child in token.children)
            each = each or _is_so_often(token) or _is_of_each_month(token)
            if on or each or (token.lower_ in {"daily", "weekly"} and token.head == verb):
                last = max(one.i for one in coordinated(token))  # "on Tuesdays and Saturdays"
                last = token.right_edge.i if _is_of_each_month(token) else last
                of_another = any(one.pos_ == "VERB" for one in token.ancestors if one.i > verb.i)
                found = last if found is None or not of_another else found  # "piano on Mondays and chess on Fridays"
    return found
