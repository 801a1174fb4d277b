"""Links and wikilinks between documents, resolved once the documents they name are there."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from django.db import transaction

from graph import jobs, versions
from graph.documents import params
from graph.models import Chunk, Document, DocumentReference, Job, Touch, User
from graph.naming import normalise

JOB = "references"
_WIKILINK = re.compile(r"!?\[\[([^\[\]|#\n]{1,500})(?:#[^\[\]|\n]*)?(?:\|[^\[\]\n]*)?\]\]")
_LINK = re.compile(r"(?<!!)\[[^\]\n]{0,500}\]\(\s*<?([^)\s>]{1,1000})>?[^)]*\)")


def links_in(text: str) -> list[str]:
    """What a document points at, in order: the targets of wikilinks and of links without a host."""
    found = [match.group(1).strip() for match in _WIKILINK.finditer(text)]
    for match in _LINK.finditer(text):
        target = urlsplit(match.group(1))
        if not target.scheme and not target.netloc and target.path:
            found.append(unquote(target.path))
    return list(dict.fromkeys(found))


def key(target: str) -> str:
    """The form in which a link's target and a document's title or file name are compared."""
    name = PurePosixPath(target.replace("\\", "/").strip()).name
    return normalise(re.sub(r"\.(md|markdown|txt)$", "", name, flags=re.IGNORECASE))


def resolve(user: User, now: dt.datetime) -> int:
    """Write the references whose both ends exist and that are not there yet; returns how many."""
    targets: dict[str, int] = {}
    links: dict[int, list[str]] = {}
    documents = Document.objects.for_user(user).exclude(kind=Document.Kind.CONVERSATION).order_by("-pk")
    for pk, title, source, metadata in documents.values_list("pk", "title", "source", "metadata"):
        targets[normalise(title)] = pk
        if source:
            targets[key(source)] = pk
        if metadata.get("links"):
            links[pk] = metadata["links"]
    had = set(DocumentReference.objects.for_user(user).values_list("source_id", "target_id"))
    new: dict[tuple[int, int], str] = {}
    for source_pk, named in links.items():
        for link in named:
            target = targets.get(key(link)) or targets.get(normalise(link))
            if target is not None and target != source_pk and (source_pk, target) not in had:
                new.setdefault((source_pk, target), link)
    if not new:
        return 0
    with transaction.atomic():
        DocumentReference.objects.bulk_create(
            [
                DocumentReference(user=user, source_id=source, target_id=target, link=link[:1000], created_at=now)
                for (source, target), link in sorted(new.items())
            ],
            batch_size=500,
            ignore_conflicts=True,
        )
        ends = {document for pair in new for document in pair}
        first = Chunk.objects.filter(document__in=ends).order_by("document", "position").values_list("document", "pk")
        versions.bump(user.pk, [(Touch.Kind.CHUNK, pk) for pk in dict(reversed(list(first))).values()])
    return len(new)


def enqueue(user: User, now: dt.datetime) -> None:
    """Resolve links soon, once for everything that arrives until then."""
    due = now + dt.timedelta(seconds=params.REFERENCES_DELAY)
    jobs.ask(kind=JOB, key=str(user.pk), user_id=user.pk, payload={}, now=now, due_at=due)


@jobs.handler(JOB, passing=True)
def resolve_later(job: Job, now: dt.datetime) -> None:
    """The queued form of `resolve`."""
    resolve(job.user, now)
