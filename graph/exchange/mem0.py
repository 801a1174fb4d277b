"""Memories of Mem0: sentences about the person, and the relations of its graph."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from graph.curation.candidates import RECORD, Name, Quote
from graph.exchange.memory_jsonl import OBSERVATION, staged
from graph.exchange.records import CannotRead, Problem, Record, Remark
from graph.exchange.times import told


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """A list of memories, or an object that holds one. Raises CannotRead."""
    try:
        data = json.loads(stream.read())
    except (ValueError, RecursionError) as error:
        raise CannotRead(f"The file is not JSON: {error}"[:300]) from None
    listed = data
    relations: list[Any] = []
    if isinstance(data, dict):
        listed = next((data[key] for key in ("results", "memories", "data") if isinstance(data.get(key), list)), None)
        relations = data["relations"] if isinstance(data.get("relations"), list) else []
    if not isinstance(listed, list):
        raise CannotRead("There is no list of memories in the file.")
    for place, one in enumerate(listed, start=1):
        yield str(place), _memory(one)
        if isinstance(one, dict) and one.get("expiration_date") and _expires(one) is None:
            yield str(place), Remark("Until when it holds could not be read.")
    for place, one in enumerate(relations, start=1):
        yield f"relation {place}", _relation(one)
    rows = [one for one in listed if isinstance(one, dict)]
    owners = {str(one["user_id"]) for one in rows if one.get("user_id")}
    if len(owners) > 1:
        yield _some(sorted(owners)), Remark("The memories are of several users, and all were taken for yours.")
    own = {key for one in rows if isinstance(one.get("metadata"), dict) for key in one["metadata"]}
    if own:
        yield _some(sorted(own)), Remark("What memories hold under “metadata” was not read.")


def _some(names: list[str]) -> str:
    return ", ".join(names[:10]) + (", …" if len(names) > 10 else "")


def _memory(one: Any) -> Record:
    said = one if isinstance(one, str) else None
    if isinstance(one, dict):
        said = next((one[key] for key in ("memory", "text", "data", "content") if isinstance(one.get(key), str)), None)
    if not said or not said.strip():
        return Problem("The memory has no text.")
    metadata: dict[str, Any] = {}
    if isinstance(one, dict):
        metadata = {"dated": one["created_at"]} if isinstance(one.get("created_at"), str) else {}
        tags = one.get("categories")
        metadata |= {"categories": [str(tag) for tag in tags][:20]} if isinstance(tags, list) else {}
        if isinstance(one.get("id"), str | int):
            metadata[RECORD] = f"mem0:{one['id']}"[:500]
    quote = (Quote(said[:2000], extractor="mem0"),)
    until = _expires(one) if isinstance(one, dict) else None
    return staged(
        Name("me"),
        OBSERVATION,
        value=said,
        metadata=metadata,
        valid_until=until,
        evidence=quote,
        renews=RECORD in metadata,
    )


def _expires(one: dict[str, Any]) -> dt.datetime | None:
    """Until when a memory holds: a day, or a moment."""
    try:
        return told(str(one.get("expiration_date") or ""))
    except ValueError:
        return None


def _relation(one: Any) -> Record:
    if not isinstance(one, dict):
        return Problem("It is no relation.")
    ends = [
        one.get("source"),
        one.get("relationship") or one.get("relation"),
        one.get("target") or one.get("destination"),
    ]
    if not all(isinstance(end, str) and end.strip() for end in ends):
        return Problem("The relation needs a source, a relationship and a target.")
    source, relation, other = (str(end) for end in ends)
    return staged(Name(source, ""), relation, object=Name(other, ""))
