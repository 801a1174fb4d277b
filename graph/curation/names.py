"""From a name to an entity: the self entity, the one exact match, or a new entity."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable

from graph.curation.candidates import CONCEPT, Name
from graph.curation.recorder import Actor, Recording, recording
from graph.models import Entity, EntityAlias, User
from graph.models.entity import NAME_LIMIT
from graph.naming import SELF_WORDS, clean, normalise
from graph.projections.subjects import batches
from graph.statements import select_among


class EntityNotFound(LookupError):
    """No entity of this user has the id."""


class BadName(ValueError):
    """A name that cannot be kept: empty or too long."""


class AmbiguousName(ValueError):
    """Two or more entities go by the name; `candidates` are their ids."""

    def __init__(self, text: str, candidates: list[int]):
        super().__init__(f"“{text[:80]}” is the name of {len(candidates)} entities; say which by its id.")
        self.text, self.candidates = text, candidates


def checked_name(text: str) -> str:
    """`text` cleaned for keeping. Raises BadName."""
    name = clean(text)
    if not name:
        raise BadName("A name is needed.")
    if len(name) > NAME_LIMIT:
        raise BadName(f"The name has {len(name):,} characters; {NAME_LIMIT:,} are allowed.")
    return name


def self_entity(user: User, now: dt.datetime) -> Entity:
    """The entity that stands for the user, made on first use."""
    found = Entity.objects.for_user(user).filter(is_self=True).first()
    if found is None:
        with recording(user=user, by=Actor.person(user), verb="begin", now=now) as record:
            found = new_entity(record, user, Name(user.first_name or user.username, "person"), is_self=True)
    return found


def self_keys(user: User, me: Entity) -> frozenset[str]:
    """Every normalised name by which the user means themself."""
    names = {user.first_name, user.username, user.get_full_name(), me.name}
    return SELF_WORDS | {normalise(name) for name in names if name.strip()}


def own_keys(user: User) -> frozenset[str]:
    """The same of a person who may have no entity yet: then nothing."""
    me = Entity.objects.for_user(user).filter(is_self=True).first()
    return self_keys(user, me) if me else frozenset()


def new_entity(record: Recording, user: User, name: Name, *, is_self: bool = False, **columns: object) -> Entity:
    """Insert an entity with its name row. Raises BadName."""
    text = checked_name(name.text)
    entity = Entity(user=user, name=text, type=name.type or CONCEPT, is_self=is_self, created_at=record.now, **columns)
    record.create(entity)
    record.create(name_row(entity))
    return entity


def name_row(entity: Entity) -> EntityAlias:
    """The alias row that mirrors the entity's own name, so that one lookup finds every name."""
    return EntityAlias(
        user_id=entity.user_id,
        entity=entity,
        kind=EntityAlias.Kind.NAME,
        text=entity.name,
        normalised=normalise(entity.name),
    )


_BY_NAME = """
    SELECT normalised, entity_id FROM graph_entityalias
    WHERE normalised IN ({among}) AND user_id = %s AND kind <> 'external'
"""


def matches(user: User, keys: Iterable[str]) -> dict[str, list[int]]:
    """For each normalised name, the ids of the standing entities that go by it, oldest first."""
    found: dict[str, set[int]] = defaultdict(set)
    # A merge moves every name to the entity that is kept, so no name leads to a merged one.
    for key, pk in select_among(_BY_NAME, set(keys), user.pk):
        found[key].add(pk)
    return {key: sorted(ids) for key, ids in found.items()}


class Resolver:
    """Resolves names and ids for one change, creating each unknown name once.

    With `guess`, an ambiguous name takes the most mentioned entity instead of raising (learning must not stop on it).
    """

    def __init__(self, record: Recording, user: User, *, guess: bool = False):
        self.record, self.user, self.guess = record, user, guess
        self.me = self_entity(user, record.now)
        self.selves = self_keys(user, self.me)
        self.known: dict[str, list[int]] = {}
        self.rows: dict[int, Entity] = {self.me.pk: self.me}
        self.guessed: set[str] = set()

    def prepare(self, wanted: Iterable[int | Name | None]) -> None:
        """Load what is known of all names and ids in a few queries."""
        wanted = list(wanted)
        keys = {normalise(name.text) for name in wanted if isinstance(name, Name)} - self.selves - self.known.keys()
        found = matches(self.user, keys)
        self.known |= {key: found.get(key, []) for key in keys}
        ids = {pk for key in keys for pk in self.known[key]} | {pk for pk in wanted if isinstance(pk, int)}
        for batch in batches(ids - self.rows.keys()):
            self.rows |= Entity.objects.for_user(self.user).standing().in_bulk(batch)

    def find(self, wanted: int | Name) -> Entity | None:
        """The entity meant, or None for a name that is new. Raises EntityNotFound, AmbiguousName or BadName.

        `prepare` must have seen `wanted`.
        """
        if isinstance(wanted, int):
            if wanted not in self.rows:
                raise EntityNotFound(f"There is no entity {wanted}.")
            return self.rows[wanted]
        checked_name(wanted.text)
        key = normalise(wanted.text)
        if key in self.selves:
            return self.me
        candidates = self.known[key]
        if len(candidates) > 1 and wanted.type:
            of_type = [pk for pk in candidates if self.rows[pk].type.casefold() == wanted.type.casefold()]
            candidates = of_type if len(of_type) == 1 else candidates
        if len(candidates) > 1:
            if not self.guess:
                raise AmbiguousName(wanted.text, candidates)
            self.guessed.add(key)
            return max((self.rows[pk] for pk in candidates), key=lambda row: (row.mention_count, -row.pk))
        return self.rows[candidates[0]] if candidates else None

    def create_missing(self, names: Iterable[Name]) -> None:
        """Insert an entity for each name that `find` does not know, in two statements."""
        fresh: dict[str, Name] = {}
        for name in names:
            if self.find(name) is None:
                fresh.setdefault(normalise(name.text), name)
        made = [
            Entity(user=self.user, name=clean(name.text), type=name.type or CONCEPT, created_at=self.record.now)
            for name in fresh.values()
        ]
        self.record.create_many(made)
        self.record.create_many(name_row(entity) for entity in made)
        for key, entity in zip(fresh, made, strict=True):
            self.known[key] = [entity.pk]
            self.rows[entity.pk] = entity


def give_kind(record: Recording, entity: Entity, kind: str) -> None:
    """What an entry is by what is learned or read of it, where it is of no kind so far, as "concept" says."""
    if entity.type == CONCEPT and kind not in ("", CONCEPT):
        record.update(entity, type=kind)
