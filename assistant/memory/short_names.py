"""A project goes by its name with the word before it or without: "Heron" is the book's "Project Heron"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.extraction.parts.parties import SELF
from assistant.extraction.words.vocabulary import PERSON, PLACE
from graph.curation.candidates import Candidate, Name
from graph.curation.names import matches
from graph.models import Entity, User
from graph.naming import UNDERTAKINGS, normalise

_KINDS = tuple(sorted(one.capitalize() for one in UNDERTAKINGS))


def as_the_book_has_it(user: User, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates with each name that the book has with such a word, or without it, as the book has it.

    Nothing is put for a name that the book has itself, nor for a word that somebody or a town is called by.
    """
    said = {name.text for one in candidates for name in (one.subject, one.object) if name not in {None, SELF}}
    others = {text: _others(text) for text in said}
    known = matches(user, {normalise(one) for text, forms in others.items() for one in (text, *forms)}) if said else {}
    meant: dict[str, str] = {}
    for text, forms in others.items():
        held = {pk for form in forms for pk in known.get(normalise(form), ())}
        if held and normalise(text) not in known:
            found = Entity.objects.for_user(user).filter(pk__in=held).exclude(type__in=[PERSON, PLACE])
            names = list(found.values_list("name", flat=True)[:2])
            meant |= {text: names[0]} if len(names) == 1 else {}
    return tuple(
        replace(one, subject=_in(meant, one.subject), object=_in(meant, one.object) if one.object else None)
        for one in candidates
    )


def _others(name: str) -> tuple[str, ...]:
    """By what else something of this name may go."""
    kind, _, rest = name.partition(" ")
    if kind in _KINDS and rest:
        return (rest,)
    return tuple(f"{one} {name}" for one in _KINDS) if name[:1].isupper() else ()


def _in(meant: dict[str, str], name: Name) -> Name:
    return replace(name, text=meant.get(name.text, name.text)) if name != SELF else name
