"""How names are compared: Unicode-folded, case-folded, white space collapsed; and who "I" is."""

from __future__ import annotations

import re
import unicodedata

SELF_WORDS = frozenset({"user", "i", "me", "my", "myself", "mine"})
KEY_LIMIT = 255
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def clean(text: str) -> str:
    """`text` without control and invisible direction characters, white space collapsed to single spaces."""
    return " ".join(_CONTROL.sub(" ", text).split())


def normalise(name: str) -> str:
    """The key under which a name is found: NFKC, case-folded, inner white space single, at most 255 characters."""
    return clean(unicodedata.normalize("NFKC", name)).casefold()[:KEY_LIMIT]
