"""A page as a browser would see it: its elements, and what about them could act."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

VOID = {"br", "hr", "input", "link", "meta", "img", "base", "rect", "source", "area", "col", "embed", "track", "wbr"}
NEVER = {"img", "iframe", "object", "embed", "base", "style", "video", "audio", "source", "animate", "math", "frame",
         "image", "foreignobject", "applet", "marquee"}  # fmt: skip
GOES_SOMEWHERE = {"href", "src", "action", "formaction", "hx-get", "hx-post", "hx-put", "hx-delete", "hx-patch",
                  "hx-sse:connect", "srcset", "poster", "ping", "data", "xlink:href", "background", "cite"}  # fmt: skip
IN_TEXT = {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "h3", "h4", "h5",
           "h6", "table", "thead", "tbody", "tr", "th", "td", "mark", "cite", "span", "div"}  # fmt: skip


@dataclass
class Page(HTMLParser):
    """Feed it a page; `wrong` lists what should not be there, `words` is its text."""

    mark: str
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    elements: int = 0
    _open: list[tuple[str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @property
    def words(self) -> str:
        return " ".join(self.said)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.elements += 1
        attributes = {name: value or "" for name, value in given}
        ignored = bool(self._open and self._open[-1][1])
        self._look_at(tag, attributes, ignored)
        if tag not in VOID:
            self._open.append((tag, ignored or "hx-ignore" in attributes))

    def handle_startendtag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, given)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _ in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]
        elif tag not in VOID:
            self.wrong.append(f"</{tag}> that nothing opened")

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"a comment: {data[:60]}")

    def _look_at(self, tag: str, attributes: dict[str, str], ignored: bool) -> None:
        shown = f"<{tag} {attributes}>"
        if tag in NEVER or (ignored and tag not in IN_TEXT):
            self.wrong.append(shown)
        if tag == "script" and not attributes.get("src", "").startswith("/static/"):
            self.wrong.append(shown)
        if tag == "meta" and "http-equiv" in attributes:
            self.wrong.append(shown)
        for name, value in attributes.items():
            if name.startswith("on") or name in {"style", "srcdoc", "autofocus"} - (
                {"autofocus"} if not ignored else set()
            ):
                self.wrong.append(shown)
            if name.startswith(("hx-", "data-hx")) and (ignored or self.mark in value):
                self.wrong.append(shown)
            if name in GOES_SOMEWHERE and not self._stays(tag, value, attributes):
                self.wrong.append(shown)

    def _stays(self, tag: str, value: str, attributes: dict[str, str]) -> bool:
        """Whether an address leads to this site; a link that a person can click may leave, saying nothing of where from."""
        parts = urlsplit(value)
        if not parts.scheme and not parts.netloc:
            return value[:1] in "/?#" and self.mark not in parts.path
        return tag == "a" and parts.scheme in {"http", "https"} and attributes.get("rel") == "noopener noreferrer"


def look_at(html: str, mark: str) -> Page:
    page = Page(mark)
    page.feed(html)
    page.close()
    return page
