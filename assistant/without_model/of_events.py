"""What is asked of an event of a calendar by what it is called: when and where it is, who comes, whether it is on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from assistant.agenda import events
from assistant.agenda.asked import days_in
from assistant.agenda.entry import Entry
from assistant.agenda.event_asked import asked_of
from assistant.agenda.in_words import capital, days, on_days, without_day
from assistant.agenda.moments import moment
from assistant.agenda.repeats import NOT_ON
from assistant.question.facts import fact_of
from assistant.without_model import listing
from assistant.without_model.counting import Less
from assistant.without_model.grammar import listed
from assistant.without_model.line import Line
from assistant.without_model.quoting import shortened
from assistant.without_model.writing import Composed, Writing
from graph.days import in_words
from graph.models import Fact, User
from graph.predicates import registry, relation
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.retrieval.types import Item

_PEOPLE = ("takes_part_in", "is_invited_to", "declined")


@dataclass(slots=True)
class _Book:
    """The facts of one entry of a calendar, and those of them that the answer tells."""

    by_predicate: dict[str, list[Item]]
    told: list[Item] = field(default_factory=list)

    def say(self, *predicates: str) -> list[Item]:
        """The facts of these predicates, which are told."""
        found = [item for one in predicates for item in self.by_predicate.get(one, ())]
        self.told += [item for item in found if item not in self.told]
        return found

    def value(self, predicate: str) -> str:
        found = self.say(predicate)
        return fact_of(found[-1]).object_name or fact_of(found[-1]).value if found else ""

    def of(self, entry: Entry) -> _Book:
        """What is told of the one that is on a day."""
        subject = fact_of(entry.item).subject
        own = {key: [one for one in told if fact_of(one).subject == subject] for key, told in self.by_predicate.items()}
        return _Book({key: told for key, told in own.items() if told})

    def cited(self) -> list[Item]:
        """What was told, the unconfirmed first: by the first it is seen how sure all of it is."""
        return sorted(self.told, key=lambda item: fact_of(item).status == "confirmed")


def told(user: User, question: str, result: Result, now: dt.datetime, less: Less) -> tuple[Composed, Result] | None:
    """The answer, and the result with what it cites; None where no event of a calendar is called so, or where the
    calendar does not say what is asked of it. `less` takes out what is not to be told.
    """
    asked = asked_of(question) if result.as_of is None else None
    known = events.called(user, asked.thing) if asked is not None else {}
    if asked is None or not known:
        return None
    today = user.local(now).date()
    if asked.form == "day":
        return _of_days(user, known, asked.days, result, now, less)
    entry = events.meant(user, known, question, asked.which, now)
    if entry is not None and entry.last < today and not asked.which and _was_spoken_of(result, asked.thing, entry):
        return None  # "I have a dentist appointment on Friday" was said after the one of last year
    pk = fact_of(entry.item).subject if entry is not None else max(known)
    book, whole = _book(user, [pk], result, now, less)
    said = _said(asked.form, without_day(known[pk]), entry, book, today, user)
    if not said or not book.told:
        return None
    writing = Writing(user.local(now), whole.reads)
    writing.stated(said, book.cited())
    if entry is not None and entry.off is not None and less(replace(whole, items=(entry.off,))).items:
        writing.changed(Line(entry.off, shortened(entry.off_said)))
        whole = replace(whole, items=(*whole.items, entry.off))
    return writing.composed(), whole


def _was_spoken_of(result: Result, thing: str, entry: Entry) -> bool:
    """Whether somebody spoke of such a thing after it was last."""
    passages = [item.chunk for item in result.items if item.chunk is not None]
    asked = events.said_of(thing)
    return any(asked <= content_stems(one.text) and one.created_at.date() > entry.last for one in passages)


def _book(user: User, pks: Collection[int], result: Result, now: dt.datetime, less: Less) -> tuple[_Book, Result]:
    """What is told of these entries as far as it may be told, and the result with it."""
    standing = Fact.objects.for_user(user).active().unexpired_at(now)
    ids = set((standing.filter(subject__in=pks) | standing.filter(object__in=pks)).values_list("pk", flat=True))
    if "filters" in result.config:
        allowed = within.allowed(user, Filters(**result.config["filters"]))
        ids = {pk for pk in ids if allowed.lets("fact", pk)}
    loaded = rows.facts_by_id(user.pk, ids, now)
    relations = registry(user.pk)
    reads = {row.predicate: relation(relations, row.predicate).reads for row in loaded.values()}
    whole = replace(result, reads=result.reads | reads)
    known = {(item.kind, item.pk): item for item in result.items}
    found = [known.get(("fact", pk)) or listing.as_item(row, whole) for pk, row in sorted(loaded.items())]
    kept = less(replace(whole, items=(*result.items, *(one for one in found if ("fact", one.pk) not in known))))
    by_predicate: dict[str, list[Item]] = {}
    for item in kept.items:
        if item.fact is not None and item.pk in ids:
            by_predicate.setdefault(item.fact.predicate, []).append(item)
    return _Book(by_predicate), replace(kept, query=result.query)


def _said(form: str, name: str, entry: Entry | None, book: _Book, today: dt.date, user: User) -> str:
    """The sentence, without its full stop; "" where nothing says it."""
    if form == "where":
        place = book.value("takes_place_in")
        at = "in" if place.isalpha() else "at"  # in Lisbon, at Quay 4
        return f"{name} is {at} {place}" if place else ""
    if form == "who":
        return _who(name, book)
    status = book.value("status")
    if entry is None:
        return f"{name} is {status}" if form == "on" and status else ""
    when = _when(entry, book, today, user)
    return f"{name} {when}{f' ({status})' if status else ''}" if when else ""


def _when(entry: Entry, book: _Book, today: dt.date, user: User) -> str:
    """ "is on Thursday 3 December, 08:15 to 09:00", of what repeats "is every Tuesday, next on Tuesday 1 December"."""
    if not (book.say("starts") or book.say("due")):
        return ""
    is_over = entry.last < today
    rule = book.value("repeats")
    if entry.first == entry.last:
        when = f"{on_days(entry.first, entry.last, today)}{_hours(entry, book, user)}"
    else:
        book.say("ends")
        when = f"from {days(entry.first, entry.first, today)} to {days(entry.last, entry.last, today)}"
    verb = "was" if is_over else "is due" if fact_of(entry.item).predicate == "due" else "is"
    return f"{verb} {in_words(rule)}, {'last' if is_over else 'next'} {when}" if rule else f"{verb} {when}"


def _hours(entry: Entry, book: _Book, user: User) -> str:
    if not entry.at:
        return ""
    ends = book.by_predicate.get("ends", ())
    until = moment(fact_of(ends[-1]).value, user) if ends else None
    if until is None or not until[1]:
        return f", {entry.at}"
    book.say("ends")
    return f", {entry.at} to {until[1]}"


def _who(name: str, book: _Book) -> str:
    parts = []
    for predicate, one, many in zip(
        _PEOPLE, ("takes part", "is invited", "declined"), ("take part", "are invited", "declined"), strict=True
    ):
        people = [
            "you" if fact_of(item).subject_is_self else fact_of(item).subject_name for item in book.say(predicate)
        ]
        if people:
            verb = many if len(people) > 1 or people == ["you"] else one
            parts.append(f"{listed(people)} {verb}")
    return capital(f"{'; '.join(parts)} ({name})") if parts else ""


def _of_days(
    user: User, known: events.Called, words: str, result: Result, now: dt.datetime, less: Less
) -> tuple[Composed, Result] | None:
    """Whether one of them is on the days that are asked about, or that it does not take place then."""
    today = user.local(now).date()
    asked = days_in(words, today, back=False)
    if asked is None:
        return None
    found = [one for one in events.on(user, known, *asked, now) if one.off is None]
    pks = {fact_of(one.item).subject for one in found} or known.keys()
    book, whole = _book(user, pks, result, now, less)
    writing = Writing(user.local(now), whole.reads)
    for entry in found:
        own = book.of(entry)
        if when := _when(entry, own, today, user):
            writing.stated(f"{without_day(fact_of(entry.item).subject_name)} {when}", own.cited())
    first, last = (day.isoformat() for day in asked)
    called_off = [item for item in book.by_predicate.get(NOT_ON, ()) if first <= fact_of(item).value <= last]
    if not found:
        writing.facts(called_off)
    if not writing.sentences:
        name = without_day(next(iter(known.values())))
        return Composed(f"I know of no “{name}” {on_days(*asked, today)}.", known=False), result
    return writing.composed(), whole
