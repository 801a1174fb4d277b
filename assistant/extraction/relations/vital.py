"""What stands in short behind a name in a family tree: "Solveig Lund, née Aasen", "Jonas, b. 1992", "* 1915"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.statements import is_question
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import DATED_YEAR, EXPRESSION, written
from graph.curation.candidates import Candidate, Name
from graph.params import STOP_WORDS

PLAIN = 0.85
_NAMED = rf"(?P<name>{words.WRITTEN_NAME})"
_WHEN = rf"(?i:{EXPRESSION}|{DATED_YEAR})\b"
_BORN = r"(?i:b\.?|\*|born) *"  # "was born in 1905" is a clause, which is read as any other
_DIED = r"(?i:d\.?|†|(?<=, )\+|died) *"  # "Tesla + 2024 Volvo" tells of nobody's death
_NEE = r"(?:née|nee|geb\.) "
_MAIDEN = re.compile(rf"\b{_NAMED},? \(?{_NEE}(?P<said>{words.WRITTEN_NAME})")
_BETWEEN = rf"(?: {_NEE}{words.WRITTEN_NAME})?,? \(?"  # a name and what is told of whoever has it
# Each stands right behind the name, or behind what else does: "Ingeborg Tveit, * 1915 Voss, died 2002".
_DATED = {
    "born_on": re.compile(rf"\b{_NAMED}{_BETWEEN}{_BORN}(?P<said>{_WHEN})"),
    "died_on": re.compile(
        rf"\b{_NAMED}{_BETWEEN}(?:{_BORN}{_WHEN}(?: {words.WRITTEN_NAME})?[,;]? )?{_DIED}(?P<said>{_WHEN})"
    ),
}
_YEAR = re.compile(DATED_YEAR)


def vital(reading: Reading) -> Iterator[Candidate]:
    """The maiden name, and the day or the year of birth and of death, of who is named right before."""
    text = reading.full.text
    for said in _MAIDEN.finditer(text):
        yield from _of(reading, said, "maiden_name", Object(value=said["said"]))
    for predicate, pattern in _DATED.items():
        for said in pattern.finditer(text):
            if _is_told_in_full(said["said"]):
                yield from _of(reading, said, predicate, Object(value=said["said"]))


def _is_told_in_full(when: str) -> bool:
    """Whether it is a day or a year; a month alone or "last year" is neither."""
    exact = written(when.casefold().removeprefix("the "))
    return _YEAR.fullmatch(when) is not None or (exact is not None and exact[1])


def _of(reading: Reading, said: re.Match[str], predicate: str, told: Object) -> Iterator[Candidate]:
    name = said["name"]
    span = reading.doc.char_span(said.start("name"), said.end("name"), alignment_mode="expand")
    if span is None or is_question(span.sent) or name.split()[0].casefold() in STOP_WORDS:
        return
    yield from reading.candidate(span[0], Party(Name(name, words.PERSON)), predicate, told, PLAIN)
