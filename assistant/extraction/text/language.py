"""Whether a message is in the language that the rules know: English, by the share of its commonest words."""

from __future__ import annotations

import re

from assistant.extraction.words.nouns import words_of

# Without those that other languages have too: in, a, an, me, so, no, or.
COMMONEST = words_of(
    "the be is am are was were to of and that have has had i it for not on with he she as you do does "
    "did at this but his her by from they we say will my one all would there their what up out if "
    "about who get which go when can like just him know take people into your good some could them see "
    "other than then now look only come its over think also after use how our work first well even new want "
    "because any these give most us im ive dont called lives works loves likes name named live love moved "
    "born"
)
# Of German, Dutch, French, Spanish, Portuguese and Italian, without what is English or somebody's name too.
COMMON_ELSEWHERE = words_of(
    "ich bin ist und der das ein eine mein meine nicht wohnt sie er wir mit auf von zu ik ben en het een mijn woon "
    "woont bij niet je suis mon ma le la les et est vit une un du des yo soy mi el los es vive una con por eu sou "
    "minha meu moro mora em uma os as da io sono mio il che di ho ha abito jag och"
)
ENOUGH = 0.15  # of the words; plain English has .35 to .6, other Latin-script languages below .08
AT_LEAST = 0.08  # a sentence full of names, where nothing speaks for another language
TOO_SHORT_TO_TELL = 8  # words; "Tidewater Press printed Tide Tables" has no common word at all
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_APOSTROPHE = re.compile(r"['’].*")


def is_english(text: str) -> bool:
    """True when enough of the words are common English ones; fewer do where no other language speaks against it."""
    words = [_APOSTROPHE.sub("", word.casefold()) for word in _WORD.findall(text)]
    if not words or sum(not word.isascii() for word in words) > len(words) / 2:
        return False
    english = sum(word in COMMONEST for word in words)
    other = sum(word in COMMON_ELSEWHERE for word in words)
    if english >= ENOUGH * len(words):
        return english >= other
    if other or not english:
        return not other and len(words) <= TOO_SHORT_TO_TELL
    return len(words) <= TOO_SHORT_TO_TELL or english >= AT_LEAST * len(words)
