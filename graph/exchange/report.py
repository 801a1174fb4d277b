"""What came of an import: counts, what was refused and why, what else its keeper should know, how long it takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import Any

REFUSED_SHOWN = 1000  # refused records that are told one by one, and as many remarks
COUNTED = ("records", "facts", "entities", "documents", "conversations", "messages", "standing", "changed",
           "characters", "unread")  # fmt: skip
UNREAD = "Not a note, so it was not read."
# For the estimate, on one slow core that does nothing else
CHARACTERS_A_SECOND = 10_000  # embedded: 14 passages of 200 tokens
DOCUMENTS_A_SECOND = 30  # split and linked
LEARNED_A_SECOND = 5_000  # characters of notes that the rules read: of each no more than they take facts from
LEARNED_OF_ONE = 20_000  # characters, after which a note has said as many facts as are taken from one
LINES_A_SECOND = 300  # facts and entries embedded: they are short
TALKS_A_SECOND = 1  # learned from one after the other, so that nobody who talks meanwhile has to wait


@dataclass(slots=True)
class Taken:
    """What the records were and became, so far; refused ones with their place and the reason, and remarks on others."""

    records: int = 0
    facts: int = 0
    entities: int = 0
    documents: int = 0
    conversations: int = 0
    messages: int = 0
    standing: int = 0
    changed: int = 0
    to_come: int = 0  # facts that will be learned from the texts
    characters: int = 0
    learned: int = 0  # characters of notes that are learned from
    refused_count: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)
    unread: int = 0
    said: set[int] = field(default_factory=set)  # facts of earlier imports that this one states again, or replaces
    remarks: list[tuple[str, str]] = field(default_factory=list)

    def remark(self, place: str, what: str) -> None:
        if len(self.remarks) < REFUSED_SHOWN:
            self.remarks.append((place, what))

    def refuse(self, place: str, why: str) -> None:
        self.refused_count += 1
        if len(self.refused) < REFUSED_SHOWN:
            self.refused.append((place, why))

    @property
    def seconds(self) -> int:
        """About how long reading and embedding takes afterwards, in the background."""
        reading = self.characters / CHARACTERS_A_SECOND + (self.documents + self.changed) / DOCUMENTS_A_SECOND
        lines = (self.facts + self.entities) / LINES_A_SECOND
        learning = self.learned / LEARNED_A_SECOND
        return ceil(reading + learning + lines + self.conversations / TALKS_A_SECOND)

    def report(self) -> dict[str, Any]:
        """For programs and pages."""
        counts = {name: getattr(self, name) for name in COUNTED}
        told = {
            kind: [{"row": place, "msg": why} for place, why in rows]
            for kind, rows in (("refused", self.refused), ("remarks", self.remarks))
        }
        coming = {"seconds": self.seconds, "facts_to_come": self.to_come}
        return {"counts": {**counts, "refused": self.refused_count}, **told, **coming}


def about(count: int) -> str:
    """A number of which the first two digits are known: "about 4,400"."""
    return f"about {round(count, min(0, 2 - len(str(count)))):,}"


def spelled(seconds: int) -> str:
    """A length of time as people say it: "40 seconds", "11 minutes", "3 hours"."""
    number, word = seconds, "second"
    for size, larger in ((60, "minute"), (60, "hour")):
        if number >= 2 * size:
            number, word = round(number / size), larger
    return f"{number:,} {word}{'' if number == 1 else 's'}"
