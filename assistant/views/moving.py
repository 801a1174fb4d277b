"""Bring in what another program kept, and take out what is here."""

from __future__ import annotations

import io
from collections.abc import Iterable

from django.contrib import messages
from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from assistant.views.request import PersonsRequest
from graph import clock
from graph.documents.params import FILE_LIMIT
from graph.exchange import bringing, formats, taking_out
from graph.models import Change, Job

SHOWN, REFUSED_SHOWN = 10, 20
NAMES = {
    "records": "read", "entities": "new entries", "facts": "facts", "documents": "documents",
    "conversations": "conversations", "messages": "messages", "standing": "here already", "refused": "refused",
}  # fmt: skip
STATES = {"queued": "Waiting for its turn", "running": "At work", "done": "Done", "failed": "It could not be read"}
AT_WORK = ("queued", "running")


@require_GET
def moving(request: PersonsRequest) -> HttpResponse:
    """The newest imports with what became of them, told anew while one is at work; the forms that come and go."""
    jobs = Job.objects.for_user(request.user).filter(kind=bringing.JOB).order_by("-pk")[:SHOWN]
    standing = _standing(request, jobs)
    leaving = taking_out.progress(request.user, [f"import:{job.pk}" for job in jobs])
    imports = [_told(job, standing, leaving.get(f"import:{job.pk}")) for job in jobs]
    context = {
        "imports": imports,
        "at_work": any(one["is_at_work"] for one in imports),
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


def _told(job: Job, standing: set[str], leaving: taking_out.Progress | None) -> dict:
    report = job.payload["report"]
    counts = report.get("counts", {})
    state = bringing.state(job)
    wrote = bool(counts.get("facts") or counts.get("entities")) and bringing.undoable(job)
    is_undone = wrote and f"import:{job.pk}" not in standing
    is_leaving = leaving is not None and leaving.is_at_work
    return {
        "pk": job.pk,
        "name": job.payload["name"] or "A file",
        "state": "Being removed" if is_leaving else "Undone" if is_undone else STATES.get(state, state),
        "leaving": leaving,
        "is_undone": is_undone,
        "is_at_work": state in AT_WORK or is_leaving,
        "undoable": bringing.undoable(job),
        "dry_run": job.payload["dry_run"],
        "error": job.payload.get("error") or job.error,
        "documents": counts.get("documents", 0),
        "made": counts.get("documents", 0) + counts.get("conversations", 0),
        "counts": [(f"{counts[key]:,}", says) for key, says in NAMES.items() if counts.get(key)],
        "refused": report.get("refused", [])[:REFUSED_SHOWN],
        "seconds": report.get("seconds", 0),
        "at": job.created_at,
    }


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
    try:
        bringing.begin(user=request.user, format=name, chunks=file.chunks(), name=label, dry_run=dry, now=now)
    except formats.UnknownFormat as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "It is being counted." if dry else "It is being brought in.")
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
