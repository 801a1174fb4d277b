"""How many facts will be learned from texts that are only counted so far: read from a sample of them.

What reads texts is another application's: it names here what finds the facts of one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from heapq import heappush, heapreplace

from graph.exchange.records import Note, Talk

Key = tuple[str, ...]  # a fact, by which it is known when it is said again
Claims = Callable[[Note | Talk], Iterable[Key]]
SAMPLE = 500  # texts: half a minute. Of 5,000 notes that often say the same it is a tenth too low, with 250 a fifth
_claims: Claims | None = None


def read_with(claims: Claims) -> None:
    global _claims
    _claims = claims


@dataclass(slots=True)
class Sample:
    """Those texts with the lowest digests, whatever their order: each of them as likely as any other."""

    kept: list[tuple[int, int, Note | Talk]] = field(default_factory=list)  # a heap, the highest digest first
    count: int = 0

    def add(self, text: Note | Talk) -> None:
        words = text.text if isinstance(text, Note) else "\n".join(line.text for line in text.lines)
        digest = int.from_bytes(hashlib.sha256(words.encode(errors="replace")).digest()[:8])
        one, self.count = (-digest, self.count, text), self.count + 1
        if len(self.kept) < SAMPLE:
            heappush(self.kept, one)
        elif one > self.kept[0]:
            heapreplace(self.kept, one)

    def facts(self, beat: Callable[[], None] = lambda: None) -> int:
        """About how many different facts all texts say."""
        said: Counter[Key] = Counter()
        for _, _, text in self.kept if _claims else ():
            said.update(set(_claims(text)))  # type: ignore[misc]
            beat()
        return extrapolated(said.values(), self.count / len(self.kept)) if self.kept else 0


def extrapolated(times: Iterable[int], factor: float) -> int:
    """How many different things are found in `factor` times as much as that in which each was found so many times.

    From how many were found once and twice, the unseen ones and how soon they come: Chao's estimate, extrapolated as by
    Colwell et al. 2012, eq. 9. Where nothing came twice, as many new ones come from each further part.
    """
    found = Counter(times)
    distinct, total = sum(found.values()), sum(one * count for one, count in found.items())
    if not found[2] or factor <= 1:
        return round(distinct * factor)
    unseen = (total - 1) / total * found[1] * (found[1] - 1) / (2 * (found[2] + 1))
    if not unseen:
        return distinct
    return round(distinct + unseen * (1 - (1 - found[1] / (total * unseen + found[1])) ** (total * (factor - 1))))
