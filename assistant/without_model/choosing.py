"""Which line of a passage says most of what is asked. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assistant.question.asked import FILLERS, LIGHT
from assistant.question.questions import is_put
from assistant.without_model.shown import shown
from graph.prose import Unit
from graph.retrieval.question.words import content_stems, meant_in
from graph.tables import is_row

HEADING = 60  # characters of a line without a full stop that may head what follows it
_NOD = re.compile(
    r"\w+ \w+.*, (?:right|correct|no|yes|ok(?:ay)?|who(?:['’]s| is) (?:in|coming)|anyone|(?:are )?you (?:in|coming)"
    r"|(?:is|are|was|were|do|does|did|has|have|ca|can|wo|would)n['’]?t (?:it|he|she|they|you|we|i))\?$",
    re.IGNORECASE,
)
ENDS = (".", "!", "?", "…", ":", ";", ",", "。", "！", "？", '"', "”")
_FORM = re.compile(r"(\w[\w ]{0,30}):\s+\S")
_DEFINED = re.compile(r"(?:(?:an?|the) )?(?P<what>\w[\w -]{0,40}?) (?:is|are|means)\b", re.IGNORECASE)
_OF_SUMS = content_stems("pay cost")  # "the rent is 890" tells what rent one pays
_LEANS = re.compile(  # near the beginning: "I've signed up: it's on 7 March"
    r"\W*(?:[\w'’]+\W+){0,4}?(?:ones?|mine|its?|they|them|theirs?|he|him|his|she|hers?|there)\b", re.IGNORECASE
)
_THEY = re.compile(r"\b(?:he|she)\b", re.IGNORECASE)
_NEAR = 2  # sentences before one that says "she", of which one names her
_NUMBER = re.compile(r"(?:§ ?)?\d{1,3}[.)]? ")


@dataclass(frozen=True, slots=True)
class Sought:
    """What a line is looked for by: the stems of what is asked, the words by which the passage is near in meaning,
    whether a text holds what is demanded, and whether one says in it of oneself that one `did` what is asked for; of
    "lab report 4" the `point` of a list, and whether a text `is_other`, of lab report 2.
    """

    stems: frozenset[str]
    near: str = ""
    holds: Callable[[str], bool] = lambda _: False
    did: Callable[[str], bool] = lambda _: False
    point: str = ""
    is_other: Callable[[str], bool] = lambda _: False


class Chosen(NamedTuple):
    """The place of a unit, those of the words that it holds, whether it is surely about them, and where what tells of
    whom or what it is begins: the question before it, or the sentence that names her.
    """

    place: int
    words: frozenset[str]
    is_sure: bool
    begins: int


def chosen(told: Sequence[Unit], sought: Sought, *, is_typed: bool) -> Chosen | None:
    """The unit that shares the most words with the question, then with its record and heading; None if none does.

    Of several it is the line of a form that is asked for ("Rating: 5"), a heading that says no more ("Next meeting"),
    what one did oneself ("I graduated in 2014", beside a cousin who is graduating), one that is near in meaning, one
    that holds what is demanded, one with rarer words, or the first: "When was the clinic founded?" is told where it was
    founded, not by each line that names the clinic. Code is looked at only where nothing else has any of the words.
    What asks is no answer, and tells of what the next sentence is: "What is good in an air fryer? I got one for $69."
    """
    asks = {unit.text for unit in told if (is_put(unit.text) if is_typed else _is_asked(unit.text))}
    return _most(told, sought, asks, is_code=False) or _most(told, sought, asks, is_code=True)


def _is_asked(text: str) -> bool:
    """Whether a text asks; "it's on 11 April, right?" tells what it asks for a nod to."""
    return text.endswith("?") and _NOD.search(text) is None


def _most(told: Sequence[Unit], sought: Sought, asks: set[str], *, is_code: bool) -> Chosen | None:
    held = {
        place: meant_in(sought.stems, unit.text) | shown(sought.stems, unit.text)
        for place, unit in enumerate(told)
        if unit.is_code == is_code and not sought.is_other(unit.text)
    }
    if sought.point:
        held |= {
            place: held[place] | {sought.point} for place in held if told[place].number.strip(".)") == sought.point
        }
    led = {
        place: held.get(place - 1, frozenset()) - words
        for place, words in held.items()
        if _is_led(told, place, words, asks)
    }
    led |= {place: held[place - 1] - words for place, words in held.items() if _tells_of_it(told, place, held, sought)}
    held |= {place: held[place] | words for place, words in led.items()}
    begins = {place: place - 1 for place, words in led.items() if words}
    begins |= (named := _spoken_of(told, held))
    held |= {place: held[place] | held[before] for place, before in named.items()}
    often = Counter(stem for words in held.values() for stem in words)
    found, best = None, (0, 0, False, False, False, False, 0.0)
    headed, beside = frozenset[str](), _of_records(told, held)
    for place, words in held.items():
        unit = told[place]
        headed = words if _is_numbered_heading(unit) else headed
        rank = (
            len(words),
            len(beside[place] | headed),
            is_sure := _is_told_by(unit.text, sought.stems),
            sought.did(unit.text),
            unit.text in sought.near,
            sought.holds(unit.text),
            sum(1 / often[stem] for stem in words),
        )
        if words and unit.text not in asks and rank > best:
            found, best = Chosen(place, words, is_sure, begins.get(place, place)), rank
    return found


def _is_led(told: Sequence[Unit], place: int, words: frozenset[str], asks: set[str]) -> bool:
    """Whether a unit is about what the question before it asks: it has words of its own, or speaks of "it"."""
    if place == 0 or told[place].is_code or told[place - 1].text not in asks or told[place].text in asks:
        return False
    return bool(words) or _LEANS.match(told[place].text) is not None


def _tells_of_it(told: Sequence[Unit], place: int, held: Mapping[int, frozenset[str]], sought: Sought) -> bool:
    """Whether a sentence holds what is demanded of what the one before it is about, which does not: "Our trip is to
    Castle Heights. The cost is £185."
    """
    if place - 1 not in held or told[place].opens or not held[place] or not sought.holds(told[place].text):
        return False
    return bool(held[place - 1] - held[place]) and not sought.holds(told[place - 1].text)


def _spoken_of(told: Sequence[Unit], held: Mapping[int, frozenset[str]]) -> dict[int, int]:
    """For sentences of "he" or "she" the one shortly before that names who is asked about: "The inspector comes on
    Monday. Last year she complained about the drains", of what the inspector complained about.
    """
    found = {}
    for place in (one for one, words in held.items() if words and _THEY.search(told[one].text)):
        for before in range(place - 1, max(place - 1 - _NEAR, -1), -1):
            if held.get(before, frozenset()) - held[place]:
                found[place] = before
                break
    return found


def _of_records(told: Sequence[Unit], held: Mapping[int, frozenset[str]]) -> dict[int, frozenset[str]]:
    """The words of each unit, of the line of a record those of all its lines: of whose phone "phone: 013 55" is."""
    found: dict[int, frozenset[str]] = {}
    together: list[int] = []
    for place in held:
        if not (together and goes_on(told, place)):
            together = []
        together.append(place)
        found |= dict.fromkeys(together, frozenset[str]().union(*(held[one] for one in together)))
    return found


def goes_on(told: Sequence[Unit], place: int) -> bool:
    """Whether a unit is a line of the record to which the line before belongs: "name: Chapel", "phone: 013 55"."""
    is_line = place > 0 and told[place].opens == "line"
    return is_line and all(_FORM.match(one.text) and not is_row(one.text) for one in told[place - 1 : place + 1])


def _is_numbered_heading(unit: Unit) -> bool:
    """Whether it heads what follows, as "§ 5 Repairs" does, which tells of what the tenant is responsible for."""
    is_short = len(unit.text) <= HEADING and not unit.text.endswith(ENDS)
    return is_short and (bool(unit.number) or _NUMBER.match(unit.text) is not None)


def _is_told_by(line: str, stems: frozenset[str]) -> bool:
    """Whether it is a line of a form that begins with what is asked for, tells what that is, or is its heading."""
    key = _FORM.match(line)
    if key is not None:
        return bool(content_stems(key[1].split()[-1]) & stems)
    defined = _DEFINED.match(line)
    if defined is not None and content_stems(defined["what"]) == stems - _OF_SUMS:
        return stems.isdisjoint(_OF_SUMS) or any(map(str.isdigit, line))  # "the room is step-free" tells no price
    said = content_stems(_NUMBER.sub("", line)) - FILLERS - LIGHT
    return bool(said) and said <= stems
