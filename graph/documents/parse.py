"""From bytes to text: text and markdown files, in any common encoding."""

from __future__ import annotations

import codecs
import re
import unicodedata
from pathlib import PurePath

from graph.documents import params
from graph.naming import readable

TEXT_SUFFIXES = frozenset({"", ".txt", ".text", ".md", ".markdown", ".mdown", ".rst", ".org", ".log", ".srt", ".vtt"})
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class CannotRead(ValueError):
    """A file without readable text, with the reason in a sentence."""


def decode(data: bytes, name: str = "") -> str:
    """The text of a file. Raises CannotRead for an empty, binary or unsupported file."""
    suffix = PurePath(name).suffix.lower()
    if suffix not in TEXT_SUFFIXES:
        raise CannotRead(f"“{suffix}” files cannot be read yet; text and markdown can.")
    if not data.strip():
        raise CannotRead("The file is empty.")
    return checked(_decoded(data))


def _decoded(data: bytes) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if b"\x00" in data:
            raise CannotRead("The file is binary, not text.") from None
        return data.decode("cp1252", errors="replace")


def checked(text: str) -> str:
    """`text` with line ends unified and control characters gone. Raises CannotRead if nothing readable is left."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    control = sum(unicodedata.category(character) == "Cc" and character not in "\n\t" for character in text[:20_000])
    if control > len(text[:20_000]) * 0.1:
        raise CannotRead("The file is binary, not text.")
    text = readable(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", " ", text))
    if not text.strip():
        raise CannotRead("There is no text in it.")
    if len(text) > params.MAX_TEXT:
        raise CannotRead(f"The text has {len(text):,} characters; {params.MAX_TEXT:,} are allowed.")
    return text


def title_of(text: str, name: str = "") -> str:
    """The first heading of a markdown text, else the file's name, else its first line."""
    heading = re.search(r"^\s{0,3}#\s+(.+?)\s*#*$", text[:2000], re.MULTILINE)
    if heading:
        return heading.group(1)[:500]
    if name:
        return PurePath(name).stem[:500]
    return " ".join(text.strip().split("\n", 1)[0].split())[:120]
