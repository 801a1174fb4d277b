"""JSON as the standard has it: no NaN, no nesting without end and no broken text, because no database takes them."""

from __future__ import annotations

import json
import math
import re
from typing import Any

DEEPEST = 100  # lists and objects inside each other; SQLite takes 1,000, a person's data a handful


_ZERO = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")  # the escape itself, not a backslash and the letters after it
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class NoJson(ValueError):
    """The body is not JSON, with the reason in a sentence."""


def loads(body: bytes | str) -> Any:
    """The value of a JSON text; a zero byte in its words is a space. Raises NoJson."""
    try:
        text = body if isinstance(body, str) else body.decode(json.detect_encoding(body))
        value = json.loads(_ZERO.sub(r"\1 ", text), parse_constant=_refuse, parse_float=_finite)
    except NoJson:
        raise
    except (ValueError, RecursionError) as error:
        raise NoJson("The body is not JSON.") from error
    _check_depth(value)
    if _HALF.search(text):
        _check_characters(value)
    return value


def _check_characters(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NoJson("A text has half a character: a surrogate that stands alone.") from None


def _finite(digits: str) -> float:
    """1e999 is infinity to Python, which nobody could be answered with."""
    number = float(digits)
    if not math.isfinite(number):
        raise NoJson(f"The number {digits[:40]} is too large.")
    return number


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
