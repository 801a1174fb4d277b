"""What the second pass looks for, and how it is recognised in a text: by none of the code that erases."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

TELLING = 20  # characters: a shorter passage ("Yes.") is no trace of the text that it stood in


@dataclass(frozen=True)
class Sought:
    """What is looked for in one person's rows: ids by kind, names as whole words, passages; or any row at all."""

    user_id: int
    ids: Mapping[str, Collection[int]] = field(default_factory=dict)
    words: Sequence[str] = ()
    texts: Sequence[str] = ()
    everything: bool = False
    person: int = 0  # the entry that stands for them, which stays
    including_passages: bool = False
    account: bool = False  # whether the account went along: then what it was made of is looked for too
    version: int | None = None  # of the graph once it was erased: an answer made since stands on what stays

    @cached_property
    def plain_words(self) -> tuple[str, ...]:
        return tuple(filter(None, map(_plain, self.words)))

    @cached_property
    def plain_texts(self) -> dict[str, list[str]]:
        """Each passage by one of the words within it, which stands wherever the passage does; "" for a short one."""
        found: dict[str, list[str]] = {}
        for text in self.texts:
            if len(text.strip()) >= TELLING:
                within = sorted(_plain(text).split()[1:-1], key=len)
                found.setdefault(within[-1] if within else "", []).append(_plain(text))
        return found

    def names(self, text: str) -> bool:
        """Whether a text, or a value as JSON, names it or has a passage of it."""
        folded = _plain(readable(text))
        for word in self.plain_words:
            place = folded.find(word)
            while place >= 0:
                around = folded[place - 1 : place] + folded[place + len(word) : place + len(word) + 1]
                if not any(one.isalnum() or one == "_" for one in around):
                    return True
                place = folded.find(word, place + 1)
        told = self.plain_texts.keys() & ["", *folded.split()] if self.plain_texts else ()
        return any(text in folded for word in told for text in self.plain_texts[word])


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def readable(text: str) -> str:
    """JSON without its escapes: letters beyond ASCII, quotation marks and line breaks as they were written."""
    if "\\" not in text or text[:1] not in "[{":
        return text
    told: list[str] = []

    def heard(pairs: list[tuple[str, Any]]) -> None:
        for key, value in pairs:
            told.extend((key, *_listed(value)))

    try:
        told.extend(_listed(json.loads(text, object_pairs_hook=heard)))
    except ValueError:
        return text
    return " | ".join(told)


def _listed(value: Any) -> Iterator[str]:
    """The texts of a value whose objects were heard already."""
    if isinstance(value, list):
        for one in value:
            yield from _listed(one)
    elif value is not None:
        yield str(value)
