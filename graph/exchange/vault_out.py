"""A vault that Obsidian opens: a note for each entry with links to the others, and every document as it was."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from collections import defaultdict
from pathlib import PurePosixPath
from typing import Any, BinaryIO

import yaml

from graph.curation.values import from_text, spoken
from graph.exchange import outgoing
from graph.exchange.records import ME
from graph.models import Document, Entity, Fact, User

FOLDER, DOCUMENTS = "Entries", "Documents"
_NO_NAME = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f]+')


def write(user: User, stream: BinaryIO, now: dt.datetime) -> int:
    """Every entry and document; returns how many. Links lead from entry to entry."""
    said: dict[int, list[Fact]] = defaultdict(list)
    named: set[int] = set()
    for fact in outgoing.facts(user, now):
        said[fact.subject_id].append(fact)
        named |= {fact.subject_id, fact.object_id or 0}
    names = outgoing.aliases(user)
    entries = [one for one in outgoing.entities(user) if not one.is_self or one.pk in named]
    taken: set[str] = set()
    stems = {one.pk: unique(one.name, taken) for one in entries}
    count = 0
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in entries:
            count += 1
            archive.writestr(f"{FOLDER}/{stems[one.pk]}.md", _entry(one, names.get(one.pk, []), said[one.pk], stems))
        paths: set[str] = set()
        for document in (
            Document.objects.for_user(user).exclude(kind=Document.Kind.CONVERSATION).order_by("pk").iterator(50)
        ):
            count += 1
            archive.writestr(_path(document, paths), _document(document))
    return count


def unique(name: str, taken: set[str]) -> str:
    """A file name for `name` that no other has, in any case of letters."""
    stem = " ".join(_NO_NAME.sub(" ", name).split()).strip(". ")[:100].strip(". ") or "Untitled"
    found, number = stem, 1
    while found.casefold() in taken:
        number += 1
        found = f"{stem} {number}"
    taken.add(found.casefold())
    return found


def _entry(one: Entity, names: list[str], facts: list[Fact], stems: dict[int, str]) -> str:
    front: dict[str, Any] = {"commonplace": ME if one.is_self else "entry", "type": one.type}
    if stems[one.pk] != one.name:
        front["title"] = one.name
    if names:
        front["aliases"] = names
    lines = []
    for fact in facts:
        link = _link(fact.object, stems) if fact.object else spoken(fact.value, fact.value_type)
        front.setdefault(fact.predicate, []).append(link if fact.object else _value(fact))
        doubt = "" if fact.status == Fact.Status.CONFIRMED else " (unconfirmed)"
        lines.append(f"- {fact.predicate.replace('_', ' ')}: {' '.join(link.split())}{doubt}")
    told = f"{one.description}\n\n" if one.description else ""
    return f"{_front(front)}# {one.name}\n\n{told}" + "\n".join(lines) + "\n"


def _link(entity: Entity, stems: dict[int, str]) -> str:
    stem = stems.get(entity.pk, entity.name)
    if entity.is_self:
        return f"[[{stem}|{ME}]]"
    return f"[[{stem}]]" if stem == entity.name else f"[[{stem}|{' '.join(_NO_NAME.sub(' ', entity.name).split())}]]"


def _value(fact: Fact) -> Any:
    if fact.value_type in ("bool", "list"):
        return from_text(fact.value, fact.value_type)
    if fact.value_type == "number":
        try:
            return float(fact.value) if "." in fact.value else int(fact.value)
        except ValueError:
            return fact.value
    return fact.value


def _front(front: dict[str, Any]) -> str:
    return f"---\n{yaml.safe_dump(front, allow_unicode=True, sort_keys=False, width=10_000)}---\n"


def _path(document: Document, taken: set[str]) -> str:
    """Where it came from inside a folder of notes, or else its title."""
    source = PurePosixPath(document.source.replace("\\", "/"))
    inside = document.kind == Document.Kind.IMPORT and source.suffix.lower() in {".md", ".markdown", ".txt"}
    parts = (
        [" ".join(_NO_NAME.sub(" ", part).split()).strip(". ") for part in source.parts[:-1]] if inside else [DOCUMENTS]
    )
    folder = "/".join(part for part in parts if part)
    stem = unique(source.stem if inside else document.title, set())
    path, number = f"{folder}/{stem}" if folder else stem, 1
    base = path
    while path.casefold() in taken:
        number += 1
        path = f"{base} {number}"
    taken.add(path.casefold())
    return f"{path}{source.suffix if inside else '.md'}"


def _document(document: Document) -> str:
    front = document.metadata.get("front_matter")
    return (_front(front) if isinstance(front, dict) and front else "") + document.text
