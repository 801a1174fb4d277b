"""Names that the book has, typed in small letters: "piotr works for siemens" is read as of Piotr."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from assistant import params
from assistant.extraction.parsing.parse import dictionary, parse
from graph.naming import normalise

LONGEST = 3  # words of a name
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
# A word with a capital that no sentence gives it: "Jule plays Brakk (a barbarian)".
_CAPITAL = "[A-ZÀ-ÞĀ-Ž][a-zß-öø-ÿ]{2,}"
_WITHIN = re.compile(rf"(?<=[a-zß-öø-ÿ\d,;:(&] )(?P<name>{_CAPITAL})(?![\w@.])|(?<=\()(?P<inside>{_CAPITAL})(?=\))")
_OF_A_NAME = frozenset({"NNP", "NNPS"})


def runs_of(text: str) -> frozenset[str]:
    """The words of `text` that are typed in small letters, alone and with those that follow, as names are compared."""
    return frozenset(key for _, _, key in _runs(text))


def in_capitals(texts: Iterable[str]) -> dict[str, str]:
    """The words that these texts write with a capital, within a sentence or though English has no such word: compared
    name -> as it is written.
    """
    found = {said["name"] or said["inside"] for text in texts for said in _WITHIN.finditer(text)}
    begins = {word for text in texts for word in re.findall(rf"\b{_CAPITAL}\b", text)} - found
    found |= {word for word in begins if not _is_ordinary(word.casefold())}
    return {normalise(word): word for word in found}


def spelled(text: str, names: Mapping[str, str]) -> str:
    """`text` at the same length, with `names` (compared name -> as it is written) written as names are.

    A word that English has too, "will" or "mark", is a name only where the parser takes it for one.
    """
    read: frozenset[int] | None = None  # where the parser sees names, once it was asked
    done = 0
    for start, end, key in _runs(text):
        name = names.get(key, "")
        if start < done or len(name) != end - start or not name[:1].isupper():
            continue
        if all(_is_ordinary(word) for word in key.split()):
            read = _named(text) if read is None else read
            if start not in read:
                continue
        text, done = text[:start] + name + text[end:], end
    return text


def _runs(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, compared name) of one to three words with nothing but a space between them, the longest first."""
    words = [word for word in _WORD.finditer(text[: params.LEARNED_CHARACTERS]) if not _of_address(text, word)]
    for place, first in enumerate(words):
        if not first.group().islower():
            continue
        for last in reversed(words[place : place + LONGEST]):
            run = re.sub(r"['’]s?$", "", text[first.start() : last.end()])
            if run.islower() and not re.search(r"[^\w'’ -]", run):
                yield first.start(), first.start() + len(run), normalise(run)


def _of_address(text: str, word: re.Match[str]) -> bool:
    """Whether it is a part of an address, a handle or a path, "tobias@lindner.example": they stay as they are."""
    before, behind = text[: word.start()][-2:], text[word.end() :][:2]
    return (
        before[-1:] in {"@", "/", "#", "_"}
        or behind[:1] in {"@", "/", "_"}
        or bool(re.fullmatch(r"\w\.", before) or re.fullmatch(r"\.\w", behind))
    )


def _is_ordinary(word: str) -> bool:
    """Whether a dictionary has the word, as it is or inflected."""
    bases = {word, *(word.removesuffix(ending) for ending in ("s", "es", "ed", "d", "ing"))}
    return bool(bases & dictionary())


def _named(text: str) -> frozenset[int]:
    return frozenset(token.idx for token in parse(text[: params.LEARNED_CHARACTERS]) if token.tag_ in _OF_A_NAME)
