"""The words under which an entity, a fact or a passage is embedded and found by keyword."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Protocol

from graph import params, prose, sentences

_SAYS = re.compile(r"[^:\n]{1,40}: ")  # "Anna: " at the beginning of what she says


class Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def description(self) -> str: ...


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


def own_fact_text(name: str, reads: str, object_or_value: str) -> str:
    """A fact about the person themself, as they would say and ask it: "My sister is Anna", "I live in Oslo".

    Their name follows, so that others' words for them find it too. Measured with all-MiniLM-L6-v2: "Which city is my
    sibling in?" is .48 near the first person and .32 near "Ines has the sister Anna".
    """
    if reads.startswith("has the "):
        said = f"My {reads.removeprefix('has the ')} is {object_or_value}"
    else:
        said = f"I {first_person(reads)} {object_or_value}"
    return f"{said} ({name})"


def first_person(reads: str) -> str:
    """The words of a relation with its verb in the first person: "lives in" -> "live in"."""
    verb, _, rest = reads.partition(" ")
    irregular = {"is": "am", "has": "have", "was": "was", "does": "do", "goes": "go"}
    if verb in irregular:
        verb = irregular[verb]
    elif verb.endswith("ies") and len(verb) > 4:
        verb = verb[:-3] + "y"
    elif verb.endswith(("sses", "shes", "ches", "xes")):
        verb = verb[:-2]
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-1]
    return f"{verb} {rest}".strip()


def chunk_text(chunk: Passage) -> str:
    """The passage after its prefix (where in the document it stands)."""
    return f"{chunk.prefix}\n{chunk.text}" if chunk.prefix else chunk.text


def passage_lines(chunk: Passage, *, in_talk: bool) -> list[str]:
    """The lines of a passage, each after who says it or after the title; none where that is the passage over again.

    What was said before a message leads to the whole of it, and is none of its lines.
    """
    made = split(chunk.text, in_talk=in_talk)
    if not in_talk:
        return [f"{chunk.prefix}: {line}" if chunk.prefix else line for line in made] if len(made) > 1 else []
    speaker, told = "", []
    for line in made:
        said = _SAYS.match(line)
        speaker = said[0] if said else speaker
        told.append(line if said else f"{speaker}{line}")
    return told if chunk.prefix or len(told) > 1 else []


def split(text: str, *, in_talk: bool) -> list[str]:
    """The lines of a passage: of what was said as it was typed, of what was written as it is read."""
    return sentences.lines(text, params.SHORTEST_LINE) if in_talk else prose.lines(text, params.SHORTEST_LINE)


def text_hash(text: str) -> str:
    """32 hexadecimal characters that tell whether an embedding is still of this text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
