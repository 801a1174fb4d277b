"""A passage as it is read: its sentences without the marks of Markdown, and its blocks of code apart. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from graph import sentences
from graph.flowing import flowing, is_wrapped
from graph.tables import spoken
from graph.wikilinks import as_read

_MARKED = re.compile(r"[`*_\[<&|#>~=%^\\]|^\s*(?:[-+•]|\d{1,9}[.)])\s", re.MULTILINE)
_TAG = re.compile(
    r"</?(a|abbr|article|audio|b|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|figure|font"
    r"|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|section|small|source|span|strike|strong|sub|summary|sup"
    r"|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)(?:\s[^<>]*)?/?>|<!--.*?-->",
    re.IGNORECASE | re.DOTALL,
)
_ALONE = frozenset({"br", "hr", "img", "source"})
_PREFORMATTED = re.compile(r"\s*<pre\b", re.IGNORECASE)
_WEB = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\[\^[\w-]{1,40}\](?:: ?)?|(?<=[\w.,;)”\"])\[\d{1,3}\]")
ATTRIBUTES = re.compile(r"[ \t]*\{:?[ ]?[#.][^{}\n]*\}[ \t]*$", re.MULTILINE)  # of a heading: "{: #limits .rule }"
# What notes have beside Markdown: the kind of a callout, marked words, remarks, and what a line is linked by.
_NOTED = re.compile(r"\[!\w+\][+-]? ?|==(?=\S)(.+?)(?<=\S)==|%%\s*(.+?)\s*%%|[ \t]\^[\w-]{1,40}(?=\n|\Z)")
OPEN, DONE = "☐", "☑"  # the tasks of a list
_DONE = re.compile(r"^\[[xX]\](?=\s)")
_OPEN = re.compile(r"^\[ \](?=\s)")
_FENCE = re.compile(r"^ {0,3}(?P<marks>```+|~~~+)(?P<info>[^\n`]*)$", re.MULTILINE)

Opens = Literal["", "line", "item", "paragraph"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, an item or a row as it is read, or a block of code with the language it is in, if that is told.

    `number` is that of the point of a list which it begins, as "2."; `opens` what it is the first of.
    """

    text: str
    number: str = ""
    opens: Opens = ""
    is_code: bool = False
    language: str = ""

    @property
    def whole(self) -> str:
        return f"{self.number} {self.text}" if self.number else self.text


def units(text: str, *, is_typed: bool = False) -> tuple[Unit, ...]:
    """The units of a passage in order. Of what was typed, as a message is, each line is one by itself."""
    read = as_read(text)
    if not is_marked(read):
        return tuple(_sentences(read if is_typed else flowing(read)))
    tokens = (_typed if is_typed else _blocks).parse(_opened(read))
    wraps = not is_typed and any(is_wrapped(token.content) for token in tokens if token.type == "inline")
    return tuple(_units(tokens, wraps, is_typed))


def is_marked(text: str) -> bool:
    """Whether it has any sign that may be a mark."""
    return _MARKED.search(text) is not None


def plain(text: str, *, is_typed: bool = False) -> str:
    """Running text without marks; a link to the web stays one, for it may be what is looked for."""
    return _inline(as_read(text), is_typed)


def lines(text: str, shortest: int) -> list[str]:
    """The units of a written passage as words, one of fewer than `shortest` characters with the one beside it."""
    return sentences.joined([unit.whole for unit in units(text)], shortest)


def _units(tokens: Sequence[Token], wraps: bool, is_typed: bool) -> Iterator[Unit]:
    number: str = ""
    opens: Opens = "paragraph"
    for token in tokens:
        match token.type:
            case "list_item_open":
                number, opens = f"{token.info}{token.markup}" if token.info else "", "item"
            case "paragraph_close" | "list_item_close" | "heading_close":
                opens = "paragraph"
            case "fence":
                yield from _code(token.content, (token.info.split() or [""])[0])
            case "html_block" if _PREFORMATTED.match(token.content):
                yield from _code(html.unescape(_TAG.sub("", token.content)))
            case "html_block":
                yield from _sentences(_inline(_TAG.sub(" ", token.content)))
            case "inline":
                written = flowing(token.content, wraps=True) if wraps else token.content
                yield from _sentences(_inline(spoken(ATTRIBUTES.sub("", written)), is_typed), number, opens)
                number = ""


def _code(text: str, language: str = "") -> Iterator[Unit]:
    if text.strip():
        yield Unit(text.strip("\n"), is_code=True, language=language)


def _sentences(text: str, number: str = "", opens: Opens = "paragraph") -> Iterator[Unit]:
    """The sentences of some lines; the first `opens` what it stands in, an empty line a paragraph."""
    for line in text.split("\n"):
        if not line.strip():
            opens = "paragraph"
        for sentence in sentences.lines(line, 0):
            words = " ".join(sentence.split()).removeprefix(": ")  # of a list of definitions
            if any(one.isalnum() for one in words):
                yield Unit(words, number, opens)
                number, opens = "", ""
        opens = opens or "line"


def _inline(text: str, is_typed: bool = False) -> str:
    if not is_marked(text):
        return text
    tokens = (_typed if is_typed else _words).parseInline(text)[0].children or []
    told = _FOOTNOTE.sub("", "".join(_read(tokens)))
    noted = _NOTED.sub(lambda mark: mark[1] or mark[2] or "", told)
    return _OPEN.sub(OPEN, _DONE.sub(DONE, noted))


def _read(tokens: Sequence[Token]) -> Iterator[str]:
    """The words of inline tokens. Stars within a word or a sum are no emphasis: "2*3*4".

    "<uuid>" is no tag, but what one is to fill in, and a "<b>" that nothing closes is spoken of.
    """
    tags = {token.content.casefold() for token in tokens if token.type == "html_inline"}
    for place, token in enumerate(tokens):
        match token.type:
            case "text":
                yield token.content
            case "softbreak" | "hardbreak":
                yield "\n"
            case "html_inline" if not _is_mark(token.content, tags):
                yield token.content
            case "html_inline" if token.content[:3].casefold() == "<br":
                yield " "
            case "code_inline":
                yield f"{token.markup}{token.content}{token.markup}"
            case "em_open" | "em_close" | "strong_open" | "strong_close" if _is_within_word(tokens, place):
                yield token.markup
            case "image" if _WEB.match(str(token.attrGet("src") or "")):
                yield f"[{token.content}]({token.attrGet('src')})"  # nothing is loaded: it is a link like any other
            case "link_open" if _leads_out(token):
                yield "["
            case "link_close" if (leads := _opening(tokens, place)) is not None:
                yield f"]({leads})"


def _is_mark(tag: str, tags: Collection[str]) -> bool:
    """Whether it is a tag of HTML that stands alone, or whose other half is among these."""
    if (name := _TAG.fullmatch(tag)) is None or name[1] is None:
        return name is not None
    what, closes = name[1].casefold(), tag.startswith("</")
    if what in _ALONE:
        return True
    other = f"<{what}" if closes else f"</{what}>"
    return any(one == other or (closes and one.startswith((f"{other}>", f"{other} "))) for one in tags)


def _is_within_word(tokens: Sequence[Token], place: int) -> bool:
    before = tokens[place - 1].content[-1:] if place else ""
    after = tokens[place + 1].content[:1] if place + 1 < len(tokens) else ""
    return before.isalnum() and after.isalnum()


def _leads_out(token: Token) -> bool:
    return token.info != "auto" and _WEB.match(str(token.attrGet("href") or "")) is not None


def _opening(tokens: Sequence[Token], place: int) -> str | None:
    """Where the link that ends here leads, if that is out to the web; links do not nest."""
    token = next(one for one in reversed(tokens[:place]) if one.type == "link_open")
    return str(token.attrGet("href")) if _leads_out(token) else None


def _opened(text: str) -> str:
    """The text with a fence before it, where it begins within a block of code: the first of its fences ends one.

    Fences come in pairs; an odd one that names no language, right behind a line and with none behind it, is an end.
    """
    fences = list(_FENCE.finditer(text))
    if len(fences) % 2 == 0 or fences[0]["info"].strip():
        return text
    before, behind = text[: fences[0].start()], text[fences[0].end() :]
    if before.strip() and not before.endswith("\n\n") and (not behind.strip() or behind.startswith("\n\n")):
        return f"{fences[0]['marks']}\n{text}"
    return text


# Indented lines are no code in what people note, and what only looks like the target of a link is kept.
_blocks = MarkdownIt("commonmark").disable(["code", "reference", "inline"])
_words = MarkdownIt("commonmark")
_typed = MarkdownIt("commonmark", {"html": False}).disable(["code", "reference"])  # tags are what somebody typed
