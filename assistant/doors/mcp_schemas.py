"""What the tools take and give, as JSON schemas; the nine of the reference memory server have its shapes exactly."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def text(told: str = "") -> Schema:
    return {"type": "string", "description": told} if told else {"type": "string"}


def listed(items: Schema, told: str = "") -> Schema:
    return {"type": "array", "items": items, **({"description": told} if told else {})}


def given(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """An object as a tool takes it; without `required` everything in it is."""
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


def whole(**properties: Schema) -> Schema:
    """An object as it is given back: all of these, and nothing else."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


ENTITY = {
    "name": text("What it is called"),
    "entityType": text("What kind of thing it is, like person or place"),
    "observations": listed(text(), "Single statements about it"),
}
RELATION = {
    "from": text("The name of what the relation starts at"),
    "to": text("The name of what it leads to"),
    "relationType": text("The relation in active voice, like works_at"),
}
ADDED = {
    "entityName": text("The name of what is described"),
    "contents": listed(text(), "Statements to add"),
}
DELETED = {
    "entityName": text("The name of what was described"),
    "observations": listed(text(), "Statements to take back, word for word"),
}
GRAPH = whole(entities=listed(whole(**ENTITY)), relations=listed(whole(**RELATION)))
DONE = whole(success={"type": "boolean"}, message=text())


def every(**properties: Schema) -> Schema:
    """An object as a tool takes it, of which everything is required."""
    return given(tuple(properties), **properties)


COUNT = {"type": "integer", "minimum": 1, "maximum": 100}
PROPOSED = given(
    ("subject", "predicate"),
    subject=text("A name; “me” is the person whose book it is"),
    predicate=text("The relation, like lives_in or likes"),
    object=text("The name of another thing; give this or a value"),
    value=text("A plain value, like a date or a sentence"),
    quote=text("The words it rests on"),
    valid_from=text("The day since which it holds, like 2024-05-01, if it is known"),
    valid_until=text("The day on which it ended"),
)
STATED = given(
    id=text(), subject=text(), predicate=text(), object={"type": ["string", "null"]}, value={}, status=text()
)
