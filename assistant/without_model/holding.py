"""Which lines hold what a question demands: a time, a number, a thing. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.agenda.day_above import WHEN_WAS, tells_its_day
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.asking import Asking, done_by_oneself
from assistant.without_model.demands import SUM, THING, TIME, YEAR, Demand, is_held
from assistant.without_model.line import Line
from assistant.without_model.naming import is_of_chat
from assistant.without_model.of_whom import OTHERS
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK

_SENTENCES = re.compile(r"(?<=[.!?]) ")


def holds(line: Line, demand: Demand | None, asking: Asking) -> bool:
    """Whether what is quoted holds what is demanded: a thing may stand in a document's title, or beside the line
    that says all else that is asked: "Booked flights. The reference is …"."""
    if line.is_told:
        return True
    chunk = line.item.chunk
    if demand is not None and demand.kind in {TIME, YEAR} and chunk is not None and not is_held(demand, line.text):
        return tells_its_day(asking.question, chunk)
    if demand is not None and demand.kind == SUM and asking.names and is_of_chat(line):
        return any(is_held(demand, one) and _is_of_them(asking, one, line) for one in _SENTENCES.split(line.text))
    if demand is None or demand.kind != THING or chunk is None:
        return is_held(demand, line.text)
    said = bool(line.words) and asking.focus.stems - FILLERS - LIGHT - asking.names <= line.words | {demand.stem}
    beside = chunk.text if said else ""
    above = f"{chunk.document_title} {chunk.prefix}" if chunk.document_kind != TALK else ""
    return is_held(demand, f"{above} {line.text} {beside}")


def _is_of_them(asking: Asking, sentence: str, line: Line) -> bool:
    """Whether a sentence of a message is of those who are asked about: by a name or a pronoun, or as they write it."""
    who = line.text.partition(": ")[0]
    return bool(asking.names & content_stems(f"{who} {sentence}")) or OTHERS.search(sentence) is not None


def holding(lines: Sequence[Line], demand: Demand | None, asking: Asking) -> list[Line]:
    """The lines that hold what is demanded. Of when one did something what one said of it comes before what only tells
    a day: "we got an allotment", told soon after.
    """
    held = [line for line in lines if holds(line, demand, asking)]
    if demand is None or demand.kind not in {TIME, YEAR} or WHEN_WAS.match(asking.question) is None:
        return held
    did = [line for line in lines if line.is_said and done_by_oneself(asking)(line.text)]
    return held if any(line in held for line in did) else [*did, *held]
