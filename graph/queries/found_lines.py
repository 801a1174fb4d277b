"""One found item as a line of a page: what it says, why it came up, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graph.models import Fact, RetrievalItem
from graph.naming import spoken
from graph.queries.sentences import around, in_words
from graph.read_as import between
from graph.retrieval.result import FACTORS, quoted
from graph.unmarked import excerpt, in_a_row
from graph.wikilinks import as_read, quote_as_read

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
DEGRADED = {
    "model_loading": "Searching by meaning was still getting ready; names and words were searched.",
    "vectors_pending": "Searching by meaning is catching up with what is new; names and words find it already.",
    "documents_pending": "Documents are still being read; what they say is found as they are done.",
    "keyword_only": "Only names and words were searched.",
    "no_keywords": "Words could not be searched; names and meaning were.",
    "reranker_failed": "The last word on the order failed, so everything stands in its own order.",
}


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
    before: str = ""  # in the passage, where the quote is the line of it that is near
    after: str = ""


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
    def link(self) -> str:
        """What stands between `subject` and `says`."""
        return between(self.reads)

    @property
    def is_unconfirmed(self) -> bool:
        return self.mark == "un"


def lines(
    user_id: int, items: Sequence[RetrievalItem], *, numbers: Mapping[tuple[str, int], int], then: bool
) -> list[Line]:
    """The items in their order, in one query; `numbers` are their citations; `then`: it was asked of the past."""
    standing, scales = _standing(user_id, items, then=then), _scales(items)
    return [_line(item, numbers, standing, scales) for item in items]


def missing(names: Sequence[str]) -> tuple[str, ...]:
    """What was missing, in words; that only words were searched is said only where nothing says why."""
    reasons = [name for name in names if name != "keyword_only"] or names
    return tuple(DEGRADED[name] for name in reasons if name in DEGRADED)


def _standing(user_id: int, items: Sequence[RetrievalItem], *, then: bool) -> dict[int, str]:
    """The present status of each fact; with `then`, of what is history by now the one it had."""
    had = {item.object_id: item.detail.get("status", "") for item in items if item.kind == "fact"}
    rows = Fact.objects.for_user(user_id).filter(pk__in=had).values_list("pk", "status")
    return {pk: had[pk] if then and status in Fact.PAST else status for pk, status in rows}


def _scales(items: Sequence[RetrievalItem]) -> dict[str, float]:
    """The largest value of each part, at least 1, so that bars of one kind can be compared."""
    scales = {"score": max([1.0, *(item.score for item in items)])}
    for name, _ in PARTS:
        scales[name] = max([1.0, *(float(item.detail.get("scores", {}).get(name) or 0) for item in items)])
    return scales


def _line(
    item: RetrievalItem, numbers: Mapping[tuple[str, int], int], standing: dict[int, str], scales: dict[str, float]
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
        says=detail.get("object_name") or in_words(detail.get("value") or "", ""),
        text=_as_read(item, detail.get("line") or detail.get("text") or ""),
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
        sources=tuple(_source(entry, detail.get("line") or "") for entry in quoted(detail)),
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


def _as_read(item: RetrievalItem, text: str) -> str:
    is_typed = any(entry.get("message") for entry in item.detail.get("evidence") or ())
    return in_a_row(text, is_typed=is_typed) if item.kind == "chunk" else as_read(text)


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


def _source(entry: dict[str, Any], line: str) -> Source:
    """What an item rests on; of a passage that is near by a line, that line with what stands around it."""

    def number(name: str) -> int | None:
        value = entry.get(name)
        return int(value) if value not in (None, "") else None

    quote, is_typed = entry.get("quote") or "", bool(entry.get("message"))
    told, line = in_a_row(quote, is_typed=is_typed), in_a_row(line, is_typed=is_typed)
    before, words, after = around(told, line) if line and line in told else ("", excerpt(quote_as_read(quote)), "")
    return Source(words, entry.get("title") or "", number("document"), number("message"), before, after)
