"""What a message asks to be done with the book: remember, forget, or take the last answer as wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from assistant.extraction.text.slips import right_words
from assistant.extraction.text.wished import wishes
from assistant.question.questions import is_to_be_kept

Kind = Literal["remember", "forget", "erase", "wrong", "correct"]

_PLEASE = r"^(?:(?:please|ok|okay|oh|hey|and|so|could you|can you|would you|will you)[\s,]+)*"
_REMEMBER = re.compile(
    _PLEASE + r"(?:remember|note|make a note|keep in mind|bear in mind|don['’]?t forget|do not forget)"
    r"(?:\s*[:,]|\s+that\b|(?=\s+(?:i|my|we|our)\b))\s*(?P<about>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_FORGET = re.compile(
    _PLEASE + r"(?:forget|unlearn|delete the fact|remove the fact|take back)"
    r"(?:\s+(?:that|the fact that|what i said about|about))?"
    r"\s+(?P<about>\S.*?)[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_ERASE = re.compile(
    _PLEASE
    + r"(?:delete|erase|remove|wipe|forget)\s+(?:everything|anything|all)(?:\s+(?:that\s+)?you\s+(?:know|have|stored))?"
    r"\s+(?:about|on|of)\s+(?P<about>\S.*?)[\s.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_NEVER_MIND = re.compile(
    r"^(?:it|this|that|him|her|them|me|everything|all(?: of)?(?: (?:it|that|this))?)$", re.IGNORECASE
)
_WRONG = re.compile(
    r"^(?:(?:no|nope|hm+|sorry)[\s,.!]+)?(?:(?:that|this|it)(?:['’]?s|\s+is|\s+was)?\s+)?"
    r"(?:not (?:right|true|correct)|isn['’]?t (?:right|true|correct)|wrong|incorrect|false|a mistake)[\s.!]*$",
    re.IGNORECASE,
)
_CORRECT = re.compile(
    r"^(?:no|nope|actually|correction|wrong|that['’]?s (?:wrong|not right))[\s,.:;–-]+(?P<about>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)

# "It's Ingrid, not Hanne", "not Hanne, Ingrid": the whole message, opened by a denial or not.
_OPENING = (
    r"\A\s*(?P<denied>(?:(?:no|nope|wrong|actually|correction|sorry|that['’]?s (?:wrong|not right|not true|incorrect))"
    r"[\s,.:;!–—-]+)*+)"
)
_SAID_OF = r"(?:(?:it|that|this|he|she|they)(?:['’]?s|['’]?re| is| are| was| should be| must be)\s+)?"
_WORDS = r"[^\W_][^\n,.;:!?]{0,79}?"
# "Tunde teaches chemistry, not physics.": behind a whole sentence what it is said in the place of.
_NOT_SO = re.compile(
    rf"(?:,\s+(?:and\s+)?not\s+|(?<=\d),?\s+not\s+(?:in |on |at )?(?=\d))(?P<wrong>{_WORDS})\s*[.!]*\s*\Z",
    re.IGNORECASE,
)
MOST_SMALL = 2  # words of a name in small letters: more are a sentence
_PARTICLES = frozenset(
    {"de", "da", "di", "du", "la", "le", "van", "von", "der", "den", "of", "the", "and", "bin", "al"}
)
_SWAPS = (
    re.compile(
        rf"{_OPENING}{_SAID_OF}(?P<right>{_WORDS})(?:,| -| –| —)?\s+(?:and\s+)?not\s+(?P<wrong>{_WORDS})\s*[.!]*\s*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_OPENING}{_SAID_OF}not\s+(?P<wrong>{_WORDS})(?:,(?:\s+but)?|\s+but|;|\.| -| –| —)\s+"
        rf"{_SAID_OF}(?P<right>{_WORDS})(?:\s+(?:where|when|that|which|who)\s+(?:we|i|they|he|she|it)\s[^,.;!?]{{2,40}})?"
        r"\s*[.!]*\s*\Z",
        re.IGNORECASE,
    ),
)


@dataclass(frozen=True, slots=True)
class Intent:
    """`about` is what is to be remembered or forgotten, or what is right instead, in the person's words."""

    kind: Kind
    about: str = ""


@dataclass(frozen=True, slots=True)
class Swap:
    """What is said to be right, and what it stands in place of."""

    right: str
    wrong: str


def intent(text: str) -> Intent | None:
    """What `text` asks for; None for a message that merely asks or tells. A question asks for nothing else."""
    said = " ".join(text.split())
    if said.endswith("?"):
        kept = _REMEMBER.match(said.rstrip("? ")) if is_to_be_kept(said) else None
        return Intent("remember", kept["about"]) if kept is not None else None
    if (asked := _of_the_book(said)) is not None:
        return asked
    if (found := _CORRECT.match(said)) is not None:
        return Intent("correct", found["about"])
    if swap(said) is not None or denied(said):
        return Intent("correct", said)
    if right_words(said):
        return Intent("correct", said)
    if "?" not in said and wishes(text):
        return Intent("remember", said)
    return None


def _of_the_book(said: str) -> Intent | None:
    """What plain words ask to be done with the book; a page looks at each of its messages for it."""
    if _WRONG.match(said):
        return Intent("wrong")
    if (found := _REMEMBER.match(said)) is not None:
        return Intent("remember", found["about"])
    if (found := _ERASE.match(said)) is not None:
        return Intent("erase", found["about"])
    if (found := _FORGET.match(said)) is not None:
        return None if _NEVER_MIND.match(found["about"]) else Intent("forget", found["about"])
    return None


def denied(text: str) -> str:
    """What a message says is not so, behind what is: physics of "Ann teaches chemistry, not physics"; else nothing."""
    match = _NOT_SO.search(text)
    return match["wrong"].strip() if match is not None else ""


def swap(text: str) -> Swap | None:
    """The two sides of "no, it's Ingrid, not Hanne" or "not Hanne, Ingrid"; None for any other message."""
    for pattern in _SWAPS:
        if (match := pattern.match(text)) is not None:
            said = Swap(match["right"].strip(), match["wrong"].strip())
            names = _like_a_name(said.right) and _like_a_name(said.wrong)
            if names and (match["denied"] or said.right != said.right.lower() or " but " not in match[0]):
                return said  # "she's not ill but tired" puts nothing right
    return None


def _like_a_name(words: str) -> bool:
    """Not "I work in Porto" of "I work in Porto, not Lisbon": that is a sentence of its own, and read as one."""
    parts = words.split()
    if words == words.lower():
        return len(parts) <= MOST_SMALL
    return all(part[0].isupper() or part[0].isdigit() or part in _PARTICLES for part in parts)


def takes_back(text: str) -> bool:
    """Whether the message only takes something back, so that there is nothing in it to learn."""
    said = " ".join(text.split())
    found = None if said.endswith("?") else _of_the_book(said)
    return found is not None and found.kind in ("forget", "erase", "wrong")
