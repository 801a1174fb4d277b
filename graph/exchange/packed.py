"""Files inside a zip, within limits: how many, how large, and where they may stand."""

from __future__ import annotations

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
DENSEST = 200  # bytes out of one byte in: text reaches 20, a bomb thousands


@dataclass(frozen=True, slots=True)
class Packed:
    """A file of a zip; `why` says that it cannot be taken, and then there is no data."""

    name: str
    data: bytes = b""
    why: str = ""


def is_zip(stream: BinaryIO) -> bool:
    stream.seek(0)
    found = stream.read(4) == b"PK\x03\x04"
    stream.seek(0)
    return found


def files(stream: BinaryIO, suffixes: tuple[str, ...], largest: int = LARGEST_FILE) -> Iterator[Packed]:
    """The files with these endings, one after the other; hidden ones are left out. Raises CannotRead."""
    try:
        archive = zipfile.ZipFile(stream)
        listed = [one for one in archive.infolist() if not one.is_dir()]
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        raise CannotRead(f"The zip file cannot be opened: {error}") from None
    if len(listed) > MOST_FILES:
        raise CannotRead(f"The zip file holds {len(listed):,} files; {MOST_FILES:,} are allowed.")
    left = LARGEST_WHOLE
    for one in sorted(listed, key=lambda entry: entry.filename):
        path = PurePosixPath(one.filename)
        if path.suffix.lower() not in suffixes or any(part.startswith((".", "__MACOSX")) for part in path.parts):
            continue
        left -= min(one.file_size, largest)
        if left < 0:
            raise CannotRead("The files in the zip are larger than 1 GB together.")
        yield _taken(archive, one, largest)


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
    return Packed(one.filename, data) if len(data) <= largest else Packed(one.filename, why="The file is too large.")
