"""Who wants to know how far the reading of a document is, while it is read in this process: the terminal does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from graph.models import Document

Watcher = Callable[[Document], None]
_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)

# The stages of reading in words, and which of them is at hand after each checkpoint.
STAGES = ("Reading", "Splitting", "Linking", "Indexing", "Comparing", "Learning")
AT_HAND = {
    Document.Stage.RECEIVED: 0,
    Document.Stage.PARSED: 1,
    Document.Stage.CHUNKED: 2,
    Document.Stage.ENRICHED: 2,
    Document.Stage.LINKED: 3,
    Document.Stage.EMBEDDED: 4,
    Document.Stage.RELATED: 5,
    Document.Stage.LEARNED: 6,
}


@contextmanager
def watched(by: Watcher) -> Iterator[None]:
    """Within, `by` is told of each stage as it begins, and of each step of a long one."""
    token = _watcher.set(by)
    try:
        yield
    finally:
        _watcher.reset(token)


def tell(document: Document) -> None:
    watcher = _watcher.get()
    if watcher is not None:
        watcher(document)


def at_hand(document: Document) -> str:
    """The stage in words: "Comparing 3 of 8"."""
    place = AT_HAND[Document.Stage(document.stage)]
    word = STAGES[place] if place < len(STAGES) else "Ready"
    progress = document.metadata.get("progress")
    return f"{word} {progress['done']} of {progress['total']}" if progress else word
