"""Files of a folder: which are meant by some paths, and each kept as a document or a new version of its own."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from graph import clock
from graph.documents import ingest, params, parse
from graph.documents.formats import reading
from graph.models import Document, User


def expand(given: list[str]) -> list[tuple[Path, str]]:
    """Every readable file meant by the paths, with the name it is kept under, in order, each once."""
    found: dict[Path, str] = {}
    for part in _parts(given):
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


def _parts(given: list[str]) -> list[str]:
    """The paths of comma lists; a comma in the name of what is there parts nothing."""
    lists = [[text] if _stands(text) else text.split(",") for text in given]
    return [part.strip() for listed in lists for part in listed if part.strip()]


def missing(given: list[str]) -> list[str]:
    """The paths and globs that lead nowhere."""
    return [
        part for part in _parts(given) if not _stands(part) and not glob.glob(os.path.expanduser(part), recursive=True)
    ]


def _stands(path: str) -> bool:
    """Whether there is such a file or folder; a text that is too long for a path is none."""
    return os.path.exists(os.path.expanduser(path))


@dataclass(frozen=True, slots=True)
class Received:
    """What became of a file: the id of its document, or why there is none. `is_new` is False where nothing changed.

    `remark` says whose text it has, where another file brought the document.
    """

    path: Path
    document: int | None = None
    is_new: bool = False
    refusal: str = ""
    remark: str = ""


def receive(user: User, files: Iterable[tuple[Path, str]], options: dict[str, Any]) -> Iterator[Received]:
    """Queue each file; one that changed since becomes a new version of its document, one that did not costs a look.

    A file that cannot be read says why, and loses nothing else.
    """
    known = _known(user)
    whole = cache(lambda: ingest.whole(user, options))  # looked up once, and not where nothing is new
    for number, (path, name) in enumerate(files):
        try:
            if number % LOOKED_AGAIN == 0:
                ingest.refuse_crowd(user)
            yield _received(user, path, name, whole, known)
        except (parse.CannotRead, OSError) as refusal:
            yield Received(path, refusal=str(refusal))


LOOKED_AGAIN = 500  # files after which the queue is looked at for being full


def _received(
    user: User,
    path: Path,
    name: str,
    options: Callable[[], dict[str, Any]],
    known: dict[str, tuple[int, str, str]],
) -> Received:
    if path.stat().st_size > params.FILE_LIMIT:
        raise parse.CannotRead("The file is larger than 50 MB.")
    data = path.read_bytes()
    place, digest = str(path), hashlib.blake2b(data, digest_size=16).hexdigest()
    pk, was, status = known.get(place, (None, "", ""))
    if was == digest and status not in ingest.TO_BE_TRIED_AGAIN:
        return Received(path, pk)
    document, is_new = ingest.receive_file(
        user=user,
        data=data,
        name=path.name,
        source=name,
        metadata={"path": place, "digest": digest},
        options=options(),
        replaces=Document.objects.filter(pk=pk).first() if pk else None,
        now=clock.now(),
        may_wait=True,
    )
    return Received(path, document.pk, is_new, remark="" if is_new else ingest.equals(document, source=name))


def _known(user: User) -> dict[str, tuple[int, str, str]]:
    """The documents that came from files of this machine: id, digest of the file and status, by its path."""
    rows = Document.objects.for_user(user).filter(kind=Document.Kind.FILE, metadata__has_key="path").order_by("-pk")
    columns = rows.values_list("metadata__path", "pk", "metadata__digest", "status")
    return {path: (pk, str(digest), status) for path, pk, digest, status in columns if isinstance(path, str)}
