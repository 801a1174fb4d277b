"""What a message merely repeats of an earlier answer: the book's own words are never learned from again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assistant.models import Message
from graph.curation.candidates import Candidate

SHORTEST = 3  # words; a shorter sentence is anybody's
_NOTES = re.compile(r"\[\d+\??\]|\(unconfirmed\)")
_WORD = re.compile(r"\w+")


def without(candidates: Sequence[Candidate], earlier: Iterable[Message]) -> tuple[Candidate, ...]:
    """The candidates whose quote does not stand, word for word, in an earlier answer of the conversation."""
    answers = [_words(_NOTES.sub(" ", row.text)) for row in earlier if row.role == Message.Role.ASSISTANT]
    return tuple(one for one in candidates if not _repeats(_words(one.quote), answers))


def _repeats(quote: str, answers: Sequence[str]) -> bool:
    return quote.count(" ") >= SHORTEST + 1 and any(quote in answer for answer in answers)


def _words(text: str) -> str:
    """The words alone, each between single spaces."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "
