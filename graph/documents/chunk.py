"""From text to passages: by headings and paragraphs first, then sentences, inside the model's limit."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graph.documents import params
from graph.flowing import flowing
from graph.prose import ATTRIBUTES
from graph.sentences import END

_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.+?)\s*#*\s*$")
_ITEM = re.compile(r"\s*[-*+•|>]")
_FENCE = re.compile(r"^\s{0,3}(```|~~~)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage: its text is `text[start:end]` of the document; `headings` lead to it."""

    text: str
    start: int
    end: int
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Block:
    start: int
    end: int
    headings: tuple[str, ...]


def split(text: str, *, title: str, count_tokens: Callable[[str], int], limit: int = params.MAX_TOKENS) -> list[Piece]:
    """Passages in order, each with its prefix within `limit` tokens; nothing but white space is lost."""
    pieces: list[Piece] = []
    held: list[_Block] = []
    spent = 0
    leading = functools.cache(lambda headings: count_tokens(prefix(title, headings)))
    for block in _fitting(text, leading, count_tokens, limit):
        cost = count_tokens(text[block.start : block.end])
        room = limit - leading(block.headings)
        if held and (block.headings != held[0].headings or spent + cost > room):
            heads = [] if block.headings != held[0].headings else _heading_last(text, held)
            spent = sum(count_tokens(text[one.start : one.end]) for one in heads)
            if spent + cost > room:  # alone it would say nothing
                heads, spent = [], 0
            pieces.append(_piece(text, held[: len(held) - len(heads)]))
            held = heads
        held.append(block)
        spent += cost
    if held:
        pieces.append(_piece(text, held))
    return pieces


def gathered(pieces: list[Piece], *, count_tokens: Callable[[str], int], limit: int) -> list[list[Piece]]:
    """Neighbouring passages in groups of at most `limit` tokens, each of one chapter: what a parent holds."""
    groups: list[list[Piece]] = []
    spent = 0
    for piece in pieces:
        cost = count_tokens(piece.text)
        if groups and spent + cost <= limit and piece.headings[:2] == groups[-1][0].headings[:2]:
            groups[-1].append(piece)
            spent += cost
        else:
            groups.append([piece])
            spent = cost
    return groups


def prefix(title: str, headings: tuple[str, ...]) -> str:
    """Where a passage stands, in words that are embedded with it: "Title › Heading"."""
    steps = [title[:120], *(heading[:80] for heading in headings if heading != title)]
    return " › ".join(step for step in steps if step)


def _heading_last(text: str, held: list[_Block]) -> list[_Block]:
    """The last paragraph, where it heads what comes next in a text that marks no headings, "3. Leave", or leads to it:
    "Two ways are supported:".
    """
    words = text[held[-1].start : held[-1].end]
    leads = words.endswith(":") and len(words) <= params.LEADING
    return held[-1:] if len(held) > 1 and (leads or _is_heading(words)) else []


def _is_heading(line: str) -> bool:
    return "\n" not in line and len(line) <= params.HEADING and line[-1:].isalnum() and not _ITEM.match(line)


def _piece(text: str, blocks: list[_Block]) -> Piece:
    start, end = blocks[0].start, blocks[-1].end
    return Piece(text[start:end], start, end, blocks[0].headings)


def _blocks(text: str) -> Iterator[_Block]:
    """Paragraphs with the headings above them; a fenced block is one paragraph."""
    headings: list[tuple[int, str]] = []
    start: int | None = None
    fenced = False
    place = 0
    for line in text.splitlines(keepends=True):
        heading = None if fenced else _HEADING.match(line)
        boundary = heading is not None or (not fenced and not line.strip())
        if boundary and start is not None:
            yield _Block(start, place, tuple(words for _, words in headings))
            start = None
        if heading:
            level = len(heading.group(1))
            headings = [(depth, words) for depth, words in headings if depth < level]
            headings.append((level, ATTRIBUTES.sub("", heading.group(2))))
        elif line.strip() and start is None:
            start = place
        if _FENCE.match(line):
            fenced = not fenced
        place += len(line)
    if start is not None:
        yield _Block(start, place, tuple(words for _, words in headings))


def _fitting(
    text: str, leading: Callable[[tuple[str, ...]], int], count_tokens: Callable[[str], int], limit: int
) -> Iterator[_Block]:
    """Paragraphs, the long ones cut at sentences and, if need be, at words or in the middle of one.

    `leading` counts the tokens of the prefix that headings make.
    """
    for block in _blocks(text):
        room = max(limit - leading(block.headings), limit // 4)
        if count_tokens(text[block.start : block.end]) <= room:
            yield _trimmed(text, block)
            continue
        for start, end in _cut(text, block.start, block.end, count_tokens, room):
            yield _trimmed(text, _Block(start, end, block.headings))


def _trimmed(text: str, block: _Block) -> _Block:
    body = text[block.start : block.end]
    lead = len(body) - len(body.lstrip())
    return _Block(block.start + lead, block.start + len(body.rstrip()), block.headings)


def _cut(text: str, start: int, end: int, count_tokens: Callable[[str], int], room: int) -> Iterator[tuple[int, int]]:
    """Runs of whole sentences that fit; a sentence that does not is cut at words, a word at the middle."""
    ends = [start + match.end() for match in END.finditer(flowing(text[start:end]))]
    if not ends or ends[-1] != end:
        ends.append(end)
    begin, spent = start, 0
    previous = before = start
    for stop in ends:
        cost = count_tokens(text[previous:stop])
        if spent and spent + cost > room:
            heads = begin < before < previous and _is_heading(text[before:previous].strip())
            heads = heads and count_tokens(text[before:stop]) <= room
            yield begin, before if heads else previous
            begin, spent = (before, count_tokens(text[before:previous])) if heads else (previous, 0)
        if cost > room:
            yield from _halves(text, previous, stop, count_tokens, room)
            begin, spent = stop, 0
        else:
            spent += cost
        before, previous = previous, stop
    if begin < end:
        yield begin, end


def _halves(
    text: str, start: int, end: int, count_tokens: Callable[[str], int], room: int
) -> Iterator[tuple[int, int]]:
    if count_tokens(text[start:end]) <= room or end - start < 2:
        if text[start:end].strip():
            yield start, end
        return
    middle = (start + end) // 2
    space = text.rfind(" ", start + 1, middle)
    cut = space + 1 if space > start else middle
    yield from _halves(text, start, cut, count_tokens, room)
    yield from _halves(text, cut, end, count_tokens, room)
