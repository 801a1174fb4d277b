"""One type for each name in a message: what is said of a name outweighs what the recogniser made of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate, Name

_FAVOURED = ("favourite_", "favorite_")


def settle_types(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """The candidates with every name typed alike: a person if it does what only persons do, else the commonest type."""
    persons: set[str] = set()
    pets = {one.object.text.casefold() for one in candidates if one.predicate == "pet" and one.object}
    seen: dict[str, Counter[str]] = {}
    for candidate in candidates:
        of_person = candidate.predicate in words.OF_PERSONS or candidate.predicate.startswith(_FAVOURED)
        if of_person and candidate.subject.type != words.ANIMAL:
            persons.add(candidate.subject.text.casefold())
        other = candidate.object
        is_firm = other and other.type == words.ORGANISATION and candidate.predicate in words.TO_FIRMS
        personal = candidate.predicate.split("_")[-1] in words.PERSONAL and other and other.type != words.ORGANISATION
        if other and (personal or (candidate.predicate in words.TO_PERSONS and not is_firm)):
            persons.add(other.text.casefold())
        for name in (candidate.subject, candidate.object):
            if name is not None and name.type != words.CONCEPT:
                seen.setdefault(name.text.casefold(), Counter())[name.type] += 1

    def settled(name: Name) -> Name:
        key = name.text.casefold()
        if key in pets:
            return replace(name, type=words.ANIMAL)
        if key in persons:
            return replace(name, type=words.PERSON)
        return replace(name, type=seen[key].most_common(1)[0][0]) if key in seen else name

    return tuple(
        replace(one, subject=settled(one.subject), object=settled(one.object) if one.object else None)
        for one in candidates
    )
