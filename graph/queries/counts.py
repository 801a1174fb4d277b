"""How much a person's book holds, in one query."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, IntegerField, QuerySet, Subquery
from django.db.models.functions import Coalesce

from graph.models import Conflict, Document, Entity, Fact, User


@dataclass(frozen=True, slots=True)
class Counts:
    waiting: int = 0
    entities: int = 0
    conflicts: int = 0
    documents: int = 0
    facts: int = 0

    @property
    def is_empty(self) -> bool:
        """Nothing was ever put in: only the person themself is in the index."""
        return self.facts == 0 and self.waiting == 0 and self.documents == 0 and self.entities <= 1


def counts(user_id: int) -> Counts:
    """Proposals waiting, entities standing, questions open, files and imports, and facts confirmed."""
    facts = Fact.objects.for_user(user_id)
    row = (
        User.objects.filter(pk=user_id)
        .annotate(
            waiting=_number_of(facts.staged()),
            entities=_number_of(Entity.objects.for_user(user_id).standing()),
            conflicts=_number_of(Conflict.objects.for_user(user_id).filter(state=Conflict.State.OPEN)),
            documents=_number_of(Document.objects.for_user(user_id).exclude(kind=Document.Kind.CONVERSATION)),
            facts=_number_of(facts.confirmed()),
        )
        .values("waiting", "entities", "conflicts", "documents", "facts")
        .first()
    )
    return Counts(**row) if row else Counts()


def _number_of(rows: QuerySet) -> Coalesce:
    counted = rows.order_by().values("user_id").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
