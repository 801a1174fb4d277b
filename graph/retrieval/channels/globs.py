"""File patterns as people write them: `*`, `?`, `[abc]` and `**` over titles and sources, never regular expressions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

STAR, ANY, DEEP, FOLDERS = "*", "?", "**", "**/"
Token = str | tuple[bool, frozenset[str]]  # a character, one of the four, or a set with whether it is meant


def parts(patterns: str | Iterable[str]) -> tuple[str, ...]:
    """Each pattern of a comma list, or of several (T51)."""
    listed = [patterns] if isinstance(patterns, str) else patterns
    return tuple(part.strip() for one in listed for part in one.split(",") if part.strip())


def matches(pattern: str, *names: str) -> bool:
    """Whether a name is what the pattern says, whatever its case.

    `*` and `?` stay within a folder, `**` is any folders or none; a pattern without "/" is also tried on the last part
    of a name. All ways are followed at once, so that no pattern takes long.
    """
    tried = {name.casefold() for name in names if name}
    if "/" not in pattern:
        tried |= {name.rsplit("/", 1)[-1] for name in tried}
    tokens = _tokens(pattern.casefold())
    return pattern.casefold() in tried or any(_fits(tokens, name) for name in tried)


@lru_cache(maxsize=512)
def _tokens(pattern: str) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    while at < len(pattern):
        end = pattern.find("]", at + 2) if pattern[at] == "[" else -1
        if pattern.startswith(FOLDERS, at) and (at == 0 or pattern[at - 1] == "/"):
            token, length = FOLDERS, 3
        elif pattern.startswith(DEEP, at):
            token, length = DEEP, 2
        elif end > 0:
            found.append(_one_of(pattern[at + 1 : end]))
            at = end + 1
            continue
        else:
            token, length = pattern[at], 1
        found.append(token)
        at += length
    return tuple(found)


def _one_of(listed: str) -> tuple[bool, frozenset[str]]:
    """`[abc]`, `[a-c]` and `[!abc]`."""
    meant = not (listed.startswith("!") and len(listed) > 1)
    listed = listed if meant else listed[1:]
    members = set(listed)
    for place in range(1, len(listed) - 1):
        if listed[place] == "-":
            members |= {chr(code) for code in range(ord(listed[place - 1]), min(ord(listed[place + 1]), 0xFFFF) + 1)}
    return meant, frozenset(members)


def _fits(tokens: tuple[Token, ...], name: str) -> bool:
    """Whether the whole name is spelled by the tokens; a state is a place, negative while inside a folder's name."""
    states = _skipping(tokens, {0})
    for letter in name:
        following: set[int] = set()
        for state in states:
            place = -state - 1 if state < 0 else state
            if place == len(tokens):
                continue
            token = tokens[place]
            if token == FOLDERS:
                following.add(place if letter == "/" else -place - 1)
            elif token == DEEP or (token == STAR and letter != "/"):
                following.add(place)
            elif _is(token, letter):
                following.add(place + 1)
        states = _skipping(tokens, following)
        if not states:
            return False
    return len(tokens) in states


def _is(token: Token, letter: str) -> bool:
    if isinstance(token, tuple):
        return letter != "/" and (letter in token[1]) == token[0]
    return letter != "/" if token == ANY else token == letter and token != STAR


def _skipping(tokens: tuple[Token, ...], states: set[int]) -> set[int]:
    """The states, and those behind what may stand for nothing."""
    reached = set(states)
    for state in states:
        place = state
        while 0 <= place < len(tokens) and tokens[place] in (STAR, DEEP, FOLDERS):
            place += 1
            reached.add(place)
    return reached
