"""When somebody was born, by when they turn how old: "Finn turns 8 on 19 February", "my 40th is on Friday"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.phrases import Object, literal, phrase
from assistant.extraction.parts.spoken_of import LIVING, Party
from assistant.extraction.parts.subjects import subjects_of
from assistant.extraction.reading import Reading
from assistant.extraction.statements import is_question, is_vouched, tense_of
from assistant.extraction.words.dates import (
    DATED_YEAR,
    EXPRESSION,
    MONTHS,
    NUMBERS,
    ORDINALS,
    WEEKDAYS,
    day,
    written,
)
from assistant.extraction.words.vocabulary import PERSON
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

PLAIN = 0.85
OLDEST = 120
_WILL = frozenset({"will", "'ll", "’ll", "ll"})
_NEXT = "today|tonight|tomorrow"
_YEARS = {"last": -1, "this": 0, "next": 1}  # from the one in which it is said
_DAY = rf",?(?: (?P<how>on|this|last|next))? (?P<day>{EXPRESSION}|{_NEXT}|year)\b"
_TURNS = re.compile(
    rf"(?P<verb>turn(?:s|ed|ing)?|be|is|['’]s) (?P<years>\d{{1,3}}|{'|'.join(NUMBERS)})(?: years old)?{_DAY}",
    re.IGNORECASE,
)
# "Mia's 5th birthday was last Friday", "it's my birthday tomorrow"; of a great one "her 40th" says enough.
_BIRTHDAY = re.compile(
    rf"(?P<which>(?:(?P<years>\d{{1,3}})(?:st|nd|rd|th)|{'|'.join(ORDINALS)}) birthday|birthday"
    r"|(?:18|[2-9]0|100)th|21st)"
    rf"(?P<verb>(?: is| was| falls| will be|['’]s)?){_DAY}",
    re.IGNORECASE,
)
_BORN = re.compile(
    rf"born (?:on |in )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)? (?:{'|'.join(MONTHS)}),? \d{{4}}|\d{{4}}-\d\d-\d\d"
    rf"|(?:{'|'.join(MONTHS)}) \d{{1,2}},? \d{{4}}|{DATED_YEAR})\b",
    re.IGNORECASE,
)
_NEAR = frozenset({*WEEKDAYS, *_NEXT.split("|"), "yesterday"})  # days that are no birthday by themselves
_WHICH = re.compile(rf"\d{{1,3}}(?:st|nd|rd|th)|{'|'.join(ORDINALS)}")


def birthdays(reading: Reading) -> Iterator[Candidate]:
    """The birthday of everyone who is plainly said to turn so old on a day, in the words it is said with."""
    for sentence in reading.doc.sents:
        if not is_question(sentence):
            for token in sentence:
                yield from _turns(reading, token, sentence)
                yield from _celebrated(reading, token, sentence)
                yield from _kept_on(reading, token)
                yield from _born(reading, token, sentence)


def _turns(reading: Reading, verb: Token, sentence: Span) -> Iterator[Candidate]:
    """ "turns", "turned", "is turning", "will turn" and "will be", and none of it denied or supposed."""
    if verb.lemma_.lower() not in {"turn", "be"} or not _is_vouched(verb):
        return
    helping = {child.lower_ for child in verb.children if child.dep_ == "aux"}
    will = bool(helping) and helping <= _WILL
    said = _TURNS.match(reading.full.text, verb.idx, sentence.end_char)
    if said and (
        will or (verb.lower_ in {"is", "'s", "’s"}) or (verb.lemma_.lower() == "turn" and tense_of(verb) is not None)
    ):
        whom = [one for subject in subjects_of(verb) for one in reading.parties(subject)]
        living = [one for one in whom if one.name.type in LIVING or one.name.text.istitle()]
        yield from _noted(reading, verb, living, said)


def _celebrated(reading: Reading, noun: Token, sentence: Span) -> Iterator[Candidate]:
    """A birthday that is counted, or told by a day near by; "my birthday is 3 May" is read as anything that is mine."""
    if not any(child.dep_ == "poss" for child in noun.children) or not _is_vouched(noun.head):
        return
    counted = noun.i and _WHICH.fullmatch(noun.nbor(-1).lower_) and noun.lower_ == "birthday"
    said = _BIRTHDAY.match(reading.full.text, (noun.nbor(-1) if counted else noun).idx, sentence.end_char)
    if said and (said["which"].casefold() != "birthday" or written(said["day"]) is None):
        whom = [one for one in reading.owners(noun) if one.name.type in LIVING or one.name.text.istitle()]
        yield from _noted(reading, noun.head, whom, said)  # the recogniser takes many a first name for a firm


def _born(reading: Reading, verb: Token, sentence: Span) -> Iterator[Candidate]:
    """The day of birth beside a name: "Irene Kowalska, born 12 February 1942"."""
    name = verb.head
    if verb.lower_ != "born" or verb.dep_ != "acl" or name.tag_ != "NNP" or name.i > verb.i:
        return
    if name.i + 1 != verb.i and name.nbor(1).text not in {",", "("}:
        return  # "Operations manager · Regensburg · born ..."
    said = _BORN.match(reading.full.text, verb.idx, sentence.end_char)
    if said is not None:
        who = Party(Name(phrase(name), PERSON))
        yield from reading.candidate(verb, who, "born_on", Object(value=said["day"]), PLAIN)


def _kept_on(reading: Reading, noun: Token) -> Iterator[Candidate]:
    """ "We celebrate our anniversary on 12 May", which comes again each year."""
    verb = noun.head
    if noun.lower_ not in {"birthday", "anniversary"} or noun.dep_ != "dobj" or verb.lemma_ != "celebrate":
        return
    if tense_of(verb) != "present" or verb.tag_ == "VBG" or not _is_vouched(verb):
        return
    for preposition, token in complements(verb):
        if preposition == "on" and written(token.doc[token.left_edge.i : token.i + 1].text) is not None:
            for who in reading.owners(noun):
                yield from reading.candidate(verb, who, noun.lower_, literal(token), PLAIN)


def is_counted(noun: Token) -> bool:
    """Whether a noun is "8th birthday" or "70th": of its day nothing else is to be made."""
    return _WHICH.fullmatch(noun.lower_) is not None or (
        noun.lower_ == "birthday" and any(child.ent_type_ == "ORDINAL" for child in noun.children)
    )


def _is_vouched(verb: Token) -> bool:
    return is_vouched(verb) and not any(child.dep_ == "neg" for child in verb.children)


def _noted(reading: Reading, at: Token, whom: list[Party], said: re.Match[str]) -> Iterator[Candidate]:
    for who in whom:
        yield from reading.candidate(at, who, "birthday", Object(value=said.group()), PLAIN)


def reckoned(candidate: Candidate, said_at: dt.datetime | None) -> list[Candidate]:
    """Of "turns 8 on 19 February" the birthday and, where the year is plain, the day of birth; any other as it is.

    None at all where the words tell no day of the calendar.
    """
    value = candidate.value or ""
    said = (_TURNS.fullmatch(value) or _BIRTHDAY.fullmatch(value)) if candidate.predicate == "birthday" else None
    if said is None:
        return [] if candidate.predicate == "birthday" and value.casefold() in _NEAR else [candidate]
    if (within := _born_within(said, said_at.date() if said_at else None)) is not None:
        return [replace(candidate, predicate="born_on", value=within)] if within else []
    past = said["verb"].casefold().strip() in {"turned", "was"}
    turned = _turned(said["day"], said["how"] or "", past, said_at.date() if said_at else None)
    if turned is None:
        exact = written(said["day"])
        return [replace(candidate, value=exact[0])] if exact and not exact[1] else []
    birthday = replace(candidate, value=f"{turned.day} {MONTHS[turned.month - 1].capitalize()}")
    years = _years(said)
    if not 0 < years <= OLDEST or (turned.month, turned.day) == (2, 29):
        return [birthday]
    born = turned.replace(year=turned.year - years)
    return [birthday, replace(candidate, predicate="born_on", value=born.isoformat(), value_type="date")]


def _years(said: re.Match[str]) -> int:
    which = said.groupdict().get("which") or said["years"]
    first = which.split()[0].casefold()
    return int("".join(filter(str.isdigit, which)) or ORDINALS.get(first) or NUMBERS.get(first, 0))


def _born_within(said: re.Match[str], said_on: dt.date | None) -> str | None:
    """The year in which somebody was born who turns so old "next year"; None where a day is told, and nothing ("")
    where nobody knows of which year.
    """
    if said["day"].casefold() != "year":
        return None
    years, later = _years(said), _YEARS.get((said["how"] or "").casefold())
    return "" if said_on is None or later is None or not 0 < years <= OLDEST else str(said_on.year + later - years)


def _turned(words: str, how: str, past: bool, said_on: dt.date | None) -> dt.date | None:
    """The day on which somebody turns or turned so old: the last such day up to `said_on`, or the next from it."""
    exact = written(words)
    if exact is not None and exact[1]:
        return dt.date.fromisoformat(exact[0])
    text = words.casefold()
    if said_on is None:
        return None
    if exact is not None:
        latest = day(text, said_on)
        if latest is None or past or latest == said_on:
            return latest
        following = latest.year + 1
        return None if (latest.month, latest.day) == (2, 29) else latest.replace(year=following)
    if text in WEEKDAYS and not past and how != "last":
        return said_on + dt.timedelta(days=(WEEKDAYS.index(text) - said_on.weekday() - 1) % 7 + 1)
    if text in {"tomorrow", "tonight"}:
        return said_on + dt.timedelta(days=text == "tomorrow")
    is_a_day = text in {"today", "this morning", "yesterday", "last night"} or text.split()[-1] in WEEKDAYS
    return day(f"last {text}" if how == "last" else text, said_on) if is_a_day else None
