"""Undo of all that an import brought: its facts as one, and with them the documents and conversations that it made.

A few of those go in the same request, many in the background, one by one: broken off, the work goes on where it was.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace

from graph import claims, jobs
from graph.curation import origins
from graph.curation.recorder import Actor
from graph.documents import ingest, removing
from graph.exchange import talks
from graph.exchange.talks import Brought
from graph.models import Change, Document, Job, User
from graph.projections.subjects import batches

JOB = "take_out"
AT_ONCE = 50  # documents and conversations that one request takes out: each takes about ten milliseconds
TOLD_EVERY = 25  # taken out ones between two notes of how far it is
NOT_ASKED = "It goes along only if you ask for it, because nothing brings it back."
NOTHING = "Nothing of this stands any more."
NEWER = "It has become a newer version since."
OLDER = "It stood before, and has become a newer version by this."


@dataclass(frozen=True, slots=True)
class Preview:
    """What an undo would do: to facts and entries, and which documents and conversations leave or stay.

    Once it is done, `leave` are those that have left; `leaving` is how many more leave in the background.
    """

    facts: origins.Preview
    leave: tuple[Brought, ...]
    stay: tuple[Brought, ...]
    leaving: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the documents and conversations of an import have left, and whether more are leaving."""

    done: int
    of: int
    is_at_work: bool


def preview(user: User, runs: Collection[str], *, documents: bool) -> Preview:
    """What undoing these runs would do, without doing it; documents and conversations leave only with `documents`."""
    return _seen(origins.preview(origins.of_runs(user, runs)), _brought(user, runs, documents=documents))


def undo_all(
    *, user: User, runs: Collection[str], with_later: bool, documents: bool, by: Actor, now: dt.datetime
) -> tuple[Preview, Change | None]:
    """Undo what these runs wrote, as one change or not at all, then take out one by one what they brought beside it.

    More than `AT_ONCE` of it are queued to be taken out. Broken off in between, the same call goes on. Raises
    NothingStands, and LaterChanges unless `with_later`.
    """
    changes, found = origins.of_runs(user, runs), _brought(user, runs, documents=documents)
    if not changes and all(one.stays for one in found):
        asked = "Of this only documents and conversations stand, and they go only if you ask for it."
        raise origins.NothingStands(asked if any(one.stays == NOT_ASKED for one in found) else NOTHING)
    facts = origins.preview(())
    made: Change | None = None
    if changes:
        facts, made = origins.undo_all(user=user, changes=changes, with_later=with_later, by=by, now=now)
    many = [one for one in found if not one.stays]
    if len(many) > AT_ONCE:
        _enqueue(user, runs, len(many), by, now)
        return replace(_seen(facts, [one for one in found if one.stays]), leaving=len(many)), made
    return _seen(facts, [one for one in found if one.stays or _take_out(user, one, by, now)]), made


def progress(user: User, runs: Collection[str]) -> dict[str, Progress]:
    """How far the work that was queued is, for each of these runs that has any; of several the newest."""
    found: dict[str, Progress] = {}
    for job in Job.objects.for_user(user).filter(kind=JOB).order_by("pk"):
        told = Progress(job.payload["done"], job.payload["of"], job.state in (Job.State.QUEUED, Job.State.RUNNING))
        found |= dict.fromkeys(set(job.payload["runs"]) & set(runs), told)
    return found


def _enqueue(user: User, runs: Collection[str], of: int, by: Actor, now: dt.datetime) -> None:
    named = sorted(runs)
    key = f"{user.pk}:{hashlib.sha256(' '.join(named).encode()).hexdigest()[:32]}"
    payload = {"runs": named, "by": by.kind, "of": of, "done": 0}
    jobs.enqueue(kind=JOB, key=key, user_id=user.pk, payload=payload, now=now)


@jobs.handler(JOB, awaited=True)
def take_out(job: Job, now: dt.datetime) -> None:
    """Take out what still stands of it; a second run goes on with what the first one left."""
    user = User.objects.get(pk=job.user_id)
    by, keep_lease = Actor(job.payload["by"], user), claims.beating(job, now)
    left = [one for one in _brought(user, job.payload["runs"], documents=True) if not one.stays]
    before = max(job.payload["of"] - len(left), 0)
    for number, one in enumerate(left, start=1):
        _take_out(user, one, by, now)
        keep_lease()
        if number % TOLD_EVERY == 0 or number == len(left):
            job.payload["done"] = before + number
            Job.objects.filter(pk=job.pk).update(payload=job.payload)


def _seen(facts: origins.Preview, found: list[Brought]) -> Preview:
    return Preview(facts, tuple(one for one in found if not one.stays), tuple(one for one in found if one.stays))


def _brought(user: User, runs: Collection[str], *, documents: bool) -> list[Brought]:
    found = [*_documents(user, runs), *talks.keeper().brought(user, runs)]
    return found if documents else [replace(one, stays=one.stays or NOT_ASKED) for one in found]


def _documents(user: User, runs: Collection[str]) -> list[Brought]:
    """The documents that these runs made: the work of reading them, queued with each, names the run."""
    queued = Job.objects.for_user(user).filter(kind=ingest.JOB, payload__run__in=sorted(runs)).order_by("pk")
    made: dict[int, tuple[str, bool]] = {}
    for payload in queued.values_list("payload", flat=True):
        stood = payload.get("renews", False) and payload["document"] not in made
        made[payload["document"]] = payload["sha256"], stood
    found: list[Brought] = []
    for batch in batches(made):
        rows = Document.objects.for_user(user).filter(pk__in=batch).order_by("pk")
        for pk, title, sha256 in rows.values_list("pk", "title", "sha256"):
            read, stood = made[pk]
            found.append(Brought("document", pk, title, NEWER if sha256 != read else OLDER if stood else ""))
    return found


def _take_out(user: User, one: Brought, by: Actor, now: dt.datetime) -> bool:
    if one.kind == "conversation":
        return talks.keeper().take_out(user, one.pk, now)
    row = Document.objects.for_user(user).filter(pk=one.pk).first()
    if row is not None:
        removing.delete(user=user, document=row, by=by, now=now)
    return row is not None
