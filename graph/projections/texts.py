"""The words under which an entity, a fact or a passage is embedded and found by keyword."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol


class Named(Protocol):
    name: str
    type: str
    description: str


class Passage(Protocol):
    prefix: str
    text: str


def entity_text(entity: Named, aliases: Iterable[str] = ()) -> str:
    """Name, type, other names and description: "Anna (person), also Annie. A colleague."; "concept" says nothing."""
    others = sorted({alias for alias in aliases if alias != entity.name})
    text = entity.name if entity.type in ("", "concept") else f"{entity.name} ({entity.type})"
    if others:
        text += f", also {', '.join(others)}"
    return f"{text}. {entity.description}" if entity.description else text


def fact_text(subject_name: str, reads: str, object_or_value: str) -> str:
    """One sentence: "Anna lives in Lisbon"; `reads` is `Relation.reads`."""
    return f"{subject_name} {reads} {object_or_value}"


def chunk_text(chunk: Passage) -> str:
    """The passage after its prefix (where in the document it stands)."""
    return f"{chunk.prefix}\n{chunk.text}" if chunk.prefix else chunk.text


def text_hash(text: str) -> str:
    """32 hexadecimal characters that tell whether an embedding is still of this text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
