"""Wikilinks of notes as a reader sees them; what is kept and quoted to programs stays as it was written."""

from __future__ import annotations

import re

# Neither `rows[[0]]` of a program nor `[[ -f x ]]` of a shell is a link.
_LINK = re.compile(r"(?<![A-Za-z0-9_])!?\[\[(?=\S)(?:[^\[\]|\n]{1,500}\|)?(?P<words>[^\[\]|\n]{1,500})(?<=\S)\]\]")


def as_read(text: str) -> str:
    """The text with each link as its words: “[[Quinn Quist|Quinn]]” is “Quinn”, “[[Plans#May]]” is “Plans > May”."""
    return _LINK.sub(_words, text) if "[[" in text else text


def _words(match: re.Match[str]) -> str:
    words = match["words"]
    has_alias = "|" in match.group()
    return words if has_alias else words.lstrip("#").replace("#", " > ")
