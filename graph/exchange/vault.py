"""Notes: one markdown file, or a zip of them, with front matter and wikilinks as Obsidian writes them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePosixPath
from typing import Any, BinaryIO

import yaml

from graph.curation.candidates import CONCEPT, FRONT_MATTER, Name, Quote
from graph.curation.values import to_text
from graph.documents import dated, parse, properties
from graph.documents.formats import inline_fields, notes
from graph.exchange import packed
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import ME, CannotRead, Note, Problem, Record, Thing, Unread
from graph.naming import normalise
from graph.predicates import canonical

SUFFIXES = (".md", ".markdown", ".txt")
OTHERS = (".json", ".jsonl", ".jsonld", ".csv", ".vcf", ".ics", ".maig")  # of what other readers take
WANTED = "Notes are .md, .markdown and .txt files, or a zip of them. Is it one of the other kinds in the list?"
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LINK = re.compile(r"\A\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]\Z")
_NOTION = re.compile(r" [0-9a-f]{32}\Z")  # what Notion calls a page, behind its title in the name of its file
WRITTEN = ("entry", ME)  # the marks of an export: an entry, and the one that is the person whose book it is
LARGEST_FRONT = 50_000  # characters
MOST_VALUES = 200  # of one note
PERSONS_TAGS = {"person", "people", "persons", "contact", "contacts"}
OF_PERSONS = {"birthday", "birthdate", "born_on", "date_of_birth", "married_to", "spouse", "husband", "wife"}
OWN = {"aliases", "alias", "tags", "tag", "title", "type", "commonplace"}  # what they say is said in another way
# Keys by which programs keep their own books. They say something of the file, nothing of what the note is about, so
# they stay with the document and make no fact.
BOOKKEEPING = {
    **dict.fromkeys(("created", "created_at", "date created", "date_created", "ctime"), "when the file was made"),
    **dict.fromkeys(("updated", "updated_at", "modified", "modified_at", "date modified", "date_modified", "lastmod",
                     "last_modified", "last-modified", "last modified", "mtime"), "when the file was changed"),
    **dict.fromkeys(("uid", "uuid", "guid", "id", "zettel_id", "permalink", "slug"), "what a program calls the file"),
    **dict.fromkeys(("cssclass", "cssclasses", "banner", "banner_x", "banner_y", "icon", "cover-image",
                     "kanban-plugin", "excalidraw-plugin", "obsidianuimode", "obsidianeditingmode"), "how it looks"),
    **dict.fromkeys(("publish", "draft", "share", "dg-publish", "dg-home"), "whether a site shows it"),
    **dict.fromkeys(("template", "layout", "linter-yaml-title-alias"), "what a program makes of it"),
}  # fmt: skip


def read(stream: BinaryIO, name: str = "") -> Iterator[tuple[str, Record]]:
    """Every note as a document, and what its front matter states; `name` is that of the file. Raises CannotRead.

    A folder that everything in a zip stands in is no part of a note's path.
    """
    if not packed.is_zip(stream):
        if name.lower().endswith(OTHERS):
            raise CannotRead(f"“{name}” is no note. {WANTED}")
        yield from note(stream.read(), name or "note.md")
        return
    found, root = False, packed.root(stream)
    for file in packed.files(stream, SUFFIXES):
        found, path = True, _below(root, file.name)
        if file.why:
            yield path, Problem(file.why)
        else:
            yield from note(file.data, path, root)
    if not found and (further := packed.others(stream, SUFFIXES)) and further[0].lower().endswith(".zip"):
        raise CannotRead(f"What is in it is packed once more (“{further[0]}”). Unpack it, and bring in each zip.")
    if not found:
        raise CannotRead(f"There is no note in it. {WANTED}")
    yield from ((_below(root, name), Unread()) for name in packed.others(stream, SUFFIXES))


def _below(root: str, path: str) -> str:
    return path.removeprefix(f"{root}/") if root else path


def note(data: bytes, name: str, root: str = "") -> Iterator[tuple[str, Record]]:
    try:
        text = parse.decode(data, name)
    except ValueError as refusal:
        yield name, Problem(str(refusal))
        return
    front, body, problem = _front_matter(text)
    title = str(front.get("title") or _NOTION.sub("", PurePosixPath(name).stem))[:500]
    if problem:
        yield name, Problem(problem)
    if front.get("commonplace") not in WRITTEN and not _is_of_a_day(name, front):
        front = inline_fields.fields(body) | front  # a day has them in its text, and is found by them
    metadata: dict[str, Any] = {"front_matter": _plain(front)} if front else {}
    if "tags" in front or "tag" in front:
        metadata["tags"] = _texts(front.get("tags") or front.get("tag"))[:100]
    is_of_a_day = _is_of_a_day(name, front)
    own = _properties(front) if is_of_a_day else []
    if own and body.strip():
        metadata[properties.KEY] = own
    elif own:
        body = "\n".join((title, "", *own))  # a day of which nothing else is told
    if front.get("commonplace") in WRITTEN:  # written by an export: what it says stands in the front matter
        pass
    elif body.strip():
        yield name, Note(title, body, name, metadata, root)
    elif not front:
        yield name, Problem("The note is empty.")
    if not (is_of_a_day or _is_template(text, body, front)):
        yield from ((name, one) for one in _stated(title, front))


def _is_template(text: str, body: str, front: dict[str, Any]) -> bool:
    """Whether others are made from the note: its title is left open, or all but what it is and is called.

    One that somebody filled in may keep a blank.
    """
    above = text[: len(text) - len(body)]
    said = any(
        _is_told(value) for key, value in front.items() if str(key).strip().lower() not in OWN | BOOKKEEPING.keys()
    )
    return notes.BLANK.search(parse.title_of(body, "-")) is not None or (
        notes.BLANK.search(above) is not None and (("title" in front and front["title"] is None) or not said)
    )


def _is_told(value: Any) -> bool:
    return value not in (None, "") and (not isinstance(value, list) or any(map(_is_told, value)))


def _is_of_a_day(name: str, front: dict[str, Any]) -> bool:
    """Whether a note is one of a day, and not about something that has a kind or other names.

    Its properties, such as how one slept, are the note's: nobody decides on a fact for each of seven hundred days.
    """
    about = ("type", "aliases", "alias", "commonplace")
    return dated.day(name, front) is not None and not any(front.get(key) for key in about)


def _properties(front: dict[str, Any]) -> list[str]:
    """A line for each property that says something, with all its values; what holds others is told part by part."""

    def told(key: str, value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for part, one in value.items():
                yield from told(f"{key} {part}", one)
        elif said := ", ".join(one for one in _texts(value) if one.strip()):
            yield notes.line(key, said)

    passed_over = {*BOOKKEEPING, *dated.KEYS, "title"}
    kept = ((str(key), value) for key, value in front.items() if str(key).strip().lower() not in passed_over)
    return list(islice((line for key, value in kept for line in told(key, value)), MOST_VALUES))


def _front_matter(text: str) -> tuple[dict[str, Any], str, str]:
    """The front matter, the text without it, and what is wrong with it."""
    found = _FRONT.match(text)
    if not found:
        return {}, text, ""
    if len(found[1]) > LARGEST_FRONT or re.search(r"(?m)^[^#\n]*[:\-]\s*[&*]\w", found[1]):
        return {}, text, "The front matter is too long, or repeats itself by reference; it was left in the text."
    try:
        front = notes.loaded(found[1])
        if isinstance(front, dict) and front.get("commonplace") in WRITTEN:
            front = yaml.safe_load(found[1])  # an export tells the types of its values by YAML's rules
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text, "The front matter is not YAML; it was left in the text."
    if not isinstance(front, dict):
        return {}, text, ""
    own = front.get("commonplace") in WRITTEN  # an export has its links in quotes, and lists in lists
    return front if own else {key: _linked(one) for key, one in front.items()}, text[found.end() :], ""


def _linked(value: Any) -> Any:
    """A link that was written without quotes, which YAML takes for a list of a list, as a link."""
    match value:
        case [[*words]] if words and all(isinstance(one, str | int) for one in words):
            return f"[[{', '.join(map(str, words))}]]"
        case [*_]:
            return [_linked(one) for one in value]
    return value


def _stated(title: str, front: dict[str, Any]) -> Iterator[Record]:
    """The note's subject with its other names, and a fact for each property."""
    aliases = tuple(one for one in _texts(front.get("aliases") or front.get("alias")) if one.strip())[:50]
    own = front.get("commonplace") in WRITTEN  # there every other key is a relation, whatever it is called
    passed_over = OWN if own else OWN | BOOKKEEPING.keys() | (set() if front.get("type") else set(dated.KEYS))
    facts = [
        (str(key), value)
        for key, value in front.items()
        if str(key).strip().lower() not in passed_over and _is_told(value)  # left empty by a template
    ]
    type_ = str(front.get("type") or _kind(front))[:64]
    if not (aliases or facts or front.get("type")):
        return
    title = ME if own and front["commonplace"] == ME else title
    yield Thing(title, type_, aliases)
    values = [(key, one) for key, value in facts for one in (value if isinstance(value, list) else [value])]
    for key, value in values[:MOST_VALUES]:
        if not own and key.strip().lower() == "name" and normalise(str(value)) == normalise(title):
            continue  # that Anna is called Anna is nothing to decide on
        if value is None or value == "" or isinstance(value, dict) or (isinstance(value, list) and not own):
            continue
        link = _LINK.match(str(value).strip())
        quote = (Quote(notes.line(key, value), extractor=FRONT_MATTER),)
        if link:
            other = ME if own and link[2] == ME else PurePosixPath(link[1].strip()).name
            yield staged(Name(title, type_), key, object=Name(other, ""), evidence=quote)
        else:
            said, kind = _value(value)
            yield staged(Name(title, type_), key, value=said, value_type=kind, evidence=quote)


def _kind(front: dict[str, Any]) -> str:
    """What a note without a type is of: a person, by its tags or by a field that only people have."""
    tags = {tag.casefold().lstrip("#") for tag in _texts(front.get("tags") or front.get("tag"))}
    fields = {canonical(str(key)) for key, value in front.items() if _is_told(value)}
    return "person" if tags & PERSONS_TAGS or fields & OF_PERSONS else CONCEPT


def _value(value: Any) -> tuple[str, str]:
    if isinstance(value, bool):
        return str(value).lower(), "bool"
    if isinstance(value, int | float):
        return str(value), "number"
    if isinstance(value, dt.date):
        return value.isoformat(), "date"
    if isinstance(value, list):
        return to_text([one if isinstance(one, str | int | float) else str(one) for one in value])
    return str(value), "string"


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    return [notes.spelled(one) for one in (value if isinstance(value, list) else [value]) if one is not None]


def _plain(front: dict[str, Any]) -> dict[str, Any]:
    """As JSON has it, lists as lists, since each value of one is a line that a fact may quote."""

    def plain(value: Any) -> Any:
        return value if value is None or isinstance(value, str | int | float | bool) else str(value)

    return {
        str(key): [plain(one) for one in value] if isinstance(value, list) else plain(value)
        for key, value in front.items()
    }
