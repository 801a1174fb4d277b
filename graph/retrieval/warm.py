"""Answers prepared in the background: for the entities asked about most, and for the open conversation (J50)."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from django.db.models import Count

from graph import jobs
from graph.models import Entity, Fact, Job, Retrieval, User
from graph.retrieval import params, pipeline

JOB = "warm"  # queued when new vectors are in, see `projections.upkeep`
QUESTIONS = ("{name}", "Who is {name}?", "What is {name}?", "Tell me about {name}", "What do you know about {name}?")


def frequent(user: User) -> list[Entity]:
    """The standing entities with the most facts and mentions, ties by id."""
    counts: Counter[int] = Counter()
    facts = Fact.objects.for_user(user).active()
    for column in ("subject", "object"):
        most = (
            facts.exclude(**{column: None}).values_list(column).annotate(count=Count("pk")).order_by("-count", column)
        )
        counts.update(dict(most[: params.WARM_ENTITIES * 2]))
    mentioned = Entity.objects.for_user(user).standing().order_by("-mention_count", "pk")
    counts.update(dict(mentioned.values_list("pk", "mention_count")[: params.WARM_ENTITIES * 2]))
    best = sorted(counts, key=lambda pk: (-counts[pk], pk))[: params.WARM_ENTITIES]
    rows = Entity.objects.for_user(user).standing().in_bulk(best)
    return [rows[pk] for pk in best if pk in rows]


def questions(user: User, now: dt.datetime) -> list[str]:
    """What is likely asked next: about frequent entities, and again what was asked in the last hour."""
    since = now - dt.timedelta(hours=params.WARM_RECENT_HOURS)
    asked = Retrieval.objects.for_user(user).filter(created_at__gte=since, preset="default").order_by("-pk")
    recent = list(dict.fromkeys(asked.values_list("query", flat=True)[: params.WARM_QUESTIONS * 4]))
    about = [form.format(name=entity.name) for entity in frequent(user) for form in QUESTIONS]
    return list(dict.fromkeys([*recent[: params.WARM_QUESTIONS], *about]))


def warm(user: User, now: dt.datetime) -> int:
    """Answer each likely question into the cache, leaving no receipt; returns how many."""
    likely = questions(user, now)
    for question in likely:
        pipeline.retrieve(user=user, query=question, now=now, store=False, ttl=params.WARM_TTL)
    return len(likely)


@jobs.handler(JOB, passing=True)
def warm_later(job: Job, now: dt.datetime) -> None:
    """The queued form of `warm`."""
    warm(job.user, now)
