"""What falls on the days that a question asks about, told to a language model beside what was found."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.agenda import asked as asking
from assistant.agenda import entries, events
from assistant.agenda.entry import Entry
from assistant.agenda.event_asked import asked_of
from assistant.agenda.in_words import capital, days
from assistant.language_model.prompts import Numbered
from graph.models import User
from graph.predicates import registry, relation
from graph.retrieval import rows, told
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.pipeline import effective
from graph.retrieval.result import Result, extend
from graph.retrieval.types import Kind

NOTHING = "nothing that the book knows of"


@dataclass(frozen=True, slots=True)
class Dated:
    """A result with what falls on the days (`when`, in words; empty where none are asked about), and those entries."""

    result: Result
    when: str = ""
    found: Sequence[Entry] = ()
    today: dt.date = dt.date.min

    def remark(self, memory: Numbered) -> str:
        """What a model is told of the days: the memory's numbers on each, or that there is nothing."""
        if not self.when:
            return ""
        places = {(item.kind, item.pk): place for place, item in enumerate(memory.sources, start=1)}
        told = [f"{self._days(one)} {self._numbers(one, places)}" for one in self.found if one.key in places]
        return f"On the days asked about ({self.when}) fall: {'; '.join(told) or NOTHING}."

    def listed(self) -> str:
        """The same as markdown, for a program; empty where it is asked about no days."""
        if not self.when:
            return ""
        told = [
            f"{self._days(one)}: {one.said or ' '.join(one.item.text.splitlines())}"
            f"{f' Since then: {one.off_said}' if one.off is not None else ''}"
            for one in self.found
        ]
        return "\n".join([f"### 📅 {capital(self.when)}", *(f"- {one}" for one in told or [NOTHING])])

    def _numbers(self, entry: Entry, places: Mapping[tuple[Kind, int], int]) -> str:
        """ "[2], of which [5] was said since"."""
        since = entry.off and places.get((entry.off.kind, entry.off.pk))
        return f"[{places[entry.key]}]{f', of which [{since}] was said since' if since else ''}"

    def _days(self, entry: Entry) -> str:
        at = f", {entry.at}" if entry.at and entry.item.fact is not None else ""
        return f"{days(entry.first, entry.last, self.today)}{at}"


def with_days(user: User, question: str, result: Result, now: dt.datetime) -> Dated:
    """The result as it is, where the question asks about no days; what it has of them is on its receipt as well."""
    today = user.local(now).date()
    if result.as_of is not None:
        return Dated(result)
    if (asked := asking.asked(question, today)) is not None:
        found = entries.on(user, asked, now, result.config.get("filters"))
        found = [one for one in found if one.is_about(asked.about)] if asked.about else found
        when = days(asked.first, asked.last, today)
    else:
        found, when = _event(user, question, now, result.config.get("filters"))
    if not found and (asked is None or asked.about):
        return Dated(result)
    if not found:
        return Dated(result, when, today=today)
    items = list({(item.kind, item.pk): item for one in found for item in one.items}.values())
    keys = {(item.kind, item.pk) for item in items}
    standing = {(item.kind, item.pk) for item in result.items}
    relations = registry(user.pk)
    reads = {item.fact.predicate: relation(relations, item.fact.predicate).reads for item in items if item.fact}
    evidence = rows.evidence(user.pk, [item.pk for item in items if item.fact is not None])
    others = [item for item in result.items if (item.kind, item.pk) not in keys]
    more = replace(result, reads=result.reads | reads, evidence=result.evidence | evidence)
    whole = told.of(more, [*items, *others], effective(user, result.preset, None), user.local(now))
    if result.id:
        further = tuple(item for item in items if (item.kind, item.pk) not in standing)
        extend(user, int(result.id), replace(whole, query="", items=further))
    return Dated(whole, when, found, today)


def _event(user: User, question: str, now: dt.datetime, filters: Mapping[str, Any] | None) -> tuple[list[Entry], str]:
    """When the event is that a question asks about by what it is called; no model reckons the rule of what repeats."""
    asked = asked_of(question)
    known = events.called(user, asked.thing) if asked is not None else {}
    entry = events.meant(user, known, question, asked.which, now) if asked is not None and known else None
    if asked is None or entry is None or not within.allowed(user, Filters(**filters or {})).lets(*entry.key):
        return [], ""
    return [entry], f"when “{asked.thing}” is"
