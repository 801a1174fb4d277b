"""What is typed in haste, as the parser knows it and at the same length: names that the words around them give away."""

from __future__ import annotations

import re

from assistant.extraction.nouns import words_of

_TITLED = re.compile(r"\b(?P<title>mr|mrs|ms|miss|dr|prof)(?P<dot>\.?) (?P<name>[a-z][\w'’-]+)")
# "called zara, ibrahim and nour", "a dog named rex": what is called, is called a name; not "my aunt called".
_CALLED = re.compile(
    r"(?P<lead>(?:\b(?:is|are|was|were)|['’]s|\b(?:he|she)s|\b(?:an?|another|one|two|three|\d) (?:[\w-]+ ){1,3}?) ?"
    r"(?:called|named)|\b(?:called|named) (?:him|her|it|them)) "
    r"(?P<names>[a-z][\w'’-]+(?:, [a-z][\w'’-]+)*(?:,? (?:and|&) [a-z][\w'’-]+(?=\s*(?:[.,;:!?()\n]|$)))?)"
    r"(?=\s*(?:[.,;:!?()\n]|$|\b(?:and|but|who|which|that|he|she|they|we|is|in|from|because|so|at|on|with|of)\b))"
)
_NO_NAME = words_of(
    "a an the my our his her their your its this that these those me you him it us them off out in on by back for over "
    "up to from at as and but who what when where after because something someone today yesterday tomorrow later again"
)
# "Ugh, my sister ...", "Reminder: mum's birthday ...": called out or put above, before the sentence begins.
_OPENING = re.compile(
    r"(?:\A|(?<=[.!?\n]))\s*(?:(?:ugh+|argh+|aw+|oo+h|oh|ah|wow|yay+|phew|omg|jeez|gosh|damn|ha(?:ha)*|yikes|whoa|hmm+|well"
    r"|ok(?:ay)? so|so)[\s,!.…]+|(?:reminder|note to self|note|update|p\.?s\.?|fun fact|heads up|news)\s*:)\s*"
    r"(?=(?:my|our|mum|dad|the|i|i['’]m|we|he|she|\w+['’]s)\b)",
    re.IGNORECASE,
)


def spelled(text: str) -> str:
    """`text` with what opens a sentence blanked, and with the names in it written as names are."""
    text = _OPENING.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    text = _TITLED.sub(lambda match: f"{match['title'].capitalize()}{match['dot']} {_name(match['name'])}", text)
    return _CALLED.sub(lambda match: f"{match['lead']} {_names(match['names'])}", text)


def _names(words: str) -> str:
    """Every word of "zara, ibrahim and nour" up to the first that is no name."""
    parts = re.split(r"(,? (?:and|&) |, )", words)
    for place in range(0, len(parts), 2):
        if parts[place] in _NO_NAME:
            break
        parts[place] = _name(parts[place])
    return "".join(parts)


def _name(word: str) -> str:
    return word[:1].upper() + word[1:]
