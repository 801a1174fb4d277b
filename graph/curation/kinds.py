"""Of what kind the ends of a relation are, as its owner says: entries that are of no kind so far are given it.

What asks for “the airline of EA322” goes by it: of things without a kind nobody knows which is an airline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.curation.candidates import CONCEPT
from graph.curation.names import Resolver, give_kind
from graph.curation.recorder import Recording
from graph.curation.writing import Written
from graph.models import Entity, Fact, User
from graph.predicates import Relation, relation

ENDS = (("subject", "facts_about"), ("object", "facts_naming"))


def give(record: Recording, user: User, now: Relation, before: Relation) -> None:
    """Let the ends of a relation's facts be of its kinds.

    Those that have a kind keep it, unless this relation said it before.
    """
    changes: dict[int, tuple[Entity, dict[str, str]]] = {}
    for end, facts in ENDS:
        kind, former = getattr(now, f"{end}_kind"), getattr(before, f"{end}_kind")
        if kind == former:
            continue
        said = {f"{facts}__predicate": now.name, f"{facts}__status__in": Fact.ACTIVE}
        rows = Entity.objects.for_user(user).standing().filter(**said, type__in=[CONCEPT, former], is_self=False)
        for entity in rows.distinct().order_by("pk"):
            if entity.type != (kind or CONCEPT):
                changes.setdefault(entity.pk, (entity, {"type": kind or CONCEPT}))
    record.update_many(list(changes.values()))


def give_ends(
    record: Recording, resolver: Resolver, written: Sequence[Written], relations: Mapping[str, Relation]
) -> None:
    """Let what these facts speak of be of the kinds that their relations say."""
    for fact in (one.fact for one in written if one.fact is not None):
        one = relation(relations, fact.predicate)
        for pk, kind in ((fact.subject_id, one.subject_kind), (fact.object_id, one.object_kind)):
            entity = resolver.rows.get(pk) if kind and pk else None
            if entity is not None and not entity.is_self:
                give_kind(record, entity, kind)
