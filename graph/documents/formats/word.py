"""Word documents: headings, paragraphs and tables, in the order in which they stand."""

from __future__ import annotations

import io
import re
from typing import Any

from graph.documents import params
from graph.documents.formats.packed import opened
from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.formats.rows import of_document
from graph.documents.parse import CannotRead

_LEVEL = re.compile(r"heading (\d)", re.IGNORECASE)


def read(data: bytes, tick: Tick) -> Parsed:
    """Raises CannotRead."""
    import docx
    from docx.table import Table

    opened(data)
    try:
        document = docx.Document(io.BytesIO(data))
    except (KeyError, ValueError, OSError, AttributeError, SyntaxError) as error:
        raise CannotRead("The file is damaged, or no Word document.") from error
    text, cells, titled = Writer(), 0, 0
    for block in document.iter_inner_content():
        tick()
        if isinstance(block, Table):
            rows = []
            for row in block._tbl.tr_lst:
                values = [_words(cell) for cell in row.tc_lst]
                cells += len(values)
                if cells > params.MAX_CELLS:
                    raise CannotRead(f"The document has more than {params.MAX_CELLS:,} table cells.")
                rows.append(values)
            text.add("\n".join(of_document(rows)))
            continue
        level = _LEVEL.match(block.style.name or "") if block.style is not None else None
        if level:
            text.heading(block.text, int(level[1]) + titled)
        elif block.style is not None and block.style.name == "Title":
            text.heading(block.text)
            titled = 1  # its headings stand below it
        else:
            text.add(block.text)
    return text.parsed(document.core_properties.title or "")


def _words(cell: Any) -> str:
    from docx.oxml.ns import qn

    return " ".join("".join(run.text or "" for run in part.iter(qn("w:t"))) for part in cell.p_lst)
