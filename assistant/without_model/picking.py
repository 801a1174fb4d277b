"""Which of the lines that speak to a question are quoted. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant import params
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.asking import Asking, done_by_oneself
from assistant.without_model.choosing import Sought
from assistant.without_model.demands import THING, Demand, is_held
from assistant.without_model.exactly import ASKS_WHO, ASKS_WHO_IS, OF_DEMANDS, is_exact
from assistant.without_model.line import Line
from assistant.without_model.naming import names_another, says_called, tells_name
from assistant.without_model.otherwise import says_otherwise
from assistant.without_model.owing import tells_debt
from assistant.without_model.passages import best_of, whole_of
from assistant.without_model.when_and_where import tells_state, tells_who
from assistant.without_model.writing import Cited
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item

_DO_I = re.compile(
    r"\b(?:when|where|what|how) (?:(?:do|did) i (?P<verb>[a-z]+)|(?:am i|are we) (?P<doing>[a-z]+ing))\W*$", re.I
)
_DOES_ONE = re.compile(r"\b(?:does|did|will|has) .* (?P<verb>[a-z]+)\W*$", re.IGNORECASE)
_I_DO = re.compile(r"\b(?:I|we)(?: (?!(?:he|she|they)\b)\w+)?? (?P<verb>[a-z]+)", re.IGNORECASE)
_WHAT = re.compile(  # what is asked for comes before of what: "what oil does the car take?"
    r"\W*(?:and )?what(?:(?:['’]?s| is| are| was) (?:the|my|our|his|her|their) (?P<head>[a-z-]+)"
    r"| (?P<kind>[a-z-]+) (?:do|does|did)\b)",
    re.IGNORECASE,
)
_WHICH_DID = re.compile(r"\b(?:which|what) [\w ]+ did (?:i|we) ", re.IGNORECASE)
_WHICH = re.compile(r"\W*(?:and |so )?(?:which|what) (?P<kind>[a-z-]+) (?:is|are|was|were|has|have|had|can)\b", re.I)
_NOW = re.compile(r"\b(?:now|currently|current|latest|newest|most recent|nowadays|these days)\b", re.IGNORECASE)
_WHAT_IS_IT = re.compile(
    r"(?:and )?(?:what(?:['’]?s| is)|how (?:much|high) is) (?:the|my|our|his|her|[\w-]+['’]s) (?P<what>[\w ]+?)\W*",
    re.IGNORECASE,
)
_WHO_IS_AT = re.compile(
    r"(?:and )?who(?:['’]s| is| are| was| were)(?: still| all)? (?P<where>(?:in|on|at|with) [^?]{3,60}?)(?: now)?\W*",
    re.IGNORECASE,
)
OF_IT = re.compile(r"\b(?:it|they|them|that|there|he|she|him|her)\b", re.IGNORECASE)
_MAY_I = re.compile(r"(?:(?:and|so|but) )?(?:can|may|must|should|am|are|is) ", re.IGNORECASE)
_RULES = re.compile(r"\b(?:not|never|only|allowed|forbidden|must|may|can|unless|n['’]t)\b", re.IGNORECASE)


def picked(asking: Asking, lines: Sequence[Line], held: Sequence[Line], before: Sequence[Cited] = ()) -> list[Line]:
    """The best of `lines`, each once; of those that are `held` to have what is demanded, if there are any.

    What only comes close is left out beside what has words of the question, unless it alone names whom it asks about:
    "Backups go out at 2 am", of when the backups run. Of lines that say as much, those `before` this question in the
    conversation come first: after the inspection "what do we need?" is not asked of the tax.
    """
    shown = [line for line in held or lines if not line.is_close] or list(held or lines)
    if len(lines[0].words) > len(shown[0].words) and not any(is_exact(asking, line) for line in shown):
        shown = list(lines)  # what says more of what is asked, though not all
    shown = [line for line in shown if tells_debt(asking.question, line.text)] or shown
    shown = [line for line in shown if not says_otherwise(asking.question, line.text)] or shown
    if kind := _WHICH.match(asking.question):  # "which dog is afraid?": not what only says that there are dogs
        of_kind = content_stems(kind["kind"])
        shown = [line for line in shown if not line.words or line.words - of_kind] or shown
    if asking.names and not any(_names(asking, line) or line.is_said for line in shown):
        shown = [*(line for line in held if line.is_close and _names(asking, line)), *shown]
    if ASKS_WHO.match(asking.question):
        who_is = ASKS_WHO_IS.match(asking.question) is not None and asking.words <= asking.names
        told = {id(line) for line in shown if who_is and tells_who(asking, line.text)}
        shown = [line for line in shown if id(line) in told or names_another(line.text, asking)] or shown
        shown.sort(key=lambda line: (id(line) not in told, not _is_there(asking, line)))
    if asking.focus.name:
        shown = [line for line in shown if tells_name(line.text, asking)] or shown
        shown.sort(key=lambda line: not says_called(line.text))
    shown.sort(key=lambda line: _is_asked_so(asking, line))
    if not all(line.is_said for line in shown):  # of documents the order is that of their passages
        shown.sort(key=lambda line: not is_exact(asking, line))
    else:
        spoken = {key: place for place, key in enumerate(before, -len(before))}
        shown.sort(key=lambda line: (*_place(asking, line), spoken.get((line.item.kind, line.item.pk), 0)))
        if _NOW.search(asking.question):
            shown.sort(key=lambda line: (not is_exact(asking, line), -line.at.timestamp()))
    measured = [line for line in shown if line.is_said and _is_measured(asking.question, line.text)]
    if len(measured) > 1:  # "hba1c was 8.1", and later "hba1c 6.9!"
        newest = sorted(measured, key=lambda line: line.at, reverse=True)
        shown = [*newest, *(line for line in shown if line not in measured)]
    if state := [line for line in shown if tells_state(asking.question, line.text)]:
        shown = sorted(state, key=lambda line: line.at, reverse=True)
    told_once: dict[tuple[str, str], Line] = {}
    for line in shown:
        told_once.setdefault((line.text, line.code), line)
    return list(told_once.values())[: params.ANSWER_PASSAGES]


def says_nothing(asking: Asking) -> bool:
    """Whether a question has no words of its own beside what it demands, and means what was told as "it": "what does
    it cost?".
    """
    return OF_IT.search(asking.question) is not None and not asking.focus.stems - LIGHT - OF_DEMANDS - FILLERS


def just_spoken_of(
    asking: Asking, demand: Demand | None, items: Sequence[Item], before: Sequence[Cited]
) -> Line | None:
    """What the answer before quoted, if that shares a word with the question and holds what it demands: "at what time?"
    after where we eat on New Year's Eve.
    """
    if demand is None or demand.kind == THING:
        return None
    told = {key: place for place, key in enumerate(before)}
    for item in sorted((one for one in items if (one.kind, one.pk) in told), key=lambda one: told[one.kind, one.pk]):
        if item.chunk is None or item.chunk.document_kind != TALK:
            continue
        best = best_of(item.chunk, Sought(asking.focus.stems, holds=lambda text: is_held(demand, text))).text
        quote = best if is_held(demand, best) else whole_of(item.chunk)
        shared = asking.focus.stems & content_stems(quote)
        if is_held(demand, quote) and (shared or says_nothing(asking)):
            return Line(item, quote, frozenset(shared))
    return None


def _is_measured(question: str, text: str) -> bool:
    """Whether a line gives a figure of what the question asks for as it stands: "what's my hba1c?"."""
    asked = _WHAT_IS_IT.fullmatch(question.strip())
    said = rf"\b{re.escape(asked['what'])}\W{{0,2}}(?:is |was |at |of |now ){{0,2}}\d" if asked else ""
    return bool(said) and re.search(said, text, re.IGNORECASE) is not None


def _is_there(asking: Asking, line: Line) -> bool:
    """Whether a line says in so many words that somebody is there: "Kofi is in the Platform team" of who is in it."""
    asked = _WHO_IS_AT.fullmatch(asking.question.strip())
    return asked is not None and asked["where"].casefold() in line.text.casefold()


def _is_asked_so(asking: Asking, line: Line) -> bool:
    """Whether the question asks whether one may, and a line does not say that."""
    return _MAY_I.match(asking.question.strip()) is not None and _RULES.search(line.text) is None


def _place(asking: Asking, line: Line) -> tuple[bool, bool, bool, bool, bool, int, bool]:
    """What one did, of "which candle did I drop?", or what says all that is asked comes first; then what names what is
    asked for, the oil before the car, who does it, "I write from 6 to 9", and what has more of its words or names whom
    it is about. What one does oneself, of what somebody else does, comes last: "I want to do an exhibition".
    """
    done = _DO_I.search(asking.question)
    does = done is not None and re.search(_as_told(done), line.text, re.IGNORECASE) is not None
    did = _WHICH_DID.search(asking.question) is not None and done_by_oneself(asking)(line.text)
    what = _WHAT.match(asking.question)
    head = content_stems(what["head"] or what["kind"]) & asking.words & line.words if what else frozenset()
    named = not asking.names.isdisjoint(content_stems(line.text))
    theirs = _DOES_ONE.search(asking.question) if asking.names and not asking.focus.about_self else None
    deed = content_stems(theirs["verb"]) if theirs else frozenset()
    mine = any(deed & content_stems(said["verb"]) for said in _I_DO.finditer(line.text)) if deed else False
    return mine, not did, not is_exact(asking, line), not head, not does, -len(line.words - LIGHT), not named


def _as_told(asked: re.Match[str]) -> str:
    """How one says that one does what is asked for: "I write", "we're reading"."""
    if asked["verb"]:
        return rf"\bI {re.escape(asked['verb'])}"
    return rf"\b(?:I['’ ]?a?m|we['’ ]?(?: a)?re) (?:\w+ )?{re.escape(asked['doing'])}\b"


def _names(asking: Asking, line: Line) -> bool:
    """Whether whom the question asks about is named in the line, or stands over it."""
    chunk = line.item.chunk
    above = f"{chunk.document_title} {chunk.prefix}" if chunk is not None and not line.is_said else ""
    return not asking.names.isdisjoint(content_stems(f"{above} {line.text}"))
