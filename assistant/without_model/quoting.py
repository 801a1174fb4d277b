"""What is quoted of a passage: the line that says most of what is asked, with the list or the code it leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from assistant import params
from assistant.without_model.choosing import ENDS, HEADING, Chosen, Sought, chosen, goes_on
from assistant.without_model.points import point
from graph.prose import DONE, OPEN, Unit, units
from graph.retrieval.question.words import content_stems, meant_in
from graph.tables import is_row

FOLLOWED = params.QUOTE_CHARACTERS // 2  # characters of a line with what goes on about the same
BESIDE = 2  # units before and after a quoted one that are told with it
_GOES_ON = re.compile(r"\s*(?:he|she|it|they|his|her|its|their)\b(?!.*\?)", re.IGNORECASE)
_NO_SUBJECT = re.compile(
    r"(?:wants?|needs?|likes?|has|had|is|was|works?|lives?|says?|said|will|can|came|called|asked|owes?|promised)"
    r" (?!i\b|you\b)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:article|section|chapter|clause|paragraph|part|§) ?[\dIVX]+[.:]?", re.IGNORECASE)
_FILED = re.compile(r"(?:title|tags?|aliases|cssclass(?:es)?|layout|permalink|publish):")
_OF_ONE = re.compile(r"[A-ZÀ-ÞĀ-Ž][\w'’.-]+(?: [A-ZÀ-ÞĀ-Ž][\w'’.-]+){0,3}(?: \([^)]{1,30}\))?: ")
_STOPS = (".", "!", "。", "！")
_FENCES = re.compile(r"`{3,}")


class Quote(NamedTuple):
    """Words of a passage, the question's words (stems) that its best line holds, and the block of code below it.

    `is_sure`: the line is surely about them, as `choosing` says.
    """

    text: str = ""
    words: frozenset[str] = frozenset()
    code: str = ""
    is_sure: bool = False


def best(passage: str, sought: Sought, *, is_typed: bool = False) -> Quote:
    """The line that says most of what is sought, with what belongs to it; an empty one if none says any."""
    told = _units(passage, is_typed=is_typed)
    found = chosen(told, sought, is_typed=is_typed)
    if found is None:
        return Quote()
    first, end = _of_record(told, found, sought), found.place + 1
    if found.begins < found.place:
        first = min(first, found.begins)
    elif is_typed and first == found.place > 0 and _NO_SUBJECT.match(told[first].text):
        first -= 1  # "Lead: Callum Ng, Bath. Wants a call in January"
    elif not is_typed and first == found.place:
        first = _of_one(told, first)
    first = first if len(_in_a_row(told[first:end])) < FOLLOWED else found.place
    end = end if is_typed else _with_rest(told, first, end, sought.stems - found.words)
    words = found.words.union(*(meant_in(sought.stems, unit.text) for unit in told[first:end]))
    return _quoted(told, first, end)._replace(words=words, is_sure=found.is_sure)


def whole(passage: str, *, is_typed: bool = False) -> str:
    """All that a passage says in its order, as much of it as is quoted."""
    return shortened(_in_a_row(_units(passage, is_typed=is_typed)))


def of_line(passage: str, line: str, *, is_typed: bool = False) -> Quote:
    """A line of the passage, as it is read, with the sentences behind it that go on about the same: "We have a whippet.
    She is on Apoquel." Behind a question that was typed stands what is told with it.
    """
    told = _units(passage, is_typed=is_typed)
    span = _span(told, " ".join(line.split()))
    if span is None:
        return Quote(shortened(line))
    first, end = span
    said = sum(len(unit.text) for unit in told[first:end])
    for unit in told[end:]:
        said += len(unit.text)
        is_led = is_typed and told[end - 1].text.endswith("?")
        if unit.is_code or not (is_led or _GOES_ON.match(unit.text)) or said > FOLLOWED:
            break
        end += 1
    return Quote(shortened(_in_a_row(told[first:end])), code=_code(told, first, end))


def numbered(passage: str, question: str) -> str:
    """The point of a list that the question names by its number, with what stands below it; empty if there is none."""
    told = _units(passage, is_typed=False)
    place = point(told, question)
    if place is None:
        return ""
    end, below = place + 1, {"", "line"} if told[place].number else {""}
    while end < len(told) and told[end].opens in below and not (told[end].number or told[end].is_code):
        end += 1
    return shortened(_in_a_row(told[place:end]))


def with_next(passage: str, line: str) -> Quote:
    """A line of what was written with what is said next, while there is room: what to do about what it says."""
    told = _units(passage, is_typed=False)
    span = _span(told, " ".join(line.split()))
    return _quoted(told, *span) if span is not None else Quote(shortened(line))


def around(passage: str, quoted: str, *, is_typed: bool = False) -> str:
    """The units of the passage that are quoted, with those beside them."""
    told = _units(passage, is_typed=is_typed)
    places = [place for place, unit in enumerate(told) if unit.text in quoted]
    return " ".join(
        told[place].text
        for place in sorted({at + by for at in places for by in range(-BESIDE, BESIDE + 1)})
        if 0 <= place < len(told)
    )


def _units(passage: str, *, is_typed: bool) -> tuple[Unit, ...]:
    """The units of a passage without the lines by which a note is only filed, its title and its tags."""
    told = units(passage, is_typed=is_typed)
    if is_typed or not passage.startswith("---"):
        return told
    return tuple(unit for unit in told if not _FILED.match(unit.text))


def shortened(text: str) -> str:
    if len(text) <= params.QUOTE_CHARACTERS:
        return text
    return text[: params.QUOTE_CHARACTERS].rsplit(" ", 1)[0] + " …"


def _quoted(told: Sequence[Unit], first: int, end: int) -> Quote:
    """A unit with what leads to it, and the list that it leads to, or what is said next, while there is room."""
    if first and told[first - 1].text.endswith(":") and not told[first - 1].is_code:
        first -= 1
    leads = told[end - 1].text.endswith(":")
    room = params.QUOTE_CHARACTERS if leads else FOLLOWED
    while end < len(told) and _may_follow(told, end, is_listed=leads):
        length = len(_in_a_row(told[first : end + 1]))
        if length >= room and not (leads and told[end - 1].text.endswith(":")):
            break
        end += 1
        if not leads:
            break
    return Quote(shortened(_in_a_row(told[first:end])), code=_code(told, first, end))


def _with_rest(told: Sequence[Unit], first: int, end: int, missing: frozenset[str]) -> int:
    """Where a quote ends whose paragraph says the rest of what is asked a sentence or two behind: "Open day on 30
    January. Physics shows the generator. Responsible: Koch", of who is responsible for the open day.
    """
    for place in range(end, min(end + BESIDE, len(told))):
        if told[place].opens or told[place].is_code or len(_in_a_row(told[first : place + 1])) > FOLLOWED:
            break
        if missing and missing <= content_stems(told[place].text):
            return place + 1
    return end


def _of_record(told: Sequence[Unit], found: Chosen, sought: Sought) -> int:
    """Where a record begins whose first line says of what it is, if that is asked: the phone of the chapel."""
    first = found.place
    while goes_on(told, first):
        first -= 1
    return first if content_stems(told[first].text) & sought.stems - found.words else found.place


def _of_one(told: Sequence[Unit], place: int) -> int:
    """Where the paragraph begins that says first of whom all of it is: "Cyril Hobb (60): watchman. Owes Ann money."."""
    first = place
    while first and not told[first].opens:
        first -= 1
    head = _OF_ONE.match(told[first].text)
    is_name = head is not None and (" " in head[0].strip() or _NO_SUBJECT.match(told[place].text))
    return first if is_name else place


def _may_follow(told: Sequence[Unit], place: int, *, is_listed: bool) -> bool:
    """Whether a unit may stand behind the quoted one before it: no block of code, no question, no point after this
    one, and no heading of what comes next.
    """
    unit, before = told[place], told[place - 1]
    if unit.is_code or unit.text.endswith("?") or _LABEL.fullmatch(unit.text):
        return False
    if is_row(before.text) or (not is_listed and (unit.opens == "item" or unit.text.startswith((OPEN, DONE)))):
        return False  # the next row of a table is of another thing, and so is the next point or task
    is_headed = before.text.endswith(_STOPS) and not unit.text.endswith(ENDS) and len(unit.text) <= HEADING
    is_next = unit.opens == "paragraph" and (goes_on(told, place - 1) or _OF_ONE.match(unit.text))  # the next record
    return is_listed or not (
        unit.number or is_next or (is_headed and (place + 1 < len(told) or not unit.text[:1].isalpha()))
    )


def _in_a_row(told: Sequence[Unit]) -> str:
    text = ""
    for unit in told:
        if not unit.is_code:
            text += f"{'' if not text else ' ' if text.endswith(ENDS) else ' · '}{unit.whole}"
    return text


def _code(told: Sequence[Unit], first: int, end: int) -> str:
    """The block of code among these units or right behind them, as Markdown; a long one ends before its end."""
    block = next((unit for unit in told[first : end + 1] if unit.is_code), None)
    if block is None:
        return ""
    lines = block.text.splitlines()
    shown = [*lines[: params.QUOTE_CODE_LINES], *(["…"] if len(lines) > params.QUOTE_CODE_LINES else [])]
    fence = "`" * max([3, *(len(marks) + 1 for marks in _FENCES.findall(block.text))])
    return "\n".join([f"{fence}{block.language}", *shown, fence])


def _span(told: Sequence[Unit], line: str) -> tuple[int, int] | None:
    """Which units a line is made of: a short one stands with its neighbours."""
    for first in range(len(told)):
        text = ""
        for end in range(first, len(told)):
            text = f"{text} {' '.join(told[end].whole.split())}".strip()
            if text == line:
                return first, end + 1
            if not line.startswith(text):
                break
    return None
