"""What a message merely repeats: an earlier answer, as the book's own words are never learned from again, or one's own
name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from assistant.extraction.parts.parties import SELF
from assistant.models import Message
from graph.curation.candidates import Candidate
from graph.curation.names import self_keys
from graph.models import Entity, User
from graph.naming import SELF_WORDS, normalise

SHORTEST = 3  # words; a shorter sentence is anybody's
_NOTES = re.compile(r"\[\d+\??\]|\(unconfirmed\)")
_WORD = re.compile(r"\w+")


def without(candidates: Sequence[Candidate], earlier: Iterable[Message]) -> tuple[Candidate, ...]:
    """The candidates whose quote does not stand, word for word, in an earlier answer of the conversation."""
    answers = [_words(_NOTES.sub(" ", row.text)) for row in earlier if row.role == Message.Role.ASSISTANT]
    return tuple(one for one in candidates if not _repeats(_words(one.quote), answers))


def but_own_name(user: User, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates without one that the person is called as they are: "I'm Nora Lund", said by Nora Lund."""
    if not any(one.subject == SELF and one.predicate == "name" for one in candidates):
        return tuple(candidates)
    me = Entity.objects.for_user(user).filter(is_self=True).first()
    called = self_keys(user, me) if me is not None else SELF_WORDS
    return tuple(
        one
        for one in candidates
        if not (one.subject == SELF and one.predicate == "name" and normalise(one.value or "") in called)
    )


def _repeats(quote: str, answers: Sequence[str]) -> bool:
    return quote.count(" ") >= SHORTEST + 1 and any(quote in answer for answer in answers)


def _words(text: str) -> str:
    """The words alone, each between single spaces."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "
