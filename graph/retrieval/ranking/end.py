"""A fact that a question asks for at the end of a way, and how surely it does."""

from __future__ import annotations

from dataclasses import dataclass

from graph.retrieval.question.asked_for import AGAIN
from graph.retrieval.question.telling import WITHIN, Stems


@dataclass(frozen=True, slots=True)
class End:
    """A fact that is asked for: whom its way begins at, the facts of the way, and what all of them tell.

    What is asked for twice and told twice is there twice, the second time marked. `said` is what they tell but for
    times, places and countries. `in_order`: the nearer a word is to who is named, the earlier its step. `as_said`: the
    first step goes the way that the question walks it, and the last tells what it asks with. `plainly`: how many words
    the relations that tell them are called by. `untold`: the question does not say over what somebody belongs to it is
    theirs: "X's coach" is the coach of the club of X. `of_once`: it is of what is so no more, and the question does not
    say that it asks for that. `is_only_way`: it tells through whom something is asked for, and not that.
    """

    start: int
    way: tuple[int, ...]
    told: Stems
    said: Stems
    in_order: bool
    as_said: bool
    plainly: int = 0
    untold: bool = False
    of_once: bool = False
    is_only_way: bool = False

    @property
    def words(self) -> Stems:
        """Those of the question's words that it tells, once or twice."""
        return frozenset(stem.removesuffix(AGAIN) for stem in self.said)

    @property
    def rank(self) -> tuple[bool, int, int, bool, bool, int, bool, int, int]:
        """The higher, the surer it is what the question asks for: of two that tell the same, the shorter way."""
        in_order = self.in_order and ((bool(self.way) and not self.untold) or len(self.words) > 1)
        said = len(self.words), len(self.said), WITHIN in self.told, self.as_said, self.plainly
        return in_order, *said, not (self.untold or self.of_once), len(self.told), -len(self.way)

    @property
    def asked_by(self) -> Stems:
        """The stems by which it is asked for, or that it is by meaning; none of what only leads to what is."""
        return frozenset() if self.is_only_way else self.words or self.told

    def is_less_than(self, other: End) -> bool:
        """Whether the question asks for the other rather than for this."""
        if other.in_order and not self.in_order:
            return len(self.words) <= len(other.words)
        if self.said != other.said:  # a single step has no order that could be the better one
            return self.said < other.said and (self.in_order <= other.in_order or not self.way)
        return self.rank < other.rank
