"""Every option as a page or a program sees it: value, default, bounds, choices and words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from django.conf import settings
from pydantic import TypeAdapter

from graph.curation.promotion import POLICIES
from graph.preferences.keep import Groups
from graph.preferences.shape import DEFAULTS, LEARNING, LIMITS
from graph.preferences.words import CHOICES, SECTIONS, WORDS
from graph.retrieval.config import RetrievalConfig

Kind = Literal["switch", "whole", "number", "choice", "several", "words", "decay", "steps", "date"]
SOURCES = ("user_edit", "file", "system", "conversation")
KINDS: dict[str, Kind] = {
    "retrieval.hop_decay": "decay",
    "retrieval.relations.per_hop": "steps",
    "retrieval.filters.sources": "several",
    "retrieval.filters.statuses": "several",
    "retrieval.filters.dates.since": "date",
    "retrieval.filters.dates.until": "date",
    "retrieval.reranker": "choice",
}


@dataclass(frozen=True, slots=True)
class Option:
    """`least` and `most` are inclusive unless `above`; `is_optional` when it may be nothing."""

    name: str
    kind: Kind
    value: Any
    default: Any
    section: str
    title: str
    says: str
    least: float | None = None
    most: float | None = None
    above: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    is_optional: bool = False

    @property
    def is_changed(self) -> bool:
        return self.value != self.default

    @property
    def field(self) -> str:
        """Its name in a form and as an id."""
        return self.name.replace(".", "-")

    @property
    def is_long(self) -> bool:
        """Whether its choices are sentences."""
        return any(len(says) > 40 for _, says in self.choices)

    @property
    def shown(self) -> str:
        return written(self, self.value)

    @property
    def usual(self) -> str:
        """The default in words."""
        if self.kind == "switch":
            return "on" if self.default else "off"
        if self.kind in ("choice", "several"):
            picked = [self.default] if self.kind == "choice" else list(self.default)
            told = [says.rstrip(".") for value, says in self.choices if value in picked or not picked]
            return ", ".join(says[:1].lower() + says[1:] for says in told) or "none"
        return written(self, self.default) or "empty"

    @property
    def bounds(self) -> str:
        """ "0 to 10" for people; empty where there are none."""
        if self.kind == "decay":
            return "numbers from 0 to 1"
        if self.least is None and self.most is None:
            return ""
        if self.most is None:
            return f"{self.least:g} or more"
        return f"{'above ' if self.above else ''}{self.least:,g} to {self.most:,.10g}"


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    options: tuple[Option, ...]


def every(groups: Groups) -> list[Option]:
    """All options, in the order of the page."""
    found = {
        option.name: option
        for group, parts in _schemas().items()
        for schema in parts
        for option in _options(group, schema, schema, groups[group], DEFAULTS[group])
    }
    return [found[name] for section in SECTIONS for name, (own, _, _) in WORDS.items() if own == section]


@cache
def _schemas() -> dict[str, list[dict[str, Any]]]:
    """The JSON schema of each group's parts; making them takes longer than all else that a page of options does."""
    return {
        "retrieval": [TypeAdapter(RetrievalConfig).json_schema(), LIMITS.json_schema()],
        "learning": [LEARNING.json_schema()],
    }


def sections(options: list[Option]) -> list[Section]:
    """The options as they stand together on the page."""
    return [Section(title, tuple(one for one in options if one.section == title)) for title in SECTIONS]


def written(option: Option, value: Any) -> str:
    """A value as it is typed into a form."""
    match option.kind:
        case "steps":
            return "; ".join(", ".join(step) for step in value)
        case "words":
            return ", ".join(value)
        case "decay":
            return f"{value:g}" if isinstance(value, float | int) else ", ".join(f"{one:g}" for one in value)
        case "whole" | "number":
            return "" if value is None else f"{value:.10g}"
    return "" if value is None else str(value)


def _options(name: str, schema: dict[str, Any], root: dict[str, Any], values: Any, defaults: Any) -> Iterator[Option]:
    """The leaves under one object of a schema; a table of numbers has a leaf for each of its rows."""
    for key, told in schema.get("properties", {}).items():
        inner = root["$defs"][told["$ref"].rsplit("/", 1)[-1]] if "$ref" in told else told
        if "properties" in inner:
            yield from _options(f"{name}.{key}", inner, root, values[key], defaults[key])
        elif isinstance(inner.get("additionalProperties"), dict):
            for row in defaults[key]:
                leaf = inner["additionalProperties"]
                yield _option(f"{name}.{key}.{row}", leaf, values[key].get(row, defaults[key][row]), defaults[key][row])
        else:
            yield _option(f"{name}.{key}", inner, values[key], defaults[key])


def _option(name: str, told: dict[str, Any], value: Any, default: Any) -> Option:
    variants = told.get("anyOf", [told])
    bounds: dict[str, Any] = next((one for one in variants if one.get("type") in ("number", "integer")), {})
    section, title, says = WORDS[name]
    kind = KINDS.get(name) or _kind(told, bounds)
    return Option(
        name=name,
        kind=kind,
        value=tuple(value) if kind in ("words", "several") else value,
        default=default,
        section=section,
        title=title,
        says=says,
        least=bounds.get("minimum", bounds.get("exclusiveMinimum")),
        most=bounds.get("maximum"),
        above="exclusiveMinimum" in bounds,
        choices=_choices(name, told),
        is_optional=any(one.get("type") == "null" for one in variants),
    )


def _kind(told: dict[str, Any], bounds: dict[str, Any]) -> Kind:
    if told.get("enum"):
        return "choice"
    if told.get("type") == "boolean":
        return "switch"
    if told.get("type") == "array":
        return "words"
    return "whole" if bounds.get("type") == "integer" else "number"


def _choices(name: str, told: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    last = name.rsplit(".", 1)[-1]
    if name == "learning.policy":
        return tuple(POLICIES.items())
    if name == "retrieval.reranker":
        return ("", "None"), *((one, CHOICES.get(f"reranker.{one}", one)) for one in settings.RERANKERS)
    listed = told.get("enum") or told.get("items", {}).get("enum") or (SOURCES if last == "sources" else ())
    return tuple((one, CHOICES.get(f"{last}.{one}") or CHOICES.get(one, one)) for one in listed)
