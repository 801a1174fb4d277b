"""A talk written down as "Anna: …" and "Tom: …", line by line, without days and hours: pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from graph.documents.formats.messenger import Message

_SAID = re.compile(r"(?P<who>[^\W\d_a-z][\w'’.-]+(?: [^\W\d_a-z][\w'’.-]*){0,2}): (?P<says>\S.*)")
_NOBODY = frozenset({"question", "answer", "note", "notes", "nb", "ps", "todo", "re", "fwd"})
_FEWEST = 5  # lines that somebody says
_OF_LINES = 0.6  # the share of a text's lines, and of those the share by people who speak again
_AGAIN = 2


def messages(text: str) -> list[Message]:
    """What people said in a talk, without a day; nothing of another text.

    Two of them speak at least twice: "Rent: …" and "Deposit: …" are the labels of a form. "Mood: …" and "Sleep: …", day
    by day, look like a talk: see `is_of_people`.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told: list[tuple[str, list[str]]] = []
    for line in lines:
        found = _SAID.fullmatch(line)
        if found and found["who"].casefold() not in _NOBODY:
            told.append((found["who"], [found["says"]]))
        elif told:
            told[-1][1].append(line)
        else:
            return []
    again = [times for times in Counter(who for who, _ in told).values() if times >= _AGAIN]
    is_talk = len(told) >= max(_FEWEST, _OF_LINES * len(lines)) and sum(again) >= _OF_LINES * len(told)
    if not is_talk or len(again) < _AGAIN:
        return []
    return [Message(None, "", who, "\n".join(says)) for who, says in told]


def is_of_people(told: Sequence[Message]) -> bool:
    """Whether one of those who speak is named by another within a sentence: "then Tom goes", "thanks, Anna"."""
    called = {one.who: one.who.split()[0] for one in told}
    named = re.compile(rf"[a-z,] ({'|'.join(map(re.escape, sorted(set(called.values()))))})\b")
    return any(found != called[one.who] for one in told for found in named.findall(one.says))
