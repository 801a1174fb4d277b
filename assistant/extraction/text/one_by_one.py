"""Several of a kind, told of one by one: "I have two brothers: Gerhard lives in Linz and Peter moved to Canada"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.text.spelled_out import Change
from assistant.extraction.words.dates import NUMBERS
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import PETS, ROLES
from graph.retrieval.question.word_forms import PAST

_NUMBERS = {said: number for word, number in NUMBERS.items() if 2 <= number <= 5 for said in (word, str(number))}
_MANY = "|".join(sorted({"children", *(f"{word}s" for word in ROLES.keys() | PETS)}, key=len, reverse=True))
_HAS = re.compile(
    rf"\b(?:have|has|got) (?P<number>{'|'.join(_NUMBERS)}) (?:\w+ )?(?:{_MANY})(?P<sign> ?[:–—-]) (?=[A-ZÀ-ÞĀ-Ž])"
)
_JOINT = re.compile(r"(?:,? and|[,;])(?= [A-ZÀ-ÞĀ-Ž][\w'’-]* [a-z])")
_DOES = re.compile(r"\s*(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]*) (?P<verb>[a-z]+)")
_END = re.compile(r"[.!?](?=\s|$)|\n")
_BE = words_of("is was has had")


def one_by_one(text: str) -> Iterator[Change]:
    """Names them behind what they are, and makes a sentence of each; nothing where not all of them do something."""
    for said in _HAS.finditer(text):
        end = _END.search(text, said.end())
        last = end.start() if end else len(text)
        joints = list(_JOINT.finditer(text, said.end(), last))
        told = [_DOES.match(text, start) for start in (said.end(), *(joint.end() for joint in joints))]
        names = [one["name"] for one in told if one is not None and _is_verb(one["verb"])]
        if len(names) == len(told) == _NUMBERS[said["number"]]:
            yield Change(said.start("sign"), len(said["sign"]), f", {', '.join(names[:-1])} and {names[-1]}.\n")
            yield from (Change(joint.start(), len(joint[0]), ".") for joint in joints)


def _is_verb(word: str) -> bool:
    return word in _BE or word in PAST or word.endswith(("s", "ed"))
