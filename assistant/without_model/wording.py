"""A fact as a sentence to its owner: "You prefer dark mode", "Anna is your sister", "Anna lives in Lisbon"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from assistant.agenda.in_words import with_day
from assistant.extraction.parts.parties import SELF
from assistant.extraction.words.nouns import HEADSHIPS
from assistant.extraction.words.role_words import GROUPS
from assistant.extraction.words.vocabulary import INJURED
from assistant.without_model.grammar import capital, is_plural, listed, plural, possessive
from graph.curation.candidates import Candidate
from graph.days import day_of, in_words
from graph.models import Fact
from graph.predicates import NOTED, Relation, relation
from graph.read_as import PAST, SECOND_PERSON, STATES, is_state, is_verb
from graph.retrieval.types import FactRow

_GOING_ON = frozenset({"led", "run", "owned", "managed", "maintained", "taught", "coached", "used"})  # "is led by"
NOTE = 300  # characters of a note that are told as one fact
OVER = "no longer"  # how the proposal reads that something is over
_INJURED = frozenset(INJURED.values())
_HAPPENED = frozenset(
    {"founded", "formed", "established", "launched", "released", "published", "opened", "built"}
)  # "founded on"
_ONCE = frozenset({"met", "gave up", "had", *_INJURED})
_ONE_OF_MANY = frozenset(["member", "citizen", "resident", "fan", "friend", "supporter", "graduate", "student"])
_CAPITALS = {one: one.upper() for one in ("gp", "id", "pin", "iban", "vat", "ceo", "cto", "cfo", "cv", "tv", "nhs")}
_ON_A_DAY = frozenset({"ends", "starts", "begins", "expires", "closes", "opens"})
_OF_ONE = frozenset({"owns", "owned", "runs", "ran", "drives", "rides", "founded"})  # of which one names one thing
_SEVERAL = frozenset({"team", "crew", "staff", "family", "household", "cast"})  # of many one, not one each
_NO_DAY = re.compile(
    r"(?:the )?(?:(?:early |late )?(?:spring|summer|autumn|fall|winter) (?:of )?"
    r"|(?:january|february|march|april|may|june|july|august|september|october|november|december) )?\d{4}",
    re.IGNORECASE,
)
# Before which stands "a".
_TRADE = re.compile(rf"(?!an? |the |(?:{'|'.join(sorted(HEADSHIPS))}) of |my |our |your |.*s$)[a-z].*")
_AWARDED = frozenset({"awarded", "nominated for"})
_ROLE = re.compile(r"^has the (?P<noun>.+?)(?: on)?$")


class Statement(Protocol):
    """What a sentence needs of a fact; `object` is None for a literal, which is in `value`."""

    @property
    def subject_name(self) -> str: ...
    @property
    def subject_is_self(self) -> bool: ...
    @property
    def object(self) -> Any: ...
    @property
    def object_name(self) -> str: ...
    @property
    def object_is_self(self) -> bool: ...
    @property
    def value(self) -> str: ...
    @property
    def valid_from(self) -> dt.datetime | None: ...
    @property
    def valid_until(self) -> dt.datetime | None: ...


@dataclass(frozen=True, slots=True)
class _Stated:
    subject_name: str
    subject_is_self: bool
    object: Any
    object_name: str
    value: str
    valid_from: dt.datetime | None = None
    valid_until: dt.datetime | None = None
    object_is_self: bool = False


def of_fact(fact: Fact, relations: dict[str, Relation], now: dt.datetime) -> str:
    """The sentence of a fact whose subject and object are loaded."""
    name = fact.object.name if fact.object else ""
    ends = (fact.valid_from, fact.valid_until)
    to_self = fact.object is not None and fact.object.is_self
    stated = _Stated(fact.subject.name, fact.subject.is_self, fact.object, name, fact.value or "", *ends, to_self)
    return sentence([stated], relation(relations, fact.predicate).reads, now)


def of_candidate(candidate: Candidate, relations: dict[str, Relation], now: dt.datetime) -> str:
    """The sentence of what was read in somebody's words."""
    subject, name = candidate.subject.text, candidate.object.text if candidate.object else ""
    stated = _Stated(
        subject, candidate.subject == SELF, candidate.object, name, candidate.value or "",
        object_is_self=candidate.object == SELF,
    )  # fmt: skip
    return sentence([stated], relation(relations, candidate.predicate).reads, now)


def sentence(facts: Sequence[Statement], reads: str, now: dt.datetime) -> str:
    """Facts of one subject and predicate as one sentence without its full stop; the owner is "you".

    `reads` are the predicate's words between subject and object. Validity that has begun or ended is said.
    """
    first = facts[0]
    names = _names(first)
    if reads in NOTED and first.object is None:
        return f"Noted of {_subject(first)}: “{' · '.join(_at_most(' '.join(fact.value.split())) for fact in facts)}”"
    if reads == OVER:
        return listed([_no_longer(fact, now) for fact in facts])
    said = listed([_other(fact, now, once=reads in _ONCE) for fact in facts])
    if not reads.endswith(":"):  # behind it stand somebody's own words
        said = re.sub(
            r"(?<![\w-])(?:my|our)(?![\w-])", "your", said
        )  # "You owe your brother"; not "My Brilliant Friend"
        said = re.sub(r"(?<![\w-])(?:me|us)(?![\w-])", "you", said)  # not "us-east"
    if reads in _INJURED:  # "left wrist"
        said = f"{'your' if first.subject_is_self else 'their'} {said}"
    role = _ROLE.match(reads)
    noun = role["noun"] if role else "" if is_verb(reads) else reads
    noun = " ".join(_CAPITALS.get(word, word) for word in noun.split())
    if noun.endswith(" of"):
        article = "a" if noun.split()[0] in _ONE_OF_MANY else "the"
        return capital(f"{_subject(first)} {'are' if first.subject_is_self else 'is'} {article} {noun} {said}", names)
    if noun in _SEVERAL and len(facts) > 1 and first.object is not None:
        owner = "your" if first.subject_is_self else possessive(yours(first.subject_name))
        return capital(f"{said} are {owner} {noun}", names)
    if noun:
        owner = "your" if first.subject_is_self else possessive(yours(first.subject_name))
        if first.object is not None and role:
            are = "are" if len(facts) > 1 or first.object_is_self else "is"
            return capital(f"{said} {are} {owner} {plural(noun, len(facts))}", names)
        be = "are" if len(facts) > 1 else "is"
        if is_plural(noun):
            be = "include" if len(facts) == 1 and first.object is not None else "are"
        return capital(f"{owner} {plural(noun, len(facts))} {be} {said}", names)
    are_several = not GROUPS.isdisjoint(first.subject_name.casefold().split()[-1:])  # "your parents live in Leicester"
    if reads in _HAPPENED and first.object is None and _NO_DAY.fullmatch(said):
        reads += " in"  # "was founded in 1926"
    verb = _second_person(_verb(reads)) if first.subject_is_self or are_several else _verb(reads)
    if verb.endswith(" a"):
        verb = verb.removesuffix(" a") + (" an" if said[:1].casefold() in "aeiou" else " a")
    elif verb.endswith(" on") and _NO_DAY.fullmatch(said):
        verb = verb.removesuffix(" on") + " in"  # "was born in 1977"
    elif (verb.endswith(" as") or reads in _OF_ONE) and len(facts) == 1 and _TRADE.fullmatch(said):
        verb += " an" if said[0] in "aeiou" else " a"  # "works as a potter", "owns a farm"
    elif reads in _ON_A_DAY and first.object is None and in_words(first.value, now.tzinfo) != first.value:
        verb += " on"  # "ends on 14 December"
    return capital(f"{_subject(first)} {verb} {said}", names)


def _names(fact: Statement) -> frozenset[str]:
    """What a sentence of it may begin with."""
    return frozenset({fact.subject_name, fact.object_name, fact.value})


def _no_longer(fact: Statement, now: dt.datetime) -> str:
    """ "works at: Siemens" as "You no longer work at Siemens"."""
    reads, _, other = fact.value.partition(": ")
    whole = sentence([_Stated(fact.subject_name, fact.subject_is_self, None, "", other)], reads, now)
    helped = re.sub(r"\b(is|are|was|were|has|have)\b", r"\1 no longer", whole, count=1)
    subject = _subject(fact)
    return helped if helped != whole else f"{whole[: len(subject)]} no longer{whole[len(subject) :]}"


def together(facts: Sequence[FactRow], reads: Mapping[str, str], now: dt.datetime) -> str:
    """Facts that say the same of several subjects as one sentence; empty where they do not, or no verb says it."""
    said = {(fact.predicate, fact.object) for fact in facts}
    words = reads[facts[0].predicate] if facts else ""
    is_plain = is_verb(words) and not _ROLE.match(words) and not words.endswith((" a", " as"))
    if len(facts) < 2 or len(said) > 1 or facts[0].object is None or not is_plain:
        return ""
    subjects = listed([_dated(_subject(fact), fact, now) for fact in facts])
    return capital(f"{subjects} {_second_person(_verb(words))} {facts[0].object_name}", _names(facts[0]))


def _other(fact: Statement, now: dt.datetime, *, once: bool = False) -> str:
    name = yours(fact.object_name) if fact.object is not None else in_words(fact.value, now.tzinfo)
    name = "you" if fact.object_is_self else name
    return _dated(name, fact, now, once=once)


def _dated(text: str, fact: Statement, now: dt.datetime, *, once: bool = False) -> str:
    """`text` with since when or until when it holds; of what happens `once`, when that was."""
    if once and fact.valid_from is not None:
        day = day_of(fact.valid_from, now.tzinfo)
        return f"{text} ({'in' if day.day == 1 else f'on {day.day}'} {_when(fact.valid_from, now)})"
    if fact.valid_until is not None and fact.valid_until <= now:
        ended = _when(fact.valid_until, now)
        if fact.valid_from is not None and _when(fact.valid_from, now) != ended:
            return f"{text} ({_when(fact.valid_from, now)} to {ended})"
        return f"{text} (until {ended})"
    notes = []
    if fact.valid_from is not None:
        notes.append(f"{'from' if fact.valid_from > now else 'since'} {_when(fact.valid_from, now)}")
    if fact.valid_until is not None:  # on leave until then
        day = day_of(fact.valid_until, now.tzinfo)
        notes.append(f"until {_when(fact.valid_until, now) if day.day == 1 else f'{day:%-d %B %Y}'}")
    return f"{text} ({', '.join(notes)})" if notes else text


def _when(moment: dt.datetime, now: dt.datetime) -> str:
    """The month of a moment where one is; the first of January is how a year is written down."""
    day = day_of(moment, now.tzinfo)
    return f"{day:%Y}" if (day.month, day.day) == (1, 1) else f"{day:%B %Y}"


def _at_most(text: str) -> str:
    """As much of a note as is read beside other lines."""
    return text if len(text) <= NOTE else f"{text[:NOTE].rsplit(' ', 1)[0]} …"


def _subject(fact: Statement) -> str:
    return "you" if fact.subject_is_self else yours(fact.subject_name)


def yours(name: str) -> str:
    """A name as its owner is told of it: "my passport" is "your passport", and the day of an event is in words."""
    return with_day(re.sub(r"^(?:my|our)\b", "your", name, flags=re.IGNORECASE))


def is_past(reads: str) -> bool:
    """Whether a predicate's words say themselves that it was: "lived in"."""
    first = reads.split()[0].casefold() if reads.split() else ""
    return first in PAST or first == "was" or (first.endswith("ed") and reads not in STATES)


def _verb(reads: str) -> str:
    first = reads.split()[0]
    if reads in STATES or is_state(reads):
        return f"is {reads}"
    if reads in _AWARDED:
        return f"was {reads}"
    if first in _HAPPENED and reads.endswith((" on", " in")):
        return f"was {reads}"
    if reads.endswith(" by") and first not in SECOND_PERSON:
        return f"{'is' if first in _GOING_ON else 'was'} {reads}"
    return reads


def _second_person(reads: str) -> str:
    """ "lives in" -> "live in", "studies" -> "study", "is a" -> "are a"."""
    first, _, rest = reads.partition(" ")
    if first in SECOND_PERSON:
        first = SECOND_PERSON[first]
    elif first.endswith("ies"):
        first = first.removesuffix("ies") + "y"
    elif first.endswith(("ches", "shes", "sses", "xes", "zzes")):
        first = first.removesuffix("es")
    elif first.endswith("s"):
        first = first.removesuffix("s")
    return f"{first} {rest}".strip()
