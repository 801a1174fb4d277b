"""The predicate registry: built-in relations, and a user's own or overridden ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from graph.asked_by import asked_by
from graph.naming import spoken
from graph.statements import select

# What says as a whole something else than its words: nobody takes a train by taking part in something.
IDIOMS = {"takes_part_in": "participates attends", "takes_place_in": "is held at", "also_takes_place_on": "is held on"}


@dataclass(frozen=True, slots=True)
class Relation:
    """How a predicate reads and behaves; `functional` means one value at a time.

    `asked_as` are the words and phrases by which its owner asks for it, between commas: "yard, shipbuilder". `same_as`
    is the relation that it was merged into, which says it from the other end if it is `turned`.
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
        """What is said when it is asked for, each by itself: how it reads, and what else it is asked for by."""
        own = (phrase.strip() for phrase in self.asked_as.split(","))
        return tuple(filter(None, (self.reads, asked_by(self.name, spoken(self.name)), *own)))


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
    relation.name: relation
    for relation in [
        *_built_in(
            "hierarchical",
            """
            is_a          | is a           | includes        |
            was_a         | was a          | is what this was: |
            instance_of   | is an instance of | has instance |
            part_of       | is part of     | has part        | ~contains
            contains      | contains       | is contained in | ~part_of
            broader_than  | is broader than | is narrower than | ~narrower_than
            narrower_than | is narrower than | is broader than | ~broader_than
            """,
        ),
        *_built_in(
            "associative",
            """
            related_to  | is related to   | is related to   | symmetric
            similar_to  | is similar to   | is similar to   | symmetric
            synonym_of  | means the same as | means the same as | symmetric
            antonym_of  | is the opposite of | is the opposite of | symmetric
            same_as     | is the same as  | is the same as  | symmetric
            different_from | is not       | is not          | symmetric
            references  | references      | is referenced by |
            contradicts | contradicts     | contradicts     | symmetric
            supersedes  | replaces        | was replaced by |
            derived_from | comes from     | is the source of |
            """,
        ),
        *_built_in(
            "domain",
            """
            works_for       | works for       | employs          |
            works_at        | works at        | employs          | functional
            works_on        | works on        | is worked on by  |
            works_as        | works as        | is the job of    | functional
            located_in      | is in           | is where to find | functional
            lives_in        | lives in        | is home to       | functional
            from            | is from         | is the origin of |
            born_in         | was born in     | is the birthplace of | functional
            born_on         | was born on     | is the birthday of | functional
            died_on         | died on         | is the day of death of | functional
            got_married     | got married on  | is the wedding day of |
            created_by      | was made by     | made             |
            manufactured_by | is made by      | makes            |
            owned_by        | belongs to      | owns             |
            owns            | owns            | belongs to       | ~owned_by
            uses            | uses            | is used by       |
            studies         | studies         | is studied by    |
            speaks          | speaks          | is spoken by     |
            """,
        ),
        *_built_in(
            "personal",
            """
            prefers         | prefers         | is preferred by  |
            likes           | likes           | is liked by      |
            dislikes        | dislikes        | is disliked by   |
            allergic_to     | is allergic to  | is an allergy of |
            knows           | knows           | knows            | symmetric
            friend          | has the friend  | is a friend of   | symmetric
            married_to      | is married to   | is married to    | symmetric functional
            divorced_from   | is divorced from | is divorced from | symmetric
            partner         | has the partner | is the partner of | symmetric functional
            sister          | has the sister  | is the sister of |
            brother         | has the brother | is the brother of |
            mother          | has the mother  | is the mother of | functional
            father          | has the father  | is the father of | functional
            daughter        | has the daughter | is the daughter of |
            son             | has the son     | is the son of    |
            child           | has the child   | is a child of    |
            parent          | has the parent  | is a parent of   |
            grandparent     | has the grandparent | is a grandparent of |
            grandchild      | has the grandchild | is a grandchild of |
            sibling         | has the sibling | is a sibling of  | symmetric
            cousin          | has the cousin  | is a cousin of   | symmetric
            aunt            | has the aunt    | is the aunt of   |
            uncle           | has the uncle   | is the uncle of  |
            niece           | has the niece   | is the niece of  |
            nephew          | has the nephew  | is the nephew of |
            grandmother     | has the grandmother | is the grandmother of |
            grandfather     | has the grandfather | is the grandfather of |
            boss            | has the boss    | is the boss of   | functional
            colleague       | has the colleague | is a colleague of | symmetric
            neighbour       | has the neighbour | is a neighbour of | symmetric
            flatmate        | has the flatmate | is a flatmate of | symmetric
            teacher         | has the teacher | is a teacher of  |
            student         | has the student | is a student of  |
            mentor          | has the mentor  | is the mentor of |
            doctor          | has the doctor  | is the doctor of |
            dentist         | has the dentist | is the dentist of |
            therapist       | has the therapist | is the therapist of |
            landlord        | has the landlord | is the landlord of |
            pet             | has the pet     | is a pet of      |
            name            | has the name    | is the name of   |
            maiden_name     | has the maiden name | is the maiden name of | functional
            birthday        | has the birthday on | is the birthday of | functional
            age             | is aged         | is the age of    | functional
            email           | has the email   | is the email of  | functional
            answer_wish     | wishes of every answer: | is wished of every answer by |
            phone           | has the phone number | is the phone number of | functional
            """,
        ),
        *_built_in(
            "temporal",
            """
            precedes  | comes before | comes after  | ~follows
            follows   | comes after  | comes before | ~precedes
            during    | happened during | is when this happened: |
            status    | has the status | is the status of | functional
            starts    | starts         | is when this starts: | functional
            ends      | ends           | is when this ends: | functional
            due       | is due on      | is when this is due: | functional
            expires_on  | expires on | is when this expires: | functional
            completed_on | was completed on | is when this was completed: | functional
            caused_by | was caused by | caused       |
            """,
        ),
    ]
}


_OWN = """
    SELECT name, label, inverse_label, category, "symmetric", functional, inverse_of, asked_as, same_as, turned
    FROM graph_predicate WHERE user_id = %s
"""


def registry(user_id: int) -> dict[str, Relation]:
    """Every relation the user has: the built-in ones, with their own added or laid over."""
    relations = dict(BUILT_IN)
    for name, label, inverse_label, category, symmetric, functional, inverse_of, asked_as, same_as, turned in select(
        _OWN, user_id
    ):
        relations[name] = replace(
            relations.get(name, Relation(name)),
            label=label,
            inverse_label=inverse_label,
            category=category,
            symmetric=bool(symmetric),
            functional=bool(functional),
            inverse_of=inverse_of,
            asked_as=asked_as,
            same_as=same_as,
            turned=bool(turned),
        )
    return relations


def relation(relations: Mapping[str, Relation], name: str) -> Relation:
    """The relation called `name`; an unregistered one reads as its own words."""
    return relations.get(name) or Relation(name)


def meant(relations: Mapping[str, Relation], name: str) -> tuple[str, bool]:
    """The relation that stands for one, itself or the one that it was merged into; and whether from the other end."""
    one = relation(relations, name)
    return (one.same_as, one.turned) if one.same_as else (one.name, False)


class Reads(dict[str, str]):
    """How each relation reads, by its name: put into words once, when somebody first asks for it."""

    def __init__(self, relations: Mapping[str, Relation]):
        super().__init__()
        self._relations = relations

    def __missing__(self, name: str) -> str:
        self[name] = relation(self._relations, name).reads
        return self[name]
