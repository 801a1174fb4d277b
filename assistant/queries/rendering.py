"""Markdown that a model or a document wrote, as HTML that can do nothing: allow-listed tags, no images, few links."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from urllib.parse import urlsplit

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from graph.naming import readable

INPUT_LIMIT = 100_000  # characters of one answer; markdown's cost grows with its input, and nobody reads further

TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "rel", "class", "aria-label"}, "ol": {"start"}, "pre": {"tabindex"}}

_CITATION = re.compile(r"\[(\d{1,2})(\??)\](?!\()")
_URL = re.compile(r"https?://[^\s<>\"'`\])}]+")


def render(markdown: str, *, links: Collection[str] = (), cite_href: str = "#f{number}") -> str:
    """`markdown` as safe HTML.

    A link can be clicked only if its URL is in `links`; any other shows its text and host. `[1]` and `[2?]`
    become citation chips that lead to `cite_href`; the question mark says that the fact is unconfirmed.
    """
    env = {"links": frozenset(_parser.normalizeLink(url) for url in links), "cite_href": cite_href}
    html = _parser.render(readable(markdown[:INPUT_LIMIT]), env)
    return nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, link_rel=None, url_schemes={"http", "https"})


def links_in(texts: Iterable[str]) -> frozenset[str]:
    """Every http(s) URL that stands in `texts`, without the punctuation that follows it."""
    return frozenset(url.rstrip(".,;:!?") for text in texts for url in _URL.findall(text))


def host(url: str) -> str:
    """The host of a URL as a person should see it, or "" for what is no web address."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _citation(state: StateInline, silent: bool) -> bool:
    """An inline rule for `[1]` and `[2?]`."""
    found = _CITATION.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.content, token.markup = found[1], found[2]
    state.pos = found.end()
    return True


def _citation_chip(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    number, doubt = tokens[index].content, tokens[index].markup
    href = env["cite_href"].format(number=number)
    kind, says = ("cite un", ", unconfirmed") if doubt else ("cite", "")
    return f'<a class="{kind}" href="{href}" aria-label="Fact {number}{says}">{number}{doubt}</a>'


def _link_opens(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    token = tokens[index]
    url = str(token.attrGet("href") or "")
    if url not in env["links"] or not url.startswith(("http://", "https://")):
        return ""
    token.attrSet("rel", "noopener noreferrer")
    return renderer.renderToken(tokens, index, options, env)


def _link_closes(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    url = _url_of(tokens, index)
    place = host(url)
    says = f" ({_escape(place)})" if place else ""
    return f"</a>{says}" if url in env["links"] else says


def _url_of(tokens: Sequence[Token], closing: int) -> str:
    """The URL of the link that the token at `closing` ends; links do not nest."""
    opening = next(token for token in reversed(tokens[:closing]) if token.type == "link_open")
    return str(opening.attrGet("href") or "")


def _image(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    """An image is never loaded: its description stands in its place."""
    return _escape(tokens[index].content)


def _code(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    """A block of code that is scrolled with the keyboard as well."""
    return f'<pre tabindex="0"><code>{_escape(tokens[index].content)}</code></pre>\n'


def _heading(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    """Two levels lower, because the page has its own first and second."""
    token = tokens[index]
    token.tag = f"h{min(6, int(token.tag[1]) + 2)}"
    return renderer.renderToken(tokens, index, options, env)


def _escape(text: str) -> str:
    return nh3.clean_text(text)


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("reference")
    parser.inline.ruler.before("link", "citation", _citation)
    for token, rule in {
        "citation": _citation_chip,
        "link_open": _link_opens,
        "link_close": _link_closes,
        "image": _image,
        "fence": _code,
        "code_block": _code,
        "heading_open": _heading,
        "heading_close": _heading,
    }.items():
        parser.add_render_rule(token, rule)
    return parser


_parser = _make_parser()
