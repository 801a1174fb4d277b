"""Confirming by itself what a chosen policy calls safe: a readable rule, a change of its own, and a way back."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Q

from graph import jobs
from graph.curation import facts, taking_back
from graph.curation.recorder import Actor
from graph.models import Change, ChangeRow, Conflict, Document, Evidence, Fact, Job, RetrievalItem, User, UserSettings
from graph.naming import normalise
from graph.params import CONFIRMED_AFTER_READS, CONFIRMED_AFTER_USES, CONFIRMED_BY_SOURCES, PROMOTED_AT_ONCE
from graph.predicates import ANSWER_WISH

JOB = "promote"
Policy = Literal["off", "evidence", "access"]
POLICIES: dict[Policy, str] = {
    "off": "Only you confirm. Everything else waits in the inbox.",
    "evidence": (
        f"Confirm by itself what {CONFIRMED_BY_SOURCES} independent sources say, or what {CONFIRMED_AFTER_USES} "
        "answers cited or you called helpful. You are one source however often you say it; a copied text adds none."
    ),
    "access": (
        f"Confirm by itself what was read for {CONFIRMED_AFTER_READS} answers, cited or not. "
        "Quick, but being looked up often does not make a thing true."
    ),
}
PERSON = "you"


@dataclass(frozen=True, slots=True)
class Support:
    """What speaks for a staged fact and against confirming it without its owner."""

    sources: tuple[str, ...] = ()
    cited: int = 0
    helpful: int = 0
    unhelpful: int = 0
    read: int = 0
    barred: str = ""


def decide(support: Support, policy: Policy) -> str:
    """Why the policy confirms, as the reason in the ledger; empty when it does not."""
    if policy == "off" or support.barred or support.unhelpful:
        return ""
    if policy == "access":
        return f"read for {support.read} answers" if support.read >= CONFIRMED_AFTER_READS else ""
    if len(support.sources) >= CONFIRMED_BY_SOURCES:
        return f"{len(support.sources)} independent sources: {', '.join(support.sources[:4])}"
    uses = max(support.cited, support.helpful)
    return f"{uses} answers leaned on it" if uses >= CONFIRMED_AFTER_USES else ""


def chosen(user: User | int) -> Policy:
    """The policy that the person chose; off until they did."""
    row = UserSettings.objects.filter(user=user).values_list("learning", flat=True).first() or {}
    name = row.get("policy")
    return next((policy for policy in POLICIES if policy == name), "off")


def choose(*, user: User, policy: Policy, now: dt.datetime) -> None:
    """Keep the person's choice, and let it look at what waits already."""
    settings, _ = UserSettings.objects.get_or_create(user=user)
    UserSettings.objects.filter(pk=settings.pk).update(learning=settings.learning | {"policy": policy})
    enqueue(user, now)


def enqueue(user: User, now: dt.datetime) -> None:
    """Have the policy look at what waits; nothing is queued while it is off."""
    if chosen(user) != "off":
        jobs.enqueue(kind=JOB, key=str(user.pk), user_id=user.pk, payload={}, now=now)


@jobs.handler(JOB, passing=True)
def promote(job: Job, now: dt.datetime) -> None:
    """Confirm what the policy calls safe; a second run finds nothing to do."""
    user = User.objects.filter(pk=job.user_id).first()
    if user is not None:
        apply(user=user, now=now)


def apply(*, user: User, now: dt.datetime) -> list[Change]:
    """One change for each reason, each of them undone like any other."""
    policy = chosen(user)
    reasons: dict[str, list[int]] = defaultdict(list)
    for pk, support in supports(user).items() if policy != "off" else ():
        if reason := decide(support, policy):
            reasons[reason].append(pk)
    by = Actor(Change.Actor.POLICY, user)
    decided = [
        facts.decide(user=user, ids=ids, decision="confirm", by=by, reason=f"policy {policy}: {reason}", now=now)
        for reason, ids in reasons.items()
    ]
    return [one.change for one in decided if one.change is not None]


def supports(user: User) -> dict[int, Support]:
    """What speaks for each staged fact, the oldest first, in six queries."""
    staged = list(Fact.objects.for_user(user).staged().order_by("id")[:PROMOTED_AT_ONCE])
    ids = [fact.pk for fact in staged]
    evidence = Evidence.objects.for_user(user).filter(fact__in=ids).select_related("document").order_by("id")
    rows: dict[int, list[Evidence]] = defaultdict(list)
    for row in evidence:
        rows[row.fact_id or 0].append(row)
    items = RetrievalItem.objects.for_user(user).filter(kind="fact", object_id__in=ids, used=True)
    read = dict(items.values_list("object_id").annotate(times=Count("pk")))
    barred = _barred(user, staged)
    return {
        fact.pk: Support(
            sources=independent(rows[fact.pk]),
            cited=fact.used_count,
            helpful=fact.helpful_count,
            unhelpful=fact.unhelpful_count,
            read=read.get(fact.pk, 0),
            barred=barred.get(fact.pk, ""),
        )
        for fact in staged
    }


def independent(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """The sources that do not repeat each other: one for the person, one for each document with words of its own."""
    sources: dict[str, str] = {}
    words: set[str] = set()
    for row in evidence:
        document = row.document
        mine = document is None or document.kind == Document.Kind.CONVERSATION
        key = PERSON if mine or document is None else f"{document.sha256 or document.pk}"
        said = normalise(row.quote).strip(" .!?,;:")
        if key not in sources and said not in words:
            sources[key] = PERSON if mine or document is None else f"“{document.title[:60]}”"
        words.add(said)
    return tuple(sources.values())


def _barred(user: User, staged: list[Fact]) -> dict[int, str]:
    """Facts on which only the owner may decide, with why."""
    ids = [fact.pk for fact in staged]
    found: dict[int, str] = {}
    asked = Conflict.objects.for_user(user).filter(Q(older__in=ids) | Q(newer__in=ids), state=Conflict.State.OPEN)
    for older, newer in asked.values_list("older", "newer"):
        found |= {older: "in conflict", newer: "in conflict"}
    rejected = Fact.objects.for_user(user).filter(
        status=Fact.Status.REJECTED, subject__in={fact.subject_id for fact in staged}
    )
    before = set(rejected.values_list("subject_id", "predicate", "object_id", "value_key"))
    for fact in staged:
        if (fact.subject_id, fact.predicate, fact.object_id, fact.value_key) in before:
            found[fact.pk] = "rejected before"
        if fact.predicate in taking_back.PREDICATES:
            found[fact.pk] = "takes back what you confirmed"
        if fact.predicate == ANSWER_WISH:
            found[fact.pk] = "says how you are answered"
    undone = Change.objects.for_user(user).filter(actor=Change.Actor.POLICY, undone_by__isnull=False)
    rows = ChangeRow.objects.filter(change__in=undone, model="fact", object_id__in=ids)
    return found | dict.fromkeys(rows.values_list("object_id", flat=True), "taken back before")
