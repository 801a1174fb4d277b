"""Documents over HTTP: given as text or as a file, read in the background."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.db.models import Count
from django.http import HttpRequest
from ninja import Router, Status
from pydantic import Field

from graph import clock
from graph.api import shapes, strict
from graph.api.bodies import Body
from graph.api.caller import caller, needs
from graph.api.paging import PageQuery, page
from graph.documents import ingest, parse
from graph.models import Chunk, ChunkEdge, Document

router = Router(tags=["documents"])

FILE_LIMIT = 50 * 1024 * 1024


class TooLarge(ValueError):
    """A file above the limit."""


class Options(Body):
    sequence_edges: bool = False
    graph_extraction: bool = False
    batch_size: Annotated[int, Field(ge=2, le=50)] = 5
    batch_overlap: Annotated[int, Field(ge=0)] = 0
    workers: Annotated[int, Field(ge=1, le=16)] = 3
    min_edge_weight: Annotated[float, Field(ge=0, le=1)] = 0
    max_edges_per_chunk: Annotated[int, Field(ge=0)] = 0
    cross_document: bool = False
    learn: bool = True

    def model_post_init(self, _: Any) -> None:
        if self.batch_overlap >= self.batch_size:
            raise ValueError("batch_overlap must be smaller than batch_size")


class DocumentIn(Body):
    title: Annotated[str, Field(max_length=500)] = ""
    text: str
    source: Annotated[str, Field(max_length=1000)] | None = None
    metadata: dict[str, Any] = {}
    options: Options = Options()


def shape(document: Document, chunks: int | None, edges: int | None) -> dict[str, Any]:
    split = document.stage != Document.Stage.RECEIVED
    return {
        "id": str(document.pk),
        "title": document.title,
        "source": document.source or None,
        "kind": document.kind,
        "status": document.status,
        "stage": document.stage,
        "chunk_count": chunks if split else None,
        "edge_count": edges,
        "error": document.error or None,
        "metadata": {key: value for key, value in document.metadata.items() if key != "links"},
        "options": document.options,
        "created_at": shapes.moment(document.created_at),
    }


def _counted(document: Document) -> dict[str, Any]:
    edges = ChunkEdge.objects.filter(source__document=document).count()
    return shape(document, document.chunks.count(), edges)


@router.post("/documents", response={200: dict, 202: dict})
@needs("write")
def receive_document(request: HttpRequest) -> Any:
    """JSON `{title, text, source, metadata, options}`, or a multipart `file` with `options` as JSON text."""
    who = caller(request)
    if (request.content_type or "").startswith("multipart/"):
        given, text = _uploaded(request)
    else:
        given = DocumentIn.model_validate(strict.loads(request.body))
        text = given.text
    document, created = ingest.receive(
        user=who.user,
        text=text,
        title=given.title,
        source=given.source or "",
        metadata=given.metadata,
        options=given.options.model_dump(exclude_unset=True),  # the rest as the person has set it
        now=clock.now(),
    )
    return Status(202 if created else 200, _counted(document))


def _uploaded(request: HttpRequest) -> tuple[DocumentIn, str]:
    """The first file of a form and its options. Raises CannotRead, TooLarge or ValidationError."""
    file = request.FILES.get("file")
    if file is None:
        raise parse.CannotRead("The form has no file in the field “file”.")
    if (file.size or 0) > FILE_LIMIT:
        raise TooLarge("The file is larger than 50 MB.")
    name = str(file.name or "")
    text = parse.decode(file.read(), name)
    options = Options.model_validate(strict.loads(request.POST.get("options") or "{}"))
    title = request.POST.get("title", "")
    return DocumentIn(
        title=str(title), text=text, source=str(request.POST.get("source") or name), options=options
    ), text


@router.get("/documents", response=dict)
@needs("read")
def list_documents(
    request: HttpRequest, paging: PageQuery, kind: Literal["file", "conversation", "import", ""] = ""
) -> Any:
    rows = Document.objects.for_user(caller(request).user).defer("text")
    rows = rows.filter(kind=kind) if kind else rows.exclude(kind=Document.Kind.CONVERSATION)
    found, following = page(rows, paging)
    ids = [document.pk for document in found]
    chunks = dict(Chunk.objects.filter(document__in=ids).values_list("document").annotate(Count("pk")))
    edges = dict(
        ChunkEdge.objects.filter(source__document__in=ids).values_list("source__document").annotate(Count("pk"))
    )
    items = [shape(one, chunks.get(one.pk, 0), edges.get(one.pk, 0)) for one in found]
    return {"items": items, "next": following}


def _document(request: HttpRequest, document_id: str) -> Document:
    found = Document.objects.for_user(caller(request).user).filter(pk=shapes.pk(document_id, "document")).first()
    if found is None:
        raise shapes.NoSuchRow(f"There is no document “{document_id}”.")
    return found


@router.get("/documents/{document_id}", response=dict)
@needs("read")
def get_document(request: HttpRequest, document_id: str) -> Any:
    return _counted(_document(request, document_id))


@router.get("/documents/{document_id}/chunks", response=dict)
@needs("read")
def list_chunks(request: HttpRequest, document_id: str, paging: PageQuery) -> Any:
    found, following = page(_document(request, document_id).chunks.all(), paging)
    return {
        "items": [
            {
                "id": str(one.pk),
                "position": one.position,
                "text": one.text,
                "prefix": one.prefix,
                "start": one.start,
                "end": one.end,
                "parent": str(one.parent_id) if one.parent_id else None,
                "metadata": one.metadata,
            }
            for one in found
        ],
        "next": following,
    }


@router.delete("/documents/{document_id}", response=dict)
@needs("write")
def delete_document(request: HttpRequest, document_id: str) -> Any:
    who = caller(request)
    document = _document(request, document_id)
    change = ingest.delete(user=who.user, document=document, by=who.by, now=clock.now())
    return {"change": shapes.change(change) if change.pk else None}  # no fact rested on it
