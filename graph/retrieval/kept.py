"""What a person has set about retrieval: laid over the default, within its bounds."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from graph.retrieval.config import BadConfig, RetrievalConfig, as_dict, override
from graph.retrieval.presets import preset

OWN: dict[str, TypeAdapter] = {
    "indexed_types": TypeAdapter(list[Annotated[str, Field(min_length=1, max_length=64)]]),
    "max_traversal_depth": TypeAdapter(Annotated[int, Field(ge=1, le=10)]),
}
DEFAULTS: dict[str, Any] = {"indexed_types": [], "max_traversal_depth": 10}
CONFIG = TypeAdapter(RetrievalConfig)


def checked(kept: dict[str, Any]) -> dict[str, Any]:
    """The settings as they may be kept. Raises BadConfig, which names each wrong one."""
    wrong = []
    for name, adapter in OWN.items():
        try:
            if name in kept:
                adapter.validate_python(kept[name], strict=True)
        except ValidationError as error:
            wrong += [((name, *one["loc"]), one["msg"]) for one in error.errors()]
    if wrong:
        raise BadConfig(wrong)
    override(preset("default"), {name: value for name, value in kept.items() if name not in OWN})
    return kept


def effective(kept: dict[str, Any]) -> dict[str, Any]:
    """Every option with the value that holds."""
    config = override(preset("default"), {name: value for name, value in kept.items() if name not in OWN})
    return {**as_dict(config), **{name: kept.get(name, default) for name, default in DEFAULTS.items()}}


def defaults() -> dict[str, Any]:
    return {**as_dict(preset("default")), **DEFAULTS}


def bounds() -> dict[str, Any]:
    """A JSON schema of every option."""
    schema = CONFIG.json_schema()
    own = {name: adapter.json_schema() for name, adapter in OWN.items()}
    return {**schema, "properties": {**schema["properties"], **own}}
