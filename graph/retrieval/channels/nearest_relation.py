"""Which relation of whom it names a question asks for by its meaning, where no relation has a word of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from graph.models import User
from graph.projections import embed, phrases, vectors
from graph.retrieval import params
from graph.retrieval.channels.find import Found
from graph.retrieval.question.asked_for import Wanted
from graph.retrieval.question.telling import MEANT, NEARLY
from graph.retrieval.ranking.end import End
from graph.retrieval.spreading.activation import Activation
from graph.retrieval.types import ENTITY, FactRow, node_kind, node_pk

_POLAR = frozenset(
    ["is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "could", "will", "would", "should"]
)
_NOT = frozenset({"not", "never", "without", "except", "cannot", "don't", "doesn't", "can't", "mustn't"})
_FEWEST = 2  # relations, of which one is the nearest


def ends(
    user: User,
    found: Found,
    wanted: Wanted,
    activation: Activation,
    direct: Mapping[int, FactRow],
) -> dict[int, End]:
    """The facts of the relation that is nearest to the question; none where two are about as near, where no model is
    there yet, or where it names nobody but who asks. How near is sure is known of the default model alone.
    """
    if found.question is None or found.me is not None or not wanted.named:
        return {}
    bare = " ".join(word for place, word in enumerate(wanted.spoken) if place not in wanted.names)
    at = _of_the_named(wanted.named, activation, direct)
    if not bare or not _FEWEST <= len(at) <= params.RELATIONS_COMPARED:
        return {}
    model = vectors.serving(user.pk)
    nearness = _nearness(bare, {name: wanted.relation_of(name).phrases for name in at}, model)
    best, next_best = sorted(nearness, key=nearness.__getitem__, reverse=True)[:2]
    may_be_sure = model == embed.DEFAULT and _asks_which(wanted.spoken)
    told = _told(nearness[best], nearness[best] - nearness[next_best], may_be_sure=may_be_sure)
    if told is None:
        return {}
    stems = frozenset({told})
    return {
        fact: End(start, (), stems, stems, in_order=False, as_said=wanted.walks(best, is_reverse))
        for fact, (start, is_reverse) in at[best].items()
    }


def _told(near: float, ahead: float, *, may_be_sure: bool) -> str | None:
    """How surely a relation so near (a cosine), and so far before the next one, is asked for; None if it is not."""
    if may_be_sure and any(near >= least and ahead >= apart for least, apart in params.SURELY_MEANT):
        return MEANT
    least, apart = params.NEARLY_MEANT
    return NEARLY if near >= least and ahead >= apart else None


def _asks_which(spoken: Sequence[str]) -> bool:
    """Whether it asks what is so, and not whether it is, or what is not: that its relation does not tell."""
    said = [word.casefold() for word in spoken]
    return said[0] not in _POLAR and _NOT.isdisjoint(said)


def _of_the_named(
    named: Iterable[int], activation: Activation, direct: Mapping[int, FactRow]
) -> dict[str, dict[int, tuple[int, bool]]]:
    """The facts of each relation that the named have: of whom each is, and whether it leads to them."""
    told: dict[str, dict[int, tuple[int, bool]]] = defaultdict(dict)
    those = set(named)
    for pk, arrival in activation.facts.items():
        if node_kind(arrival.node) == ENTITY and node_pk(arrival.node) in those:
            told[arrival.relation][pk] = node_pk(arrival.node), arrival.reverse
    for pk, fact in direct.items():
        if fact.subject in those:
            told[fact.predicate][pk] = fact.subject, False
        elif fact.object is not None and fact.object in those:
            told[fact.predicate][pk] = fact.object, True
    return told


def _nearness(bare: str, ways: Mapping[str, Sequence[str]], model: str) -> dict[str, float]:
    """The cosine of the question without its names with that of each relation's phrases which is the nearest; -1 of
    one that is not embedded yet.
    """
    question = embed.encode_query(bare, model)
    flat = [phrase for said in ways.values() for phrase in said]
    near = dict(zip(flat, np.nan_to_num(phrases.resemblance(flat, question, model), nan=-1.0).tolist(), strict=True))
    return {name: max(near[phrase] for phrase in said) for name, said in ways.items()}
