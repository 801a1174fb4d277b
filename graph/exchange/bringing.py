"""An import as a job: the file kept until it is done, the report growing meanwhile, taken up again when interrupted."""

from __future__ import annotations

import datetime as dt
import uuid
import zoneinfo
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings

from graph import claims, jobs
from graph.curation import names
from graph.curation.recorder import Actor
from graph.exchange import formats, incoming, native_read
from graph.models import Change, Job, User

JOB = "import"
DROP = f"{JOB}{jobs.DROPS}"
KEPT_REFUSALS = 1000
KEPT_FOR = dt.timedelta(days=1)  # a file that was counted, for whoever looks at the figures before it comes in


class NoSuchImport(LookupError):
    """The person has no import of this id."""


class NoLongerKept(ValueError):
    """What was only counted was brought in since, or waited longer than a file is kept for that."""


class CannotBeUndone(ValueError):
    """The import is still at work, or it restored rows with their own history."""


def begin(
    *,
    user: User,
    format: str,
    chunks: Iterable[bytes],
    name: str,
    dry_run: bool,
    now: dt.datetime,
    is_kept: bool = False,
) -> Job:
    """Keep the file and queue its import; one that `is_kept` can be brought in after it was counted (`go_on`).

    Raises UnknownFormat.
    """
    formats.readable(format)
    path = file_of(uuid.uuid4().hex)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as kept:
        for chunk in chunks:
            kept.write(chunk)
    payload = {"format": format, "path": path.name, "name": name[:200], "dry_run": dry_run, "report": {}}
    payload |= {"is_kept": True} if dry_run and is_kept else {}
    return jobs.enqueue(kind=JOB, key=path.name, user_id=user.pk, payload=payload, now=now)


def file_of(name: str) -> Path:
    """Where the file of an import stands until it is done."""
    return settings.DATA_DIR / "imports" / name


def waits(job: Job) -> bool:
    """Whether the file of this import was counted, and is still there to be brought in."""
    return bool(job.payload.get("is_kept")) and state(job) == "done" and file_of(job.payload["path"]).exists()


def go_on(*, user: User, pk: int, now: dt.datetime) -> Job:
    """Bring in the file that this import only counted, once. Raises NoSuchImport, and NoLongerKept."""
    counted = find(user, pk)
    path = file_of(uuid.uuid4().hex)
    try:
        if not waits(counted):
            raise FileNotFoundError
        file_of(counted.payload["path"]).rename(path)  # of two at once only one finds it
    except FileNotFoundError:
        raise NoLongerKept("The file is no longer here. Please choose it again.") from None
    payload = {key: counted.payload[key] for key in ("format", "name")} | {"path": path.name}
    payload |= {"dry_run": False, "report": {}}
    return jobs.enqueue(kind=JOB, key=path.name, user_id=user.pk, payload=payload, now=now)


def find(user: User, pk: int) -> Job:
    """Raises NoSuchImport."""
    job = Job.objects.for_user(user).filter(kind=JOB, pk=pk).first()
    if job is None:
        raise NoSuchImport(f"There is no import “{pk}”.")
    return job


def run_of(job: Job) -> str:
    """The run in whose name an import wrote. Raises CannotBeUndone."""
    if job.state in (Job.State.QUEUED, Job.State.RUNNING):
        raise CannotBeUndone("This import is not done yet. It can be undone when it is.")
    if job.payload["format"] in formats.FORMATS and formats.FORMATS[job.payload["format"]].restores:
        raise CannotBeUndone("What a native file brought back with its own history cannot be undone as one.")
    return f"import:{job.pk}"


def undoable(job: Job) -> bool:
    """Whether the page may offer it; that nothing of it stands is seen there."""
    try:
        return not job.payload["dry_run"] and bool(run_of(job))
    except CannotBeUndone:
        return False


def state(job: Job) -> str:
    """queued, running, done or failed; a file that is not of its format failed, though the work on it is done."""
    return "failed" if job.payload.get("error") else str(job.state)


@jobs.handler(JOB, awaited=True)
def bring(job: Job, now: dt.datetime) -> None:
    """Take what the file holds; a second run finds what the first one wrote, and goes on."""
    path = file_of(job.payload["path"])
    if not path.exists():
        return
    keep_lease = claims.beating(job, now)

    def beat(report: dict[str, Any]) -> None:
        job.payload["report"] = report
        Job.objects.filter(pk=job.pk).update(payload=job.payload)
        keep_lease()

    user = User.objects.get(pk=job.user_id)
    try:
        with path.open("rb") as stream:
            options: dict[str, Any] = {"format": job.payload["format"], "dry_run": bool(job.payload["dry_run"])}
            run, name = f"import:{job.pk}", job.payload["name"]
            beat(take(user=user, stream=stream, name=name, run=run, now=now, beat=beat, **options))
    except ValueError as refusal:  # the file's fault: trying again would not help
        job.payload["error"] = str(refusal)[:500]
        Job.objects.filter(pk=job.pk).update(payload=job.payload)
    if job.payload.get("is_kept") and not job.payload.get("error"):
        kept = {"path": path.name}
        jobs.enqueue(kind=DROP, key=path.name, user_id=job.user_id, payload=kept, now=now, due_at=now + KEPT_FOR)
    else:
        path.unlink(missing_ok=True)


@jobs.handler(DROP, passing=True)
def drop(job: Job, now: dt.datetime) -> None:
    """Delete a file that was counted and never brought in."""
    file_of(job.payload["path"]).unlink(missing_ok=True)


def take(
    *,
    user: User,
    format: str,
    stream: BinaryIO,
    run: str,
    now: dt.datetime,
    dry_run: bool,
    name: str = "",
    beat: Callable[[dict[str, Any]], None] = lambda report: None,
) -> dict[str, Any]:
    """The report of what the records of a file of this name became.

    Raises UnknownFormat and whatever is wrong with the whole file.
    """
    chosen = formats.readable(format)
    if chosen.read is None:
        restored = native_read.restore(
            user=user, stream=stream, now=now, dry_run=dry_run, beat=lambda: beat({"counts": {}, "refused": []})
        )
        return _restored(restored)
    by = Actor(Change.Actor.IMPORT, user)
    into = incoming.Taking(user, run[:64], by, now, dry_run, is_noted=chosen.is_noted)
    read = partial(chosen.read, name=name) if chosen.is_named else chosen.read
    read = partial(read, zone=zoneinfo.ZoneInfo(user.time_zone)) if chosen.is_zoned else read
    read = partial(read, own=names.own_keys(user)) if chosen.is_owned else read
    taken = incoming.take(into=into, stream=stream, read=read, beat=lambda sofar: beat(sofar.report()))
    return taken.report()


def _restored(done: native_read.Restored) -> dict[str, Any]:
    written = {kind: len(found) for kind, found in done.written.items()}
    names = {"fact": "facts", "entity": "entities", "document": "documents", "conversation": "conversations"}
    counts = {told: written.get(kind, 0) for kind, told in (names | {"message": "messages"}).items()}
    total = sum(written.values()) + done.standing + len(done.refused)
    refused = [{"row": str(place), "msg": why} for place, why in done.refused[:KEPT_REFUSALS]]
    counts |= {"records": total, "standing": done.standing, "refused": len(done.refused)}
    return {"counts": counts, "rows": written, "refused": refused, "seconds": 0, "facts_to_come": 0}
