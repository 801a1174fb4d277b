"""What is written under somebody's name: below “## Petra Brandt”, “Works at Bosch” and “Partner: Malte” are hers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from assistant.extraction.parsing.parse import dictionary, parse
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.subjects import SUBJECTS
from assistant.extraction.text.first_names import OCCASIONS
from assistant.extraction.text.spelled_out import Change
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import VERBS, lemma
from assistant.extraction.words.dates import MONTHS, NUMBERS, WEEKDAYS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

LONGEST = 3  # words of a name that stands over a section
_SMALL = "van|von|de|da|di|der|den|la|le|al|el|bin|ter"
_PART = r"[^\W\d_a-z][\w'’.-]*"
_NAME = re.compile(rf"{_PART}(?: (?:(?:{_SMALL}) )*{_PART}){{0,2}}")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<words>.*?)\s*#*\s*$", re.MULTILINE)
_LINE = re.compile(
    r"(?:^|(?<=\n)|(?<=[.;] ))[ \t•*-]*(?:\*\*)?(?P<key>[A-Za-z][\w '’/-]{1,30}?)(?P<sign>(?:\*\*)?::?(?:\*\*)?)(?= \S)"
)
_SAYS = {  # a line of a form that is no noun of the person's own
    "born": "was born", "lives in": "lives in", "lives": "lives", "works at": "works at", "works as": "works as",
    "works for": "works for", "from": "is from", "likes": "likes", "dislikes": "dislikes", "hates": "dislikes",
    "loves": "likes", "plays": "plays", "studies": "studies", "languages": "speaks", "speaks": "speaks",
    "allergies": "is allergic to", "allergic to": "is allergic to", "age": "is", "met": "met", "died": "died",
}  # fmt: skip
_OWNED = nouns.words_of(
    "birthday birthdate anniversary email e-mail address phone mobile telephone tel number job occupation profession "
    "employer school university hometown city pronouns timezone nickname diet size hobby hobbies wife husband spouse "
    "kids children siblings parents pet pets team company role title"
)
_FIRMS = nouns.words_of("ag gmbh inc ltd llc corp sa bv kg se plc co company group bank labs university")
_IS = ("born", "raised", "adopted")


def topic(steps: Iterable[str], is_known: Callable[[str], bool] = lambda name: False) -> str:
    """The nearest of the headings that lead to a passage, outermost first, that is somebody's name; else empty.

    `is_known` tells whether the book has a person of that name: a first name alone may be any word.
    """
    nearest = (one.strip() for one in reversed(list(steps)))
    return next((one for one in nearest if _may_name(one) and (_names_person(one) or is_known(one))), "")


def forget() -> None:
    """Drop the names that are kept (erasure)."""
    _names_person.cache_clear()


def headed(text: str, ends: int) -> str:
    """The last heading in `text` before the character `ends`; empty without one."""
    found = [match["words"] for match in _HEADING.finditer(text, 0, ends)]
    return found[-1] if found else ""


def _may_name(heading: str) -> bool:
    """Whether it is written like a name: “Petra Brandt”, “Budget”; not “What to do”, “TODO” or “Mum”."""
    parts = {part.strip(".").casefold() for part in heading.split()}
    plain = _NAME.fullmatch(heading) is not None and len(heading.split()) <= LONGEST and not heading.isupper()
    return plain and not parts & (OCCASIONS | role_words.CALLED_BY | {*WEEKDAYS, *MONTHS})


@lru_cache(maxsize=512)
def _names_person(heading: str) -> bool:
    """“Petra Brandt”; not “Reading List” or “Budget”, and not “Lisbon”."""
    parts = heading.split()
    read = parse(f"{heading} lives here.")[: len(parts)]
    kinds = {token.ent_type_ for token in read}
    if kinds == {"PERSON"}:
        return True
    unheard = parts[0].casefold() not in dictionary() and all(token.tag_ == "NNP" for token in read)
    return len(parts) > 1 and unheard and not kinds & {"GPE", "LOC"} and parts[-1].strip(".").casefold() not in _FIRMS


def told_of(doc: Doc, name: str) -> Iterator[Change]:
    """What to put before each line and half sentence so that it tells of `name`."""
    told = {match.start("key"): change for match in _LINE.finditer(doc.text) for change in _line(match, name)}
    yield from told.values()
    for sentence in doc.sents:
        tokens = [token for token in sentence if not token.is_space and not token.is_punct]
        if tokens and tokens[0].idx not in told and (said := _unsaid(sentence, tokens)) is not None:
            yield Change(tokens[0].idx, 1, f"{name} {said}{tokens[0].text[0].lower()}")


def _line(match: re.Match[str], name: str) -> list[Change]:
    """“Partner: Malte Jensen” as “Petra's partner is Malte Jensen”, “Born: 3 May 1941” as “Petra was born on ...”."""
    key, begins = match["key"].strip().casefold(), match.start("key")
    length = match.end("sign") - begins
    if key in _SAYS:
        dated = re.match(r"\s*(?:the )?(?:\d{1,2}\b|[A-ZÀ-ÞĀ-Ž][a-z]+ \d{1,2}\b)", match.string[match.end("sign") :])
        on = (" on" if dated else " in") if _SAYS[key] in {"was born", "died"} else ""
        return [Change(begins, length, f"{name} {_SAYS[key]}{on}")]
    last = key.split()[-1]
    favourite = key.startswith(("favourite ", "favorite "))
    if last not in _OWNED and last not in role_words.ROLES and not favourite:
        return []
    are = "are" if last.endswith("s") and last not in {"boss", "address", "pronouns", "diabetes"} else "is"
    return [Change(begins, length, f"{name}'s {key} {are}")]


def _unsaid(sentence: Span, tokens: list[Token]) -> str | None:
    """What stands between the name and the first word: nothing, “is ”, “was ”, “has ”; None where it is a whole one."""
    first = tokens[0]
    follows = tokens[1].lower_ if len(tokens) > 1 else ""
    if any(token.dep_ in SUBJECTS and token.head.pos_ in {"VERB", "AUX"} for token in sentence) and not _is_deed(first):
        return None
    if first.lower_ in _IS:
        return "was "
    if first.lower_.endswith("ed") and len(tokens) > 1 and tokens[1].text.istitle():
        return ""  # "Married Otto in 1963"
    if any(is_occupation(one) for one in tokens[:3]) and first.pos_ != "VERB" and not _is_deed(first):
        return "is a "
    if (first.lower_, follows) in words.STATES or first.lower_ in nouns.LASTING or first.lower_ == "from":
        return "is "
    if _is_deed(first):
        return ""
    if first.like_num or first.lower_ in NUMBERS:
        kin = any(one.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS for one in tokens[1:3])
        return "has " if kin else None
    return None


def _is_deed(first: Token) -> bool:
    """“Works”, “Lives”, “Married”: what somebody does, whatever the tagger takes it for."""
    if first.tag_ in {"VBZ", "VBD", "VBN"} and first.dep_ in {"ROOT", "conj", "ccomp"}:
        return True
    return first.lower_.endswith("s") and lemma(first) in VERBS and first.tag_ in {"NNS", "VBZ", "NNP", "NNPS"}
