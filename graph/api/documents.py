"""Documents over HTTP: given as text or as a file, read in the background."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.db.models import Count
from django.http import HttpRequest
from ninja import Router, Status
from pydantic import Field

from graph import clock
from graph.api import shapes, strict
from graph.api.caller import caller, needs
from graph.api.fields import Body, Id
from graph.api.paging import PageQuery, page
from graph.documents import across, ingest, params, parse, removing
from graph.models import Chunk, ChunkEdge, Document, User

router = Router(tags=["documents"])


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
    chunking: Literal["flat", "parents"] = "flat"
    contextual: bool = False
    budget: Annotated[int, Field(ge=0)] = 0  # tokens that the language model may be asked for; 0 for no limit

    def model_post_init(self, _: Any) -> None:
        if self.batch_overlap >= self.batch_size:
            raise ValueError("batch_overlap must be smaller than batch_size")


class FileIn(Body):
    """What comes beside a file."""

    title: Annotated[str, Field(max_length=500)] = ""
    source: Annotated[str, Field(max_length=1000)] | None = None
    metadata: dict[str, Any] = {}
    options: Options = Options()
    replaces: Id | None = None


class DocumentIn(FileIn):
    text: str


HIDDEN = (
    "links",
    "places",
    "untitled",
    "progress",
    "without_graph",
    "digest",
    "budget_spent",
)  # of the metadata: shown in words of their own, or not for people


def shape(document: Document, chunks: int | None, edges: int | None) -> dict[str, Any]:
    split = document.stage not in (Document.Stage.RECEIVED, Document.Stage.PARSED)
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
        "progress": document.metadata.get("progress"),
        "metadata": {key: value for key, value in document.metadata.items() if key not in HIDDEN},
        "options": document.options,
        "created_at": shapes.moment(document.created_at),
    }


def _counted(document: Document) -> dict[str, Any]:
    edges = ChunkEdge.objects.filter(source__document=document).count()
    return shape(document, document.chunks.count(), edges)


@router.post("/documents", response={200: dict, 202: dict})
@needs("write")
def receive_document(request: HttpRequest) -> Any:
    """JSON `{title, text, source, metadata, options, replaces}`, or a multipart `file` and, beside it, all of these but
    `text`; `metadata` and `options` as JSON text.
    """
    who = caller(request)
    if (request.content_type or "").startswith("multipart/"):
        document, created = _uploaded(request, who.user)
    else:
        given = DocumentIn.model_validate(strict.loads(request.body))
        document, created = ingest.receive(
            user=who.user,
            text=given.text,
            title=given.title,
            source=given.source or "",
            metadata=given.metadata,
            options=given.options.model_dump(exclude_unset=True),
            replaces=_document(request, str(given.replaces)) if given.replaces is not None else None,
            now=clock.now(),
        )
    return Status(202 if created else 200, _counted(document))


def _uploaded(request: HttpRequest, user: User) -> tuple[Document, bool]:
    """The file of a form, with the fields beside it. Raises CannotRead, TooLarge or ValidationError."""
    files = request.FILES.getlist("file")
    if len(files) != 1 or len(request.FILES) > 1:
        raise parse.CannotRead("The form has one file, in the field “file”.")
    (file,) = files
    if (file.size or 0) > params.FILE_LIMIT:
        raise TooLarge("The file is larger than 50 MB.")
    fields = {name: str(text) for name, text in request.POST.items() if name != "csrfmiddlewaretoken"}
    as_json = {name: strict.loads(fields.pop(name)) for name in ("options", "metadata") if fields.get(name)}
    given = FileIn.model_validate({name: text for name, text in fields.items() if text} | as_json)
    return ingest.receive_file(
        user=user,
        data=file.read(),
        name=str(file.name or ""),
        title=given.title,
        source=given.source or "",
        metadata=given.metadata,
        options=given.options.model_dump(exclude_unset=True),
        replaces=_document(request, str(given.replaces)) if given.replaces is not None else None,
        now=clock.now(),
    )


@router.get("/documents", response=dict)
@needs("read")
def list_documents(
    request: HttpRequest, paging: PageQuery, kind: Literal["file", "conversation", "import", ""] = ""
) -> Any:
    rows = Document.objects.for_user(caller(request).user).defer("text")
    rows = rows.filter(kind=kind) if kind else rows.exclude(kind=Document.Kind.CONVERSATION)
    found, following = page(request, rows, paging)
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


class LinkIn(Body):
    documents: Annotated[list[Id], Field(max_length=5000)] | None = None
    threshold: Annotated[float, Field(ge=-1, le=1)] = params.LINK_THRESHOLD
    max_pairs: Annotated[int, Field(ge=1, le=100)] = params.LINK_PAIRS
    batch_size: Annotated[int, Field(ge=1, le=50)] = params.BATCH_SIZE


@router.post("/documents/link", response=dict)
@needs("write")
def link_documents(request: HttpRequest, body: LinkIn | None = None) -> Any:
    """Links between near passages of different documents, judged by the language model; each pair is paid for once."""
    who, given = caller(request), body or LinkIn()
    chosen = None if given.documents is None else [_document(request, str(one)).pk for one in given.documents]
    edges = across.link(
        who.user,
        documents=chosen,
        threshold=given.threshold,
        max_pairs=given.max_pairs,
        batch_size=given.batch_size,
        now=clock.now(),
    )
    return {"edges": edges}


@router.post("/documents/{document_id}/retry", response=dict)
@needs("write")
def retry_document(request: HttpRequest, document_id: str) -> Any:
    """Go on with a document that failed or was cancelled, or make the links that are missing."""
    document = _document(request, document_id)
    ingest.retry(document, clock.now())
    return _counted(_document(request, document_id))


@router.post("/documents/{document_id}/cancel", response=dict)
@needs("write")
def cancel_document(request: HttpRequest, document_id: str) -> Any:
    """Stop reading after the step at hand; a document that is not being read stays as it is."""
    ingest.cancel(_document(request, document_id))
    return _counted(_document(request, document_id))


@router.get("/documents/{document_id}", response=dict)
@needs("read")
def get_document(request: HttpRequest, document_id: str) -> Any:
    return _counted(_document(request, document_id))


@router.get("/documents/{document_id}/chunks", response=dict)
@needs("read")
def list_chunks(request: HttpRequest, document_id: str, paging: PageQuery) -> Any:
    found, following = page(request, _document(request, document_id).chunks.all(), paging)
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
    change = removing.delete(user=who.user, document=document, by=who.by, now=clock.now())
    return {"change": shapes.change(change) if change.pk else None}  # no fact rested on it
