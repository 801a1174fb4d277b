"""The suites that `bench` can run: those of the graph, and those that another application adds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.module_loading import import_string

from graph.bench.report import Say


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says: the sizes of made-up graphs, the moment, and where progress is told."""

    sizes: Sequence[int]
    now: dt.datetime
    say: Say
    data: Path | None = None  # a folder of published collections; without it, those that ship are used
    users: int = 10  # people with a book each, where a suite serves several


@dataclass(frozen=True, slots=True)
class Measured:
    """A suite's figures as lines of text, and as JSON."""

    table: str
    figures: Any


Suite = Callable[[Options], Measured]
_paths = {
    "speed": "graph.bench.speed.suite",
    "graph": "graph.bench.graph.suite",
    "ingest": "graph.bench.ingest.suite",
    "quality": "graph.bench.quality.quality",
    "ablation": "graph.bench.quality.ablation",
    "steps": "graph.bench.steps.suite",
}


def add(name: str, path: str) -> None:
    """Register a suite by the dotted path of its function, which is imported only when it runs."""
    _paths[name] = path


def names() -> list[str]:
    """Every suite, in the order of registration."""
    return list(_paths)


def run(name: str, options: Options) -> Measured:
    """Run one suite. Raises KeyError for a name that is not among `names`."""
    suite: Suite = import_string(_paths[name])
    return suite(options)
