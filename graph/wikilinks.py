"""Wikilinks of notes as a reader sees them; what is kept and quoted to programs stays as it was written."""

from __future__ import annotations

import re

# Neither `rows[[0]]` of a program nor `[[ -f x ]]` of a shell is a link.
_LINK = re.compile(r"(?<![A-Za-z0-9_])!?\[\[(?=\S)(?P<link>(?:[^\[\]|\n]{1,500}\|)?[^\[\]|\n]{1,500})(?<=\S)\]\]")
# What a quote has of a link that it begins or ends in.
_END = re.compile(r"\A\[?(?P<link>[^\[\]\n]{0,500})(?<!\s)\]\]")
_BEGINNING = re.compile(r"(?<![A-Za-z0-9_])!?\[\[(?=\S|\Z)(?P<link>[^\[\]\n]{0,500})\]?\Z")


def as_read(text: str) -> str:
    """The text with each link as its words: “[[Quinn Quist|Quinn]]” is “Quinn”, “[[Plans#May]]” is “Plans > May”."""
    return _LINK.sub(_words, text) if "[[" in text else text


def quote_as_read(quote: str) -> str:
    """The same of a quote, which may begin or end inside a link."""
    return _BEGINNING.sub(_words, _END.sub(_words, as_read(quote)))


def parted(passage: str, start: int, end: int) -> tuple[str, str, str]:
    """What a reader sees before, in and after a part of a passage; a link that the part begins or ends in is in it."""
    for link in _LINK.finditer(passage):
        start = link.start() if link.start() < start < link.end() else start
        end = link.end() if link.start() < end < link.end() else end
    return as_read(passage[:start]), as_read(passage[start:end]), as_read(passage[end:])


def _words(match: re.Match[str]) -> str:
    target, _, alias = match["link"].partition("|")
    return alias or target.lstrip("#").replace("#", " > ")
