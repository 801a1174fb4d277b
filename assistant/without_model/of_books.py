"""What one marked in books, asked for by the book, by words that it has, or by when it was marked."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from assistant import params
from assistant.extraction.words.named_days import named
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.cited_passages import passages, with_cited
from assistant.without_model.quoting import shortened
from assistant.without_model.writing import Composed, Writing
from graph.counted import counted
from graph.exchange.highlights import FOLDER, NOTE
from graph.models import Chunk, Document, User
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.retrieval.types import Item

_EVER = r"(?:(?:ever|last|already|just|recently|once) )?"
_ASKS = re.compile(
    rf"\b(?:did|do|have|had) i {_EVER}(?:highlight|underline|mark)(?:e?d)?\b|\bmy (?:[a-z]+ )?highlights?\b"
    rf"|\bi(?:['’]ve)? {_EVER}(?:highlighted|underlined|marked)\b|\bhighlights\b.*\bi\b",
    re.IGNORECASE,
)
_ASKS_FOR_NOTES = re.compile(r"\bi (?:note|noted|write|wrote|jot(?:ted)? down)\b|\bmy notes?\b", re.IGNORECASE)
_WHICH_BOOKS = re.compile(r"\b(?:which|what|how many) books?\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_LATELY = re.compile(r"\b(?:last|lately|recently|latest|newest)\b", re.IGNORECASE)
_ONE_THING = re.compile(r"\W*(?:when|where|on (?:which|what)|why|how(?! many))\b", re.IGNORECASE)
_LINE = re.compile(r"- (?P<said>(?:[^“\n]*?(?P<day>\d{1,2} [A-Z][a-z]+ \d{4}): )?.*)")
_ASKING = content_stems(
    "highlight underline mark book quote passage line note show list last recently lately new something"
)


@dataclass(frozen=True, slots=True)
class _Marked:
    title: str
    said: str
    day: dt.date | None
    item: Item


def told(
    user: User, question: str, result: Result, now: dt.datetime, less: Callable[[Result], Result]
) -> tuple[Composed, Result] | None:
    """The answer, and the result with the passages that it cites; None where the question asks for nothing of this, or
    no book has it. `less` takes out what is not to be told.
    """
    of_notes = _ASKS_FOR_NOTES.search(question) is not None  # which are as likely of anything else
    if result.as_of is not None or not (of_notes or _ASKS.search(question)) or _ONE_THING.match(question):
        return None
    documents = Document.objects.for_user(user).filter(source__startswith=FOLDER).order_by("pk")
    books = dict(documents.values_list("source", "pk"))  # the newest version of each
    if not books:
        return None
    today = user.local(now).date()
    days = next(iter(named(question, today, back=True)), None)
    undated = question[: days.start] + question[days.end :] if days else question
    wanted = content_stems(undated) - _ASKING - LIGHT - FILLERS
    found = list(_marked(user, books.values(), less, result))
    if days is not None:
        found = [one for one in found if one.day is not None and days.first <= one.day <= days.last]
    if of_notes:
        found = [one for one in found if NOTE in one.said and wanted and wanted <= content_stems(one.title)]
    found = [one for one in found if wanted <= content_stems(f"{one.title} {one.said}")]
    is_last = _LATELY.search(question) is not None
    if not found or not (wanted or days or is_last or _HOW_MANY.search(question) or _WHICH_BOOKS.search(question)):
        return None
    if is_last and days is None:
        found.sort(key=lambda one: one.day or dt.date.min, reverse=True)
    writing = Writing(user.local(now), result.reads)
    _write(question, found, writing)
    return writing.composed("\n\n"), with_cited(result, writing, (one.item for one in found))


def _marked(user: User, books: Collection[int], less: Callable[[Result], Result], result: Result) -> Iterator[_Marked]:
    """All that was marked, by books, each piece with the passage in which it begins."""
    chunks = Chunk.objects.for_user(user).filter(document__in=books).order_by("pk")
    told = passages(user, chunks, params.MARKED_READ, result, less)
    for chunk, item in sorted(told, key=lambda one: (one[0].document, one[0].position)):
        for line in _LINE.finditer(chunk.text):
            day = dt.datetime.strptime(line["day"], "%d %B %Y").date() if line["day"] else None
            yield _Marked(chunk.document_title, line["said"], day, item)


def _write(question: str, found: Sequence[_Marked], writing: Writing) -> None:
    titles = {one.title: one.item for one in reversed(found)}  # each with its first passage
    if _WHICH_BOOKS.search(question):
        shown = [(title, titles[title]) for title in dict.fromkeys(one.title for one in found)]
        writing.below(f"You marked something in {counted(len(shown), 'book')}", shown[: params.ANSWER_LISTED])
        _and_more(writing, len(shown))
        return
    if _HOW_MANY.search(question):
        writing.sentences.append(f"You marked {counted(len(found), 'passage')}.")
    for title, told in groupby(found[: params.ANSWER_LISTED], key=lambda one: one.title):
        writing.below(title, [(shortened(one.said), one.item) for one in told])
    _and_more(writing, len(found))


def _and_more(writing: Writing, number: int) -> None:
    if number > params.ANSWER_LISTED:
        writing.sentences.append(f"And {number - params.ANSWER_LISTED:,} more.")
