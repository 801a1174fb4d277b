"""How names are compared: Unicode-folded, case-folded, white space collapsed; and who "I" is."""

from __future__ import annotations

import re
import unicodedata

SELF_WORDS = frozenset({"user", "i", "me", "my", "myself", "mine"})
KEY_LIMIT = 255
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# What turns the order of letters around, and letters that are never shown: people would read something else than
# a model does. Joiners and plain direction marks stay, languages need them.
_DECEIVING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def readable(text: str) -> str:
    """`text` without what makes it look other than it is."""
    return _DECEIVING.sub("", text)


def clean(text: str) -> str:
    """`text` without control and invisible direction characters, white space collapsed to single spaces."""
    return " ".join(_CONTROL.sub(" ", readable(text)).split())


def folded(text: str) -> str:
    """A text of any length as names in it are compared: NFKC, case-folded, inner white space single."""
    return clean(unicodedata.normalize("NFKC", text)).casefold()


def normalise(name: str) -> str:
    """The key under which a name is found: folded, at most 255 characters."""
    return folded(name)[:KEY_LIMIT]
