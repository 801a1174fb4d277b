"""What falls on the days that a question asks about, told day by day: "what's on this week?"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

from assistant import params
from assistant.agenda import asked as asking
from assistant.agenda import entries, tasks
from assistant.agenda.asked import BIRTHDAY, DUE, PAYMENT, Asked
from assistant.agenda.entry import Entry
from assistant.agenda.in_words import capital, days, in_short, on_days
from assistant.without_model.line import Line
from assistant.without_model.quoting import shortened
from assistant.without_model.writing import Composed, Writing
from graph.models import User
from graph.predicates import registry, relation
from graph.retrieval.result import Result


def told(
    user: User, question: str, result: Result, now: dt.datetime, less: Callable[[Result], Result]
) -> tuple[Composed, Result] | None:
    """The answer, and the result with what it cites; None where the question asks for no days.

    Of days that are over, and of a kind of thing, it is also None where nothing is known: what is found by meaning
    may still say it.
    `less` takes out what is not to be told.
    """
    today = user.local(now).date()
    asked = asking.asked(question, today) if result.as_of is None else None
    if asked is None:
        return None
    filters = result.config.get("filters")
    found = [] if asked.listed else entries.on(user, asked, now, filters)
    open_ones = tasks.undated(user, now, filters, {one.said for one in found}) if asked.to_do else []
    if asked.to_do:
        mine = {id(one) for one in tasks.own(user, [*found, *open_ones], asked.about)}
        found, open_ones = ([one for one in some if id(one) in mine] for some in (found, open_ones))
        open_ones = _by_deadline(open_ones, asked, today)
    if asked.about:
        found, open_ones = (_about(some, asked) for some in (found, open_ones))
    all_of_them = tuple(item for one in (*found, *open_ones) for item in one.items)
    kept = {(item.kind, item.pk) for item in less(replace(result, items=all_of_them)).items}
    found, open_ones = (
        [one for one in some if kept.issuperset((item.kind, item.pk) for item in one.items)]
        for some in (found, open_ones)
    )
    if not found and not open_ones:
        unsure = asked.past or asked.about or asked.kind not in {"", BIRTHDAY, DUE, PAYMENT}
        return None if unsure else (Composed(_nothing(asked, today), known=False), result)
    relations = registry(user.pk)
    reads = {
        one.item.fact.predicate: relation(relations, one.item.fact.predicate).reads for one in found if one.item.fact
    }
    whole = replace(result, reads=result.reads | reads)
    standing = {(item.kind, item.pk) for item in result.items}
    further = {(item.kind, item.pk): item for one in (*found, *open_ones) for item in one.items}
    items = (*result.items, *(item for key, item in further.items() if key not in standing))
    writing = Writing(user.local(now), whole.reads)
    parts = [_written(asked, found, writing, today)] if found else []
    parts += [_on_no_day(open_ones, writing)] if open_ones else []
    return Composed("\n\n".join(parts), tuple(writing.cited)), replace(whole, items=items)


def _about(entries: list[Entry], asked: Asked) -> list[Entry]:
    """Those that are about what is asked; of what is to be done before it those that stand below "Before", if any."""
    found = [one for one in entries if one.is_about(asked.about)]
    return [one for one in found if asked.order and one.is_about(asked.order)] or found


def _by_deadline(open_ones: list[Entry], asked: Asked, today: dt.date) -> list[Entry]:
    """What stands below "By December" before what is to be done at any time; of days that are named nothing that has
    time until later.
    """
    is_open = asked.last == today + params.LOOKED_AHEAD
    due = {id(one): asking.deadline(_heading_above(one), one.first) for one in open_ones}
    kept = [one for one in open_ones if is_open or (due[id(one)] or today) <= asked.last]
    return sorted(kept, key=lambda one: due[id(one)] or dt.date.max)


def _heading_above(entry: Entry) -> str:
    return entry.item.chunk.prefix.split(" › ")[-1] if entry.item.chunk else ""


def _on_no_day(open_ones: list[Entry], writing: Writing) -> str:
    """Below its heading what is to be done by then, and last what may be done on any day."""
    below: dict[str, list[str]] = {}
    for entry in open_ones:
        above = _heading_above(entry)
        writing.quoted(Line(entry.item, shortened(entry.said)))
        named = above.strip(" :") if asking.deadline(above, entry.first) else "On no particular day"
        below.setdefault(named, []).append(f"- {writing.sentences[-1]}")
    return "\n\n".join("\n".join([f"{heading}:", "", *lines]) for heading, lines in below.items())


def _written(asked: Asked, found: list[Entry], writing: Writing, today: dt.date) -> str:
    lines = []
    for entry in found:
        before = len(writing.sentences)
        if entry.item.fact is not None and (named := in_short(entry)):
            writing.stated(named, [entry.item])
        elif entry.item.fact is not None:
            writing.facts([entry.item])
        else:
            writing.quoted(Line(entry.item, shortened(entry.said)), is_dated=True)
        if entry.off is not None and len(writing.sentences) > before:
            writing.changed(Line(entry.off, shortened(entry.off_said)))
        said = " ".join(writing.sentences[before:])
        lines += [f"- {_when(entry, asked, today)}{said}"] if said else []
    if len(found) == params.ON_DAYS:
        lines.append("- There is more than this: ask about fewer days.")
    if not asked.only_next:
        lines = [f"{capital(_heading(asked, today))}:", "", *lines]
    return "\n".join(lines)


def _when(entry: Entry, asked: Asked, today: dt.date) -> str:
    """Before a line, its day and time: the day unless it is the only one that is asked about, the time of a fact."""
    is_plain = asked.first == asked.last == entry.first == entry.last and not asked.only_next
    day = "" if is_plain else capital(days(entry.first, entry.last, today))
    at = entry.at if entry.item.fact is not None else ""
    told = ", ".join(filter(None, (day, at)))
    return f"**{told}**: " if told else ""


def _heading(asked: Asked, today: dt.date) -> str:
    if asked.first == today != asked.last:
        return f"from today to {days(asked.last, asked.last, today)}"
    return days(asked.first, asked.last, today)


def _nothing(asked: Asked, today: dt.date) -> str:
    free = "You are free as far as I know: " if asked.free else ""
    what = f"nothing {asked.kind}" if asked.kind in {DUE, PAYMENT} else f"no {asked.kind}" if asked.kind else "nothing"
    return capital(f"{free}I know of {what} {on_days(asked.first, asked.last, today)}.")
