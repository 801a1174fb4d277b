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


class _Loader(yaml.SafeLoader):
    """Without aliases, which can make a few lines unfold to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def front_matter(text: str) -> dict[str, Any]:
    """The front matter as JSON values; empty when there is none or it cannot be read. It stays part of the text."""
    block = _BLOCK.match(text[: params.FRONT_MATTER])
    if block is None:
        return {}
    try:
        found = yaml.load(block[1], _Loader)
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
