"""Measured times as rows of a table, and how a run of something is timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured, on how many facts, how often, and the time in milliseconds."""

    what: str
    facts: int
    runs: int
    p50: float
    p95: float
    note: str = ""


def timed(what: str, facts: int, calls: Iterable[Callable[[], Any]], note: str = "") -> Timing:
    """Each call once, in order; the first is not counted, as it may load what the others use."""
    took = []
    for call in calls:
        began = time.perf_counter()
        call()
        took.append((time.perf_counter() - began) * 1000)
    took = sorted(took[1:] or took)
    return Timing(what, facts, len(took), percentile(took, 0.50), percentile(took, 0.95), note)


def once(what: str, facts: int, call: Callable[[], Any], note: str = "") -> Timing:
    """One run of something that takes long."""
    began = time.perf_counter()
    call()
    took = (time.perf_counter() - began) * 1000
    return Timing(what, facts, 1, took, took, note)


def percentile(ascending: Sequence[float], share: float) -> float:
    """The value below which `share` of an ascending list lies (nearest rank)."""
    return ascending[min(len(ascending) - 1, int(share * len(ascending)))]


def table(timings: Sequence[Timing]) -> str:
    """The timings as lines of text."""
    lines = [f"{'facts':>9}  {'what':<44} {'runs':>5} {'p50 ms':>10} {'p95 ms':>10}  note"]
    for each in timings:
        figures = f"{each.facts:>9,}  {each.what:<44} {each.runs:>5} {each.p50:>10.2f} {each.p95:>10.2f}"
        lines.append(f"{figures}  {each.note}".rstrip())
    return "\n".join(lines)


def as_json(timings: Sequence[Timing]) -> list[dict[str, Any]]:
    return [asdict(each) for each in timings]
