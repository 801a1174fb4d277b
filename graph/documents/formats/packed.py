"""Zipped documents (DOCX, PPTX, XLSX, EPUB): looked over before anything is unpacked."""

from __future__ import annotations

import io
import zipfile

from graph.documents import params
from graph.documents.parse import CannotRead

_ENCRYPTED = 0x1


def opened(data: bytes) -> zipfile.ZipFile:
    """The archive, if what it unpacks to is bounded: no part is read beyond the size it declares. Raises CannotRead."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise CannotRead("The file is damaged or cut off: it cannot be unpacked.") from None
    if len(parts) > params.MAX_PARTS:
        raise CannotRead(f"The file has {len(parts):,} parts inside; {params.MAX_PARTS:,} are allowed.")
    texts = [part for part in parts if not part.filename.lower().endswith(_PICTURES)]
    if (
        sum(part.file_size for part in parts) > params.MAX_UNPACKED
        or max((part.file_size for part in texts), default=0) > params.MAX_PART
    ):
        raise CannotRead("The file unpacks to far more than its size, so it is not opened.")
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        raise CannotRead("The file is protected by a password.")
    return archive


_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".bmp", ".emf", ".wmf", ".mp4", ".mp3", ".wav", ".svg")
