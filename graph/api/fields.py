"""What bodies are made of: ids, names, moments, shares, and how a refusal reads."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from ninja import Schema
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Discriminator, Field, StringConstraints, Tag

from graph.models import Fact


def said(message: str) -> str:
    """A validator's message without the name of its exception before it."""
    return message.removeprefix("Value error, ")


Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Id = str | Annotated[int, Field(strict=True)]  # true is no id
Text = Annotated[str, Field(max_length=2_000_000)]


class Body(Schema):
    """Unknown keys are an error: a misspelt option must not be ignored."""

    model_config = ConfigDict(extra="forbid")


class Named(Body):
    name: Annotated[str, Field(min_length=1, max_length=2000)]
    type: Annotated[str, Field(max_length=64)] = ""


def _is(given: Any) -> str:
    return "named" if isinstance(given, dict | Named) else "id"


End = Annotated[Annotated[Id, Tag("id")] | Annotated[Named, Tag("named")], Discriminator(_is)]
Type = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]


def aware(value: dt.datetime | None) -> dt.datetime | None:
    """A moment that says no zone is in UTC. Raises ValueError for one that some zone has no date for."""
    if value is not None and not 1 < value.year < dt.MAXYEAR:
        raise ValueError("the year must be between 2 and 9998")
    return value.replace(tzinfo=dt.UTC) if value is not None and value.tzinfo is None else value


def dated(value: Any) -> Any:
    """Not a year or digits without dashes, which would be read as seconds since 1970. Raises ValueError."""
    if str(value).strip().isdecimal() and len(str(value).strip()) <= 8:
        raise ValueError("write a day, like 2024-05-01")
    return value


Moment = Annotated[dt.datetime, BeforeValidator(dated), AfterValidator(aware)]


def _among(known: Sequence[str]) -> Callable[[str], str]:
    def check(given: str) -> str:
        unknown = [one for one in words(given) if one not in known]
        if unknown:
            raise ValueError(f"there is no “{unknown[0]}”; there are {', '.join(known)}")
        return given

    return check


def words(given: str) -> list[str]:
    """The parts of a comma list."""
    return [one.strip() for one in given.split(",") if one.strip()]


Statuses = Annotated[str, AfterValidator(_among(Fact.Status.values))]
Sources = Annotated[str, AfterValidator(_among(Fact.Source.values))]
