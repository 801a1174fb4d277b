"""The receipt of one answer: what was found, read, cited and left out, and why each came up."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal

from graph.models import Fact, Retrieval, RetrievalItem
from graph.predicates import spoken
from graph.retrieval.result import Result, detail, moment_of

Show = Literal["found", "read", "cited", "left"]

# The parts of a score in the words of the page, in the order in which they are shown.
PARTS = (
    ("vector", "Meaning"),
    ("keyword", "Words"),
    ("activation", "Connection"),
    ("confidence", "Confidence"),
    ("source", "Source"),
    ("decay", "Age"),
    ("usage", "Use"),
    ("recency", "Recency"),
    ("feedback", "Your feedback"),
)
FACTORS = {"decay", "usage", "recency", "feedback"}  # at 1 they changed nothing, so they are no reason
DEGRADED = {
    "model_loading": "Searching by meaning was still getting ready; names and words were searched.",
    "vectors_pending": "Searching by meaning is catching up with what is new; names and words find it already.",
    "keyword_only": "Only names and words were searched.",
    "no_keywords": "Words could not be searched; names and meaning were.",
    "reranker_failed": "The last word on the order failed, so everything stands in its own order.",
}
LEFT_OUT_SHOWN = 5  # under the cited ones; the rest behind their own count


@dataclass(frozen=True, slots=True)
class Part:
    """One bar: `width` in percent of the longest of its kind."""

    label: str
    value: float
    width: int

    @property
    def shown(self) -> str:
        """ ".78" or "1.24": two places, no leading zero."""
        return f"{self.value:.2f}".removeprefix("0")


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a path: the relation walked and the name reached."""

    relation: str
    name: str


@dataclass(frozen=True, slots=True)
class Source:
    quote: str
    title: str
    document: int | None
    message: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One item; `number` is its citation, 0 when the answer did not cite it."""

    pk: int
    kind: str
    object_id: int
    number: int
    section: str
    subject: str
    reads: str
    says: str
    text: str
    mark: str
    status_words: str
    total: Part
    parts: tuple[Part, ...]
    start: str
    hops: tuple[Hop, ...]
    sources: tuple[Source, ...]
    why_left_out: str
    helpful: bool | None
    steps: int = 0  # away from what was found directly
    last: Hop | None = None  # from the end of the path to the fact itself

    @property
    def is_unconfirmed(self) -> bool:
        return self.mark == "un"


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
    as_of: dt.datetime | None = None

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
    standing = _standing(user_id, items, then=as_of is not None)
    scales = _scales(items)
    lines = [_line(item, numbers, standing, scales) for item in items]
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
        degraded=_degraded(run.degraded),
        found=len(lines),
        read=len(groups["read"]),
        cited=len(groups["cited"]),
        left=len(left),
        show=chosen,
        sections=() if chosen == "left" else _sections(groups[chosen]),
        left_out=tuple(left) if chosen == "left" else tuple(left[:LEFT_OUT_SHOWN] if chosen == "cited" else ()),
        further=tuple(dict.fromkeys(item.detail["searched"] for item in items if item.detail.get("searched"))),
        as_of=as_of,
    )


@dataclass(frozen=True, slots=True)
class Listing:
    """What a search found, best first, without a receipt."""

    lines: tuple[Line, ...]
    seconds: float
    degraded: tuple[str, ...]
    more: int


def listing(user_id: int, result: Result, most: int) -> Listing:
    """The first `most` items of a result as lines, in one query."""
    items = [
        RetrievalItem(kind=item.kind, object_id=item.pk, score=item.score, detail=detail(item, result))
        for item in result.items[:most]
    ]
    standing = _standing(user_id, items, then=result.as_of is not None)
    scales = _scales(items)
    return Listing(
        lines=tuple(_line(item, {}, standing, scales) for item in items),
        seconds=round(result.timings.get("total", 0.0) / 1000, 2),
        degraded=_degraded(result.degraded),
        more=len(result.items) - len(items),
    )


def _standing(user_id: int, items: Sequence[RetrievalItem], *, then: bool) -> dict[int, str]:
    """The present status of each fact; with `then`, of what is history by now the one it had."""
    had = {item.object_id: item.detail.get("status", "") for item in items if item.kind == "fact"}
    rows = Fact.objects.for_user(user_id).filter(pk__in=had).values_list("pk", "status")
    return {pk: had[pk] if then and status == Fact.Status.SUPERSEDED else status for pk, status in rows}


def _degraded(names: Sequence[str]) -> tuple[str, ...]:
    """What was missing, in words; that only words were searched is said only where nothing says why."""
    reasons = [name for name in names if name != "keyword_only"] or names
    return tuple(DEGRADED[name] for name in reasons if name in DEGRADED)


def _sections(lines: Sequence[Line]) -> tuple[Section, ...]:
    """Lines under the entity they are about, in the order in which the entities first come up."""
    order = list(dict.fromkeys(line.section for line in lines))
    placed = sorted(lines, key=lambda line: order.index(line.section))
    return tuple(Section(name, tuple(group)) for name, group in groupby(placed, key=lambda line: line.section))


def _scales(items: Sequence[RetrievalItem]) -> dict[str, float]:
    """The largest value of each part, at least 1, so that bars of one kind can be compared."""
    scales = {"score": max([1.0, *(item.score for item in items)])}
    for name, _ in PARTS:
        scales[name] = max([1.0, *(float(item.detail.get("scores", {}).get(name) or 0) for item in items)])
    return scales


def _line(
    item: RetrievalItem, numbers: dict[tuple[str, int], int], standing: dict[int, str], scales: dict[str, float]
) -> Line:
    detail = item.detail
    scores, path = detail.get("scores") or {}, detail.get("path") or ()
    status = standing.get(item.object_id, detail.get("status", "")) if item.kind == "fact" else ""
    line = Line(
        pk=item.pk,
        kind=item.kind,
        object_id=item.object_id,
        number=numbers.get((item.kind, item.object_id), 0),
        section=detail.get("section") or "",
        subject=detail.get("subject_name") or "",
        reads=detail.get("reads") or "",
        says=detail.get("object_name") or detail.get("value") or "",
        text=detail.get("text") or "",
        mark="",
        status_words="",
        total=_part("Together", item.score, scales["score"]),
        parts=tuple(
            _part(label, float(scores[name]), scales[name])
            for name, label in PARTS
            if scores.get(name) and not (name in FACTORS and scores[name] == 1)
        ),
        start=next((step["name"] for step in path if not step["relation"]), ""),
        hops=tuple(Hop(_walked(step), step["name"]) for step in path if step["relation"]),
        sources=tuple(_source(entry) for entry in detail.get("evidence") or ()),
        why_left_out=detail.get("why_left_out") or "",
        helpful=item.helpful,
        steps=detail.get("hops") or 0,
        last=_last(detail, path),
    )
    if item.kind != "fact":
        return line
    if item.object_id not in standing:
        return replace(line, mark="old", status_words="Deleted since")
    mark, words = {
        Fact.Status.STAGED: ("un", "Unconfirmed"),
        Fact.Status.CONFIRMED: ("ok", "Confirmed"),
    }.get(Fact.Status(status), ("old", "No longer held true"))
    return replace(line, mark=mark, status_words=words)


def _last(detail: dict[str, Any], path: Sequence[dict[str, Any]]) -> Hop | None:
    """The step that is the fact: to what it says, or back to whom it is said of."""
    said, subject = detail.get("object_name") or detail.get("value") or "", detail.get("subject_name") or ""
    if not detail.get("hops") or not path or not said:
        return None
    relation = spoken(detail.get("source_edge") or "")
    if path[-1]["name"] == detail.get("object_name") != subject:
        return Hop(f"← {relation}", subject)
    return Hop(relation, said)


def _walked(step: dict[str, Any]) -> str:
    """A relation in words, with an arrow when it was walked from its object to its subject."""
    return ("← " if step.get("reverse") else "") + spoken(step["relation"])


def _part(label: str, value: float, scale: float) -> Part:
    return Part(label, value, max(0, min(100, round(100 * value / scale))))


def _source(entry: dict[str, Any]) -> Source:
    def number(name: str) -> int | None:
        value = entry.get(name)
        return int(value) if value not in (None, "") else None

    return Source(entry.get("quote") or "", entry.get("title") or "", number("document"), number("message"))
