"""The predicate registry: built-in relations, and a user's own or overridden ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from graph.asked_by import asked_by
from graph.built_in import BUILT_IN_ROWS
from graph.naming import spoken
from graph.statements import select

# What says as a whole something else than its words: nobody takes a train by taking part in something.
IDIOMS = {"takes_part_in": "participates attends", "takes_place_in": "is held at", "also_takes_place_on": "is held on"}


@dataclass(frozen=True, slots=True)
class Relation:
    """How a predicate reads and behaves; `functional` means one value at a time.

    `asked_as` are the words and phrases by which its owner asks for it, between commas: "yard, shipbuilder". `same_as`
    is the relation that it was merged into, which says it from the other end if it is `turned`. What it is said of is a
    `subject_kind`, and what it leads to an `object_kind`.
    """

    name: str
    label: str = ""
    inverse_label: str = ""
    category: str = "custom"
    symmetric: bool = False
    functional: bool = False
    inverse_of: str = ""
    asked_as: str = ""
    same_as: str = ""
    turned: bool = False
    subject_kind: str = ""
    object_kind: str = ""
    builtin: bool = False

    @property
    def reads(self) -> str:
        """The words between subject and object: `works_for` reads "works for"."""
        return self.label or spoken(self.name)

    @property
    def reads_back(self) -> str:
        """The words when walked from object to subject."""
        return self.inverse_label or (self.reads if self.symmetric else f"is {self.reads} of")

    @property
    def own_words(self) -> str:
        """Those by which it is called: `manufactured_by` reads "is made by", and "makes" the other way."""
        return IDIOMS.get(self.name) or f"{spoken(self.name)} {self.reads} {self.inverse_label}".rstrip()

    @property
    def owners_words(self) -> str:
        """Those by which it is called, and by which its owner asks for it."""
        return f"{self.own_words} {self.asked_as}".rstrip()

    @property
    def words(self) -> str:
        """All by which somebody may ask for it."""
        return f"{self.owners_words} {asked_by(self.name, self.own_words)}".rstrip()

    @property
    def phrases(self) -> tuple[str, ...]:
        """What it means, in words: how it reads, and by which it is asked for. Not those of its owner, which hold for
        themselves: what is asked for as "father" is no mother, however near that is.
        """
        return tuple(filter(None, (self.reads, asked_by(self.name, spoken(self.name)))))


def canonical(name: str) -> str:
    """The form under which a predicate is kept: trimmed, inner white space and hyphens to underscores."""
    return re.sub(r"[\s\-]+", "_", name.strip())[:120]


def _built_in(category: str, rows: str) -> list[Relation]:
    relations = []
    for row in rows.strip().splitlines():
        name, label, inverse, flags = (cell.strip() for cell in row.split("|"))
        inverse_of = next((flag[1:] for flag in flags.split() if flag.startswith("~")), "")
        relations.append(
            Relation(
                name, label, inverse, category, "symmetric" in flags, "functional" in flags, inverse_of, builtin=True
            )
        )
    return relations


ANSWER_WISH = "answer_wish"  # how the owner wants to be answered, in their own words
NOTED = frozenset({"note", "notes", "observation", "description", "remark", "comment"})  # a text, of several matters

BUILT_IN: dict[str, Relation] = {
    relation.name: relation for category, rows in BUILT_IN_ROWS.items() for relation in _built_in(category, rows)
}


_OWN = """
    SELECT name, label, inverse_label, category, "symmetric", functional, inverse_of, asked_as, same_as, turned,
        subject_kind, object_kind
    FROM graph_predicate WHERE user_id = %s
"""


def registry(user_id: int) -> dict[str, Relation]:
    """Every relation the user has: the built-in ones, with their own added or laid over."""
    relations = dict(BUILT_IN)
    for name, label, inverse, category, symmetric, functional, inverse_of, *own in select(_OWN, user_id):
        asked_as, same_as, turned, subject_kind, object_kind = own
        relations[name] = replace(
            relations.get(name, Relation(name)),
            label=label,
            inverse_label=inverse,
            category=category,
            symmetric=bool(symmetric),
            functional=bool(functional),
            inverse_of=inverse_of,
            asked_as=asked_as,
            same_as=same_as,
            turned=bool(turned),
            subject_kind=subject_kind,
            object_kind=object_kind,
        )
    return relations


def relation(relations: Mapping[str, Relation], name: str) -> Relation:
    """The relation called `name`; an unregistered one reads as its own words."""
    return relations.get(name) or Relation(name)


def meant(relations: Mapping[str, Relation], name: str) -> tuple[str, bool]:
    """The relation that stands for one, itself or the one that it was merged into; and whether from the other end."""
    one = relation(relations, name)
    return (one.same_as, one.turned) if one.same_as else (one.name, False)


def called(relations: Mapping[str, Relation], words: str) -> str:
    """The name of the relation that reads so, a person's own before those that every book has; words that none reads
    are a name themselves.
    """
    said = " ".join(words.casefold().split())
    alike = [one for one in relations.values() if not one.same_as and one.reads.casefold() == said]
    return min(alike, key=lambda one: one.builtin).name if alike else canonical(words)


class Reads(dict[str, str]):
    """How each relation reads, by its name: put into words once, when somebody first asks for it."""

    def __init__(self, relations: Mapping[str, Relation]):
        super().__init__()
        self._relations = relations

    def __missing__(self, name: str) -> str:
        self[name] = relation(self._relations, name).reads
        return self[name]
