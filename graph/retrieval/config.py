"""One validated retrieval configuration; every preset is a set of its values."""

from __future__ import annotations

import datetime as dt
from dataclasses import field, replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, field_validator, model_validator
from pydantic.dataclasses import dataclass

from graph.retrieval import params
from graph.retrieval.channels import globs

MOST_HOPS = 10  # steps that a search may be told to follow
STRICT = ConfigDict(extra="forbid", allow_inf_nan=False)


def _number(given: Any) -> Any:
    """Numbers alone: a text or true may look like one, and is another mistake."""
    if isinstance(given, bool | str):
        raise ValueError("Input should be a number")
    return given


NUMBER = BeforeValidator(_number)
Share = Annotated[float, Field(ge=0, le=1), NUMBER]
Count = Annotated[int, Field(ge=0, le=1000), NUMBER]
Decays = Annotated[tuple[Share, ...], Field(min_length=1)]  # by hop, the question's own first
Words = Annotated[str, Field(max_length=200)]


def _patterns(given: Any) -> Any:
    """Comma lists taken apart, whether one was given or several (T51)."""
    if isinstance(given, str) or (isinstance(given, list | tuple) and all(isinstance(one, str) for one in given)):
        return globs.parts(given)
    return given


Patterns = Annotated[tuple[Words, ...], BeforeValidator(_patterns), Field(max_length=100)]


def moment(text: str, *, end: bool = False) -> dt.datetime:
    """A day or a time in ISO 8601 as a moment, UTC unless it says otherwise; with `end` a day is meant to its end.

    Raises ValueError.
    """
    try:
        at = dt.datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"“{text}” is no date in the form 2026-03-01 or 2026-03-01T12:00:00Z") from None
    at = at.replace(tzinfo=dt.UTC) if at.tzinfo is None else at
    return at + dt.timedelta(days=1, microseconds=-1) if end and len(text) <= len("2026-03-01") else at


@dataclass(frozen=True, slots=True, config=STRICT)
class Dates:
    """Bounds on when a passage was written or a fact became known, ISO 8601, both inclusive."""

    since: str | None = None
    until: str | None = None

    @field_validator("since", "until")
    @classmethod
    def _is_a_date(cls, value: str | None) -> str | None:
        if value:
            moment(value)
        return value or None

    @model_validator(mode="after")
    def _in_order(self) -> Dates:
        if self.since and self.until and moment(self.until, end=True) < moment(self.since):
            raise ValueError("the dates end before they begin")
        return self


@dataclass(frozen=True, slots=True, config=STRICT)
class Filters:
    """What may be returned: entity types, document sources as globs, fact sources and statuses."""

    types: tuple[str, ...] = ()
    documents: Patterns = ()
    sources: tuple[str, ...] = ()
    statuses: tuple[Literal["staged", "confirmed"], ...] = ("staged", "confirmed")
    dates: Dates = field(default_factory=Dates)


@dataclass(frozen=True, slots=True, config=STRICT)
class Relations:
    """Which relations are walked; `per_hop` narrows single hops (index 0 = the first)."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    per_hop: tuple[tuple[str, ...], ...] = ()

    @model_validator(mode="after")
    def _no_contradiction(self) -> Relations:
        both = sorted(set(self.include) & set(self.exclude))
        if both:
            raise ValueError(f"relations are both included and excluded: {', '.join(both)}")
        return self


@dataclass(frozen=True, slots=True, config=STRICT)
class Relevance:
    """The factors of J27; `decay_rate` is per week after `grace_weeks`."""

    source_weights: dict[str, Annotated[float, Field(ge=0, le=10), NUMBER]] = field(
        default_factory=lambda: {"user_edit": 1.15, "file": 1.05, "system": 1.0, "conversation": 1.0}
    )
    decay_rate: Annotated[float, Field(gt=0, le=1), NUMBER] = 0.98
    grace_weeks: Annotated[float, Field(ge=0), NUMBER] = 1.0
    usage_factor: Annotated[float, Field(ge=0, le=5), NUMBER] = 0.1
    status_weights: dict[str, Annotated[float, Field(ge=0, le=10), NUMBER]] = field(
        default_factory=lambda: {"confirmed": 1.2, "staged": 1.0}
    )


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid", populate_by_name=True))
class Mmr:
    """Maximal marginal relevance; `lambda_` is written `lambda` outside."""

    enabled: bool = False
    lambda_: Annotated[float, Field(ge=0, le=1, alias="lambda"), NUMBER] = 0.7
    max_per_category: Count = 2
    top_n: Count = 5


@dataclass(frozen=True, slots=True, config=STRICT)
class Narrative:
    include_properties: bool = True
    include_provenance: bool = True


@dataclass(frozen=True, slots=True, config=STRICT)
class RetrievalConfig:
    """Every option of one retrieval with its bounds; the defaults are the preset `default`."""

    anchor_limit: Count = 3
    seed_top_k: Count = 10
    fact_seeds: Count = 10
    overfetch: Annotated[int, Field(ge=1, le=20), NUMBER] = 3
    seed_keyword_weight: Share = 0.5
    rrf_k: Annotated[int, Field(ge=1, le=1000), NUMBER] = 60
    min_similarity: Annotated[float, Field(ge=-1, le=1), NUMBER] = params.MIN_SIMILARITY
    filters: Filters = field(default_factory=Filters)

    max_hops: Annotated[int, Field(ge=0, le=MOST_HOPS), NUMBER] = 2
    direction: Literal["outgoing", "incoming", "both"] = "both"
    relations: Relations = field(default_factory=Relations)
    min_weight: Share = 0.0
    min_path_score: Share = 0.01
    hop_decay: Annotated[float, Field(gt=0, le=1), NUMBER] | Decays = 0.7
    hop_decay_overflow: Share | None = None
    path_mode: Literal["product", "last_edge"] = "product"
    seed_factor: Literal["score", "one"] = "score"
    edge_strength: Literal["weight", "confidence", "product"] = "product"
    per_node_limit: Count = 10
    max_nodes: Annotated[int, Field(ge=1, le=10_000), NUMBER] = 100
    max_frontier: Count = 0
    max_facts: Count = 30

    vector_weight: Share = 0.7
    graph_weight: Share = 0.5
    text_weight: Share = 0.25
    recency_weight: Share = 0.0
    frequency_weight: Share = 0.0
    seed_graph_bonus: Share = 1.0
    feedback_weight: Share = 0.05
    feedback_decay: Annotated[float, Field(gt=0, le=1), NUMBER] = 1.0  # a month: judgements count less with age (T50)
    relevance: Relevance = field(default_factory=Relevance)
    mmr: Mmr = field(default_factory=Mmr)
    reranker: str | None = None
    token_budget: Annotated[int, Field(ge=0, le=1_000_000), NUMBER] = 3000
    narrative: Narrative = field(default_factory=Narrative)
    cache_ttl: Annotated[int, Field(ge=0, le=86_400), NUMBER] = 60

    def decay_at(self, hop: int) -> float:
        """The factor of a hop: a scalar d means 1, d, d^2, ...; beyond a list's end the overflow or its last value."""
        if isinstance(self.hop_decay, float):
            return self.hop_decay**hop
        if hop < len(self.hop_decay):
            return self.hop_decay[hop]
        if self.hop_decay_overflow is not None:
            return self.hop_decay_overflow
        return self.hop_decay[-1]


class BadConfig(ValueError):
    """Options that do not fit; `errors` are (location, message) pairs."""

    def __init__(self, errors: list[tuple[tuple[str | int, ...], str]]):
        super().__init__("; ".join(f"{'.'.join(map(str, where))}: {what}" for where, what in errors))
        self.errors = errors


_ADAPTER = TypeAdapter(RetrievalConfig)


def as_dict(config: RetrievalConfig) -> dict[str, Any]:
    """The configuration as nested JSON values, with the names used outside."""
    plain: dict[str, Any] = _ADAPTER.dump_python(config)
    plain["mmr"]["lambda"] = plain["mmr"].pop("lambda_")
    return plain


def as_json(config: RetrievalConfig) -> str:
    """The configuration in one line, the same for the same values: what an answer in the cache was asked with."""
    return _ADAPTER.dump_json(config).decode()


def override(base: RetrievalConfig, options: dict[str, Any], ceiling: int = MOST_HOPS) -> RetrievalConfig:
    """`base` with nested `options` laid over, validated; `max_hops` is capped at `ceiling`. Raises BadConfig."""
    if not options:
        return base if base.max_hops <= ceiling else replace(base, max_hops=ceiling)
    try:
        config = _ADAPTER.validate_python(_merged(as_dict(base), options))
    except ValidationError as error:
        raise BadConfig([(tuple(one["loc"]), one["msg"]) for one in error.errors()]) from None
    return replace(config, max_hops=min(config.max_hops, ceiling))


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Nested objects are merged key by key; anything else is replaced."""
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged
