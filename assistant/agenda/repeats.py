"""The days on which what repeats takes place, by the rule that a calendar gives it."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from assistant import params
from assistant.agenda.moments import moment
from graph.exchange.entries import ALSO_ON, NOT_ON
from graph.models import User
from graph.models.fact import FactQuerySet

_RULED = ("starts", "repeats", NOT_ON, ALSO_ON)
_OF_THE_DAY = ("BYHOUR", "BYMINUTE", "BYSECOND")  # times within a day, of which there may be 86,400
_SAME_AGAIN = 400  # years after which the calendar repeats itself, weekdays and leap years alike
_BY_DAYS = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")


def on(standing: FactQuerySet, user: User, first: dt.date, last: dt.date) -> Iterator[tuple[int, dt.date, str]]:
    """(fact, day, time) of each time between these days that something with a rule takes place, after its first."""
    ruled = standing.filter(predicate="repeats").order_by("pk").values_list("subject", flat=True)
    told: dict[int, dict[str, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
    rows = standing.filter(subject__in=list(ruled[: params.DATED_FACTS]), predicate__in=_RULED).order_by("pk")
    for pk, subject, predicate, value in rows.values_list("pk", "subject", "predicate", "value"):
        told[subject][predicate].append((pk, value))
    for facts in told.values():
        start = moment(facts["starts"][-1][1], user) if facts["starts"] else None
        if start is None:
            continue
        days = {_day(value) for _, value in facts[ALSO_ON]}
        for _, rules in facts["repeats"]:
            days.update(*(ruled_days(rule, start[0], first, last) for rule in rules.split("; ")))
        days -= {_day(value) for _, value in facts[NOT_ON]} | {start[0], None}
        yield from (
            (facts["starts"][-1][0], day, start[1]) for day in sorted(filter(None, days)) if first <= day <= last
        )


def ruled_days(rule: str, start: dt.date, first: dt.date, last: dt.date) -> set[dt.date]:
    """The days from `first` to `last` that an RRULE of RFC 5545 gives; none of one that is damaged.

    One that never comes to a day ("30 February") is followed to the year 9999. So it is reckoned as late as the
    calendar, which is the same every 400 years, allows: what takes seconds from here takes a twentieth from there.
    """
    from dateutil import rrule

    parts = dict(part.split("=", 1) for part in rule.strip().upper().split(";") if "=" in part)
    parts = {key: value for key, value in parts.items() if key not in _OF_THE_DAY}
    count, until = parts.pop("COUNT", ""), parts.pop("UNTIL", "")
    if parts.get("FREQ") not in _BY_DAYS:
        return set()
    try:
        end = min(last, dt.date.fromisoformat(until[:8])) if until else last
        later = (dt.MAXYEAR - last.year) // _SAME_AGAIN * _SAME_AGAIN
        begins = dt.datetime.combine(_years_on(start, later), dt.time.min)
        series = rrule.rrulestr(";".join(f"{key}={value}" for key, value in parts.items()), dtstart=begins)
        ends = dt.datetime.combine(_years_on(end, later), dt.time.max)
        days = islice(series.replace(until=ends), int(count) if count else None)
        return {day for one in days if (day := _years_on(one.date(), -later)) >= first}
    except (ValueError, TypeError, AttributeError):  # no calendar could read it
        return set()


def _years_on(day: dt.date, years: int) -> dt.date:
    return day.replace(year=day.year + years)


def _day(value: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value[:10])
    except ValueError:
        return None
