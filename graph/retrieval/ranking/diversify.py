"""Maximal marginal relevance and the category cap: what is chosen says something that is not said yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graph.retrieval.config import Mmr
from graph.retrieval.types import Item

Directions = Mapping[tuple[str, int], NDArray[np.float32]]  # (kind, pk) -> vector, of one length


def diversified(
    items: Sequence[Item],
    directions: Directions,
    mmr: Mmr,
    room: Mapping[str, int],
    contradicts: Callable[[Item, Item], bool] | None = None,
) -> list[Item]:
    """The chosen among `items`, in the order of choice; `room` is how many of each kind there may be (else all).

    Each time the item is taken for which lambda x relevance - (1 - lambda) x (its largest cosine with a taken one) is
    highest (T37; Carbonell and Goldstein 1998), ties in the order given: the first is the most relevant (T39).
    Relevance is the score divided by the best one, so that 0..1 meets a cosine (T8); an item without a vector is like
    nothing. Of the first `top_n` at most `max_per_category` share a category (T43; 0 = no cap), unless nothing else is
    left. An item that `contradicts` another waits until that one is taken.
    """
    best = max((item.score for item in items), default=0.0)
    relevance = np.array([item.score / best if best > 0 else 0.0 for item in items])
    alike = _likeness(items, directions)
    rivals = _rivals(items, contradicts)
    left, nearest = list(range(len(items))), np.zeros(len(items))
    room, categories = dict(room), Counter[str]()
    taken: list[int] = []
    while True:
        left = [place for place in left if room.get(items[place].kind, 1) > 0]
        waiting = set(left)
        free = [place for place in left if not rivals.get(place, frozenset()) & waiting]
        if not free:
            return [items[place] for place in taken]
        if mmr.max_per_category and len(taken) < mmr.top_n:
            free = [place for place in free if categories[category(items[place])] < mmr.max_per_category] or free
        worth = mmr.lambda_ * relevance[free] - (1.0 - mmr.lambda_) * nearest[free]
        chosen = free[int(np.argmax(worth))]
        left.remove(chosen)
        taken.append(chosen)
        nearest = np.maximum(nearest, alike[chosen])
        if items[chosen].kind in room:
            room[items[chosen].kind] -= 1
        if category(items[chosen]):
            categories[category(items[chosen])] += 1


def category(item: Item) -> str:
    """An item's first tag (C36); "" for none, which is not capped."""
    tags = item.fact.tags if item.fact else ()
    return tags[0].casefold() if tags else ""


def _likeness(items: Sequence[Item], directions: Directions) -> NDArray[np.float64]:
    """The cosine of each item with each, 0 where either has no vector."""
    held = [place for place, item in enumerate(items) if (item.kind, item.pk) in directions]
    alike = np.zeros((len(items), len(items)))
    if held:
        vectors = np.stack([directions[items[place].kind, items[place].pk] for place in held]).astype(np.float64)
        unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        alike[np.ix_(held, held)] = unit @ unit.T
    return alike


def _rivals(items: Sequence[Item], contradicts: Callable[[Item, Item], bool] | None) -> dict[int, frozenset[int]]:
    """For each unconfirmed fact, the places of the confirmed ones that it denies (C34)."""
    if contradicts is None:
        return {}
    doubtful = [place for place, item in enumerate(items) if item.fact and item.fact.status != "confirmed"]
    return {
        place: frozenset(other for other, rival in enumerate(items) if contradicts(items[place], rival))
        for place in doubtful
    }
