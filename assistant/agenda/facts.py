"""The facts that tell one of some days: what is due, expires, begins or ends, birthdays, and what a calendar holds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from assistant import params
from assistant.agenda import repeats
from assistant.agenda.entry import BIRTHDAYS, WEDDING, Entry, meets
from assistant.agenda.in_words import in_short
from assistant.agenda.moments import bounds, moment
from assistant.extraction.words.dates import MONTHS, in_month
from graph.models import Evidence, Fact, User
from graph.models.fact import FactQuerySet
from graph.predicates import registry, relation
from graph.projections.texts import fact_text
from graph.retrieval import rows
from graph.retrieval.types import Item, Parts

_OF_EVENTS = ("starts", "ends", "repeats", repeats.NOT_ON, repeats.ALSO_ON)  # one entry an event, not one a fact
_OVER = ("completed_on", "died_on")  # tells of a day that has been, and of none to come


@dataclass(frozen=True, slots=True)
class _Told:
    """The days that a fact tells, before its row is loaded; `by_rule` is a time of what repeats."""

    fact: int
    first: dt.date
    last: dt.date
    at: str = ""
    by_rule: bool = False


def on(
    user: User, first: dt.date, last: dt.date, now: dt.datetime, among: Collection[int] | None = None
) -> list[Entry]:
    """Each fact that stands and tells of these days, and each event of a calendar once, with when it is.

    `among` are the only entities of which anything is told, if it is given.
    """
    standing = Fact.objects.for_user(user).active().unexpired_at(now)
    if among is not None:
        standing = standing.filter(subject__in=among)
    told = [
        *_valued(standing, user, first, last),
        *_yearly(standing, user, first, last),
        *_monthly(standing, first, last),
        *_lasting(standing, user, first, last),
        *_events(standing, user, first, last),
    ]
    loaded = rows.facts_by_id(user.pk, {one.fact for one in told}, now)
    relations = registry(user.pk)
    found: dict[tuple[int, dt.date], tuple[_Told, Entry]] = {}
    for one in told:
        if (row := loaded.get(one.fact)) is not None:
            said = fact_text(row.subject_name, relation(relations, row.predicate).reads, row.object_name or row.value)
            item = Item("fact", row.pk, said, 0.0, Parts(confidence=row.confidence), section=row.subject, fact=row)
            found.setdefault((row.pk, one.first), (one, Entry(one.first, one.last, item, one.at)))
    return _once_born(_without_moved(list(found.values())))


def _once_born(found: Sequence[Entry]) -> list[Entry]:
    """Of a birthday that is told with its year and without the one with it, which says how old somebody turns."""
    born = {
        (one.item.section, one.first)
        for one in found
        if one.item.fact is not None and one.item.fact.predicate in BIRTHDAYS and one.item.fact.value[:4].isdigit()
    }

    def is_told(one: Entry) -> bool:
        fact = one.item.fact
        is_one = fact is not None and fact.predicate in BIRTHDAYS and not fact.value[:4].isdigit()
        return is_one and (one.item.section, one.first) in born

    return [one for one in found if not is_told(one)]


def _without_moved(found: Sequence[tuple[_Told, Entry]]) -> list[Entry]:
    """Without a time by a rule where that of the day was moved: it then stands in the calendar by itself."""
    alone = {(in_short(entry), entry.first) for told, entry in found if not told.by_rule}
    return [entry for told, entry in found if not told.by_rule or (in_short(entry), entry.first) not in alone]


def quotes(user: User, found: Sequence[Entry]) -> dict[int, list[tuple[str, bool]]]:
    """The words on which these facts rest, by the passage they stand in, each with whether its fact tells a time."""
    timed = {one.item.pk for one in found if one.at}
    found_in = Evidence.objects.for_user(user).filter(fact__in=[one.item.pk for one in found], chunk__isnull=False)
    by_chunk: dict[int, list[tuple[str, bool]]] = {}
    for chunk, quote, fact in found_in.values_list("chunk", "quote", "fact"):
        by_chunk.setdefault(chunk, []).append((quote, fact in timed))
    return by_chunk


def _valued(standing: FactQuerySet, user: User, first: dt.date, last: dt.date) -> Iterator[_Told]:
    """ "expires on 2027-03-03": ISO days and moments are in order as texts."""
    dated = standing.exclude(predicate__in=(*_OF_EVENTS, *_OVER)).filter(object=None, **_between(first, last))
    for pk, value in dated.order_by("pk").values_list("pk", "value")[: params.DATED_FACTS]:
        when = moment(value, user)
        if when and first <= when[0] <= last:
            yield _Told(pk, when[0], when[0], when[1])


def _yearly(standing: FactQuerySet, user: User, first: dt.date, last: dt.date) -> Iterator[_Told]:
    """Birthdays and weddings, with a year or without, and other days that are told without one: "3 May"."""
    days = [first + dt.timedelta(days=step) for step in range(min((last - first).days + 1, 366))]
    by_words = {f"{day.day} {MONTHS[day.month - 1].capitalize()}": day for day in reversed(days)}
    plain = standing.filter(object=None, value__in=by_words)
    for pk, value in plain.order_by("pk").values_list("pk", "value")[: params.DATED_FACTS]:
        yield _Told(pk, by_words[value], by_words[value])
    born = standing.filter(predicate__in=(*BIRTHDAYS, WEDDING), value_type=Fact.ValueType.DATE)
    alive = born.exclude(subject__in=standing.filter(predicate="died_on").values("subject"))
    by_day = {(day.month, day.day): day for day in reversed(days)}
    eldest = f"{first.year - params.OLDEST:04}"
    for pk, value in alive.filter(value__gte=eldest).order_by("pk").values_list("pk", "value")[: params.DATED_FACTS]:
        born_on = moment(value, user)
        if born_on and (day := by_day.get((born_on[0].month, born_on[0].day))):
            yield _Told(pk, day, day)


def _monthly(standing: FactQuerySet, first: dt.date, last: dt.date) -> Iterator[_Told]:
    """ "expires on August 2027": some time in that month."""
    months: dict[str, tuple[dt.date, dt.date]] = {}
    day = first.replace(day=1)
    while day <= last and len(months) < 24:
        after = (day + dt.timedelta(days=31)).replace(day=1)
        months[in_month(day)] = (day, after - dt.timedelta(days=1))
        day = after
    told = standing.filter(object=None, value__in=months).order_by("pk").values_list("pk", "value")
    for pk, value in told[: params.DATED_FACTS]:
        if meets(months[value], first, last):
            yield _Told(pk, *months[value])


def _lasting(standing: FactQuerySet, user: User, first: dt.date, last: dt.date) -> Iterator[_Told]:
    """What was told to begin or to end on a day that was then still to come."""
    span = bounds(first, last, user)
    for name in ("valid_from", "valid_until"):
        coming = standing.filter(Q(**{f"{name}__range": span}) & Q(**{f"{name}__gt": F("created_at")}))
        for pk, at in coming.order_by("pk").values_list("pk", name)[: params.DATED_FACTS]:
            day = user.local(at).date()
            yield _Told(pk, day, day)


def _events(standing: FactQuerySet, user: User, first: dt.date, last: dt.date) -> Iterator[_Told]:
    """Events by when they start, with those that have begun and are not over, and those that repeat."""
    since = first - params.LONGEST_EVENT
    starts = standing.filter(predicate="starts", **_between(since, last)).order_by("pk")
    begun = {subject: (pk, value) for pk, subject, value in starts.values_list("pk", "subject", "value")}
    ended = standing.filter(predicate="ends", subject__in=begun).values_list("subject", "value")
    ends = dict(ended.order_by("pk"))
    for subject, (pk, value) in begun.items():
        start = moment(value, user)
        end = moment(ends.get(subject, value), user) or start  # of one that no clock has nothing is known
        if start and end and start[0] <= last and max(end[0], start[0]) >= first:
            yield _Told(pk, start[0], max(end[0], start[0]), start[1])
    yield from (_Told(pk, day, day, at, by_rule=True) for pk, day, at in repeats.on(standing, user, first, last))


def _between(first: dt.date, last: dt.date) -> Mapping[str, str]:
    """Of values as texts, a day wider on both sides for the sake of other time zones."""
    day = dt.timedelta(days=1)
    return {"value__gte": (first - day).isoformat(), "value__lt": (last + 2 * day).isoformat()}
