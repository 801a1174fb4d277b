"""The passages of a document with the names in them marked, and how each is linked to others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q

from graph.models import Chunk, ChunkEdge, Evidence
from graph.prose import Unit, units
from graph.unmarked import with_targets

LINKS = 8  # of one passage that are shown, strongest first
WORDS = {
    "references": ("points to", "is pointed to by"),
    "elaborates": ("says more about", "is told more of by"),
    "depends_on": ("depends on", "is needed by"),
    "contradicts": ("contradicts", "is contradicted by"),
    "part_of": ("is part of", "contains"),
    "similar_to": ("is similar to", "is similar to"),
    "sequence": ("is followed by", "follows"),
    "caused_by": ("was caused by", "caused"),
}


@dataclass(frozen=True, slots=True)
class Segment:
    """Some words of a passage; `entity` is whom or what they name, if anyone."""

    text: str
    entity: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Running text with the names in it, or a block of code."""

    segments: tuple[Segment, ...]
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """ "depends on 4: because …": in words, the passage at the other end, and why."""

    words: str
    document: int
    title: str  # of another document; empty within the same
    number: int | None
    description: str


@dataclass(frozen=True, slots=True)
class Passage:
    pk: int
    number: int
    place: str
    parts: tuple[Part, ...]
    names: tuple[str, ...]
    links: tuple[Link, ...]


def passages(document: int, shown: Sequence[Chunk], first: int, *, is_typed: bool) -> tuple[Passage, ...]:
    """`shown` in order, the first of which is number `first`; in five queries for any number of them.

    `is_typed`: they are messages, whose lines are kept.
    """
    ids = [row.pk for row in shown]
    named: dict[int, dict[str, int]] = {}
    mentions = Evidence.objects.filter(chunk__in=ids, entity__merged_into=None).exclude(entity=None)
    for chunk, pk, name, quote in mentions.order_by("id").values_list("chunk", "entity", "entity__name", "quote"):
        named.setdefault(chunk, {}).setdefault(name, pk)
        named[chunk].setdefault(quote, pk)
    names = {chunk: _distinct(found) for chunk, found in named.items()}
    links = _links(document, ids)
    return tuple(
        Passage(
            row.pk,
            number,
            _place(row.metadata),
            _parts(row.text, named.get(row.pk, {}), is_typed=is_typed),
            names.get(row.pk, ()),
            tuple(links.get(row.pk, ())[:LINKS]),
        )
        for number, row in enumerate(shown, start=first)
    )


def _parts(text: str, names: Mapping[str, int], *, is_typed: bool) -> tuple[Part, ...]:
    """A passage as it is read, its paragraphs, points and lines apart; one that is nothing but marks as it stands."""
    parts: list[Part] = []
    for is_code, together in groupby(units(text, is_typed=is_typed), key=lambda unit: unit.is_code):
        if is_code:
            parts += [Part((Segment(unit.text),), is_code=True) for unit in together]
        else:
            words = "".join(f"{_before(unit)}{with_targets(unit.text)}" for unit in together)
            parts.append(Part(marked(words.strip(), names)))
    return tuple(parts) or (Part((Segment(text),)),)


def _before(unit: Unit) -> str:
    """What stands before a unit on a page."""
    point = f"{unit.number or '•'} " if unit.opens == "item" else ""
    return {"paragraph": "\n\n", "item": "\n", "line": "\n", "": " "}[unit.opens] + point


def marked(text: str, names: Mapping[str, int]) -> tuple[Segment, ...]:
    """The text cut where a name begins and ends, the longest first; case and the spaces between words do not count."""
    by_words = {_key(name): pk for name, pk in names.items() if _key(name)}
    if not by_words:
        return (Segment(text),)
    longest = sorted(by_words, key=lambda words: (-len(words), words))
    pattern = "|".join(r"\W+".join(map(re.escape, words)) for words in longest)
    found: list[Segment] = []
    end = 0
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text, re.IGNORECASE):
        if match.start() > end:
            found.append(Segment(text[end : match.start()]))
        found.append(Segment(match[0], by_words.get(_key(match[0]))))
        end = match.end()
    if end < len(text):
        found.append(Segment(text[end:]))
    return tuple(found)


def _key(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", name.casefold()))


def _distinct(found: Mapping[str, int]) -> tuple[str, ...]:
    """One name for each entity: the first that was noted, which is its own."""
    by_entity: dict[int, str] = {}
    for name, pk in found.items():
        by_entity.setdefault(pk, name)
    return tuple(by_entity.values())


def _place(metadata: Mapping[str, object]) -> str:
    """Where in the file it stands: "page 3", "Slug URLs", below a heading of the document."""
    places = [f"{kind} {metadata[kind]}" for kind in ("page", "slide", "sheet", "chapter") if kind in metadata]
    headings = metadata.get("headings")
    below = [" › ".join(map(str, headings[1:]))] if isinstance(headings, list) and len(headings) > 1 else []
    return " · ".join([*places[:1], *below])


def _links(document: int, ids: Sequence[int]) -> dict[int, list[Link]]:
    """What leads from and to each passage, strongest first; the order of the text itself is left out."""
    rows = ChunkEdge.objects.filter(Q(source__in=ids) | Q(target__in=ids)).exclude(relation="sequence")
    columns = ("source", "target", "relation", "description", "source__document", "target__document")
    titles = ("source__document__title", "target__document__title")
    leaves = Chunk.objects.filter(document=document, children=None).order_by("position")
    numbers = {pk: number for number, pk in enumerate(leaves.values_list("pk", flat=True), start=1)}
    found: dict[int, list[Link]] = {}
    for source, target, relation, why, here, there, from_title, to_title in rows.order_by("-weight", "id").values_list(
        *columns, *titles
    ):
        ends = ((source, 0, target, there, to_title), (target, 1, source, here, from_title))
        for end, way, other, held_by, title in ends:
            if end in ids:
                elsewhere = title if held_by != document else ""
                link = Link(WORDS[relation][way], held_by, elsewhere, numbers.get(other), why)
                found.setdefault(end, []).append(link)
    return found
