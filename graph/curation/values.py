"""Literal values: their JSON type kept, their text stored."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from graph.models import Fact
from graph.naming import readable

LIMIT = 100_000  # characters of one literal value
EXACT = 2**53  # below this a float that is whole is that whole number: 5.0 and 5 are one in JSON


class BadValue(ValueError):
    """A literal that cannot be kept: empty, too long, or of a type without a meaning here."""


def to_text(value: Any) -> tuple[str, str]:
    """A JSON value as (text, Fact.ValueType): `42` -> ("42", "number"). Raises BadValue."""
    match value:
        case bool():
            return ("true" if value else "false"), Fact.ValueType.BOOL
        case int() | float():
            whole = isinstance(value, float) and value.is_integer() and abs(value) < EXACT
            return json.dumps(int(value) if whole else value), Fact.ValueType.NUMBER
        case list():
            return json.dumps(value, ensure_ascii=False), Fact.ValueType.LIST
        case str():
            text = readable(value).strip()
            if not text:
                raise BadValue("The value is empty.")
            if len(text) > LIMIT:
                raise BadValue(f"The value has {len(text):,} characters; {LIMIT:,} are allowed.")
            return text, Fact.ValueType.DATE if is_date(text) else Fact.ValueType.STRING
    raise BadValue("A value must be a text, a number, true or false, a date, or a list.")


def from_text(text: str, value_type: str) -> Any:
    """The JSON value that `to_text` was given."""
    if value_type in (Fact.ValueType.NUMBER, Fact.ValueType.BOOL, Fact.ValueType.LIST):
        return json.loads(text)
    return text


def spoken(text: str, value_type: str) -> str:
    """The value as words in a sentence: a list reads "a, b"."""
    if value_type == Fact.ValueType.LIST:
        return ", ".join(str(part) for part in json.loads(text))
    return text


def is_date(text: str) -> bool:
    """Whether `text` is an ISO 8601 date or time."""
    if len(text) < 10 or not text[:4].isdigit() or text[4] != "-":
        return False
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
