"""Files of a folder: which are meant by some paths, and each kept as a document or a new version of its own."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import Any

from graph import clock
from graph.documents import ingest, params, parse
from graph.documents.formats import reading
from graph.models import Document, User


def expand(given: list[str]) -> list[tuple[Path, str]]:
    """Every readable file meant by the paths, with the name it is kept under, in order, each once."""
    found: dict[Path, str] = {}
    for part in [piece.strip() for text in given for piece in text.split(",") if piece.strip()]:
        path = Path(part).expanduser()
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                hidden = any(step.startswith(".") for step in file.relative_to(path).parts)
                if file.is_file() and not hidden and file.suffix.lower() in reading.SUFFIXES:
                    found.setdefault(file.resolve(), str(file.relative_to(path)))
        elif path.is_file():
            found.setdefault(path.resolve(), path.name)
        else:
            for name in sorted(glob.glob(str(path), recursive=True)):
                if Path(name).is_file():
                    found.setdefault(Path(name).resolve(), Path(name).name)
    return list(found.items())


def receive(user: User, path: Path, name: str, options: dict[str, Any]) -> tuple[Document, bool]:
    """Queue one file; one that changed since becomes a new version of its document. Raises CannotRead or OSError."""
    if path.stat().st_size > params.FILE_LIMIT:
        raise parse.CannotRead("The file is larger than 50 MB.")
    data = path.read_bytes()
    place = {"path": str(path)}
    files = Document.objects.for_user(user).filter(kind=Document.Kind.FILE, metadata__path=place["path"])
    return ingest.receive_file(
        user=user,
        data=data,
        name=path.name,
        source=name,
        metadata=place,
        options=options,
        replaces=files.first(),
        now=clock.now(),
    )
