"""The front matter of a Markdown note: what its writer said about it in YAML above the text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

from graph.documents import params

_BLOCK = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)

LONGEST_LINE = 2000  # characters


# What a program would have filled in where a note is made from a template: {{date}}, <% tp.file.title %>
BLANK = re.compile(r"\{\{[^{}\n]{0,200}\}\}|<%[^\n]{0,200}?%>")
_LEFT = "\ue000"  # stands for it, since to YAML {{date}} is a table


class _AsWritten(yaml.SafeLoader):
    """Keeps what stands there: a number or a truth is one only if it is written the same way again.

    YAML reads the time 12:30 as 750, the postcode 01234 as 668, the version 1.10 as 1.1 and "no" as false; a day that
    is none is a text. What a template left open is nothing. Without aliases, which can make a few lines unfold to
    gigabytes.
    """

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        if not isinstance(node, yaml.ScalarNode):
            return super().construct_object(node, deep)
        if _LEFT in node.value:
            return None
        if node.tag == "tag:yaml.org,2002:value":  # a mark of equality that stands alone
            return node.value
        try:
            value = super().construct_object(node, deep)
        except ValueError:
            return node.value
        if isinstance(value, bool | int | float):
            return value if spelled(value) == node.value else node.value
        return value


def spelled(value: object) -> str:
    """A value as a note has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def loaded(front: str) -> Any:
    """The values that a front matter holds, what is left open in it being None. Raises YAMLError, or RecursionError."""
    found = yaml.load(BLANK.sub(_LEFT, front), _AsWritten)
    return {key: value for key, value in found.items() if key is not None} if isinstance(found, dict) else found


def front_matter(text: str) -> dict[str, Any]:
    """The front matter as JSON values; empty when there is none or it cannot be read. It stays part of the text."""
    block = _BLOCK.match(text[: params.FRONT_MATTER])
    if block is None:
        return {}
    try:
        found = loaded(block[1])
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return json.loads(json.dumps({str(key): value for key, value in found.items()}, default=str))


def line(key: object, value: object) -> str:
    """One value as its key has it, in words that can be quoted."""
    return f"{key}: {value}"[:LONGEST_LINE]


def lines(front: Mapping[str, Any]) -> set[str]:
    """Every `line` of a front matter; each value of a list has its own."""
    return {line(key, one) for key, value in front.items() for one in (value if isinstance(value, list) else [value])}
