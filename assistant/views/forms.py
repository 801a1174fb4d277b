"""What people type about facts and entries, checked once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, Self, TypeVar

from django import forms
from django.utils import timezone

from graph.curation.candidates import Name
from graph.curation.values import to_text
from graph.models import Fact
from graph.models.entity import NAME_LIMIT
from graph.predicates import Relation, called, relation
from graph.queries.days import shown
from graph.queries.sentences import Sentence

Choice = TypeVar("Choice", bound=str)

KINDS = ("person", "place", "organisation", "project", "event", "thing", "concept")


def number(text: str | None) -> int | None:
    """An id from an address or a form, or None."""
    return int(text) if text and text.isdecimal() and len(text) < 19 else None


def one_of(choices: Iterable[Choice], text: str | None) -> Choice | None:
    """The choice that was asked for, or None."""
    return next((choice for choice in choices if choice == text), None)


class FactForm(forms.Form):
    """A fact in words: subject, relation, and either an entry of the index or a plain value."""

    subject = forms.CharField(max_length=NAME_LIMIT, label="About")
    reads = forms.CharField(max_length=120, label="Relation")
    says = forms.CharField(max_length=100_000, label="What or whom")
    is_entry = forms.BooleanField(required=False)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)

    @classmethod
    def of(cls, fact: Sentence) -> Self:
        return cls(
            initial={
                "subject": fact.subject,
                "reads": fact.reads,
                "says": fact.says if fact.object_pk else fact.value,
                "is_entry": fact.object_pk is not None,
                "since": fact.since,
                "until": fact.until,
            }
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("since") and data.get("until") and data["until"] < data["since"]:
            raise forms.ValidationError("A fact cannot end before it begins.")
        return data

    def predicate(self, relations: Mapping[str, Relation], fact: Fact | None = None) -> str:
        """The relation whose words these are, that of the fact if it still reads so, or a new one named by them."""
        words = self.cleaned_data["reads"].strip()
        if fact is not None and relation(relations, fact.predicate).reads.casefold() == words.casefold():
            return fact.predicate
        return called(relations, words)

    def end(self) -> dict[str, Any]:
        """`object` as a name, or `value` with its type."""
        says = self.cleaned_data["says"]
        if self.cleaned_data["is_entry"]:
            return {"object": Name(says)}
        text, kind = to_text(says)
        return {"value": text, "value_type": kind}

    def changes(self, relations: Mapping[str, Relation], fact: Fact | None) -> dict[str, Any]:
        """What was typed for a fact that stands; a day that was left as it was keeps its moment."""
        ends = {"valid_from": self.cleaned_data["since"], "valid_until": self.cleaned_data["until"]}
        standing = {name: getattr(fact, name, None) for name in ends}
        return {
            "subject": Name(self.cleaned_data["subject"]),
            "predicate": self.predicate(relations, fact),
            **{name: standing[name] if shown(standing[name]) == day else midnight(day) for name, day in ends.items()},
            **self.end(),
        }


class EntryForm(forms.Form):
    """An entry's name, kind, description, and its other names, one a line."""

    name = forms.CharField(max_length=NAME_LIMIT, label="Name")
    type = forms.CharField(max_length=64, label="Kind")
    description = forms.CharField(required=False, max_length=20_000, label="In a sentence or two")
    also = forms.CharField(required=False, max_length=50_000, label="Also called")

    def aliases(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["also"].splitlines() if line.strip()]


def midnight(day: dt.date | None) -> dt.datetime | None:
    """The beginning of a day in the person's time zone."""
    return timezone.make_aware(dt.datetime.combine(day, dt.time())) if day else None
