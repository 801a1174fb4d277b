"""Words put together as English puts them: lists, plurals, whose something is, and how a sentence begins."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_IDENTIFIER = re.compile(r"[a-z][a-z0-9]*[A-Z]|\S*\w[0-9_/.]\w")
_PLURAL = re.compile(r"\b(?!(?:series|species|news|means|headquarters|lens)\b)\w{2,}(?<![suioa])s$")
_HYPHENED = re.compile(r"(?!ex-|step-|half-|.*-in-law)[a-z]{3,}(?:-[a-z]{3,})+")


def listed(parts: Sequence[str]) -> str:
    """ "Ann, Bo and you"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def is_plural(noun: str) -> bool:
    """Whether a relation's noun says itself that it is of several: "starred actors", "opening hours"; no "status", and
    no "number of rooms".
    """
    return _PLURAL.search(noun.partition(" of ")[0]) is not None


def plural(noun: str, count: int) -> str:
    if count == 1 or is_plural(noun):
        return noun
    head, of, rest = noun.partition(" of ")
    if of:
        return f"{plural(head, count)}{of}{rest}"  # "places of birth"
    if noun.endswith("child"):
        return f"{noun}ren"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "z", "ch", "sh")) else f"{noun}s"


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") and not name.endswith("ss") else f"{name}'s"


def capital(text: str, names: Collection[str]) -> str:
    """A sentence that may begin with one of the names begins with a capital letter, but for an identifier:
    "price-worker", "db1.internal".
    """
    token = text.split()[0].removesuffix("'s").removesuffix("'")
    is_name = token in names and _HYPHENED.fullmatch(token) is not None
    return text if is_name or _IDENTIFIER.match(token) else text[:1].upper() + text[1:]
