"""The receipt of one answer: what was found, read, cited and left out, and why each came up."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from graph.models import Retrieval, RetrievalItem
from graph.queries import found_lines
from graph.queries.days import shown
from graph.queries.found_lines import Line, missing
from graph.retrieval.result import Result, detail, moment_of

Show = Literal["found", "read", "cited", "left"]

LEFT_OUT_SHOWN = 5  # under the cited ones; the rest behind their own count


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    name: Show
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Panel:
    """What the margin shows beside one answer; `searched` is whether other words than the person's were searched."""

    retrieval: int
    query: str
    searched: bool
    seconds: float | None
    degraded: tuple[str, ...]
    found: int
    read: int
    cited: int
    left: int
    show: Show
    sections: tuple[Section, ...]
    left_out: tuple[Line, ...]
    further: tuple[str, ...] = ()  # what the model searched for beside it
    as_of: dt.date | None = None

    @property
    def tabs(self) -> tuple[Tab, ...]:
        return (
            Tab("found", "Found", self.found),
            Tab("read", "Read", self.read),
            Tab("cited", "Cited", self.cited),
            Tab("left", "Left out", self.left),
        )


def panel(
    *, user_id: int, retrieval_id: int, cited: Sequence[Sequence], asked: str, show: Show | None = None
) -> Panel | None:
    """The receipt of the answer to `asked`, from its stored rows, in three queries.

    `cited` is `(kind, id)` in the order of their numbers; without `show` the cited ones are shown, if there are any.
    """
    run = Retrieval.objects.for_user(user_id).filter(pk=retrieval_id).first()
    if run is None:
        return None
    items = list(RetrievalItem.objects.for_user(user_id).filter(retrieval=run).order_by("rank", "id"))
    numbers = {(kind, int(pk)): place for place, (kind, pk) in enumerate(cited, start=1)}
    as_of = moment_of(run.config)
    lines = found_lines.lines(user_id, items, numbers=numbers, then=as_of is not None)
    groups: dict[Show, list[Line]] = {
        "found": lines,
        "read": [line for line, item in zip(lines, items, strict=True) if item.used],
        "cited": sorted((line for line in lines if line.number), key=lambda line: line.number),
        "left": [line for line, item in zip(lines, items, strict=True) if not item.used],
    }
    chosen: Show = show or ("cited" if groups["cited"] else "read" if groups["read"] else "found")
    left = groups["left"]
    return Panel(
        retrieval=run.pk,
        query=run.query,
        searched=" ".join(run.query.split()) != " ".join(asked.split()),
        seconds=round(run.timings["total"] / 1000, 2) if "total" in run.timings else None,
        degraded=missing(run.degraded),
        found=len(lines),
        read=len(groups["read"]),
        cited=len(groups["cited"]),
        left=len(left),
        show=chosen,
        sections=() if chosen == "left" else _sections(groups[chosen]),
        left_out=tuple(left) if chosen == "left" else tuple(left[:LEFT_OUT_SHOWN] if chosen == "cited" else ()),
        further=tuple(dict.fromkeys(item.detail["searched"] for item in items if item.detail.get("searched"))),
        as_of=shown(as_of),
    )


@dataclass(frozen=True, slots=True)
class Listing:
    """What a search found, best first, without a receipt."""

    lines: tuple[Line, ...]
    seconds: float
    degraded: tuple[str, ...]
    more: int
    searched: str  # as the book spells the question, where that is not how it was typed


def listing(user_id: int, result: Result, most: int) -> Listing:
    """The first `most` items of a result as lines, in one query."""
    items = [
        RetrievalItem(kind=item.kind, object_id=item.pk, score=item.score, detail=detail(item, result))
        for item in result.items[:most]
    ]
    return Listing(
        lines=tuple(found_lines.lines(user_id, items, numbers={}, then=result.as_of is not None)),
        seconds=round(result.timings.get("total", 0.0) / 1000, 2),
        degraded=missing(result.degraded),
        more=len(result.items) - len(items),
        searched=result.searched,
    )


def _sections(lines: Sequence[Line]) -> tuple[Section, ...]:
    """Lines under the entity they are about, in the order in which the entities first come up."""
    order = list(dict.fromkeys(line.section for line in lines))
    placed = sorted(lines, key=lambda line: order.index(line.section))
    return tuple(Section(name, tuple(group)) for name, group in groupby(placed, key=lambda line: line.section))
