"""The words of passages for pages that show no Markdown. Pure."""

from __future__ import annotations

import re

from graph.prose import is_marked, plain, units

_LINK = re.compile(r"\[(?P<words>[^\[\]\n]{0,500})\]\((?P<leads>(?:https?|mailto):[^()\s]{0,2000})\)")
_CODE = re.compile(r"(?P<marks>`+)(?P<code>[^`\n]+)(?P=marks)")
_POINT = re.compile(r"\n[ \t]*[-*+](?:[ \t]+|\Z)")
_QUOTED = re.compile(r"\n[ \t]*(?:(?:#{1,6}|>+)[ \t]+)+")


def in_a_row(text: str, *, is_typed: bool = False) -> str:
    """A passage for a page that shows no Markdown: its units one behind the other."""
    return bare(" ".join(unit.whole for unit in units(text, is_typed=is_typed)))


def bare(words: str) -> str:
    """Words of units where no Markdown is shown: a link as its words, code as it is."""
    return _CODE.sub(r"\g<code>", _LINK.sub(r"\g<words>", words))


def with_targets(words: str) -> str:
    """The same where everything that a text holds is to be seen: a link as its words and where it leads."""
    return _CODE.sub(r"\g<code>", _LINK.sub(_told, words))


def _told(link: re.Match[str]) -> str:
    words, leads = link["words"], link["leads"]
    return words if words in {leads, leads.removeprefix("mailto:")} else f"{words} ({leads})"


def excerpt(text: str) -> str:
    """A piece of a passage for a page that shows no Markdown, with the white space at its ends.

    The other half of a mark may stand outside of it.
    """
    words = text.strip()
    if not words or not is_marked(words):
        return text
    begins = text.index(words)
    read = _POINT.sub("\n• ", _QUOTED.sub("\n", f"\n{bare(plain(words))}"))
    return f"{text[:begins]}{read.replace('**', '').strip()}{text[begins + len(words) :]}"
