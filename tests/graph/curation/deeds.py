"""One person's book under random verbs, each of which can be undone."""

from __future__ import annotations

from django.db import connection, transaction
from django.db.models import Q

from graph.curation import conflicts, entities, facts, merging, merging_relations, relations, undo
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import LEDGER_MODELS, snapshot
from graph.models import Change, Conflict, Entity, EntityAlias, Fact, Predicate

PEOPLE = ("Anna", "Tomek", "Lena", "Mira")
TOWNS = ("Lisbon", "Porto", "Gdynia")
RELATIONS = ("lives_in", "likes", "knows", "partner")
PLENTY = 10_000


class Book:
    """A small book on which anything can be done; every number picks one of what there is."""

    def __init__(self, user, by, now):
        self.user, self.by, self.now = user, by, now
        self.done = 0
        for number in range(len(PEOPLE)):
            self.write(number, number + 5, "state")
        self.write(0, 7, "stage")

    def act(self, verb: str, one: int, other: int) -> None:
        """Do it, unless the book as it is refuses."""
        try:
            with transaction.atomic():
                getattr(self, verb)(one, other)
                self.check()
            self.done += 1
        except (ValueError, LookupError):
            pass

    def check(self) -> None:
        """Nothing refers to what is gone, and what is held true is about entries that stand."""
        connection.check_constraints()
        away = Q(subject__merged_into__isnull=False) | Q(object__merged_into__isnull=False)
        assert not Fact.objects.for_user(self.user).active().filter(away).exists()

    @property
    def common(self) -> dict:
        return {"user": self.user, "by": self.by, "now": self.now}

    def write(self, one: int, other: int, how: str) -> None:
        who, relation = PEOPLE[one % 4], RELATIONS[other % 4]
        towards = PEOPLE[other % 3] if relation in ("knows", "partner") else TOWNS[other % 3]
        if how == "state":
            draft = Draft(Name(who, "person"), relation, object=Name(towards))
            facts.state(draft=draft, **self.common)
        else:
            candidate = Candidate(Name(who, "person"), relation, object=Name(towards), quote=f"{who} {relation}")
            facts.stage(candidates=[candidate], run="message:1", **self.common)

    def state(self, one: int, other: int) -> None:
        self.write(one, other, "state")

    def stage(self, one: int, other: int) -> None:
        self.write(one, other, "stage")

    def fact(self, number: int) -> Fact:
        rows = list(Fact.objects.for_user(self.user).order_by("pk"))
        return rows[number % len(rows)] if rows else Fact(pk=0)

    def entity(self, number: int) -> Entity:
        rows = list(Entity.objects.for_user(self.user).standing().order_by("pk"))
        return rows[number % len(rows)]

    def decide(self, one: int, other: int) -> None:
        decisions = ("confirm", "reject", "retract", "restore", "reopen")
        facts.decide(ids=[self.fact(one).pk], decision=decisions[other % 5], **self.common)

    def edit(self, one: int, other: int) -> None:
        values = (
            {"value": TOWNS[other % 3]},
            {"object": Name(TOWNS[other % 3])},
            {"pinned": True},
            {"confidence": 0.5},
        )
        facts.edit(fact_id=self.fact(one).pk, **values[other % 4], **self.common)

    def delete(self, one: int, other: int) -> None:
        facts.delete(fact_ids=[self.fact(one).pk], **self.common)

    def resolve(self, one: int, other: int) -> None:
        rows = list(Conflict.objects.for_user(self.user).order_by("pk"))
        if rows:
            decision = ("newer", "older", "both", "by_time")[other % 4]
            conflicts.resolve(conflict=rows[one % len(rows)], decision=decision, **self.common)

    def enter(self, one: int, other: int) -> None:
        entities.create(name=f"Entry {one % 9}", type="thing", aliases=[f"E{other % 5}"], **self.common)

    def rename(self, one: int, other: int) -> None:
        entities.edit(entity_id=self.entity(one).pk, name=f"Renamed {other % 4}", description="x", **self.common)

    def merge(self, one: int, other: int) -> None:
        merging.merge(keep=self.entity(one).pk, absorb=[self.entity(other).pk], **self.common)

    def split(self, one: int, other: int) -> None:
        whole = self.entity(one)
        about = list(Fact.objects.for_user(self.user).about(whole).order_by("pk").values_list("pk", flat=True))
        also = list(EntityAlias.objects.filter(entity=whole, kind="alias").values_list("text", flat=True))
        merging.split(
            entity_id=whole.pk, name=f"Part {other % 5}", facts=about[: other % 3], aliases=also[:1], **self.common
        )

    def drop(self, one: int, other: int) -> None:
        entities.delete(entity_id=self.entity(one).pk, **self.common)

    def predicate(self, one: int, other: int) -> None:
        """Lay one over a relation of the book, change it, or take it away again."""
        name, flags = RELATIONS[one % 4], {"functional": bool(other % 2), "symmetric": bool(other % 3)}
        if not Predicate.objects.filter(user=self.user, name=name).exists():
            relations.create(name=name, label="reads so", **flags, **self.common)
        elif one % 5:
            relations.edit(name=name, **flags, **self.common)
        else:
            relations.delete(name=name, **self.common)

    def join(self, one: int, other: int) -> None:
        """Let one relation of the book be said by another, at times from the other end."""
        turned = other % 5 == 4
        name, into = RELATIONS[one % 4], RELATIONS[other % 4]
        merging_relations.merge(name=name, into=into, turned=turned, **self.common)

    def rows(self) -> dict[str, list[dict]]:
        """Every curated row as the ledger sees it."""
        return {
            name: [snapshot(row) for row in model._default_manager.filter(user=self.user).order_by("pk")]
            for name, model in LEDGER_MODELS.items()
        }

    def standing(self, after: int) -> list[Change]:
        made = Change.objects.for_user(self.user).filter(pk__gt=after, undone_by=None).exclude(verb="undo")
        return list(made.order_by("-pk"))

    def undo(self, change: Change) -> None:
        """Undo it, together with what stands on it."""
        together = [change]
        for _ in range(PLENTY):
            try:
                undo.undo_together(changes=together, **self.common)
                self.check()
                return
            except undo.LaterChanges as refusal:
                more = [one for one in refusal.changes if one.pk not in {other.pk for other in together}]
                assert more, "the refusal named nothing that could be undone first"
                together += more


VERBS = (
    "state",
    "stage",
    "decide",
    "decide",
    "decide",
    "edit",
    "delete",
    "resolve",
    "enter",
    "rename",
    "merge",
    "split",
    "drop",
    "predicate",
    "join",
)
