"""PDF: the text of each page, in order."""

from __future__ import annotations

import io
import logging

from graph.documents import params
from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.parse import CannotRead

logger = logging.getLogger(__name__)


def read(data: bytes, tick: Tick) -> Parsed:
    """Raises CannotRead for a file that is locked, broken, too long or has no text."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns of every oddity in every file
    if b"%PDF" not in data[:1024]:
        raise CannotRead("The file is no PDF.")
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise CannotRead("The PDF is protected by a password.")
        count = len(reader.pages)
        info = reader.metadata
        title = str(info.title or "") if info else ""
    except DependencyError:
        raise CannotRead("The PDF is protected by a password.") from None
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError, OSError) as error:
        if isinstance(error, CannotRead):
            raise
        raise CannotRead("The PDF is damaged or cut off.") from None
    if count > params.MAX_PAGES:
        raise CannotRead(f"The PDF has {count:,} pages; {params.MAX_PAGES:,} are allowed.")
    text, unread = Writer(), 0
    for number in range(count):
        tick()
        try:
            words = reader.pages[number].extract_text()
        except Exception as error:  # noqa: BLE001 - any page may be broken in its own way; the others are read
            logger.warning("page %s of a PDF could not be read: %s", number + 1, type(error).__name__)
            unread += 1
            continue
        text.place("page", number + 1)
        text.add(words)
    if not text.length:
        raise CannotRead("There is no text in the PDF; it may hold only pictures of pages.")
    return text.parsed(title, pages=count, **({"pages_unread": unread} if unread else {}))
