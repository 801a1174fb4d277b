"""The file in which a Kindle keeps what one marked and noted, in the language of the device. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph.exchange.records import Problem

_RULE = "=========="  # below each piece
_LONGEST_TITLE = 500  # characters
_META = re.compile(r"- (?P<told>[^\n]*\d[^\n]*)")
_TITLE = re.compile(r"(?P<book>.+?)\s*\((?P<author>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*")
_NOTED = re.compile(r"\b(?:note|notiz|nota|notitie|annotation|anotación|notat|anteckning|notatka)\b", re.IGNORECASE)
_MARKER = re.compile(
    r"\b(?:bookmark|lesezeichen|marcador|signet|segnalibro|bladwijzer|bokmerke|bokmärke)\b", re.IGNORECASE
)
_PAGE = re.compile(r"\b(?:page|Seite|página|pagina|side|sidan?)\s+([\divxlc]+(?:-\d+)?)", re.IGNORECASE)
_SPAN = re.compile(r"(?<!\d)(\d+)(?:-(\d+))?(?!\d)")
_LIMIT = re.compile(r"<[^<>]*(?:limit|limite|límite|Limit)[^<>]*>")  # instead of words of which too many were marked
_DAY = re.compile(
    r"(?P<day>\d{1,2})\.? (?:de )?(?P<month>[^\W\d_]{3,})\.?,? (?:de )?(?P<year>\d{4})"
    r"|(?P<month_first>[^\W\d_]{3,}) (?P<day_second>\d{1,2}), (?P<year_last>\d{4})"
)
# How the months begin, in the languages that the device writes
_MONTHS = (
    ("jan", "ene", "gen"), ("feb", "fév", "fev"), ("mar", "mär", "maa", "mrt"), ("apr", "avr", "abr"),
    ("may", "mai", "mei", "mag", "maj"), ("jun", "juin", "giu"), ("jul", "juil", "lug"), ("aug", "aoû", "ago"),
    ("sep", "set"), ("oct", "okt", "ott", "out"), ("nov",), ("dec", "dez", "déc", "dic", "des"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Marked:
    """Words of a book and what was noted beside them; `place` is where they stand, as it is told: "page 23"."""

    book: str
    author: str
    text: str
    note: str = ""
    place: str = ""
    day: dt.date | None = None
    span: tuple[int, int] = (0, 0)  # of the place, for what lies within another


def is_of_kindle(text: str) -> bool:
    first, rule, _ = text.partition(_RULE)
    return bool(rule) and len(lines := first.strip().splitlines()) > 1 and _META.fullmatch(lines[1].strip()) is not None


def read(text: str) -> Iterator[tuple[str, Marked | Problem]]:
    """What was marked, in the order of the books and their pages; bookmarks say nothing and are left out.

    A passage that was marked anew, longer or shorter, stands once, as it was marked last. A note stands with the words
    at whose end it was written.
    """
    kept: list[Marked] = []
    notes: list[Marked] = []
    for number, piece in enumerate(text.replace("\r\n", "\n").split(_RULE), start=1):
        lines = [line.strip(" \t\ufeff\u200b") for line in piece.strip("\n \ufeff").split("\n")]
        if not any(lines):
            continue
        meta = _META.fullmatch(lines[1]) if len(lines) > 1 else None
        if meta is None:
            yield f"piece {number}", Problem("It does not tell where in a book it was marked.")
        elif _MARKER.search(meta["told"]) is None:
            one = _marked(lines[0], meta["told"], " ".join(filter(None, lines[2:])))
            if one.note:
                notes.append(one)
            else:
                kept = [other for other in kept if not _is_in_place_of(one, other)] + [one]
    for note in notes:
        beside = next((place for place, one in enumerate(kept) if _is_beside(note, one)), None)
        if beside is None:
            kept.append(note)
        else:
            kept[beside] = replace(kept[beside], note="; ".join(filter(None, (kept[beside].note, note.note))))
    first = {one.book: place for place, one in reversed(list(enumerate(kept)))}
    for one in sorted(kept, key=lambda one: (first[one.book], one.span)):
        yield one.book, one


def _marked(title: str, told: str, says: str) -> Marked:
    named = _TITLE.fullmatch(title := title[:_LONGEST_TITLE])
    book, author = (named["book"], named["author"]) if named else (title, "")
    where, _, _ = told.rpartition("|")
    page = _PAGE.search(where)
    spans = _SPAN.findall(where)
    begins, ends = spans[-1] if spans else ("0", "")
    is_note = _NOTED.search(where or told) is not None
    words = "" if _LIMIT.fullmatch(says) else says
    return Marked(
        book.strip() or "A book without a title",
        _called(author),
        "" if is_note else words,
        words if is_note else "",
        f"page {page[1]}" if page else f"location {begins}" if spans else "",
        _day(told),
        (int(begins), int(ends or begins)),
    )


def _called(author: str) -> str:
    """“Thoreau, Henry David” as one is called; of several each."""
    names = [one.strip() for one in author.split(";") if one.strip()]
    return ", ".join(" ".join(reversed(name.split(", "))) if name.count(", ") == 1 else name for name in names)


def _is_in_place_of(one: Marked, other: Marked) -> bool:
    """Whether it is the same passage marked anew: some of its words at the same place."""
    is_same = one.book == other.book and one.span[0] <= other.span[1] and other.span[0] <= one.span[1]
    return is_same and bool(one.text and other.text) and (one.text in other.text or other.text in one.text)


def _is_beside(note: Marked, one: Marked) -> bool:
    return bool(one.text) and note.book == one.book and one.span[0] <= note.span[0] <= one.span[1]


def _day(told: str) -> dt.date | None:
    found = _DAY.search(told)
    if found is None:
        return None
    begins = (found["month"] or found["month_first"]).casefold()
    month = next((at for at, names in enumerate(_MONTHS, start=1) if begins.startswith(names)), 0)
    try:
        return dt.date(int(found["year"] or found["year_last"]), month, int(found["day"] or found["day_second"]))
    except ValueError:
        return None
