"""How much each relation of a graph is what the question asks for, by its meaning and by its words."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from graph.models import User
from graph.predicates import Reads
from graph.projections import phrases, relations, vectors
from graph.retrieval import params
from graph.retrieval.channels import find
from graph.retrieval.question.asked_for import Wanted
from graph.retrieval.question.telling import Stems, deeds_of
from graph.retrieval.question.words import shared
from graph.retrieval.spreading.flow import Likeness
from graph.retrieval.types import GraphView


def likeness(view: GraphView, found: find.Found, user: User, reads: Reads, wanted: Wanted) -> Likeness | None:
    """What tells of relations (by number) how much each resembles what is asked; None without vectors.

    The words of a relation that was walked are explained, as its meaning is, unless the question asks for it back.
    """
    if found.question is None:
        return None
    question, model = _without_names(found.question, found, user), vectors.serving(user.pk)
    back = wanted.again
    left: dict[str, Stems] = {"": wanted.stems | back}

    def phrases_of(names: Iterable[str]) -> list[str]:
        return [reads[name] for name in names]

    phrases.prepare(user.pk, model, len(view.relations), lambda: phrases_of(view.relations), relations.read)

    known: dict[int, Stems] = {}

    def told_by(number: int) -> Stems:
        if number not in known:
            name = view.relations[number]
            known[number] = deeds_of(reads[name]) | wanted.says(wanted.told_by(name))
        return known[number]

    def resembles(numbers: NDArray[np.int32], used: NDArray[np.int32]) -> NDArray[np.float64]:
        spoken = phrases_of(view.relations[number] for number in numbers.tolist())
        walked = [reads[view.relations[number]] if number >= 0 else "" for number in used.tolist()]
        for name in {view.relations[number] for number in used.tolist() if number >= 0}:
            if reads[name] not in left:
                left[reads[name]] = left[""] - deeds_of(reads[name]) - wanted.told_by(name)
        told = [told_by(number) for number in numbers.tolist()]
        ways = zip(spoken, told, walked, strict=True)
        before = ["" if here == there and back & told_here else there for here, told_here, there in ways]
        said = [shared(told_here, left[there]) for told_here, there in zip(told, before, strict=True)]
        return phrases.unexplained(spoken, before, question, model) + params.RELATION_WORDS * np.asarray(said)

    return resembles


def _without_names(question: NDArray[np.float32], found: find.Found, user: User) -> NDArray[np.float32]:
    """The question without part of what the names in it say: "in which country does Ada Vance live" is near to hers.

    q - s V V'q, with an orthonormal basis V of the vectors of the entities that are named.
    """
    named = vectors.directions(user.pk, "entity", list(found.named), len(question)) if found.named else {}
    if not named:
        return question
    basis: NDArray[np.float32] = np.stack(list(named.values()))
    if len(basis) > 1:
        _, lengths, basis = np.linalg.svd(basis, full_matrices=False)
        basis = basis[lengths > 1e-3]  # of two entities of one name there is one direction
    named_of_it: NDArray[np.float32] = basis.T @ (basis @ question)
    return question - params.NAME_EXPLAINED * named_of_it
