"""The tools over the book itself: search, context, proposals, what is new, and forgetting."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any

from django.db.models import Q
from pydantic import BaseModel, Field, ValidationError, field_validator

from assistant.doors.mcp_inputs import told
from assistant.doors.mcp_memory import Answer, Refused
from assistant.turn.dated import Dated, with_days
from graph.api import shapes
from graph.api.caller import Caller
from graph.api.fields import Moment
from graph.curation import facts, taking_back
from graph.curation.candidates import Draft, Name, Quote
from graph.curation.values import to_text
from graph.models import Conflict, Fact
from graph.projections import embed
from graph.retrieval.narrative import estimate
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import detail
from graph.retrieval.types import Item

MODEL_SECONDS = 20  # that a search waits for a model being loaded: five as a rule, more on a busy machine

ORIGIN = ("status", "source", "evidence")

Words = Annotated[str, Field(min_length=1, max_length=10_000)]


class Search(BaseModel):
    query: Words
    limit: Annotated[int, Field(ge=1, le=100)] = 10


class Context(BaseModel):
    query: Words


class Recent(BaseModel):
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class ProposedFact(BaseModel):
    subject: Annotated[str, Field(min_length=1, max_length=2000)]
    predicate: Annotated[str, Field(min_length=1, max_length=120)]
    object: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    value: Any = None
    quote: Annotated[str, Field(max_length=20_000)] = ""
    valid_from: Moment | None = None
    valid_until: Moment | None = None

    @field_validator("object", "value", "valid_from", "valid_until", mode="before")
    @classmethod
    def _left_out(cls, value: Any) -> Any:
        return None if value == "" else value

    def draft(self) -> Draft:
        """Raises BadValue."""
        value, value_type = (None, "string") if self.value is None else to_text(self.value)
        return Draft(
            subject=Name(self.subject, ""),
            predicate=self.predicate,
            object=Name(self.object, "") if self.object is not None else None,
            value=value,
            value_type=value_type,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            status=Fact.Status.STAGED,
            source=Fact.Source.CONVERSATION,
            provenance=Fact.Provenance.SUGGESTED,
            evidence=(Quote(self.quote, extractor="mcp"),) if self.quote.strip() else (),
        )


class Proposal(BaseModel):
    facts: Annotated[list[Any], Field(min_length=1, max_length=1000)]

    @field_validator("facts", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, dict) else value


class Forget(BaseModel):
    ids: Annotated[list[str | int], Field(min_length=1, max_length=1000)]
    confirm: bool = False

    @field_validator("ids", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, str | int) else value


def search_memory(who: Caller, given: Search, now: dt.datetime) -> Answer:
    """The best facts and passages, each with its dates, where it comes from and whether it was confirmed."""
    result = _found(who, given.query, now).result
    found = []
    for item in result.items[: given.limit]:
        shown = detail(item, result)
        row = {"kind": item.kind, "id": str(item.pk), "text": item.text, "score": round(item.score, 4)}
        found.append({**row, **_dates(item, shown["evidence"]), **{name: shown[name] for name in ORIGIN}})
    return Answer({"results": found, "degraded": list(result.degraded)})


def _dates(item: Item, quotes: Sequence[dict[str, Any]]) -> dict[str, str | None]:
    """Since and until when a fact holds, and when it was first said, or a passage written; null where nobody knows."""
    fact, written_down = item.fact, item.fact or item.chunk
    return {
        "valid_from": shapes.moment(fact.valid_from if fact else None),
        "valid_until": shapes.moment(fact.valid_until if fact else None),
        "said_at": _first_said(quotes, shapes.moment(written_down.created_at if written_down else None)),
    }


def _first_said(quotes: Sequence[dict[str, Any]], written_down: str | None) -> str | None:
    """When it was first said or written down: what was written by hand may get its first quote years later."""
    moments = [*(quote["at"] for quote in quotes if "at" in quote), *([written_down] if written_down else [])]
    return min(moments, key=dt.datetime.fromisoformat, default=None)


def get_context(who: Caller, given: Context, now: dt.datetime) -> Answer:
    """The narrative that a model of this server's own would be given."""
    found = _found(who, given.query, now)
    result = found.result
    narrative = "\n\n".join(filter(None, (found.listed(), result.narrative)))
    content = {"narrative": narrative, "tokens": estimate(narrative), "degraded": list(result.degraded)}
    return Answer(content, narrative or "The book says nothing about this.")


def _found(who: Caller, query: str, now: dt.datetime) -> Dated:
    """What is found, with what falls on the days that are asked about.

    A client asks as soon as it has started its server: a program would rather wait than find by names alone.
    """
    embed.awaited(MODEL_SECONDS)
    return with_days(who.user, query, retrieve(user=who.user, query=query, now=now), now)


def propose_facts(who: Caller, given: Proposal, now: dt.datetime) -> Answer:
    """Staged for the owner to decide, whatever the caller may do otherwise; a bad one never loses the others."""
    refused: dict[int, str] = {}
    drafts: dict[int, Draft] = {}
    for place, one in enumerate(given.facts):
        try:
            drafts[place] = ProposedFact.model_validate(one).draft()
        except ValidationError as wrong:
            refused[place] = told(wrong)
        except ValueError as wrong:
            refused[place] = str(wrong)
    if not drafts:
        raise Refused(f"Nothing was proposed. facts.0: {refused[0]}")
    stated = facts.state_many(user=who.user, drafts=list(drafts.values()), by=who.by, now=now).facts
    refused |= {place: str(one.refusal) for place, one in zip(drafts, stated, strict=True) if one.refusal is not None}
    staged = [str(one.fact.pk) for one in stated if one.created and one.fact is not None]
    standing = [str(one.fact.pk) for one in stated if not one.created and one.fact is not None]
    return Answer(
        {
            "staged": staged,
            "standing": standing,
            "contradictions": _contradictions(who, staged),
            "refused": [{"index": place, "msg": refused[place]} for place in sorted(refused)],
        }
    )


def _contradictions(who: Caller, staged: Sequence[str]) -> list[dict[str, str]]:
    """What stands against facts just staged: a question to the owner, which the caller had better know of."""
    asked = Conflict.objects.for_user(who.user).filter(state=Conflict.State.OPEN)
    asked = asked.filter(Q(newer__in=staged) | Q(older__in=staged)).order_by("pk")
    pairs = [
        (one.newer, one.older) if str(one.newer_id) in staged else (one.older, one.newer)
        for one in asked.select_related(*(f"{end}__{of}" for end in ("older", "newer") for of in ("subject", "object")))
    ]
    return [
        {"staged": str(new.pk), "stands": str(other.pk), "says": f"{other.subject.name} {taking_back.sentence(other)}"}
        for new, other in pairs
    ]


def list_recent(who: Caller, given: Recent, now: dt.datetime) -> Answer:
    """The newest facts that take part in answers, each with when it was first said."""
    rows = Fact.objects.for_user(who.user).active().unexpired_at(now)
    rows = rows.select_related("subject", "object").order_by("-pk")
    return Answer({"facts": [_told(fact) for fact in shapes.facts(rows[: given.limit])]})


def _told(shown: dict[str, Any]) -> dict[str, Any]:
    ends = {"subject": shown["subject"]["name"], "object": shown["object"]["name"] if shown["object"] else None}
    rest = {name: shown[name] for name in ("id", "predicate", "value", "status", "source", "created_at")}
    return {**rest, **ends, "said_at": _first_said(shown["evidence"], shown["created_at"])}


def forget(who: Caller, given: Forget, now: dt.datetime) -> Answer:
    """Facts by id, once it is confirmed; those that are gone already are passed over.

    Without the scope `write`, the owner is asked.
    """
    ids = list(dict.fromkeys(shapes.pk(one, "fact") for one in given.ids))
    rows = Fact.objects.for_user(who.user).exclude(status=Fact.Status.SUPERSEDED)
    known = rows.select_related("subject", "object").in_bulk(ids)
    missing = [pk for pk in ids if pk not in known]
    if missing:
        raise shapes.NoSuchRow(f"There is no fact {', '.join(f'“{pk}”' for pk in missing[:20])}.")
    found = [known[pk] for pk in ids if known[pk].status in Fact.ACTIVE]
    if not given.confirm:
        shown = "; ".join(f"{fact.subject.name} {taking_back.sentence(fact)}" for fact in found[:20])
        raise Refused(f"Nothing was forgotten. Call again with confirm: true to forget: {shown}")
    taken = taking_back.forget(user=who.user, found=found, outright=who.may("write"), by=who.by, now=now)
    return Answer({"forgotten": taken.retracted, "proposed": taken.proposed, "refused": list(taken.refused)})
