"""What is seen to be said though its word is not: "jo@heron.dev" is an e-mail address, who was killed is dead. Pure."""

from __future__ import annotations

import re

from assistant.extraction.words.dates import MONTHS
from graph.retrieval.question.words import content_stems

_ENDED = r"(?i:\b(?:died|dead|killed|murdered|executed|passed away|slain|drowned|put (?:down|to sleep))\b)"
_MONTHS = {stem: number for number, month in enumerate(MONTHS, start=1) for stem in content_stems(month)}
_RULE = r"(?:no|not|keep|allowed|permitted|forbidden|welcome|without)"
_PETS = rf"(?i:\b{_RULE}\b[^.]*\bpets?\b|\bpets?\b[^.]*\b{_RULE}\b)"  # as a lease says it of dogs
_AGED = re.compile(  # "Margaret Crake (46)", "Wife: Ann Pell, 38, born Littleport"
    r"\b(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: [A-ZÀ-ÞĀ-Ž][\w'’-]+)*)"
    r"(?:[*_]{0,2} \((?:aged )?\d{1,3}\)|, (?:aged )?\d{1,2}(?: (?:years?|months?|weeks?) old)?(?=,|\.?$| ·| and\b))"
)
_DATED = re.compile(
    r"\b\d{4}-(?P<month>\d\d)-(?P<day>\d\d)\b|\b(?P<day2>\d{1,2})\.(?P<month2>\d{1,2})\.(?:\d{4}|\d\d)?(?!\d)"
)
_TIMES = r"\b\d{1,2}:\d\d ?[-–] ?\d{1,2}:\d\d\b"
_OF_LOANS = (
    r"(?i:\b(?:fixed|variable|tracker|apr)\b[^;]{0,20}?\d ?%|\d ?%[^;]{0,20}?\b(?:fixed|variable|tracker|apr)\b)"
)
_SHORT_DAYS = {
    "monday": "mon",
    "tuesday": "tues?",
    "wednesday": "wed",
    "thursday": "thu(?:rs?)?",
    "friday": "fri",
    "saturday": "sat",
    "sunday": "sun",
}
_HYPHENATED = re.compile(r"\w-([a-z]{3,})\b")
_PHONE = r"(?<![\w.,-])(?:\+|0)\d[\d /-]{6,}\d\b"
_FORMS = {  # by the stem of its word
    **dict.fromkeys(("dog", "cat", "rabbit", "hamster"), _PETS),
    "allow": r"(?i:\b(?:may|permitted|permission|forbidden|prohibited|consent|(?:shall|must|can) not|cannot)\b)",
    "hot": r"\d ?(?:°|degrees?\b)",
    "liv": r"(?:\b(?:is|are)|['’]s) (?:in|near|outside) [A-ZÀ-ÞĀ-Ž]|(?i:\bmoved (?:back )?(?:in|to|into|out to)\b)",
    "maiden": r"\b(?:née|nee|geb\.) [A-ZÀ-ÞĀ-Ž]",
    "old": _AGED.pattern,
    "number": r"(?i:\b(?:phone|mobile|tel\.?|call|ring)\b)[^.]*?\d(?:[ -]?\d){5,}|\b[Nn][or]\.? ?[A-Z]{0,4}\d"
    rf"|{_PHONE}",
    "phon": _PHONE,
    **dict.fromkeys(("call", "ring"), r"(?i:\b(?:phone|tel\.?|telephone|mobile|hotline|contact):?)[^;]*\d{3}"),
    "email": r"\S@\S",
    "ip": r"\b\d{1,3}(?:\.\d{1,3}){3}\b",
    "url": r"\bhttps?://",
    "websit": r"\bhttps?://|\bwww\.\w",
    "birthday": r"(?i:\bborn\b)[^.]*\d",
    "weigh": r"(?i:\bweigh(?:s|ed|t|ing)?\b)|\d ?(?:kg|kilos?)\b",
    **dict.fromkeys(("deep", "depth"), r"(?i:\b(?:depth|draught|deep)\b)"),
    **dict.fromkeys(("high", "height"), r"(?i:\b(?:height|high)\b)"),
    **dict.fromkeys(("wid", "width"), r"(?i:\b(?:width|beam|wide)\b)"),
    "com": r"(?i:\b(?:arrives?|arrived|arriving|delivered|delivery|visit|visits|visiting|visited|ma[kd]es? it)\b)",
    "visit": r"(?i:\b(?:comes?|came|coming)\b(?! (?:from|with|in|out|off)\b))",
    "earn": r"(?i:\b(?:salary|wages?|income|take-home pay)\b)[^.;]*\d",
    "hour": r"\d ?/ ?h\b",
    **{stem: rf"(?i:\b{short})\b(?=\.? ?\d|[,/+])" for stem, short in _SHORT_DAYS.items()},
    **dict.fromkeys(
        ("owe", "owed"), r"(?i:\b(?:(?:not|never) (?:yet )?paid|unpaid|outstanding)\b|n['’]t (?:yet )?paid\b)"
    ),
    "leav": rf"(?i:\bdep(?:\.|arts?\b|arture\b))|{_TIMES}",
    "arriv": rf"(?i:\barr(?:\.|ival\b))|{_TIMES}",
    "land": rf"(?i:\barr\.)|{_TIMES}",
    "fly": rf"\b[A-Z]{{2}} ?\d{{3,4}}\b.*{_TIMES}",
    "cancel": r"(?i:\bcancellations?\b)",
    "password": r"(?i:\bwi-?fi\b)[^.]*/ ?\S",
    **dict.fromkeys(("interest", "rat"), _OF_LOANS),
    **dict.fromkeys(("writ", "author"), r"(?i:\b(?:author|written by|writer): )"),
    "referenc": r"(?i:\bref\b)",
    "mileag": r"(?i:\bodometer\b|\d miles\b)",
    "version": r"\b[A-ZÀ-ÞĀ-Ž][\w+#]* v?\d+(?:\.\d+)*\b|\bv\d",
    "allergic": r"(?i:\ballerg(?:y|ies)\b)",
    "decid": r"(?i:\bdeciders?\b)",
    "money": r"[€$£¥] ?\d|(?i:\d ?(?:k\b|€|euros?\b|dollars?\b|pounds?\b|quid\b|zł\b))",
    "discount": r"\d ?(?:%|percent\b)",
    "aliv": _ENDED,
    "dead": _ENDED,
    "die": _ENDED,
}
_LIKELY = {  # beside the other words of a question
    "phon": r"\d(?:[ -]?\d){5,}",
    "number": r"\d{3}|\d[ -]\d|[A-Z]-?\d",
    "address": r"\b[A-ZÀ-ÞĀ-Ž]\w+ \d+\b|\b\d+ [A-ZÀ-ÞĀ-Ž]\w+",
}


def shown(stems: frozenset[str], text: str) -> frozenset[str]:
    """Those of the stems whose things the text has, by the looks of it; "30 October" of "2026-10-30", a "D-lock"."""
    ends = content_stems(" ".join(_HYPHENATED.findall(text))) if "-" in text else frozenset()
    return (
        _day_of(stems, text)
        | (stems & ends)
        | {stem for stem in stems & _FORMS.keys() if re.search(_FORMS[stem], text)}
    )


def aged(text: str) -> list[str]:
    """Whose age stands behind their names, in brackets or between commas."""
    return [said["name"] for said in _AGED.finditer(text)]


def _day_of(stems: frozenset[str], text: str) -> frozenset[str]:
    """The stems of a day and of its month, if a day that the text has in numbers is that one."""
    months = {stem: number for stem in stems if (number := _MONTHS.get(stem))}
    days = {stem: int(said[0]) for stem in stems if (said := re.match(r"\d{1,2}(?=$|st|nd|rd|th)", stem))}
    for dated in _DATED.finditer(text) if months and days else ():
        month, day = int(dated["month"] or dated["month2"]), int(dated["day"] or dated["day2"])
        if month in months.values() and day in days.values():
            return frozenset(stem for stem in stems if months.get(stem) == month or days.get(stem) == day)
    return frozenset()


def likely(stems: frozenset[str], text: str) -> frozenset[str]:
    """As `shown`, and those that it has if it is about them at all: a number may be any."""
    beside = frozenset(stem for stem in stems & _LIKELY.keys() if re.search(_LIKELY[stem], text))
    return shown(stems, text) | beside
