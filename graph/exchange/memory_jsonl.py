"""The file of the reference knowledge-graph memory server: an entity or a relation a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from graph.curation.candidates import Draft, Name
from graph.exchange.records import CannotRead, Problem, Record, Thing, why
from graph.models import Fact

OBSERVATION = "observation"


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Things, what is observed of them, and relations. Raises CannotRead when no line is of this format."""
    good = 0
    for place, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        records = list(_records(line))
        good += any(not isinstance(one, Problem) for one in records)
        if place > 20 and not good:
            raise CannotRead("None of the first 20 lines is an entity or a relation.")
        yield from ((str(place), one) for one in records)
    if not good:
        raise CannotRead("There is no entity and no relation in the file.")


def _records(line: bytes) -> Iterator[Record]:
    try:
        row = json.loads(line)
        kind = row["type"]
        if kind == "entity":
            name, type_ = text(row["name"]), text(row.get("entityType") or "concept")[:64]
            yield Thing(name, type_)
            for said in row.get("observations") or ():
                yield staged(Name(name, type_), OBSERVATION, value=text(said))
        elif kind == "relation":
            yield staged(Name(text(row["from"]), ""), text(row["relationType"]), object=Name(text(row["to"]), ""))
        else:
            yield Problem(f"“{str(kind)[:40]}” is neither an entity nor a relation.")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        yield Problem(f"The line is no entity and no relation: {why(error)}."[:200])


def text(value: Any) -> str:
    """Raises TypeError for what is no text."""
    if not isinstance(value, str):
        raise TypeError("a text is expected")
    return value


def staged(subject: Name, predicate: str, **rest: Any) -> Draft:
    """A fact as an import proposes it."""
    return Draft(
        subject=subject,
        predicate=predicate,
        status=Fact.Status.STAGED,
        source=Fact.Source.FILE,
        provenance=Fact.Provenance.IMPORT,
        **rest,
    )
