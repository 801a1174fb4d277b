"""What was said since of what is quoted: that it was a slip, that a plan is called off or moved, that it is elsewhere
now. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.agenda.called_off import Off, since, things
from assistant.extraction.text import slips
from assistant.extraction.words.dates import MONTHS, SHORT, WEEKDAYS
from assistant.extraction.words.named_days import named, recurring
from assistant.question.intents import swap
from assistant.question.referents import names_in
from assistant.without_model import newer_figures
from assistant.without_model.asking import Asking
from assistant.without_model.demands import TIME, Demand, is_held
from assistant.without_model.line import Line
from assistant.without_model.quoting import shortened
from graph.days import day_of
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item

_OPEN = re.compile(  # what is planned, for no day that is told
    r"\b(?:might|may|thinking (?:of|about)|considering|wants? to|plan(?:s|ning)? to|hop(?:es?|ing) to|going to)\b",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"\b(?:moved?|migrated|switched|changed|transferred|shifted|swapped|upgraded) ?(?P<what>[^.;,]*?) ?\bfrom "
    r"(?P<old>[^.;,]+?) (?:to|into|onto) ",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\A(?P<right>(?:[^.!?\n]|\.(?=\d)){4,80}?),? not (?:at |on |in |the )?(?P<wrong>[\w:.’'-]*\w)\W*\Z", re.IGNORECASE
)
_NEWER = re.compile(
    r"\A\W*(?:(?P<surely>wrong|correction|corrected)|update|news|change of plan|actually)s?\b[:,.]?\s*", re.IGNORECASE
)
_OFF_OR_MOVED = r"(?:moved|postponed|rescheduled|delayed|pushed|brought forward|put off|cancell?ed|called off|changed)"
_IT_MOVED = re.compile(
    rf"\W*(?:[\w'’]+ ){{0,4}}?{_OFF_OR_MOVED} (?:it|that|this)\b"
    rf"|\W*(?:it|that|this)(?:['’]s| is| was| has| got| will be)(?: now)?(?: been)? {_OFF_OR_MOVED}\b"
    r"|\W*(?:just |got |now )?(?:changed|moved|postponed|rescheduled|raised|lowered|reduced|increased) to (?:the )?"
    rf"(?:\d|(?:{'|'.join([*MONTHS, *SHORT, *WEEKDAYS])})\b)"
    r"|\W*(?:(?:he|she|they|it|we|that)\b[^.!?\n]{0,50})?\b(?:new (?:date|day|time)|instead|same time|same place)\b",
    re.IGNORECASE,
)
_RENAMED = re.compile(r"\brename[ds]? (?P<old>[^.;,]+?) (?:to|as|into) ", re.IGNORECASE)
_OWES = re.compile(r"\b(?:owes?|(?:has|have)(?:n['’]t| not) (?:yet )?paid)\b", re.IGNORECASE)
_PAID = re.compile(r"\W*(?:the )?(?P<who>[\w'’-]+)(?: has| have)? (?:finally |now )?paid\b", re.IGNORECASE)
_NOT_YET = re.compile(  # "tickets not booked yet", "he hasn't paid November yet"
    r"(?:\bnot|n['’]t|\bnever)(?: yet)? (?:been )?(?P<verb>[a-z]{2,}(?:ed|id|t|n))\b(?=[^.;!?]{0,30}\byet\b)",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:sold|gave away|given away|got rid of|returned|scrapped|threw (?:away|out)|wrote off|gave) "
    r"(?:the|my|our|that) (?P<old>[^.;,!]+?)(?= (?:by the way|btw|to|for|on|in|at|last|and|but|because|since|yesterday"
    r"|today|away)\b|[.;,!]|$)",
    re.IGNORECASE,
)
Changes = Callable[[], Sequence[tuple[Off, Item]]]  # what called plans off or moved them, newest first


@dataclass(frozen=True, slots=True)
class Later:
    """What was said since of what is quoted, looked up where it is needed: it takes as long as all the rest."""

    changes: Changes = tuple
    corrections: Callable[[Line], Sequence[Item]] = lambda _: ()


NOTHING_SINCE = Later()


def since_then(line: Line, changes: Changes, now: dt.datetime) -> Line | None:
    """The newest change that calls off or moves what a line tells of some days; None where none does.

    "Rehearsals are on Thursdays" is not told without "rehearsals have moved to Fridays", nor "Bram might quit" without
    "he stays, the job fell through".
    """
    chunk = line.item.chunk
    if chunk is None or chunk.document_kind != TALK:
        return None
    return _change(line.text, chunk.created_at, line.item.pk, changes, now)


def since_stated(item: Item, quotes: Iterable[Mapping[str, Any]], changes: Changes, now: dt.datetime) -> Line | None:
    """The same of a fact that tells a day, by the words that it rests on: "is due on 15 March" is not told without
    "moved to 1 April".
    """
    fact = item.fact
    if fact is None or not (named(fact.value, now.date()) or recurring(fact.value)):
        return None
    said = ((one["quote"], dt.datetime.fromisoformat(one["at"])) for one in quotes if "message" in one)
    found = (_change(quote, at, 0, changes, now) for quote, at in said)
    return next((one for one in found if one is not None), None)


def _change(text: str, at: dt.datetime, chunk: int, changes: Changes, now: dt.datetime) -> Line | None:
    said_on = day_of(at, now.tzinfo)
    days = named(text, said_on)
    if not days and not recurring(text) and not _OPEN.search(text):
        return None
    meant = min((one.first for one in days), default=said_on), max((one.last for one in days), default=now.date())
    off = since([off for off, _ in changes()], text, meant, at, chunk)
    item = next((item for one, item in changes() if one is off), None)
    return Line(item, shortened(off.text)) if off is not None and item is not None else None


def put_right(line: Line, items: Sequence[Item], asking: Asking) -> Line | None:
    """The next of these words of the person, in the same conversation, that put right what a line says: "it was 260,
    not 230", or "sorry, the 13th" right behind it. In a later one they say of what: "not the Kulturhaus but the
    Volkshaus where we meet".
    """
    asked = asking.focus.stems
    quoted = line.item.chunk
    if quoted is None or quoted.document_kind != TALK:
        return None
    behind = [
        one
        for one in items
        if one.chunk is not None and one.chunk.document == quoted.document and one.chunk.position > quoted.position
    ]
    for item in sorted(behind, key=_position):
        said = swap(item.text)
        if said is not None and re.search(rf"(?<!\w){re.escape(said.wrong)}(?!\w)", line.text, re.IGNORECASE):
            return Line(item, shortened(item.text))
        follows = said is None and _position(item) == quoted.position + 1
        anew = (
            slips.put_right(line.text, item.text)
            or _IT_MOVED.match(item.text)
            or newer_figures.measured(line.text, item)
        )
        if follows and anew:
            return Line(item, shortened(item.text))
        anew = newer_figures.may_be_asked(asking.question) and newer_figures.is_counted_anew(line.text, item.text)
        if anew or _moves_of(item.text, line.text):
            return Line(item, shortened(item.text))
    of_talks = [one for one in items if one.chunk is not None and one.chunk.document_kind == TALK]
    for item in sorted(of_talks, key=_said_at, reverse=True):
        if _said_at(item) > _said_at(line.item) and _says_not(item.text, line.text, asked):
            return Line(item, shortened(item.text))
    return None


def puts_right(text: str) -> bool:
    """Whether a text says by its beginning or its end that something else is so: "Actually ...", "... not 7"."""
    return _NEWER.match(text) is not None or _NOT.match(text) is not None


def moves_it(text: str) -> bool:
    """Whether a text moves or calls off what was spoken of before it, "they moved it to Friday", "new date Friday, same
    time", or counts it anew: "debaser raised to 520".
    """
    return _IT_MOVED.match(text) is not None or newer_figures.tells(text)


def _moves_of(text: str, quoted: str) -> bool:
    """Whether it moves what a line tells a day of, by a word of it: "helvar moved it to the 5th"."""
    return _IT_MOVED.match(text) is not None and bool(things(text) & things(quoted)) and is_held(Demand(TIME), quoted)


def _says_not(text: str, quoted: str, asked: frozenset[str]) -> bool:
    """Whether a text says of what is quoted that something in it is not so: "the concert is at 6.30, not 7", "not the
    Kulturhaus but the Volkshaus where we meet"; or that what is `asked` (stems) of it is otherwise now: "Correction:
    Hubert gives 250".
    """
    told = content_stems(quoted)
    swapped, ends = swap(text), _NOT.match(text)
    wrong, right = (swapped.wrong, swapped.right) if swapped else (ends["wrong"], "") if ends else ("", "")
    if wrong and re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", quoted, re.IGNORECASE):
        return bool((content_stems(text) - content_stems(f"{right} {wrong}")) & told)
    newer = _NEWER.match(text)
    if newer is None or swapped is not None:
        return False
    said = text[newer.end() :]
    shared, named = content_stems(said) & told, content_stems(" ".join(names_in(said))) & told
    return bool(content_stems(said) & asked) and (len(named) > 1 or (bool(shared) and newer["surely"] is not None))


def moved_on(line: Line, items: Sequence[Item]) -> Line | None:
    """The latest of these words of the person by which something went from where the line has it.

    "Jellyfin runs on the NAS" is not told without "I moved Jellyfin from the NAS to Proxmox", nor "I bought a Yamaha"
    without "I've sold the Yamaha".
    """
    quoted = line.item.chunk
    if quoted is None or quoted.document_kind != TALK:
        return None
    told = content_stems(line.text)
    undone = _NOT_YET.search(line.text)
    later = [
        one for one in items if one.chunk is not None and one.chunk.document_kind == TALK and one.pk != line.item.pk
    ]
    for item in sorted(later, key=_said_at, reverse=True):
        if _said_at(item) <= _said_at(line.item):
            return None
        for said in _FROM.finditer(item.text):
            what, old = content_stems(said["what"]), content_stems(said["old"])
            if old and old <= told and (not what or what & told):
                return Line(item, shortened(item.text))
        if _OWES.search(line.text) and _is_paid(line.text, item.text):
            return Line(item, shortened(item.text))
        if undone is not None and _is_done(undone, told, item.text):
            return Line(item, shortened(item.text))
        gone = (said["old"] for form in (_GONE, _RENAMED) for said in form.finditer(item.text))
        if any(old and old <= told for old in map(content_stems, gone)):
            return Line(item, shortened(item.text))
    return None


def _is_paid(owed: str, text: str) -> bool:
    """Whether somebody of whom it is said that they owe has paid since: "bergmann paid!"."""
    paid = _PAID.match(text)
    return (
        paid is not None and re.search(rf"\b{re.escape(paid['who'])}\b[^.;,]*?{_OWES.pattern}", owed, re.I) is not None
    )


def _is_done(undone: re.Match[str], told: frozenset[str], text: str) -> bool:
    """Whether a text says that what was not done yet is done now: "booked teamLab!"."""
    done = content_stems(undone["verb"])
    said = content_stems(text)
    return done <= said and bool(said & told - done) and _NOT_YET.search(text) is None


def _position(item: Item) -> int:
    assert item.chunk is not None
    return item.chunk.position


def _said_at(item: Item) -> dt.datetime:
    assert item.chunk is not None
    return item.chunk.created_at
