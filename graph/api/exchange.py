"""A person's graph as a file, over HTTP."""

from __future__ import annotations

import io
from typing import Any, BinaryIO, cast

from django.http import HttpRequest, HttpResponse
from ninja import File, Router, Status, UploadedFile

from graph import clock
from graph.api import shapes
from graph.api.caller import caller, needs
from graph.api.documents import TooLarge
from graph.documents.params import FILE_LIMIT
from graph.exchange import being_read, bringing, formats, recognised, taking_out, talks
from graph.models import Job

router = Router(tags=["exchange"])


@router.get("/export")
@needs("read")
def export(request: HttpRequest, format: str) -> Any:
    """The file itself; an unknown format is 422 with those there are."""
    chosen, user = formats.writable(format), caller(request).user
    stream = io.BytesIO()
    assert chosen.write is not None
    chosen.write(user, stream, clock.now())
    headers = {"Content-Disposition": f'attachment; filename="commonplace{chosen.suffix}"'}
    return HttpResponse(stream.getvalue(), content_type=chosen.media_type, headers=headers)


@router.post("/import", response={202: dict})
@needs("write")
def import_(request: HttpRequest, file: UploadedFile = File(...), format: str = "", dry_run: bool = False) -> Any:  # noqa: B008
    """The file is taken in the background; `GET /imports/{id}` tells what became of it, and how many
    of its documents are read and of its conversations learned from, until all of them are. A dry run only counts.
    Without `format` it is what the file says that it is; 422 where it does not tell."""
    if (file.size or 0) > FILE_LIMIT:
        raise TooLarge("The file is larger than 50 MB.")
    format = format or recognised.format_of(cast(BinaryIO, file), str(file.name or ""))
    if not format:
        raise formats.UnknownFormat(f"“{file.name}” does not tell what it is. Please say it with format=….")
    job = bringing.begin(
        user=caller(request).user,
        format=format,
        chunks=file.chunks(),
        name=str(file.name or ""),
        dry_run=dry_run,
        now=clock.now(),
    )
    return Status(202, shape(job))


@router.get("/imports/{import_id}", response=dict)
@needs("read")
def get_import(request: HttpRequest, import_id: str) -> Any:
    try:
        return shape(bringing.find(caller(request).user, shapes.pk(import_id, "import")))
    except bringing.NoSuchImport:
        raise shapes.NoSuchRow(f"There is no import “{import_id}”.") from None


def shape(job: Job) -> dict[str, Any]:
    report = job.payload["report"]
    run = f"import:{job.pk}"
    removing = taking_out.progress(job.user, [run]).get(run)
    reading = being_read.progress(job.user, [run]).get(run)
    learning = talks.progress(job.user, [run]).get(run)
    return {
        "id": str(job.pk),
        "status": bringing.state(job),
        "format": job.payload["format"],
        "dry_run": job.payload["dry_run"],
        "error": job.payload.get("error") or job.error or None,
        "counts": report.get("counts", {}),
        "refused": report.get("refused", []),
        "remarks": report.get("remarks", []),
        "seconds": report.get("seconds", 0),
        "facts_to_come": report.get("facts_to_come", 0),
        "reading": None if reading is None else {"done": reading.done, "of": reading.of},
        "learning": None if learning is None else {"done": learning.done, "of": learning.of},
        "removing": None
        if removing is None
        else {"done": removing.done, "of": removing.of, "at_work": removing.is_at_work},
        "created_at": shapes.moment(job.created_at),
        "finished_at": shapes.moment(job.finished_at),
    }
