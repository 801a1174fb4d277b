"""Bring in what another program kept, and take out what is here."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath
from typing import BinaryIO, cast

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from assistant.exchange import learning_talks
from assistant.views.request import PersonsRequest
from graph import clock
from graph import jobs as queue
from graph.counted import counted
from graph.documents.params import FILE_LIMIT, READING
from graph.exchange import being_read, bringing, formats, recognised, taking_out, talks
from graph.exchange import report as outcome
from graph.models import Change, Job

SHOWN, REFUSED_SHOWN = 10, 20
NAMES = {
    "records": ("record in the file", "records in the file"), "entities": ("new entry", "new entries"),
    "facts": ("fact", "facts"), "documents": ("document", "documents"), "messages": ("message", "messages"),
    "conversations": ("conversation", "conversations"), "changed": ("changed since", "changed since"),
    "standing": ("stood already", "stood already"), "refused": ("refused", "refused"),
    "unread": ("file not read", "files not read"),
}  # fmt: skip
STATES = {"queued": "Waiting for its turn", "running": "At work", "done": "Done", "failed": "It could not be read"}
READ = "Brought in, and being read"
LEARNED = "Brought in and read, and still being learned from"
AT_WORK = ("queued", "running")


@require_GET
def moving(request: PersonsRequest) -> HttpResponse:
    """The newest imports with what became of them, told anew while one is at work; the forms that come and go."""
    jobs = Job.objects.for_user(request.user).filter(kind=bringing.JOB).order_by("-pk")[:SHOWN]
    standing = _standing(request, jobs)
    runs = [f"import:{job.pk}" for job in jobs]
    leaving, reading = taking_out.progress(request.user, runs), being_read.progress(request.user, runs)
    learning = talks.progress(request.user, runs)
    is_reading = any(queue.are_at_hand(kind, request.user.pk) for kind in (READING, learning_talks.JOB))
    imports = [
        _told(job, standing, leaving.get(run), reading.get(run), learning.get(run), is_reading=is_reading)
        for job, run in zip(jobs, runs, strict=True)
    ]
    context = {
        "imports": imports,
        "at_work": any(one["is_at_work"] or one["read"] or one["learned"] for one in imports),
        "readable": [one for one in formats.FORMATS.values() if one.read or one.restores],
        "writable": [one for one in formats.FORMATS.values() if one.write],
    }
    is_asked_again = request.headers.get("HX-Request")
    return render(request, "moving.html#brought" if is_asked_again else "moving.html", context)


def _standing(request: PersonsRequest, jobs: Iterable[Job]) -> set[str]:
    """The runs of these imports of which something that they wrote still stands."""
    runs = [f"import:{job.pk}" for job in jobs]
    rows = Change.objects.for_user(request.user).filter(run__in=runs, undone_by=None).exclude(verb="undo")
    return set(rows.values_list("run", flat=True).distinct())


def _told(
    job: Job,
    standing: set[str],
    leaving: taking_out.Progress | None,
    read: being_read.Progress | None,
    learned: being_read.Progress | None,
    *,
    is_reading: bool,
) -> dict:
    report, dry = job.payload["report"], job.payload["dry_run"]
    counts = report.get("counts", {})
    state = bringing.state(job)
    wrote = bool(counts.get("facts") or counts.get("entities")) and bringing.undoable(job)
    is_undone = wrote and f"import:{job.pk}" not in standing
    made = counts.get("documents", 0) + counts.get("conversations", 0)
    is_leaving = leaving is not None and leaving.is_at_work
    if is_leaving or is_undone or state in AT_WORK:
        read = learned = None
    afterwards = READ if read else LEARNED if learned else STATES[state]
    return {
        "pk": job.pk,
        "name": job.payload["name"] or "A file",
        "state": "Being removed" if is_leaving else "Undone" if is_undone else afterwards,
        "leaving": leaving,
        "read": read,
        "learned": learned,
        "is_undone": is_undone,
        "is_at_work": state in AT_WORK or is_leaving,
        "undoable": bringing.undoable(job) and bool(made or f"import:{job.pk}" in standing),
        "dry_run": dry,
        "waits": bringing.waits(job),
        "error": job.payload.get("error") or job.error,
        "documents": counts.get("documents", 0),
        "made": made,
        "counts": [counted(counts[key], *words) for key, words in NAMES.items() if counts.get(key)],
        "refused": _by_reason(report.get("refused", [])),
        "remarks": _by_reason(report.get("remarks", [])),
        "refused_count": counts.get("refused", 0),
        "reading": outcome.spelled(seconds) if (seconds := report.get("seconds", 0)) and (dry or is_reading) else "",
        "to_come": outcome.about(coming) if (coming := report.get("facts_to_come", 0)) else "",
        "is_one_to_come": coming == 1,
        "at": job.created_at,
    }


def _by_reason(refused: list[dict[str, str]]) -> list[tuple[str, list[str], int]]:
    """Each reason with the first places and how many more: a hundred empty notes hide no damaged one."""
    places: dict[str, list[str]] = {}
    for row in refused:
        places.setdefault(row["msg"], []).append(str(row["row"]))
    told = sorted(places.items(), key=lambda item: len(item[1]))
    return [(why, _rarest(rows)[:SHOWN], max(0, len(rows) - SHOWN)) for why, rows in told[:REFUSED_SHOWN]]


def _rarest(places: list[str]) -> list[str]:
    """Those of a rare kind first: twelve pasted pictures hide no one letter."""
    kinds = Counter(PurePath(place).suffix for place in places)
    return sorted(places, key=lambda place: kinds[PurePath(place).suffix])


@require_POST
def bring(request: PersonsRequest) -> HttpResponse:
    file, name = request.FILES.get("file"), request.POST.get("format", "")
    if file is None:
        messages.error(request, "Please choose a file.")
        return redirect("moving")
    if (file.size or 0) > FILE_LIMIT:
        messages.error(request, "The file is larger than 50 MB. The command line takes larger ones.")
        return redirect("moving")
    dry = request.POST.get("dry_run") == "yes"
    label, now = str(file.name or ""), clock.now()
    name = name or recognised.format_of(cast(BinaryIO, file), label)
    if not name:
        messages.error(request, f"“{label[:80]}” does not tell what it is. Please say what it is, and choose it again.")
        return redirect("moving")
    try:
        bringing.begin(
            user=request.user, format=name, chunks=file.chunks(), name=label, dry_run=dry, now=now, is_kept=True
        )
    except formats.UnknownFormat as refusal:
        messages.error(request, str(refusal))
    else:
        told = "It is being counted" if dry else "It is being brought in"
        messages.success(request, f"{told}: {formats.FORMATS[name].told}.")
    return redirect(reverse("moving") + "#brought")


@require_POST
def go_on(request: PersonsRequest, pk: int) -> HttpResponse:
    """Bring in what was only counted, without choosing the file again."""
    try:
        job = bringing.go_on(user=request.user, pk=pk, now=clock.now())
    except bringing.NoSuchImport as missing:
        raise Http404(str(missing)) from None
    except bringing.NoLongerKept as gone:
        messages.error(request, str(gone))
    else:
        messages.success(request, f"It is being brought in: {formats.FORMATS[job.payload['format']].told}.")
    return redirect(reverse("moving") + "#brought")


@require_GET
def take(request: PersonsRequest) -> HttpResponseBase:
    """The file itself."""
    try:
        chosen = formats.writable(request.GET.get("format", ""))
    except formats.UnknownFormat as refusal:
        messages.error(request, str(refusal))
        return redirect("moving")
    assert chosen.write is not None
    stream = io.BytesIO()
    chosen.write(request.user, stream, clock.now())
    stream.seek(0)
    return FileResponse(
        stream, as_attachment=True, filename=f"commonplace{chosen.suffix}", content_type=chosen.media_type
    )
