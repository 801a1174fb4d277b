"""How much each relation's words resemble a question: what tells a hop to a sister from one to an acquaintance."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graph import params
from graph.projections import embed

Vectors = NDArray[np.float32]

_known: dict[tuple[str, str], Vectors] = {}
_lock = threading.Lock()


def resemblance(phrases: Sequence[str], question: Vectors, model: str) -> NDArray[np.float32]:
    """The cosine similarity of each phrase with the question; NaN for one that is not embedded yet.

    A few new phrases are embedded at once, more in the background: they come with the next question.
    """
    missing = [phrase for phrase in dict.fromkeys(phrases) if phrase and (model, phrase) not in _known]
    if missing and embed.ready(model):
        learn(missing[: params.PHRASES_AT_ONCE], model)
        if len(missing) > params.PHRASES_AT_ONCE:
            threading.Thread(target=learn, args=(missing, model), name="phrases", daemon=True).start()
    found = np.full(len(phrases), np.nan, np.float32)
    places = [place for place, phrase in enumerate(phrases) if (model, phrase) in _known]
    if places:
        found[places] = np.stack([_known[model, phrases[place]] for place in places]) @ question
    return found


def unexplained(phrases: Sequence[str], walked: Sequence[str], question: Vectors, model: str) -> NDArray[np.float64]:
    """How near each phrase is to what is left of the question when the phrase walked before it is taken out of it.

    q.p - (q.w)(w.p): the question's part along w is explained. NaN for a phrase that is not embedded yet; "" is none.
    """
    near = resemblance([*phrases, *walked], question, model).astype(np.float64)
    direct, before = near[: len(phrases)], near[len(phrases) :]
    found = direct.copy()
    for place, (phrase, other) in enumerate(zip(phrases, walked, strict=True)):
        if other and not np.isnan(direct[place]) and not np.isnan(before[place]):
            found[place] -= before[place] * float(_known[model, phrase] @ _known[model, other])
    return found


def learn(phrases: Sequence[str], model: str) -> None:
    """Embed phrases that are not known yet, one thread at a time, and keep them in this process."""
    with _lock:
        fresh = [phrase for phrase in phrases if (model, phrase) not in _known]
        for start in range(0, len(fresh), params.EMBED_BATCH):
            batch = fresh[start : start + params.EMBED_BATCH]
            vectors = embed.encode(batch, model)
            _known.update({(model, phrase): vector for phrase, vector in zip(batch, vectors, strict=True)})
