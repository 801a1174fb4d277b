"""How well learning reads messages, on the labelled ones: precision, recall, time; by rules, by a model, by both."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial, reduce

from assistant.bench.labelled import HALVES, SAID_AT, Half, Labelled, Score, messages, score
from assistant.extraction import read
from assistant.extraction.together import together
from assistant.language_model import llm
from graph.bench.suites import Measured, Options
from graph.curation.candidates import Candidate

PRECISION, RECALL, MILLISECONDS = 0.90, 0.80, 30  # to be reached by the rules on the messages never looked at

Read = Callable[[Labelled], Sequence[Candidate]]


@dataclass(frozen=True, slots=True)
class Row:
    """One reader on one half, or on what one author wrote of it; `failed` counts the messages on which a model gave no
    answer that could be read."""

    reader: str
    half: Half
    author: str
    messages: int
    score: Score
    milliseconds: float
    failed: int = 0


def learn(options: Options) -> Measured:
    """The table of every half by the rules, and where a model is configured by it, and by both as messages are read."""
    options.say("loading the language rules")
    by_rules(messages("seen")[0])
    readers: dict[str, Read] = {"rules": by_rules}
    if llm.configured():
        heard: dict[Labelled, Sequence[Candidate]] = {}
        readers[llm.describe().name] = partial(by_model, heard=heard)
        readers["both"] = partial(by_both, heard=heard)
    rows = []
    for name, reader in readers.items():
        for half in HALVES:
            options.say(f"reading {len(messages(half))} messages by {name}")
            rows += measured(name, reader, half)
    return Measured(table(rows), [asdict(row) | _shares(row) for row in rows])


def by_rules(one: Labelled) -> Sequence[Candidate]:
    return read.by_rules(one.text, history=one.before, said_at=SAID_AT).candidates


def by_model(one: Labelled, heard: dict[Labelled, Sequence[Candidate]]) -> Sequence[Candidate]:
    """What the model finds, kept in `heard`; the rules do not read in its place here. Raises ModelFailure."""
    heard[one] = read.by_model(one.text, history=one.before, said_at=SAID_AT).candidates
    return heard[one]


def by_both(one: Labelled, heard: Mapping[Labelled, Sequence[Candidate]]) -> Sequence[Candidate]:
    """What the rules find, and the model beside them, which was asked before."""
    return together(by_rules(one), heard.get(one, ()))


def measured(name: str, reader: Read, half: Half) -> list[Row]:
    """The half as a whole, then each author's part of it where it has several."""
    parts: dict[str, Row] = {}
    for one in messages(half):
        so_far = parts.get(one.author) or Row(name, half, one.author, 0, Score(), 0.0)
        parts[one.author] = _joined(so_far, _read(name, reader, half, one), one.author)
    whole = reduce(lambda one, other: _joined(one, other, ""), parts.values())
    return [replace(whole, author=""), *(parts.values() if len(parts) > 1 else ())]


def _read(name: str, reader: Read, half: Half, one: Labelled) -> Row:
    began = time.perf_counter()
    try:
        candidates, failed = reader(one), 0
    except llm.ModelFailure:
        candidates, failed = (), 1
    took = time.perf_counter() - began
    return Row(name, half, one.author, 1, score(one, candidates), 1000 * took, failed)


def _joined(one: Row, other: Row, author: str) -> Row:
    """Both together; the milliseconds are those of a message on average."""
    size = one.messages + other.messages
    took = one.messages * one.milliseconds + other.messages * other.milliseconds
    return Row(one.reader, one.half, author, size, one.score + other.score, took / size, one.failed + other.failed)


def table(rows: Sequence[Row]) -> str:
    """The rows as lines of text; `days` are the right facts whose first day was right too."""
    lines = [f"{'reader':<24} {'messages':<27} {'precision':>9} {'recall':>7} {'days':>7} {'ms each':>8}  note"]
    for row in rows:
        days = f"{row.score.days_right}/{row.score.days_wanted}"
        size = f"{row.messages} {row.half.replace('_', ' ')}{row.author and f', {row.author} author'}"
        figures = f"{row.score.precision:>9.3f} {row.score.recall:>7.3f} {days:>7} {row.milliseconds:>8.1f}"
        note = f"{row.failed} without an answer" if row.failed else ""
        lines.append(f"{row.reader[:24]:<24} {size:<27} {figures}  {note}".rstrip())
    goal = f"the goal for the rules on what is held out: {PRECISION:.2f}, {RECALL:.2f}, {MILLISECONDS} ms"
    return "\n".join([*lines, goal])


def _shares(row: Row) -> dict[str, float]:
    return {"precision": row.score.precision, "recall": row.score.recall}
