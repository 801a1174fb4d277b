"""Plain text and Markdown from bytes, in any common encoding; other formats have their readers in `formats`."""

from __future__ import annotations

import codecs
import re
import unicodedata
from pathlib import PurePath

import charset_normalizer

from graph.documents import params
from graph.documents.formats import notes, pasted
from graph.naming import clean, readable

TEXT_SUFFIXES = frozenset({"", ".txt", ".text", ".md", ".markdown", ".mdown", ".rst", ".org", ".log", ".srt", ".vtt"})
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


PACKED = frozenset({".docx", ".pptx", ".xlsx", ".xlsm", ".epub"})


class CannotRead(ValueError):
    """A file without readable text, with the reason in a sentence."""


def decode(data: bytes, name: str = "") -> str:
    """The text of a file. Raises CannotRead for an empty, binary or unsupported file."""
    suffix = PurePath(name).suffix.lower()
    if suffix not in TEXT_SUFFIXES:
        raise CannotRead(f"“{suffix}” files are no text.")
    if not data.strip():
        raise CannotRead("The file is empty.")
    return checked(decoded(data))


def decoded(data: bytes) -> str:
    """The characters of a text file: by its byte order mark, as UTF-8, or in the encoding that fits it best."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    sample = data[:_SAMPLE]
    if b"\x00" in sample:
        odd, even = sample[1::2].count(0), sample[0::2].count(0)
        if max(odd, even) * 2.5 < len(sample) / 2:
            raise CannotRead("The file is binary, not text.")
        return data.decode("utf-16-le" if odd > even else "utf-16-be", errors="replace")
    best = charset_normalizer.from_bytes(sample, cp_exclusion=_RARE).best() if len(sample) >= _ENOUGH else None
    return data.decode(best.encoding if best else "cp1252", errors="replace")


ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")  # a mark of Markdown that stands for itself
_SAMPLE = 100_000  # bytes by which an encoding is guessed
_ENOUGH = 200  # bytes below which a guess is worse than the most common of the old encodings
_RARE = ["cp037", "cp273", "cp424", "cp500", "cp875", "cp1026", "cp1140", "utf_7", "hz"]  # mainframes, and mail


def cleaned(text: str) -> str:
    """`text` with line ends unified, control characters as spaces and nothing that makes it look other than it is."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return readable(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", " ", text))


def checked(text: str) -> str:
    """`text` cleaned. Raises CannotRead if nothing readable is left."""
    control = sum(unicodedata.category(character) == "Cc" and character not in "\r\n\t" for character in text[:20_000])
    if control > len(text[:20_000]) * 0.1:
        raise CannotRead("The file is binary, not text.")
    text = cleaned(text)
    if not text.strip():
        raise CannotRead("There is no text in it.")
    if len(text) > params.MAX_TEXT:
        raise CannotRead(f"The text has {len(text):,} characters; {params.MAX_TEXT:,} are allowed.")
    return text


def title_of(text: str, name: str = "") -> str:
    """What a note's front matter calls it, else its first heading, else the file's name, else its first line."""
    if own := own_title(text):
        return own
    if name:
        return PurePath(name).stem[:500]
    return " ".join(text.strip().split("\n", 1)[0].split())[:120]


def own_title(text: str) -> str:
    """The title that a text gives itself: in its front matter, as what a mail is about, or as its first heading; "" for
    one that gives none.
    """
    if isinstance(called := notes.front_matter(text).get("title"), str) and called.strip():
        return clean(called)[:500]
    if about := pasted.subject(text):
        return clean(about)[:500]
    heading = re.search(r"^\s{0,3}#\s+(.+?)(?:\s+#+)?\s*$", text[:2000], re.MULTILINE)
    return ESCAPED.sub(r"\1", heading.group(1))[:500] if heading else ""
