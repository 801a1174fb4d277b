"""Messages with the facts that a person would note: one part at hand while rules are made, one whose misses never are.

A line of `labelled/*.jsonl` holds `text`, its `kind`, the messages said `before`, its `facts` and what `may` be noted
without being asked for. A fact is subject, predicate, object and perhaps the day since when; `a|b` accepts either.
`author` tells who wrote and labelled it: the second one did so without having read the rules.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from graph.curation.candidates import Candidate
from graph.naming import SELF_WORDS, normalise

FOLDER = Path(__file__).with_name("labelled")
SAID_AT = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)  # a Sunday; when every message is taken to be written
_DETERMINER = re.compile(r"^(?:an?|the|my|our)\s+")

Half = Literal["seen", "held_out"]
HALVES: tuple[Half, ...] = ("seen", "held_out")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact to be found: the accepted wordings of its three parts, and since when it holds if the message says so."""

    subjects: frozenset[str]
    predicates: frozenset[str]
    objects: frozenset[str]
    since: dt.date | None = None

    def is_said_by(self, candidate: Candidate) -> bool:
        said = candidate.object.text if candidate.object else candidate.value or ""
        return (
            _plain(candidate.subject.text) in self.subjects
            and candidate.predicate in self.predicates
            and _plain(said) in self.objects
        )


@dataclass(frozen=True, slots=True)
class Labelled:
    kind: str
    author: str
    text: str
    before: tuple[str, ...]
    facts: tuple[Stated, ...]
    may: tuple[Stated, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over messages: facts `right` of those `found` and of those `wanted`; days likewise, of the right facts."""

    right: int = 0
    found: int = 0
    wanted: int = 0
    days_right: int = 0
    days_wanted: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.right + other.right,
            self.found + other.found,
            self.wanted + other.wanted,
            self.days_right + other.days_right,
            self.days_wanted + other.days_wanted,
        )

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 1.0


@cache
def messages(half: Half) -> tuple[Labelled, ...]:
    """One half of the labelled messages, in the order of its file."""
    lines = (FOLDER / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_labelled(json.loads(line)) for line in lines)


def score(one: Labelled, candidates: Sequence[Candidate]) -> Score:
    """How the candidates compare with the labels; what may be noted counts neither for nor against."""
    open_labels = list(one.facts)
    right = found = days_right = days_wanted = 0
    for candidate in candidates:
        label = next((label for label in open_labels if label.is_said_by(candidate)), None)
        if label is None:
            found += not any(allowed.is_said_by(candidate) for allowed in one.may)
            continue
        open_labels.remove(label)
        found, right = found + 1, right + 1
        if label.since:
            days_wanted += 1
            days_right += candidate.valid_from is not None and candidate.valid_from.date() == label.since
    return Score(right, found, len(one.facts), days_right, days_wanted)


def _labelled(row: dict) -> Labelled:
    return Labelled(
        kind=row["kind"],
        author=row.get("author", "first"),
        text=row["text"],
        before=tuple(row.get("before", ())),
        facts=tuple(_stated(*fact) for fact in row["facts"]),
        may=tuple(_stated(*fact) for fact in row.get("may", ())),
    )


def _stated(subject: str, predicate: str, said: str, since: str = "") -> Stated:
    return Stated(
        frozenset(map(_plain, subject.split("|"))),
        frozenset(predicate.split("|")),
        frozenset(map(_plain, said.split("|"))),
        dt.date.fromisoformat(since) if since else None,
    )


def _plain(text: str) -> str:
    """The name without what does not tell it from another: case, article, and which word means the speaker."""
    key = normalise(text)
    return "me" if key in SELF_WORDS else _DETERMINER.sub("", key)
