"""Real files of every format, written by the ordinary libraries that write them."""

from __future__ import annotations

import io
import zipfile


def pdf(pages: list[str], *, password: str = "", title: str = "") -> bytes:
    from fpdf import FPDF

    paper = FPDF()
    paper.set_font("Helvetica", size=12)
    if title:
        paper.set_title(title)
    if password:
        paper.set_encryption(owner_password="owner", user_password=password)
    for words in pages:
        paper.add_page()
        if words:
            paper.multi_cell(0, 6, words)
    return bytes(paper.output())


def word(title: str, sections: dict[str, str], table: list[list[str]] = ()) -> bytes:
    import docx

    document = docx.Document()
    document.add_heading(title, 0)
    for heading, words in sections.items():
        document.add_heading(heading, 1)
        document.add_paragraph(words)
    if table:
        made = document.add_table(rows=0, cols=len(table[0]))
        for row in table:
            for cell, words in zip(made.add_row().cells, row, strict=True):
                cell.text = words
    return saved(document.save)


def slides(parts: dict[str, str], notes: str = "") -> bytes:
    import pptx

    show = pptx.Presentation()
    for title, words in parts.items():
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = title, words
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    return saved(show.save)


def workbook(sheets: dict[str, list[list]]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return saved(book.save)


def book(title: str, chapters: list[str]) -> bytes:
    """An EPUB: a zip of pages with a list of their order."""
    items = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters))
    )
    order = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{order}</spine></package>",
        **{f"OPS/c{n}.xhtml": f"<html><body>{words}</body></html>" for n, words in enumerate(chapters)},
    }
    return packed(parts)


def packed(parts: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, words in parts.items():
            archive.writestr(name, words)
    return held.getvalue()


def saved(save) -> bytes:
    held = io.BytesIO()
    save(held)
    return held.getvalue()
