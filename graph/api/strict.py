"""JSON as the standard has it: no NaN, no nesting without end, because the database takes neither."""

from __future__ import annotations

import json
from typing import Any

DEEPEST = 100  # lists and objects inside each other; SQLite takes 1,000, a person's data a handful


class NoJson(ValueError):
    """The body is not JSON, with the reason in a sentence."""


def loads(body: bytes | str) -> Any:
    """The value of a JSON text. Raises NoJson."""
    try:
        value = json.loads(body, parse_constant=_refuse)
    except NoJson:
        raise
    except (ValueError, RecursionError) as error:
        raise NoJson("The body is not JSON.") from error
    _check_depth(value)
    return value


def _refuse(constant: str) -> Any:
    raise NoJson(f"{constant} is not JSON.")


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise NoJson(f"The JSON is nested more than {DEEPEST} deep.")
