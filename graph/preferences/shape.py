"""The two groups of options as validated dataclasses: how things are found, and how they are learned."""

from __future__ import annotations

from dataclasses import asdict, field
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError, model_validator
from pydantic.dataclasses import dataclass

from graph import params
from graph.curation.promotion import Policy
from graph.retrieval import rerank
from graph.retrieval.config import STRICT, BadConfig, RetrievalConfig, Share, Words, as_dict, override

Errors = list[tuple[tuple[str | int, ...], str]]


@dataclass(frozen=True, slots=True, config=STRICT)
class Limits:
    """What holds for every question and walk of the person, besides the configuration of one question."""

    max_traversal_depth: Annotated[int, Field(ge=0, le=params.MAX_DEPTH)] = params.MAX_DEPTH
    indexed_types: Annotated[tuple[Words, ...], Field(max_length=100)] = ()
    hnsw_threshold: Annotated[int, Field(ge=0, le=100_000_000)] = params.HNSW_THRESHOLD


@dataclass(frozen=True, slots=True, config=STRICT)
class Documents:
    """What is done with a new document unless it says otherwise."""

    sequence_edges: bool = False
    graph_extraction: bool = False
    batch_size: Annotated[int, Field(ge=2, le=50)] = 5
    batch_overlap: Annotated[int, Field(ge=0, le=49)] = 0
    workers: Annotated[int, Field(ge=1, le=16)] = 3
    min_edge_weight: Share = 0.0
    max_edges_per_chunk: Annotated[int, Field(ge=0, le=1000)] = 0
    cross_document: bool = False
    learn: bool = True

    @model_validator(mode="after")
    def _overlaps_less_than_all(self) -> Documents:
        if self.batch_overlap >= self.batch_size:
            raise ValueError("batch_overlap must be smaller than batch_size")
        return self


@dataclass(frozen=True, slots=True, config=STRICT)
class Learning:
    policy: Policy = "off"
    documents: Documents = field(default_factory=Documents)


LIMITS, LEARNING = TypeAdapter(Limits), TypeAdapter(Learning)
LIMIT_NAMES = frozenset(Limits.__dataclass_fields__)
DEFAULTS: dict[str, dict[str, Any]] = {
    "retrieval": as_dict(RetrievalConfig()) | asdict(Limits()),
    "learning": asdict(Learning()),
}


class BadSettings(ValueError):
    """Options that do not fit together or are out of bounds; `errors` are (location, message) pairs."""

    def __init__(self, errors: Errors):
        super().__init__("; ".join(f"{'.'.join(map(str, where))}: {what}" for where, what in errors))
        self.errors = errors


def checked(group: str, overrides: dict[str, Any]) -> dict[str, Any]:
    """Every option of a group with the overrides laid over the defaults. Raises BadSettings."""
    try:
        if group == "learning":
            return asdict(LEARNING.validate_python(merged(DEFAULTS["learning"], overrides)))
        limits = {name: value for name, value in overrides.items() if name in LIMIT_NAMES}
        config = override(RetrievalConfig(), {k: v for k, v in overrides.items() if k not in LIMIT_NAMES})
        rerank.check(config.reranker)
        return as_dict(config) | asdict(LIMITS.validate_python(limits))
    except BadConfig as refusal:
        raise BadSettings([((group, *where), what) for where, what in refusal.errors]) from None
    except ValidationError as refusal:
        raise BadSettings([((group, *one["loc"]), one["msg"]) for one in refusal.errors()]) from None


def merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Nested objects laid over each other key by key."""
    found = dict(base)
    for key, value in over.items():
        old = found.get(key)
        found[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return found
