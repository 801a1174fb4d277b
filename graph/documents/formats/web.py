"""HTML: headings and the words that a reader sees; scripts, styles and hidden parts are not text."""

from __future__ import annotations

import re
import warnings

from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.parse import CannotRead

UNSEEN = ["script", "style", "noscript", "template", "svg", "iframe", "object", "nav", "head"]
BLOCKS = ["p", "div", "section", "article", "main", "header", "footer", "aside", "blockquote", "figure", "form"]
BLOCKS += ["ul", "ol", "table", "tr", "pre", "dl", "dd", "dt"]
_HEADINGS = [f"h{level}" for level in range(1, 7)]


def read(data: bytes, tick: Tick) -> Parsed:
    """Raises CannotRead."""
    text = Writer()
    title = write(data, text, tick)
    if not text.length:
        raise CannotRead("There is no text on the page.")
    return text.parsed(title)


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
        text.add("\n".join(line.strip() for line in block.splitlines() if line.strip()))
    return " ".join(title.split())
