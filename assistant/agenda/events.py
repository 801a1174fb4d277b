"""The events and tasks of a calendar that words call, "the dentist", and when they are."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Q

from assistant import params
from assistant.agenda import changes, facts
from assistant.agenda.called_off import since
from assistant.agenda.entry import Entry
from assistant.agenda.in_words import without_day
from assistant.extraction.words.vocabulary import PERSON
from assistant.question.walked import RELATIONS
from graph.models import Entity, User
from graph.retrieval.question.words import content_stems

TYPES = ("event", "task")
MOST = 2_000  # entries of one word, newest first
_ANY = content_stems(  # what may be said of an event beside what it is called
    "appointment event meeting date session booking call visit class lesson entry calendar task reminder"
)
_WORD = re.compile(r"\w+")
_SHORT = 4  # letters of a word that is looked for as it is; of a longer one its ending may differ

Called = Mapping[int, str]  # entries by id, with their names


def called(user: User, words: str) -> Called:
    """The entries whose title has all that the words say, "appointment" and the like aside; none of no words.

    Of somebody, "Mum", only what is called so and nothing else: "where is Mum?" does not ask for "Dinner with Mum".
    """
    asked = said_of(words)
    longest = max((word for word in _WORD.findall(words) if content_stems(word) & asked), key=len, default="")
    if not longest:
        return {}
    part = longest if len(longest) <= _SHORT else longest[:-2]
    rows = Entity.objects.for_user(user).standing().filter(type__in=TYPES, name__icontains=part)
    titles = {
        pk: (name, content_stems(without_day(name)))
        for pk, name in rows.order_by("-pk").values_list("pk", "name")[:MOST]
    }
    found = {pk: name for pk, (name, stems) in titles.items() if asked <= stems}
    if found and (words.strip() in RELATIONS or _is_person(user, words.strip())):
        return {pk: name for pk, name in found.items() if titles[pk][1] == asked}
    return found


def said_of(words: str) -> frozenset[str]:
    """The stems by which an event is called, without "appointment" and the like if there are others."""
    asked = content_stems(words)
    return asked - _ANY or asked


def _is_person(user: User, name: str) -> bool:
    people = Entity.objects.for_user(user).standing().filter(type=PERSON)
    return people.filter(Q(name__iexact=name) | Q(name__istartswith=f"{name} ")).exists()


def on(user: User, among: Called, first: dt.date, last: dt.date, now: dt.datetime) -> list[Entry]:
    """When they are on these days, by day and time, each with what was said since that calls it off or moves it."""
    found = facts.on(user, first, last, now, among=among)
    said = changes.changes(user, now) if found else []

    def with_what_became_of_it(entry: Entry) -> Entry:
        fact = entry.item.fact
        assert fact is not None
        days = (entry.first, entry.last)
        newest = since([off for off, _ in said], without_day(fact.subject_name), days, fact.created_at)
        for off, passage in said:
            if off is newest:
                return replace(entry, off=passage, off_said=off.text)
        return entry

    return sorted(map(with_what_became_of_it, found), key=lambda one: one.place)


def nearest(user: User, among: Called, now: dt.datetime, *, back: bool = False) -> Entry | None:
    """The next time that one of them is, if it is not called off, or the last time it was (`back`); None where no day
    is told of the next year, or of the last ten.
    """
    today = user.local(now).date()
    if back:
        been = on(user, among, today - params.LOOKED_FAR_BACK, today - dt.timedelta(days=1), now)
        return been[-1] if been else None
    coming = on(user, among, today, today + params.LOOKED_FAR_AHEAD, now)
    return next((one for one in coming if one.off is None), coming[0] if coming else None)


def meant(user: User, among: Called, question: str, which: str, now: dt.datetime) -> Entry | None:
    """The time that a question means: the "next", the "last", or else the next, and where there is none the last."""
    back = which == "last" or "was" in question.casefold().split()
    found = nearest(user, among, now, back=back)
    return found or (nearest(user, among, now, back=True) if which != "next" else None)
