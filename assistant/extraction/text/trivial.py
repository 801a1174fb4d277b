"""Messages that say nothing to learn: "ok", "thanks a lot!", "good morning"."""

from __future__ import annotations

import re

from assistant.extraction.words.nouns import words_of

_WORD = re.compile(r"[^\W\d_]+")
FILLERS = words_of(
    "ok okay k yes no yeah yep nope sure thanks thank you thx ty please good morning evening night afternoon day "
    "hi hello hey bye goodbye lol haha hahaha wow great nice cool perfect fine super awesome a lot so much very "
    "that works makes sense i see got it right exactly indeed hmm hm oh ah well all done go on and then continue"
)


def is_trivial(text: str) -> bool:
    """Whether every word is one of politeness or assent; then nobody need read it (A-O7)."""
    return all(word in FILLERS for word in _WORD.findall(text.casefold()))
