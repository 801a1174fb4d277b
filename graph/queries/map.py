"""A part of a person's map as a picture and as a table: entries, what joins them, and the way between two."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from graph.curation.names import matches
from graph.models import Conflict, Entity, Fact, User
from graph.naming import normalise
from graph.predicates import registry, relation
from graph.queries import drawing, walks
from graph.queries.layout import PHONE, WIDTH, named_without_cover, places
from graph.retrieval.types import node_pk
from graph.walks.traverse import Walk

SHOWN = 120  # entries in one picture; beyond it names cover each other
RELATIONS = 60  # kinds of relation offered as a filter
LETTER = 12  # SVG units of a letter of a label, at the size that a phone shows it
COLOURS = 6  # communities told apart by colour; the table says their number


@dataclass(frozen=True, slots=True)
class Dot:
    pk: int
    name: str
    type: str
    x: float
    y: float
    depth: int
    community: int | None
    is_center: bool
    is_named: bool = True  # whether there is room for its name in the picture
    is_named_small: bool = True  # and in the picture on a phone, where names are larger

    @property
    def colour(self) -> str:
        return "" if self.community is None else f"c{self.community % COLOURS}"

    @property
    def label(self) -> str:
        return self.name if len(self.name) <= 22 else self.name[:21].rstrip() + "…"

    @property
    def label_x(self) -> float:
        """Under the dot, or as near to it as the whole label has room in the picture."""
        half = len(self.label) * LETTER / 2
        return min(max(self.x, half), WIDTH - half)

    @property
    def label_y(self) -> float:
        return self.y + (29 if self.is_center else 22)


@dataclass(frozen=True, slots=True)
class Tie:
    """One fact between two dots; `mark` is "", "un" (unconfirmed) or "no" (in conflict)."""

    one: Dot
    two: Dot
    reads: str
    weight: float
    mark: str

    @property
    def mid_x(self) -> float:
        return round((self.one.x + self.two.x) / 2, 1)

    @property
    def mid_y(self) -> float:
        return round((self.one.y + self.two.y) / 2 - 3, 1)


@dataclass(frozen=True, slots=True)
class Picture:
    center: Dot
    dots: tuple[Dot, ...]
    ties: tuple[Tie, ...]
    truncated: bool

    @property
    def is_alone(self) -> bool:
        """Whether there is nothing around the middle."""
        return len(self.dots) < 2

    @property
    def says_relations(self) -> bool:
        """Whether there is room for the words on the lines."""
        return len(self.ties) <= 24

    @property
    def drawn(self) -> tuple[Dot, ...]:
        """The dots from below to above: those with a name cover those without, and the middle covers all."""
        return tuple(sorted(self.dots, key=lambda dot: (dot.is_center, dot.is_named)))

    @property
    def hides_names(self) -> bool:
        return not all(dot.is_named_small for dot in self.dots)


@dataclass(frozen=True, slots=True)
class Way:
    text: str
    steps: tuple[tuple[str, str, int], ...]  # (relation in words, name, id); the start has no relation


def picture(user: User, center: int, walk: Walk, now: dt.datetime, as_of: dt.datetime | None = None) -> Picture:
    """The neighbourhood of an entry, laid out, perhaps as it stood at a moment; in a constant number of queries."""
    part = drawing.neighbourhood(user, center, walk, now, as_of)
    nodes = sorted(part["nodes"], key=lambda one: (int(one["id"]) != center, one["depth"], int(one["id"])))
    order = {one["id"]: place for place, one in enumerate(nodes)}
    edges = [(order[one["source"]], order[one["target"]]) for one in part["edges"]]
    at = places([one["depth"] for one in nodes], edges)
    called, joined = [one["name"] for one in nodes], _joined(len(nodes), edges)
    named, small = named_without_cover(at, called, joined), named_without_cover(at, called, joined, PHONE)
    dots = tuple(
        Dot(
            int(one["id"]),
            one["name"],
            one["type"],
            *at[place],
            one["depth"],
            one["community"],
            place == 0,
            named[place],
            small[place],
        )
        for place, one in enumerate(nodes)
    )
    open_ = Conflict.objects.for_user(user).filter(state=Conflict.State.OPEN).values_list("older_id", "newer_id")
    clashing = {str(pk) for pair in open_ for pk in pair}
    ties = tuple(
        Tie(
            dots[order[one["source"]]],
            dots[order[one["target"]]],
            one["label"],
            one["weight"],
            "no" if one["id"] in clashing else "un" if one["status"] == Fact.Status.STAGED else "",
        )
        for one in part["edges"]
    )
    return Picture(dots[0], dots, ties, part["truncated"])


def _joined(count: int, edges: list[tuple[int, int]]) -> list[int]:
    """How many edges each node has."""
    ends = Counter(end for edge in edges for end in edge)
    return [ends[place] for place in range(count)]


def named(user: User, text: str) -> list[tuple[int, str]]:
    """The entries that go by a name, exactly; none for an empty one."""
    key = normalise(text)
    found = matches(user, [key]).get(key, []) if key else []
    rows = Entity.objects.for_user(user).standing().in_bulk(list(found))
    return [(pk, rows[pk].name) for pk in found if pk in rows]


def busiest(user: User, as_of: dt.datetime | None = None) -> int | None:
    """The entry of which most facts say what it has to do with another; None in a book without such a fact."""
    joined = drawing.held(user, as_of).exclude(object=None).values("subject")
    return next(
        iter(joined.annotate(count=Count("pk")).order_by("-count", "subject").values_list("subject", flat=True)), None
    )


def relations(user: User, as_of: dt.datetime | None = None) -> list[tuple[str, str]]:
    """The relations in use between entries, most frequent first, as (name, in words)."""
    used = drawing.held(user, as_of).exclude(object=None).values("predicate")
    counted = used.annotate(count=Count("pk")).order_by("-count", "predicate")[:RELATIONS]
    known = registry(user.pk)
    return [(row["predicate"], relation(known, row["predicate"]).reads) for row in counted]


def ways(
    user: User, start: int, goal: int, *, strongest: bool, now: dt.datetime, as_of: dt.datetime | None = None
) -> list[Way]:
    """How two entries are joined, over facts in either direction."""
    mode = "strongest" if strongest else "shortest"
    found, called = walks.between(
        user,
        start,
        goal,
        mode=mode,  # type: ignore[arg-type]
        max_depth=6,
        direction="both",
        now=now,
        as_of=as_of,
    )
    known = registry(user.pk)
    return [
        Way(
            walks.in_words(one.steps, called),
            tuple(
                (
                    (("← " if step.reverse else "") + relation(known, step.relation).reads) if step.relation else "",
                    called.get(step.node, ""),
                    node_pk(step.node),
                )
                for step in one.steps
            ),
        )
        for one in found.ways
    ]


def whole(user: User, most: int, as_of: dt.datetime | None = None) -> dict[str, list[list]]:
    """The most important entries and the facts among them, for drawing: small rows, because there are many."""
    rows = Entity.objects.for_user(user).standing().order_by("-importance", "-mention_count", "pk")
    nodes = [list(row) for row in rows.values_list("pk", "name", "community")[:most]]
    shown = {row[0] for row in nodes}
    facts = drawing.held(user, as_of).exclude(object=None)
    joined = facts.order_by("-weight", "pk").values_list("subject_id", "object_id", "status")
    edges = [[one, two, int(status == Fact.Status.STAGED)] for one, two, status in joined if {one, two} <= shown]
    return {"nodes": nodes, "edges": edges[: 3 * most]}
