"""The chats of a messenger's data export as documents: one of each chat and year.

A later export then changes the last year's alone, and what was read of the others stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import BinaryIO

from graph.counted import counted
from graph.documents.formats.messenger import Message, as_text
from graph.exchange import packed
from graph.exchange.packed import Packed
from graph.exchange.records import CannotRead, Note, Problem, Record, Remark

BAD = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, OSError)  # what a damaged message raises
GONE = "Deleted account"  # as of whom a messenger no longer tells a name
_MARKS = re.compile(r"[():\s]+")  # which end the name of who speaks in the text of a chat
_LONGEST = 60  # characters of such a name


@dataclass(frozen=True, slots=True)
class Chat:
    """`told` has a day for every message, in order; `key` tells it from another of that name.

    `left` counts the messages of which something is no text: pictures, recordings, files; `bad` those that are damaged.
    """

    name: str
    key: str
    told: Sequence[Message]
    left: int = 0
    bad: int = 0


def speaker(name: object) -> str:
    """A name as it can stand before what its owner says."""
    return _MARKS.sub(" ", name).strip()[:_LONGEST].strip() or GONE if isinstance(name, str) else GONE


def documents(app: str, chat: Chat, own: Collection[str]) -> Iterator[tuple[str, Record]]:
    """A document of each year of a chat, and what of it is not read; `own` are names of who has the book."""
    where = f"{app}, {chat.name}"
    if chat.bad:
        yield where, Problem(f"{counted(chat.bad, 'message')} of it cannot be read.")
    elif not chat.told:
        yield where, Problem("Nothing was said in it.")
    for year, said in groupby(chat.told, key=lambda one: one.day.year if one.day else 0):
        title = f"{chat.name} on {app}, {year}"
        source = "/".join(part.replace("/", " ") for part in (app, chat.key, str(year)))
        yield f"{where}, {year}", Note(title[:500], as_text(list(said), own), source[:1000])
    if chat.left:
        yield where, Remark(f"What came with {counted(chat.left, 'message')} beside words was not read.")


def files(
    stream: BinaryIO, is_wanted: Callable[[str], bool], wanted: str, endings: tuple[str, ...] = (".json",)
) -> Iterator[Packed]:
    """The files of a zip with these endings whose paths are wanted, in order; of no zip the whole. Raises CannotRead.

    `wanted` says where such a file comes from, to who brings another.
    """
    if not packed.is_zip(stream):
        yield Packed("", stream.read())
        return
    found = False
    for file in packed.files(stream, endings, packed.LARGEST_SINGLE):
        if is_wanted(file.name):
            found = True
            yield file
    if not found:
        raise CannotRead(f"There is no chat in it. {wanted}")
