"""Lines of contacts and calendars as the reader of both has them, a text with all that stands in it.

Many programs leave the commas of a text as they are, and the reader took for one the text up to the first of them.
It is told by its own register what to do with a text; what is a list by its format stays one.
"""

from __future__ import annotations

import re
from typing import Any

from vobject import icalendar, vcard
from vobject.base import getBehavior, readOne, registerBehavior

_ESCAPED = re.compile(r'\\([\\;,:nN"])')
_BINARY = {"B", "BASE64"}


def read(text: str, *, is_quoted: bool = False) -> Any:
    """The component in a text, with the lines that can be read; `is_quoted` as older contacts quote theirs.

    Raises whatever the reader raises for a damaged one.
    """
    return readOne(text, allowQP=is_quoted, ignoreUnreadable=True)


def plain(text: str) -> str:
    """A text without its escapes: `Bo\\, the Great\\nof Ghent` has a comma and two lines."""
    return _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], text)


def _decode(line: Any) -> bool:
    """Put the whole text in place of what is written, if it is a text; whether it was one."""
    encoding = str(getattr(line, "encoding_param", "")).upper()
    if not line.encoded or encoding in _BINARY or _BINARY & set(line.singletonparams):
        return False
    line.value, line.encoded = plain(line.value), False
    return True


class OfACard(vcard.VCardTextBehavior):
    """A text of a contact."""

    @classmethod
    def decode(cls, line: Any) -> None:
        if not _decode(line):
            super().decode(line)


class OfACalendar(icalendar.TextBehavior):
    """A text of a calendar."""

    @classmethod
    def decode(cls, line: Any) -> None:
        if not _decode(line):
            super().decode(line)


def _register(component: Any, text: Any, **lists: tuple) -> None:
    """Read each line of a component for which nothing is registered, or nothing but a text, as this text."""
    base = text.__base__

    def is_other(name: str, rule: tuple) -> bool:
        known = getBehavior(name, rule[2])
        return known is not None and not issubclass(known, base)

    lines = {name: rule for name, rule in component.knownChildren.items() if is_other(name, rule)}
    told = {"defaultBehavior": text, "knownChildren": lines | lists}
    registerBehavior(type(component.__name__, (component,), told), default=True)


registerBehavior(icalendar.MultiTextBehavior, "NICKNAME")
_register(vcard.VCard3_0, OfACard, NICKNAME=(0, None, None))
_register(icalendar.VEvent, OfACalendar)
_register(icalendar.VTodo, OfACalendar)
