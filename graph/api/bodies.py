"""What callers send: parsed and bounded once, then trusted."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from graph.api.fields import Body, End, Id, Moment, Named, Share, Text, Type
from graph.api.shapes import pk
from graph.curation.candidates import Draft, Name, Quote
from graph.curation.names import EntityNotFound
from graph.curation.values import to_text
from graph.models import Predicate


class EntityIn(Body):
    name: Annotated[str, Field(min_length=1)]
    type: Type = "concept"
    aliases: Annotated[list[str], Field(max_length=500)] = []
    properties: dict[str, Any] = {}
    external_ids: dict[str, str] = {}
    description: Text = ""


class EntityPatch(Body):
    name: Annotated[str, Field(min_length=1)] | None = None
    type: Type | None = None
    aliases: list[str] | None = None
    properties: dict[str, Any] | None = None
    external_ids: dict[str, str] | None = None
    description: Text | None = None
    pinned: bool | None = None


class ResolveIn(Body):
    text: str
    context: str = ""


class MergeIn(Body):
    keep: Id
    absorb: Annotated[list[Id], Field(min_length=1, max_length=100)]
    reason: str = ""


class SplitIn(Body):
    name: str
    facts: list[Id] = []
    aliases: list[str] = []
    reason: str = ""


class EvidenceIn(Body):
    quote: Annotated[str, Field(min_length=1, max_length=20_000)]
    document: Id | None = None


ONE_OBJECT = "give either an object or a value, and not both"


class FactIn(Body):
    subject: End
    predicate: Annotated[str, Field(min_length=1, max_length=120)]
    object: End | None = None
    value: Any = None
    confidence: Share = 1.0
    weight: Share = 1.0
    source: Literal["user_edit", "file", "system", "conversation"] = "user_edit"
    status: Literal["confirmed", "staged"] = "confirmed"
    bidirectional: bool = False
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    expires_at: Moment | None = None
    description: Text = ""
    metadata: dict[str, Any] = {}
    tags: list[str] = []
    evidence: Annotated[list[EvidenceIn], Field(max_length=100)] = []

    @model_validator(mode="after")
    def _one_object(self) -> FactIn:
        if (self.object is None) == (self.value is None):
            raise ValueError(ONE_OBJECT)
        return self

    def draft(self, status: str | None = None) -> Draft:
        """Raises BadValue or EntityNotFound."""
        value, value_type = (None, "string") if self.value is None else to_text(self.value)
        return Draft(
            subject=end(self.subject),
            predicate=self.predicate,
            object=None if self.object is None else end(self.object),
            value=value,
            value_type=value_type,
            status=status or self.status,
            source=self.source,
            confidence=self.confidence,
            weight=self.weight,
            bidirectional=self.bidirectional,
            description=self.description,
            metadata=self.metadata,
            tags=tuple(self.tags),
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            expires_at=self.expires_at,
            evidence=tuple(
                Quote(one.quote, pk(one.document, "document") if one.document is not None else None)
                for one in self.evidence
            ),
        )


class FactPatch(Body):
    subject: End | None = None
    predicate: Annotated[str, Field(min_length=1, max_length=120)] | None = None
    object: End | None = None
    value: Any = None
    confidence: Share | None = None
    weight: Share | None = None
    bidirectional: bool | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    expires_at: Moment | None = None
    description: Text | None = None
    metadata: dict[str, Any] | None = None
    tags: list[str] | None = None
    pinned: bool | None = None
    reason: str = ""

    @model_validator(mode="after")
    def _one_object(self) -> FactPatch:
        if self.object is not None and self.value is not None:
            raise ValueError(ONE_OBJECT)
        return self

    def values(self) -> dict[str, Any]:
        """The columns that were sent; dates may be sent as null to clear them."""
        clearable = {"valid_from", "valid_until", "expires_at"}
        sent = {name: getattr(self, name) for name in self.model_fields_set if name != "reason"}
        sent = {name: value for name, value in sent.items() if value is not None or name in clearable}
        for name in ("subject", "object"):
            if name in sent:
                sent[name] = end(sent[name])
        if "value" in sent:
            sent["value"], sent["value_type"] = to_text(sent["value"])
        return sent


def end(given: Id | Named) -> int | Name:
    """A subject or object as the curation layer takes it. Raises EntityNotFound for an impossible id."""
    if isinstance(given, Named):
        return Name(given.name, given.type)
    try:
        return pk(given, "entity")
    except LookupError:
        raise EntityNotFound(f'There is no entity with the id “{given}”; a name is given as {{"name": …}}.') from None


class BulkIn(Body):
    facts: Annotated[list[Any], Field(max_length=5000)]  # each is read by itself: a bad one loses no other


class DecideIn(Body):
    ids: Annotated[list[Id], Field(min_length=1, max_length=5000)]
    decision: Literal["confirm", "reject", "retract", "restore"]
    reason: str = ""


class ResolveConflictIn(Body):
    decision: Literal["newer", "older", "both", "by_time"]
    reason: str = ""


class ByDaysIn(Body):
    ids: Annotated[list[Id], Field(min_length=1, max_length=5000)] | None = None
    reason: str = ""


class ContextIn(Body):
    entities: list[Id] = []
    documents: list[Id] = []


class RetrieveIn(Body):
    query: Annotated[str, Field(max_length=100_000)]
    preset: str | None = None
    config: dict[str, Any] = {}
    context: ContextIn = ContextIn()
    explain: bool = True
    limit: Annotated[int, Field(ge=1, le=1000)] | None = None
    min_score: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)] = 0.0
    as_of: Moment | None = None


class PredicateIn(Body):
    name: Annotated[str, Field(min_length=1, max_length=120)]
    label: Annotated[str, Field(max_length=200)] = ""
    inverse_label: Annotated[str, Field(max_length=200)] = ""
    category: Annotated[str, Field(max_length=64)] = "custom"
    symmetric: bool = False
    functional: bool = False
    inverse_of: Annotated[str, Field(max_length=120)] = ""
    asked_as: Annotated[str, Field(max_length=Predicate.ASKED_AS_LIMIT)] = ""
    subject_kind: Annotated[str, Field(max_length=64)] = ""
    object_kind: Annotated[str, Field(max_length=64)] = ""


class PredicatePatch(Body):
    label: str | None = None
    inverse_label: str | None = None
    category: str | None = None
    symmetric: bool | None = None
    functional: bool | None = None
    inverse_of: str | None = None
    asked_as: Annotated[str, Field(max_length=Predicate.ASKED_AS_LIMIT)] | None = None
    subject_kind: Annotated[str, Field(max_length=64)] | None = None
    object_kind: Annotated[str, Field(max_length=64)] | None = None


class PredicateMerge(Body):
    into: Annotated[str, Field(min_length=1, max_length=120)]
    turned: bool = False


class FeedbackItem(Body):
    kind: Literal["fact", "chunk", "entity"]
    id: Id
    helpful: bool


class FeedbackIn(Body):
    retrieval: Id
    items: Annotated[list[FeedbackItem], Field(min_length=1, max_length=200)]
