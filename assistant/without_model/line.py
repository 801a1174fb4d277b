"""A line of a passage that is quoted, and whether and when somebody said it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item


@dataclass(frozen=True, slots=True)
class Line:
    """The best line or two of a passage, and the question's content words that the best holds, as stems.

    `is_close`: none of them; it is only near in meaning. `code` is the block below it, as Markdown. `is_told`: a form
    says there what is asked, in its own words.
    """

    item: Item
    text: str
    words: frozenset[str] = frozenset()
    is_close: bool = False
    code: str = ""
    is_told: bool = False

    @property
    def is_said(self) -> bool:
        """Whether it is of what the person said, and of no document."""
        return self.item.chunk is not None and self.item.chunk.document_kind == TALK

    @property
    def at(self) -> dt.datetime:
        """When its passage was said or written."""
        assert self.item.chunk is not None
        return self.item.chunk.created_at

    @property
    def document(self) -> int:
        """The document that its passage is of; 0 where it is of none."""
        return self.item.chunk.document if self.item.chunk is not None else 0
