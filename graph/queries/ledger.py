"""Every change with what stood before and after, in sentences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, F, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from graph.models import Change, ChangeRow, Entity, Fact
from graph.predicates import Relation, registry
from graph.queries.before_after import Line, lines_of
from graph.queries.deeds import ACTORS, COUNTED, FINAL, VERBS, what
from graph.queries.reasons import in_words

PAGE = 50  # changes on one page
LINES = 8  # lines of one change; an import has thousands
ROWS = 60  # rows read of one change to make its lines
LARGE = 1000  # rows of one change: of more they are not put in order, quotes last, to read the first of them
TOLD = ["fact", "entity", "alias", "predicate", "evidence"]  # the rows that are put in words


@dataclass(frozen=True, slots=True)
class Entry:
    pk: int
    at: dt.datetime
    who: str
    what: str
    reason: str
    lines: tuple[Line, ...]
    more: int
    is_undone: bool
    is_undo: bool
    is_first: bool  # or all of it was erased: there is no way back
    together: int = 0  # standing changes of the same run, itself among them
    quotes: int = 0  # how many, where it did no more than add words to facts that were known

    @property
    def day(self) -> dt.date:
        """The day in the time zone that is active."""
        return timezone.localdate(self.at)


@dataclass(frozen=True, slots=True)
class Actor:
    name: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Ledger:
    entries: tuple[Entry, ...]
    actors: tuple[Actor, ...]
    total: int
    page: int
    pages: int
    actor: str
    question: str


def ledger(user_id: int, *, actor: str = "", question: str = "", page: int = 1) -> Ledger:
    """One page of changes, newest first."""
    mine = Change.objects.for_user(user_id)
    rows = mine.filter(actor=actor) if actor else mine
    if question:
        named = Entity.objects.for_user(user_id).filter(name__icontains=question).values("pk")
        facts = Fact.objects.for_user(user_id).filter(subject__in=named) | Fact.objects.for_user(user_id).filter(
            object__in=named
        )
        about = ChangeRow.objects.filter(model="fact", object_id__in=facts.values("pk")).values("change")
        itself = ChangeRow.objects.filter(model="entity", object_id__in=named).values("change")
        rows = rows.filter(pk__in=about) | rows.filter(pk__in=itself)
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    shown = list(rows.order_by("-at", "-id")[(page - 1) * PAGE : page * PAGE])
    actors = mine.values("actor").annotate(number=Count("pk")).order_by("-number", "actor")
    return Ledger(
        entries=entries(user_id, shown),
        actors=tuple(Actor(row["actor"], ACTORS[Change.Actor(row["actor"])], row["number"]) for row in actors),
        total=total,
        page=page,
        pages=pages,
        actor=actor,
        question=question,
    )


def entries(user_id: int, changes: Sequence[Change], about: Q | None = None, lines: int = LINES) -> tuple[Entry, ...]:
    """Changes in words, in five queries for any number of them and one for each that wrote very much; only what they
    did to the rows `about`, if given.
    """
    ids = [change.pk for change in changes]
    told = _told(ids) if about is None else _told(ids).filter(about)
    sizes = _sizes(told)
    runs = _runs(user_id, changes)
    rows: dict[int, list[ChangeRow]] = {pk: [] for pk in ids}
    large = [pk for pk in ids if sum(sizes.get(pk, {}).values()) > LARGE]
    quotes_last = Case(When(model="evidence", then=1), default=0)
    for row in first_of_each(told.exclude(change__in=large).filter(model__in=TOLD), ROWS, quotes_last):
        rows[row.change_id].append(row)
    for pk in large:
        kinds = [kind for kind in TOLD if kind in sizes[pk] and kind != "evidence"] or ["evidence"]
        rows[pk] = list(told.filter(change=pk, model__in=kinds).order_by("id")[:ROWS])
    names = _names(user_id, [row for group in rows.values() for row in group])
    relations = registry(user_id)
    return tuple(
        _entry(change, sizes.get(change.pk, {}), rows[change.pk], names, relations, runs.get(change.run, 0), lines)
        for change in changes
    )


def first_of_each(rows: QuerySet[ChangeRow], most: int, *order: Case) -> QuerySet[ChangeRow]:
    """At most so many of the rows of each change, by id; those that come first in the order, then by id.

    Which ones is found out by numbers alone: an import's rows hold all that it brought.
    """
    place = Window(RowNumber(), partition_by=[F("change_id")], order_by=[*order, "id"])
    chosen = rows.annotate(place=place).filter(place__lte=most).values("pk")
    return ChangeRow.objects.filter(pk__in=chosen).order_by("id")


def written(changes: Sequence[Change], most: int) -> dict[int, tuple[list[ChangeRow], int]]:
    """Of each change the first rows that it wrote, at most so many, and how many there are beside them."""
    rows = ChangeRow.objects.filter(change__in=changes)
    counts = dict(rows.values_list("change_id").annotate(number=Count("pk")))
    first: dict[int, list[ChangeRow]] = {change.pk: [] for change in changes}
    for row in first_of_each(rows, most):
        first[row.change_id].append(row)
    return {pk: (some, counts.get(pk, 0) - len(some)) for pk, some in first.items()}


def _runs(user_id: int, changes: Sequence[Change]) -> dict[str, int]:
    """How many standing changes each of the runs has."""
    named = {change.run for change in changes} - {""}
    rows = Change.objects.for_user(user_id).filter(run__in=named, undone_by=None).exclude(verb="undo")
    return dict(rows.values_list("run").annotate(number=Count("pk")))


def _told(ids: Sequence[int]) -> QuerySet[ChangeRow]:
    """The rows of these changes that still say what was written: of an erased one only that it was there is kept."""
    return ChangeRow.objects.filter(change__in=ids).exclude(before__isnull=True, after__isnull=True)


def _sizes(told: QuerySet[ChangeRow]) -> dict[int, dict[str, int]]:
    sizes: dict[int, dict[str, int]] = {}
    counted = told.values("change_id", "model").annotate(number=Count("pk"))
    for row in counted:
        sizes.setdefault(row["change_id"], {})[row["model"]] = row["number"]
    return sizes


def _names(user_id: int, rows: Iterable[ChangeRow]) -> dict[int, str]:
    """The present name of every entity that the rows speak of, else the one that the ledger kept."""
    wanted: set[int] = set()
    kept: dict[int, str] = {}
    for row in rows:
        for state in (row.before, row.after):
            if state is None:
                continue
            if row.model == "entity":
                kept[row.object_id] = state["name"]
            wanted |= {state[column] for column in ("subject_id", "object_id", "entity_id") if state.get(column)}
    standing = Entity.objects.for_user(user_id).filter(pk__in=wanted).values_list("pk", "name")
    return kept | dict(standing)


def _entry(
    change: Change,
    size: Mapping[str, int],
    rows: Sequence[ChangeRow],
    names: Mapping[int, str],
    relations: Mapping[str, Relation],
    together: int,
    most: int,
) -> Entry:
    lines = lines_of(rows, names, relations)
    told = sum(size.get(model, 0) for model in ("fact", "entity")) if len(rows) == ROWS else len(lines)
    verb = VERBS.get(change.verb, change.verb)
    return Entry(
        pk=change.pk,
        at=change.at,
        who=ACTORS[Change.Actor(change.actor)],
        what=what(verb, size, rows, names, relations) if change.verb in COUNTED else verb,
        reason=in_words(change),
        lines=tuple(lines[:most]),
        more=max(0, told - len(lines[:most])),
        is_undone=change.undone_by_id is not None,
        is_undo=change.verb == "undo",
        is_first=change.verb in FINAL or not size,
        together=together,
        quotes=size["evidence"] if change.verb in COUNTED and set(size) == {"evidence"} else 0,
    )
