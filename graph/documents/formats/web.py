"""HTML: headings and the words that a reader sees; scripts, styles and hidden parts are not text."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING

from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.formats.rows import told
from graph.documents.parse import CannotRead

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

UNSEEN = ["script", "style", "noscript", "template", "svg", "iframe", "object", "nav", "head"]
BLOCKS = ["p", "div", "section", "article", "main", "header", "footer", "aside", "blockquote", "figure", "form"]
BLOCKS += ["ul", "ol", "table", "tr", "pre", "dl", "dd", "dt"]
_KEPT = re.compile("\ue000(\\d+)\ue001")  # where a block of code stands, in letters of no script
_HEADINGS = [f"h{level}" for level in range(1, 7)]


def read(data: bytes, tick: Tick) -> Parsed:
    """Raises CannotRead."""
    text = Writer()
    title = write(data, text, tick)
    if not text.length:
        raise CannotRead("There is no text on the page.")
    return text.parsed(title)


def plain(page: str) -> str:
    """The words of a piece of HTML, without headings marked; the whole of it, if it has none."""
    text = Writer()
    write(page, text, Tick())
    return text.parsed("").text if text.length else page


def write(data: bytes | str, text: Writer, tick: Tick) -> str:
    """Add a page's words to `text`; returns its title."""
    from bs4 import BeautifulSoup, Comment, NavigableString, XMLParsedAsHTMLWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        soup = BeautifulSoup(data, "lxml")
    title = soup.title.get_text() if soup.title is not None else ""
    tick()
    for unseen in soup.find_all([*UNSEEN, lambda tag: tag.has_attr("hidden")]):
        unseen.extract()
    for words in list(soup.find_all(string=True)):
        if isinstance(words, Comment) or type(words) is not NavigableString:
            words.extract()
        elif words.find_parent("pre") is None:
            words.replace_with(re.sub(r"\s+", " ", words))
    tick()
    for heading in soup.find_all(_HEADINGS):
        said = " ".join(heading.get_text(" ").split())
        heading.replace_with(f"\n\n{'#' * int(heading.name[1])} {said}\n\n" if said else "\n\n")
    code = _set_apart(soup)
    for tag in soup.find_all(["br", "li", "td", "th", *BLOCKS]):
        if tag.name == "br":
            tag.replace_with("\n")
        elif tag.name == "li":
            tag.insert(0, "\n- ")
        elif tag.name in ("td", "th"):
            if tag.find_next_sibling(["td", "th"]) is not None:
                tag.append(" | ")
        elif tag.name == "tr":
            tag.append("\n")
        else:
            tag.insert(0, "\n\n")
            tag.append("\n\n")
    tick()
    for block in re.split(r"\n\s*\n", soup.get_text()):
        if (kept := _KEPT.fullmatch(block.strip())) is not None and int(kept[1]) < len(code):
            text.add(f"```\n{code[int(kept[1])]}\n```")
        else:
            text.add("\n".join(line.strip() for line in block.splitlines() if line.strip()))
    return " ".join(title.split())


def _set_apart(soup: BeautifulSoup) -> list[str]:
    """Put the rows of tables whose columns are named in words; returns the blocks of code, which keep their form."""
    for table in soup.find_all("table"):
        first = table.find("tr")
        if first is None or first.find("th") is None or first.find("td") is not None or table.find("table"):
            continue
        rows = [[cell.get_text(" ") for cell in row.find_all(["td", "th"])] for row in table.find_all("tr")]
        table.replace_with("\n\n" + "\n".join(told(rows)) + "\n\n")
    blocks: list[str] = []
    for block in soup.find_all("pre"):
        if words := block.get_text().strip("\n"):
            block.replace_with(f"\n\n\ue000{len(blocks)}\ue001\n\n")
            blocks.append(words)
    return blocks
