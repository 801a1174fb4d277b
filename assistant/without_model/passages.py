"""The lines of a passage that speak to a question."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from assistant import params
from assistant.agenda.day_above import day_above
from assistant.question.followups import is_fragment
from assistant.question.intents import swap, takes_back
from assistant.question.questions import asks, is_put
from assistant.without_model import noted, quoting
from assistant.without_model.choosing import Sought
from assistant.without_model.line import Line
from assistant.without_model.noted import KIND
from assistant.without_model.shown import aged
from assistant.without_model.spoken_by import with_speaker
from graph.prose import DONE, OPEN, plain, units
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item
from graph.tables import is_row

_ASKED = re.compile(r"[^.!?\n]{3,}\?\s*$")  # at the end of what was said before
_TELL_ME = re.compile(r"\s*(?:please )?(?:tell me|what|when|where|who|how)\b[^.!?\n]*$", re.IGNORECASE)
_IT = re.compile(r"\b(?:its?|them)\b", re.IGNORECASE)
_MONTH = re.compile(r"\b(?:19|20)\d\d-(0[1-9]|1[0-2])(?!\d)")
_HEADS = " | "  # between the heads of a table's columns


def speaking_to(sought: Sought, names: frozenset[str], items: Sequence[Item], nearest: Mapping[int, str]) -> list[Line]:
    """Passages that are about the question, most words in common first.

    `sought` has the stems of what is asked, `names` are those of whom it is asked about: a name alone is no answer,
    unless nothing else is asked. `nearest` are the lines by which passages are near in meaning.
    """
    found, words = [], sought.stems
    for place, item in enumerate(items):
        if item.chunk is None or not may_tell(item.chunk):
            continue
        line = nearest.get(item.pk, "") if item.kind == "chunk" else ""
        near = _as_read(item.chunk, line)
        given = words & _noted_of(item.chunk)
        text, held, code, is_sure = best_of(
            item.chunk, replace(sought, stems=words - given or words or names, near=near)
        )
        if (
            names
            and (_HEADS in text or _is_of_one(text))
            and names.isdisjoint(content_stems(f"{text} {item.chunk.document_title} {item.chunk.prefix}"))
        ):
            text, held = _row_of(item.chunk, words, names)  # the next row tells the same of another thing
        titled = titled_of(item.chunk) & words
        if held and held <= titled < words:
            said = best_of(item.chunk, replace(sought, stems=words - titled, near=near))
            named = names & content_stems(text)
            if words - titled <= said.words and named <= content_stems(said.text):  # all that the title leaves
                text, held, code, is_sure = said.text, words, said.code, said.is_sure
        held |= given | (words & _meant(item.chunk, text)) if held else frozenset()
        if given and (given == words or (not held and sought.holds(whole_of(item.chunk)))):
            text, held = whole_of(item.chunk), given  # of "Order hops from Marek" it says what to order
        headed = words & headed_of(item.chunk)
        above = headed | titled
        is_headed = bool(headed) and len(above) >= params.WORDS_ENOUGH * len(words)
        if not held and is_headed:
            text, held = whole_of(item.chunk), above  # below "Budget" stands only a sum
        # What stands above a line it need not say again; a title tells the rest of what its line says.
        stems = held | headed | (titled if words - titled and words - above <= held else frozenset())
        share = len(stems) / max(1, len(words or names))
        close = item.parts.vector >= params.PASSAGE_SIMILAR_ENOUGH
        if held and (share >= params.WORDS_ENOUGH or (close and share >= params.WORDS_ENOUGH / 2)):
            found.append(
                (-len(stems), 0 if is_sure else 1 if is_headed else 2, place, Line(item, text, stems, code=code))
            )
        elif nearest_one := near_in_meaning(item, names, near):
            found.append((0, 2, place, nearest_one))
        elif item.parts.vector >= params.PASSAGE_SURELY_SIMILAR and not line:
            text, _, code, _ = best_of(item.chunk, Sought(words | names))
            found += [(0, 2, place, Line(item, text, code=code))] if text or code else []
    return _adding([line for *_, line in sorted(found, key=lambda one: one[:3])], names)


def _row_of(chunk: ChunkRow, words: frozenset[str], names: frozenset[str]) -> tuple[str, frozenset[str]]:
    """The row of a table, or the line, that names whom it is asked of, and which words it holds; nothing where none
    does.
    """
    found = best_of(chunk, Sought(words | names))
    return (found.text, found.words & words) if _is_of_one(found.text) and names & found.words else ("", frozenset())


def _is_of_one(text: str) -> bool:
    """Whether a line is a row, or begins with somebody's name and age: the next one tells of another."""
    return is_row(text) or bool(aged(text))


def _noted_of(chunk: ChunkRow) -> frozenset[str]:
    """The stems of whom or what a note is of: it says itself only what there is to say of it."""
    return content_stems(chunk.document_title) if chunk.document_kind == KIND else frozenset()


def _meant(chunk: ChunkRow, line: str) -> frozenset[str]:
    """The stems of what "it" means in a line of a talk, told right before: of the grant, "spent 640 of it"."""
    if chunk.document_kind != TALK or not _IT.search(line) or asked_before(chunk):
        return frozenset()
    told = units(chunk.prefix, is_typed=True)
    return content_stems(told[-1].text) if told else frozenset()


def of_titled(
    words: frozenset[str], names: frozenset[str], items: Sequence[Item], holds: Callable[[str], bool]
) -> list[Line]:
    """The lines that hold what is demanded in documents that are called by all the words: "Duration: 3 hours", of how
    long the incident lasted. Of several in one passage that of whom it is asked, if one names them.
    """
    lines = []
    for item in items:
        if item.chunk is None or not words or not words <= titled_of(item.chunk) | headed_of(item.chunk):
            continue
        told = [unit.text for unit in units(item.chunk.text) if not unit.is_code and holds(unit.text)]
        text = next((one for one in told if names & content_stems(one)), told[0] if told else "")
        lines += [Line(item, text, words)] if text else []
    return lines


def titled_of(chunk: ChunkRow) -> frozenset[str]:
    """The stems of a document's title: a line that has no others says only again which document it is."""
    if chunk.document_kind in {TALK, KIND}:
        return frozenset()
    title = chunk.document_title
    months = " ".join(calendar.month_name[int(one)] for one in _MONTH.findall(title))  # of "electricity-2026-10"
    return content_stems(f"{title} {title.replace('-', ' ').replace('_', ' ')} {months}")


def headed_of(chunk: ChunkRow) -> frozenset[str]:
    """The stems of the headings under which a passage of a document stands, without those of the document's title; of
    a day those of its words: "3 November 2026", below "2026-11-03".
    """
    if chunk.document_kind == TALK:
        return frozenset()
    day = day_above(chunk.prefix)
    return content_stems(f"{chunk.prefix} {day.told if day else ''}") - content_stems(chunk.document_title)


def _adding(lines: list[Line], names: frozenset[str]) -> list[Line]:
    """Without those that hold less of the words that the best holds: beside "policy number 12" the tag "policy".

    Unless they name whom the best does not.
    """
    best = lines[0] if lines else None
    unnamed = best is not None and names.isdisjoint(content_stems(best.text))
    return [
        line
        for line in lines
        if best is None
        or not line.words
        or not line.words < best.words
        or (unnamed and not names.isdisjoint(content_stems(line.text)))
    ]


def near_in_meaning(item: Item, names: frozenset[str], line: str) -> Line | None:
    """The line by which a passage is near, where it is so near as a fact would have to be; a close one names whom."""
    if not line:
        return None
    surely = item.parts.vector >= params.SURELY_SIMILAR
    closely = item.parts.vector >= params.SIMILAR_ENOUGH and not names.isdisjoint(content_stems(line))
    if not (surely or closely):
        return None
    if item.chunk is None:
        return None
    quote = quoting.of_line(item.chunk.text, line, is_typed=_is_typed(item.chunk))
    if quote.text.endswith("?"):
        return None
    return Line(item, with_speaker(quote.text, item.chunk), is_close=not surely, code=quote.code)


def with_next(line: Line) -> Line:
    """The line with what is said next, if it is of a document: how one mends what it says."""
    chunk = line.item.chunk
    if chunk is None or _is_typed(chunk):
        return line
    quote = quoting.with_next(chunk.text, line.text)
    return replace(line, text=quote.text, code=quote.code or line.code)


def whole_notes(entities: Collection[int], items: Sequence[Item]) -> list[Line]:
    """All that is noted of these entities, each note whole."""
    return [Line(item, whole_of(item.chunk)) for item in noted.of(entities, items) if item.chunk is not None]


def may_tell(chunk: ChunkRow) -> bool:
    """Whether a passage may tell something: "forget that ..." is no source of what it names, nor is a question, and "it
    was 260, not 230" tells only beside what it puts right.
    """
    if not chunk.message:
        return True
    if takes_back(chunk.text) or is_fragment(chunk.text) or swap(chunk.text) is not None:
        return False
    return not all(is_put(unit.text) for unit in units(chunk.text, is_typed=True))


def asked_before(chunk: ChunkRow) -> str:
    """The question that the person asked right before a message, if that was the last that they said."""
    if chunk.document_kind != TALK:
        return ""
    found = _ASKED.search(chunk.prefix)
    if found is None and _TELL_ME.match(chunk.prefix) and asks(chunk.prefix):
        return f"{chunk.prefix.strip()}?"
    return found[0].strip() if found else ""


def best_of(chunk: ChunkRow, sought: Sought) -> quoting.Quote:
    """The best line of a passage; of a talk it is also about what was asked right before: "It's on 7 March"."""
    asked = asked_before(chunk)
    if not asked:
        quote = quoting.best(chunk.text, sought, is_typed=_is_typed(chunk))
        return quote._replace(text=with_speaker(quote.text, chunk))
    quote = quoting.best(f"{asked} {chunk.text}", sought, is_typed=True)
    return quote._replace(text=quote.text.removeprefix(asked).lstrip())


def whole_of(chunk: ChunkRow) -> str:
    return quoting.whole(chunk.text, is_typed=_is_typed(chunk))


def _as_read(chunk: ChunkRow, line: str) -> str:
    """The line by which a passage is near: of what was typed it is told with its marks."""
    return plain(line, is_typed=True) if _is_typed(chunk) else line


def _is_typed(chunk: ChunkRow) -> bool:
    return chunk.document_kind in {TALK, KIND}


def around(line: Line) -> str:
    """What stands around a quoted line, and is told with it: title and passage, of a long one the headings above and
    the sentences beside it; a row of a table stands alone, and so does a task.
    """
    chunk = line.item.chunk
    if chunk is None:
        return ""
    if is_row(line.text) or line.text.startswith((OPEN, DONE)):
        return f"{chunk.document_title} {line.text}"
    if len(chunk.text) <= params.TOLD_TOGETHER:
        return f"{chunk.document_title} {chunk.text}"
    beside = quoting.around(chunk.text, line.text, is_typed=_is_typed(chunk))
    return f"{chunk.document_title} {'' if _is_typed(chunk) else chunk.prefix} {beside}"
