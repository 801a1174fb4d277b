"""Documents: adding files, watching them being read, reading them back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import pluralize
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from assistant.views.forms import number
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation.recorder import Actor
from graph.documents import ingest, params, parse, removing
from graph.models import Document
from graph.queries import documents as reading


@require_http_methods(["GET", "POST"])
def documents(request: PersonsRequest) -> HttpResponse:
    """The shelf, or with `?show=failed` what could not be read, with `?q=` titles that hold it; a POST adds files.

    While something is being read the whole shelf is asked for again, in one request however much it is.
    """
    if request.method == "POST":
        return _add(request)
    failed = request.GET.get("show") == "failed"
    words = request.GET.get("q", "").strip()[:200]
    page = reading.shelf(request.user.pk, page=number(request.GET.get("page")) or 1, failed=failed, words=words)
    template = "documents.html#shelf" if request.headers.get("HX-Request") and page.cards else "documents.html"
    return render(request, template, {"shelf": page, "failed": failed, "words": words})


def _add(request: PersonsRequest) -> HttpResponse:
    """Take every file that can be read; each of the others gives its reason, and loses nothing else.

    `quiet` is sent by the script, which sends several files one by one.
    """
    files = request.FILES.getlist("files")
    if not files:
        messages.error(request, "No file was chosen.")
    added = 0
    for file in files:
        try:
            if (file.size or 0) > params.FILE_LIMIT:
                raise parse.CannotRead("The file is larger than 50 MB. Add it in parts.")
            name = file.name or ""
            kept, is_new = ingest.receive_file(user=request.user, data=file.read(), name=name, now=clock.now())
        except ValueError as refusal:
            messages.error(request, f"{file.name}: {refusal}")
        else:
            if not is_new and (told := ingest.equals(kept, source=name)):
                messages.info(request, f"{name}: {told}")
            else:
                added += 1
    if added and "quiet" not in request.POST:
        messages.success(request, f"Added {added} file{pluralize(added)}. You can close this page, reading goes on.")
    return redirect("documents")


@require_GET
def card(request: PersonsRequest, pk: int) -> HttpResponse:
    """One document's line on the shelf, asked for again while it is being read."""
    found = reading.card(request.user.pk, pk)
    if found is None:
        raise Http404
    return render(request, "_document.html", {"card": found})


@require_GET
def document(request: PersonsRequest, pk: int) -> HttpResponse:
    page = reading.reading(request.user.pk, pk, page=number(request.GET.get("page")) or 1)
    if page is None:
        raise Http404
    return render(request, "document.html", {"reading": page})


@require_POST
def retry(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Document.objects.for_user(request.user), pk=pk)
    ingest.retry(row, clock.now())
    return redirect("documents")


@require_POST
def cancel(request: PersonsRequest, pk: int) -> HttpResponse:
    """Stop reading; what is there stays and can be gone on with."""
    ingest.cancel(get_object_or_404(Document.objects.for_user(request.user), pk=pk))
    return redirect("documents")


@require_POST
def remove(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Document.objects.for_user(request.user).exclude(kind=Document.Kind.CONVERSATION), pk=pk)
    removing.delete(user=request.user, document=row, by=Actor.person(request.user), now=clock.now())
    messages.success(request, f"“{row.title}” was removed. What you confirmed from it stays.")
    return redirect("documents")
