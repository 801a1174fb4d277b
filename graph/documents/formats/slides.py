"""Presentations: each slide's title, words, tables and notes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

from graph.documents.formats.packed import opened
from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.formats.rows import of_document
from graph.documents.parse import CannotRead


def read(data: bytes, tick: Tick) -> Parsed:
    """Raises CannotRead."""
    import pptx
    from pptx.exc import PythonPptxError

    opened(data)
    try:
        show = pptx.Presentation(io.BytesIO(data))
    except (PythonPptxError, KeyError, ValueError, OSError, AttributeError, SyntaxError) as error:
        raise CannotRead("The file is damaged, or no presentation.") from error
    text = Writer()
    for number, slide in enumerate(show.slides, start=1):
        tick()
        text.place("slide", number)
        title = slide.shapes.title
        text.heading(title.text_frame.text if title is not None else f"Slide {number}")
        for shape in _each(slide.shapes):
            if title is not None and shape.shape_id == title.shape_id:
                continue
            if getattr(shape, "has_table", False):
                text.add("\n".join(of_document([cell.text for cell in row.cells] for row in shape.table.rows)))
            elif shape.has_text_frame:
                text.add("\n".join(part.text for part in shape.text_frame.paragraphs))
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            text.add(slide.notes_slide.notes_text_frame.text)
    return text.parsed(show.core_properties.title or "")


def _each(shapes: Iterable[Any]) -> Iterator[Any]:
    """Every shape, those inside groups too."""
    waiting = list(shapes)[::-1]
    while waiting:
        shape = waiting.pop()
        if hasattr(shape, "shapes"):
            waiting += list(shape.shapes)[::-1]
        else:
            yield shape
