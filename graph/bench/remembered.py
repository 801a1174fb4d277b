"""Embeddings kept by text hash between runs of a benchmark: the same words are embedded once on a machine."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph.projections import embed
from graph.projections.texts import text_hash

BATCH = 500  # hashes a look-up
_SCHEMA = "CREATE TABLE IF NOT EXISTS vectors (model TEXT, hash TEXT, vector BLOB, PRIMARY KEY (model, hash))"


@contextmanager
def remembered(file: Path) -> Iterator[None]:
    """Within, `embed.encode` answers from `file` what it has embedded before, one thread at a time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = sqlite3.connect(file, check_same_thread=False)
    kept.execute(_SCHEMA)
    encode, lock = embed.encode, threading.Lock()

    def recalled(texts: Sequence[str], name: str | None = None) -> NDArray[np.float32]:
        model = name or embed.model_name()
        hashes = [text_hash(text) for text in texts]
        with lock:
            known = _known(kept, model, hashes)
        new = {each: text for each, text in zip(hashes, texts, strict=True) if each not in known}
        if new:
            made = encode(list(new.values()), name)
            known |= dict(zip(new, made, strict=True))
            rows = [(model, each, vector.tobytes()) for each, vector in zip(new, made, strict=True)]
            with lock:
                kept.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
                kept.commit()
        return np.stack([known[each] for each in hashes]) if hashes else encode([], name)

    embed.encode = recalled
    try:
        yield
    finally:
        embed.encode = encode
        kept.close()


def _known(kept: sqlite3.Connection, model: str, hashes: Sequence[str]) -> dict[str, NDArray[np.float32]]:
    found: dict[str, NDArray[np.float32]] = {}
    for start in range(0, len(hashes), BATCH):
        batch = hashes[start : start + BATCH]
        marks = ", ".join("?" * len(batch))
        rows = kept.execute(f"SELECT hash, vector FROM vectors WHERE model = ? AND hash IN ({marks})", (model, *batch))
        found |= {each: np.frombuffer(vector, np.float32) for each, vector in rows}
    return found
