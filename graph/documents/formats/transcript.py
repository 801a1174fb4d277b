"""A talk written down as "Anna: …" and "Tom: …", line by line, without days and hours: pure."""

from __future__ import annotations

import re
from collections import Counter

from graph.documents.formats.messenger import Message

_SAID = re.compile(r"(?P<who>[^\W\d_a-z][\w'’.-]+(?: [^\W\d_a-z][\w'’.-]*){0,2}): (?P<says>\S.*)")
_NOBODY = frozenset({"question", "answer", "note", "notes", "nb", "ps", "todo", "re", "fwd"})
_FEWEST = 5  # lines that somebody says
_OF_LINES = 0.6  # the share of a text's lines, and of those the share by people who speak again
_AGAIN = 2


def messages(text: str) -> list[Message]:
    """What people said in a talk, without a day; nothing of another text.

    Two of them speak at least twice: "Rent: …" and "Deposit: …" are the labels of a form. That "Mood: …" and
    "Sleep: …", day by day, are nobody's words is told by who has the book, who is not among them.
    """
    told: list[Message] = []
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    begun = 0
    for line in lines:
        found = _SAID.fullmatch(line)
        if found and found["who"].casefold() not in _NOBODY:
            told.append(Message(None, "", found["who"], found["says"]))
            begun += 1
        elif not told:
            return []
        else:
            told[-1] = told[-1]._replace(says=f"{told[-1].says}\n{line}")
    spoke = Counter(message.who for message in told)
    again = [times for times in spoke.values() if times >= _AGAIN]
    is_talk = begun >= _FEWEST and begun >= _OF_LINES * len(lines) and sum(again) >= _OF_LINES * begun
    return told if is_talk and len(again) >= _AGAIN else []
