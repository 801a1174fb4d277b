"""A slip put right at once: after “My flight is on the 12th of March” somebody says “sorry, the 13th”."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from assistant.extraction.words.dates import EXPRESSION, MONTHS, NUMBERS, WEEKDAYS

LONGEST = 5  # words of what is said to be right
ALIKE = 0.6  # share of two names' letters from which one is a misspelling of the other
_OPENING = re.compile(
    r"^(?:(?:oh|oops|ah|no|nope|wait|sorry|actually|correction|scratch that|or rather|rather|hm+|my (?:bad|mistake)"
    r"|i mean|i meant|make (?:that|it))\b[\s,.:;!–—-]*)+",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:[\s,]+(?:sorry|i mean|i meant|actually|to be (?:precise|exact)|my (?:bad|mistake)))+\s*[.!]*$", re.IGNORECASE
)
_MILD = re.compile(r"^(?:(?:oh|ah|hm+|rather)\b[\s,.:;!–—-]*)+$", re.IGNORECASE)  # “Oh, Rex!” puts nothing right
_NO = re.compile(r"^(?:(?:oh|no|nope)\b[\s,.:;!–—-]*)+$", re.IGNORECASE)  # “No, Anna”: to whatever was asked
_IT_IS = re.compile(
    r"^(?:it|that|this|he|she|they)(?:['’]s|['’]re| is| are| was| were)(?: (?:spelled|spelt|called|named|written))?\s+",
    re.IGNORECASE,
)
_NOW = re.compile(r"(?P<right>\d[\d.,:]*(?: \w+)?) now", re.IGNORECASE)  # "28 now"
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_AIM = re.compile(r"\b(?:goals?|targets?|aim|max(?:imum)?|limit|out of|needs?)(?: is| of|:)? ?\Z", re.IGNORECASE)
# "2200, he went down": why it is so is no part of what is right.
_REASON = re.compile(r",\s+(?:i|he|she|it|they|we|you|because|as|since|that|not)\b.*$", re.IGNORECASE)
_COUNTED_OFF = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|ground|top|last"
_WITH_LETTER = re.compile(r"\s+with (?:an?|one|two|double)\s+[\"“']?\w[\"”']?(?:['’]?s)?(?:\s+.*)?$", re.IGNORECASE)
_NUMBER = rf"(?:\d+(?:[.,]\d+)*|{'|'.join(word for word in NUMBERS if word not in ('a', 'an', 'a couple of'))})"
_NAME = r"[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: (?:(?:de|da|von|van|der|the|of) )?[A-ZÀ-ÞĀ-Ž][\w'’-]+)*"
_MONTH = "|".join(month.capitalize() for month in MONTHS)
_WEEKDAY = "|".join(day.capitalize() for day in WEEKDAYS)
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_DAY = re.compile(rf"\b\d{{1,2}}(?= (?:of )?(?:{_MONTH}))")  # “12 March”, of which it is the 13th
# What is put right stands in the place of the last words of its own kind; the narrower kinds come first.
_KINDS = tuple(
    re.compile(rf"(?<![\w'’]){kind}(?!\w)")
    for kind in (
        r"(?:\d{1,2}(?:[:.]\d\d)? ?[ap]m|\d{1,2}:\d\d)",
        rf"(?:{_MONTH})",
        rf"(?:{_WEEKDAY})s?",
        _ORDINAL.pattern,
        r"(?:18|19|20)\d\d",
        rf"(?i:{EXPRESSION})",
        r"\d{2,}[\d -]{3,}\d",
        _NUMBER,
        rf"(?:{_COUNTED_OFF}) \w+",  # "no, second floor"
        rf"{_NUMBER} \w+",
        r"(?:an?|the) [\w -]+?(?=[.,;!?]|$| (?:and|at|in|for|with)\b)",
    )
)


def right_words(text: str) -> str:
    """What a message that puts something right says is right: “the 13th”, “Catrin”; empty for any other message."""
    said = " ".join(text.split()).rstrip(" .!")
    if "?" in said or not said:
        return ""
    opened, closed = _OPENING.match(said), _CLOSING.search(said)
    is_now = _NOW.fullmatch(said)
    if is_now is not None:
        return is_now["right"]
    if closed is None and (opened is None or _MILD.match(opened.group())):
        return ""
    said = _REASON.sub("", said[opened.end() if opened else 0 : closed.start() if closed else None])
    said = _WITH_LETTER.sub("", _IT_IS.sub("", said)).strip(" ,.!")
    said = re.sub(r"^(?:on|at|in) (?=the \d|\d|[A-ZÀ-ÞĀ-Ž])", "", said)
    return said if 0 < len(said.split()) <= LONGEST else ""


def put_right(before: str, text: str) -> str:
    """The message `before` with its last words of the same kind replaced by those that `text` says are right.

    Empty where `text` puts nothing right, or nothing in `before` is of the kind.
    """
    right = right_words(text)
    if not right:
        return ""
    bare = right.removeprefix("the ") if re.match(r"the \d", right) else right
    for kind in _KINDS:
        if kind.fullmatch(bare):
            found = [match for match in kind.finditer(before) if match.group() != bare]
            found = found or (list(_DAY.finditer(before)) if _ORDINAL.fullmatch(bare) else [])
            is_bare = _FIGURE.fullmatch(bare) is not None
            if _NOW.fullmatch(text.strip(" .!")):
                found = [match for match in found if not _AIM.search(before[: match.start()])]
                if not is_bare:  # of "12,050 wishlists now" no other thing
                    found = [match for match in found if match.group().split()[-1] == bare.split()[-1]]
            # Of 2400 and 18 it is 2400 that is 2200.
            alike = [match for match in found if len(match.group()) == len(bare)]
            found = alike if is_bare and alike else found
            return _replaced(before, found[-1], bare) if found else ""
    is_name = re.fullmatch(_NAME, right) is not None and not _only_denies(text)
    return _renamed(before, right) if is_name else ""


def _only_denies(text: str) -> bool:
    opened = _OPENING.match(" ".join(text.split()))
    return opened is not None and _NO.match(opened.group()) is not None


def _renamed(before: str, right: str) -> str:
    """The name most like the right one gives way to it; one that is like none, to the only name there is."""
    names = [match for match in re.finditer(_NAME, before) if match.start() and match.group() not in {"I", right}]
    if not names:
        return ""

    def alike(name: re.Match[str]) -> float:
        return SequenceMatcher(None, name.group().casefold(), right.casefold()).ratio()

    best = max(names, key=alike)
    return _replaced(before, best, right) if alike(best) >= ALIKE or len(names) == 1 else ""


def _replaced(before: str, wrong: re.Match[str], right: str) -> str:
    return before[: wrong.start()] + right + before[wrong.end() :]
