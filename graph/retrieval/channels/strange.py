"""Words of a question that nobody knows: neither the book has them nor the embedding model."""

from __future__ import annotations

from graph.models import User
from graph.projections import vectors
from graph.projections.spelled import is_spelled_out
from graph.projections.terms import folded_words
from graph.retrieval.channels import said
from graph.retrieval.question import words


def share(user: User, question: str) -> float:
    """The share of the question's content words that are strange, 0..1.

    What the model does not know it spells out, and something in every book is near to a spelling.
    """
    model = vectors.serving(user.pk)
    asked = words.content_stems(question, _plain)
    spelled = [word for word in asked if is_spelled_out(word, model)]
    whole = frozenset(folded_words(question))
    strange = [word for word in spelled if not said.says(user.pk, word, whole)]
    return len(strange) / len(asked) if asked else 0.0


def _plain(word: str) -> str:
    return word.casefold().removesuffix("'s").removesuffix("’s")
