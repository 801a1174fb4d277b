"""A file taken in, a book written out, and what then stands in it."""

from __future__ import annotations

import io
import json

from graph.exchange import bringing, formats
from graph.models import Fact
from tests.conftest import NOW
from tests.graph.exchange import samples
from tests.graph.exchange.book_samples import CLIPPINGS
from tests.graph.exchange.chat_samples import CHATS
from tests.graph.exchange.mail_samples import MBOX

SAMPLES = {
    "memory-jsonl": samples.MEMORY,
    "chatgpt": samples.zipped({"conversations.json": json.dumps(samples.CHATGPT), "user.json": "{}"}),
    "claude": json.dumps(samples.CLAUDE).encode(),
    "markdown": samples.zipped(samples.NOTES),
    "keep": samples.zipped(samples.KEEP),
    "enex": samples.ENEX,
    "mem0": samples.MEM0,
    "vcard": samples.VCARD,
    "ics": samples.ICS,
    "jsonld": samples.JSONLD,
    "csv": samples.CSV,
    **CHATS,
    "mbox": MBOX,
    "highlights": CLIPPINGS,
}


def take(user, name: str, data: bytes | None = None, **options) -> dict:
    stream = io.BytesIO(SAMPLES[name] if data is None else data)
    options = {"run": "import:test", "dry_run": False} | options
    return bringing.take(user=user, format=name, stream=stream, now=NOW, **options)


def stated(**where) -> set[tuple]:
    rows = Fact.objects.filter(**where).select_related("subject", "object")
    return {(row.subject.name, row.predicate, row.object.name if row.object else row.value) for row in rows}


def written(user, name: str) -> bytes:
    stream = io.BytesIO()
    write = formats.writable(name).write
    assert write is not None
    write(user, stream, NOW)
    return stream.getvalue()
