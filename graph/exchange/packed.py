"""Files inside a zip, within limits: how many, how large, and where they may stand."""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import BinaryIO

from graph.exchange.records import CannotRead

MOST_FILES = 20_000
LARGEST_FILE = 50 * 1024 * 1024
LARGEST_WHOLE = 1024 * 1024 * 1024
LARGEST_SINGLE = 500 * 1024 * 1024  # a file that holds all conversations of years
UP = ".."
DENSEST = 200  # bytes out of one byte in: text reaches 20, a bomb thousands


@dataclass(frozen=True, slots=True)
class Packed:
    """A file of a zip; `why` says that it cannot be taken, and then there is no data. `at` is when it was written."""

    name: str
    data: bytes = b""
    why: str = ""
    at: dt.datetime | None = None


def is_zip(stream: BinaryIO) -> bool:
    stream.seek(0)
    found = stream.read(4) == b"PK\x03\x04"
    stream.seek(0)
    return found


def files(stream: BinaryIO, suffixes: tuple[str, ...], largest: int = LARGEST_FILE) -> Iterator[Packed]:
    """The files with these endings, one after the other; hidden ones are left out. Raises CannotRead.

    One whose path goes up is not taken, since it would stand where no file of the zip does.
    """
    archive = _opened(stream)
    left = LARGEST_WHOLE
    for one in _shown(archive):
        if not one.filename.lower().endswith(suffixes):
            continue
        if UP in _parts(one):
            yield Packed(one.filename, why="Its path goes up by “..”, so it was not read.")
            continue
        left -= min(one.file_size, largest)
        if left < 0:
            raise CannotRead("The files in the zip are larger than 1 GB together.")
        yield _taken(archive, one, largest)


def others(stream: BinaryIO, suffixes: tuple[str, ...]) -> list[str]:
    """The names of the files without these endings; hidden ones are left out. Raises CannotRead."""
    return [one.filename for one in _shown(_opened(stream)) if not one.filename.lower().endswith(suffixes)]


def root(stream: BinaryIO) -> str:
    """The one folder in which all files stand, hidden ones left out; empty where there is none. Raises CannotRead."""
    parts = [found for one in _shown(_opened(stream)) if UP not in (found := _parts(one))]
    first = {one[0] for one in parts if one}
    return first.pop() if len(first) == 1 and all(len(one) > 1 for one in parts) else ""


def _opened(stream: BinaryIO) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(stream)
        count = sum(not one.is_dir() for one in archive.infolist())
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        raise CannotRead(f"The zip file cannot be opened: {error}") from None
    if count > MOST_FILES:
        raise CannotRead(f"The zip file holds {count:,} files; {MOST_FILES:,} are allowed.")
    return archive


def _shown(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Its files by name, without those that a program hides among them."""
    listed = (one for one in archive.infolist() if not one.is_dir())
    return sorted(
        (one for one in listed if not any(_is_hidden(part) for part in _parts(one))),
        key=lambda one: one.filename,
    )


def _is_hidden(part: str) -> bool:
    return part.startswith((".", "__MACOSX")) and part != UP


def _parts(one: zipfile.ZipInfo) -> tuple[str, ...]:
    return PurePosixPath(one.filename).parts


def _written(one: zipfile.ZipInfo) -> dt.datetime | None:
    """When a file was written; the first day that a zip can tell stands for none."""
    try:
        at = dt.datetime(*one.date_time, tzinfo=dt.UTC)
    except ValueError:
        return None
    return at if at.year > 1980 else None


def _taken(archive: zipfile.ZipFile, one: zipfile.ZipInfo, largest: int) -> Packed:
    if one.flag_bits & 1:
        return Packed(one.filename, why="The file is locked with a password.")
    if one.file_size > largest:
        return Packed(one.filename, why=f"The file is larger than {largest // 1024 // 1024} MB.")
    if one.file_size > DENSEST * max(one.compress_size, 1024):
        return Packed(one.filename, why="The file is packed so densely that it is taken for a bomb.")
    try:
        with archive.open(one) as packed:
            data = packed.read(largest + 1)  # what is announced may be a lie
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError, EOFError) as error:
        return Packed(one.filename, why=f"The file is damaged: {error}"[:200])
    except Exception as error:  # noqa: BLE001 - zlib has an error of its own that is none of these
        return Packed(one.filename, why=f"The file is damaged: {error}"[:200])
    if len(data) > largest:
        return Packed(one.filename, why="The file is too large.")
    return Packed(one.filename, data, at=_written(one))
