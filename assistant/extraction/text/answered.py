"""A half sentence that answers what was asked, made whole: “What's your sister's name?” – “Agnieszka”."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assistant.extraction.parts.subjects import SUBJECTS
from assistant.extraction.text import secrets
from assistant.extraction.text.spelled_out import Change
from assistant.extraction.words.base_forms import third_person
from assistant.extraction.words.dates import NUMBERS
from assistant.extraction.words.nouns import words_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

LONGEST = 12  # words of an answer that is no sentence of its own
FURTHEST = 300  # characters of a message that are looked at for the question that ends it
_QUESTION = re.compile(r"(?:\A|(?<=[.!?\n:;,]\s)|(?<=[.!?\n]))(?P<asked>[^.!?\n]{3,160})\?[\s)\]*_\"”]*\Z")
_MARKER = re.compile(r"\s*\[\d+\??\]|[*_`]")
_ASIDE = re.compile(r"^(?:(?:and|so|oh|but|also|by the way|btw|then|thanks|great|nice)[\s,]+)+", re.IGNORECASE)
_SHORT = re.compile(r"\b(what|who|where|when|how)['’]s\b", re.IGNORECASE)
_WHO = (
    r"(?P<who>you|he|she|they|(?:your|his|her|their|its|[A-ZÀ-ÞĀ-Ž]\w+['’]s?)(?: (?!doing\b)[\w'’-]+){1,4}?"
    r"|[A-ZÀ-ÞĀ-Ž]\w+)"
)
_BE, _DO = r"(?P<be>[Ii]s|[Aa]re|was|were)", r"(?P<do>[Dd]o|[Dd]oes)"
_ASKS = r"(?:[Ww]hat|[Ww]ho|[Ww]hich)(?: \w+){0,4}?|[Hh]ow"  # “what”, “which languages”, “what kind of music”
_PLACE, _TIME = r"(?P<where>[Ww]here)", r"(?P<when>[Ww]hen)"
_BEHIND = r"(?: (?:for|with|at|in|on|to|from|as|about))?"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:[Ww]hat|[Hh]ow) (?:should|can|may|shall|do) I call (?P<called>you)",
        rf"[Hh]ow old {_BE} {_WHO}(?: now)?",
        rf"{_PLACE} {_BE} {_WHO} (?P<from>from)",
        rf"(?:{_PLACE}|{_TIME}|(?:[Ii]n )?[Ww]h(?:at|ich) year) (?P<be>was|were) {_WHO} (?P<born>born)",
        rf"(?:{_ASKS}|{_PLACE}) {_BE} {_WHO} (?P<doing>(?!doing)\w+ing{_BEHIND})",
        rf"(?:{_ASKS}) {_BE} {_WHO} (?P<named>called|named)",
        rf"(?:{_ASKS}|{_PLACE}|{_TIME}) {_BE} {_WHO}",
        rf"[Hh]ow many (?P<has>[\w -]+?) {_DO} {_WHO} have",
        rf"{_DO} {_WHO} have (?:any |an? )?(?P<has>[\w -]+?)",
        rf"(?:{_ASKS}|{_PLACE}|{_TIME}) {_DO} {_WHO} (?:usually |normally |generally )?(?P<verb>\w+)(?P<rest>{_BEHIND})"
        r"(?: for a living| these days| now| most)?",
        rf"{_BE} {_WHO} (?P<state>married|engaged|allergic|related)",
    )
)
_AGREES = re.compile(
    r"^(?:(?:yes|yeah|yep|yup|sure|oh|well|um+|hm+|so|ok(?:ay)?|definitely|of course)\b[\s,.!:–-]*)+", re.IGNORECASE
)
_IT_IS = re.compile(
    r"(?:it|that|he|she|they|this)(?:['’]s|['’]re| is| are| was| would be)\s+(?:called |named )?", re.IGNORECASE
)
_UNSURE = words_of(
    "maybe perhaps probably possibly dunno idk unsure depends guess think not no none nothing nobody never"
)
_PREPOSITIONS = words_of("in at near on by from to with outside around since for as")
_SMALL = words_of("a an the my our in at near on by from to with two three four five six seven eight nine ten one")
_MOODS = words_of("good fine great ok okay well tired busy sick better bad happy sad")
_LIVING_IN = words_of("live reside stay grow study")


def question_in(asked: str) -> str:
    """The question that ends what the assistant said, without its mark; empty where it ends otherwise."""
    found = _QUESTION.search(_MARKER.sub("", asked[-FURTHEST:]))
    return _ASIDE.sub("", _SHORT.sub(r"\1 is", " ".join(found["asked"].split()))) if found else ""


def of_oneself(question: str) -> str:
    """The question as its reader would say it of themself: “your sister” is “my sister”."""
    mine = re.sub(r"\byour\b", "my", question, flags=re.IGNORECASE)
    return re.sub(r"\byou\b", "I", mine, flags=re.IGNORECASE)


def made_whole(doc: Doc, asked: str) -> Change | None:
    """What stands before the answer in its speaker's mind; None where it is a sentence, an unsure one, or no answer."""
    question = question_in(asked)
    if not question or not len(doc):
        return None
    text = doc.text
    begins = len(text) - len(text.lstrip())
    agrees = _AGREES.match(text[begins:])
    begins += agrees.end() if agrees else 0
    it_is = _IT_IS.match(text, begins)
    begins_to_tell = it_is.end() if it_is else begins
    ends = re.search(r"[.!;\n]|$", text[begins_to_tell:])
    said = text[begins_to_tell : begins_to_tell + (ends.start() if ends else 0)].strip()
    words = [word.casefold().strip(",") for word in said.split()]
    if (
        not words
        or len(words) > LONGEST
        or "?" in said
        or _UNSURE.intersection(words)
        or _is_clause(doc, begins_to_tell)
    ):
        return None
    for pattern in _PATTERNS:
        if (found := pattern.fullmatch(question)) is not None:
            opened = _opened({name: value for name, value in found.groupdict().items() if value is not None}, words)
            if not opened or secrets.spans(f"{opened} {said}"):
                return None
            first = said.split()[0]
            small = first.casefold() if first.casefold() in _SMALL else first
            return Change(begins, begins_to_tell - begins + len(first), f"{opened} {small}")
    return None


def _is_clause(doc: Doc, begins: int) -> bool:
    """Whether the answer tells who does what by itself: “I'm a nurse”, “my sister lives there”."""
    first = next((token for token in doc if token.idx >= begins), None)
    return first is None or any(
        token.dep_ in SUBJECTS and token.head.pos_ in {"VERB", "AUX"} and token.idx >= begins for token in first.sent
    )


def _opened(asked: dict[str, str], words: list[str]) -> str:
    """How the statement begins that the words complete; empty where they cannot complete it."""
    if "called" in asked:
        return "My name is"
    who = _subject(asked["who"])
    if "doing" in asked:
        return f"{who} {_be(who, asked['be'])} {asked['doing']}"
    if "named" in asked:
        return f"{who} {_be(who, asked['be'])} {asked['named']}"
    if "born" in asked:
        dated = re.search(r"\d", words[0]) is not None and len(words) > 1
        by = "" if words[0] in _PREPOSITIONS else " on" if dated else " in"
        return f"{who} was born{by}"
    if "state" in asked:
        follows = words[0] in {"to", "since"}
        return f"{who} {_be(who, asked['be'])} {asked['state']}" if follows else ""
    if "has" in asked:
        if "allerg" in asked["has"]:
            return f"{who} {_be(who, 'are')} allergic to"
        counted = len(words) > 1 and (words[0] in NUMBERS or words[0].isdigit() or words[0] == "just")
        return f"{who} {'have' if asked['do'].casefold() == 'do' else 'has'}" if counted else ""
    if "verb" in asked:
        return _doing(asked, who, words)
    if words[0] in _MOODS:
        return ""  # “How are you?”
    where = "where" in asked and "from" not in asked and words[0] not in _PREPOSITIONS
    placed = " from" if "from" in asked and words[0] != "from" else " in" if where else ""
    return f"{who} {_be(who, asked['be'])}{placed}"


def _doing(asked: dict[str, str], who: str, words: list[str]) -> str:
    verb = asked["verb"].casefold()
    if verb == "do":  # “What do you do for a living?”
        return f"{who} {_be(who, 'is')}" if words[0] in {"a", "an"} else ""
    said = verb if asked["do"].casefold() == "do" else third_person(verb)
    rest = asked["rest"]
    if words[0] not in _PREPOSITIONS and ("where" in asked or "when" in asked):
        rest = " on" if "when" in asked else " in" if verb in _LIVING_IN else " at"
    return f"{who} {said}{rest}"


def _subject(who: str) -> str:
    """“your sister” as “My sister”, “you” as “I”."""
    said = of_oneself(who)
    return said[:1].upper() + said[1:]


def _be(who: str, be: str) -> str:
    be = be.casefold()
    return {"is": "am", "are": "am", "were": "was"}.get(be, be) if who == "I" else be
