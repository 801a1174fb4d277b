"""How much each relation's words resemble a question: what tells a hop to a sister from one to an acquaintance."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graph import params
from graph.projections import embed
from graph.projections.turns import Turns

Vectors = NDArray[np.float32]

_known: dict[tuple[str, str], Vectors] = {}
_turns = Turns()
_prepared: dict[tuple[int, str], int] = {}  # of a person's graph, by model: how many relations it had
_learning: set[threading.Thread] = set()
_ending = threading.Event()
_erasures = 0  # how often everything was dropped: what was read before may be anyone's words


def resemblance(phrases: Sequence[str], question: Vectors, model: str) -> NDArray[np.float32]:
    """The cosine similarity of each phrase with the question; NaN for one that is not embedded yet.

    A few new phrases are embedded at once; the others come with a later question (`prepare`).
    """
    missing = [phrase for phrase in dict.fromkeys(phrases) if phrase and (model, phrase) not in _known]
    if missing and embed.ready(model):
        learn(missing[: params.PHRASES_AT_ONCE], model)
    held = [_known.get((model, phrase)) for phrase in phrases]
    found = np.full(len(phrases), np.nan, np.float32)
    places = [place for place, vector in enumerate(held) if vector is not None]
    if places:
        found[places] = np.stack([vector for vector in held if vector is not None]) @ question
    return found


def unexplained(phrases: Sequence[str], walked: Sequence[str], question: Vectors, model: str) -> NDArray[np.float64]:
    """How near each phrase is to what is left of the question when the phrase walked before it is taken out of it.

    q.p - (q.w)(w.p): the question's part along w is explained. NaN for a phrase that is not embedded yet; "" is none.
    """
    places = {phrase: place for place, phrase in enumerate(dict.fromkeys([*phrases, *walked]))}
    near = resemblance(list(places), question, model).astype(np.float64)
    none = np.zeros_like(question)
    held = np.stack([_known.get((model, phrase), none) for phrase in places]) if places else none[None, :]
    here, there = [places[phrase] for phrase in phrases], [places[phrase] for phrase in walked]
    alike = np.einsum("ij,ij->i", held[here], held[there])
    return near[here] - np.nan_to_num(near[there]) * alike


def learn(phrases: Sequence[str], model: str) -> None:
    """Embed phrases that are not known yet, one batch of one thread at a time, and keep them in this process.

    A question that needs a few waits for the batch at hand, not for all that later ones may need.
    An erasure in between ends it: the phrases may be what was erased. So does the end of the process.
    """
    begun = _erasures
    for start in range(0, len(phrases), params.PHRASES_AT_ONCE):
        with _turns.taken():
            if begun != _erasures or _ending.is_set():
                return
            batch = [
                one for one in phrases[start : start + params.PHRASES_AT_ONCE] if one and (model, one) not in _known
            ]
            if batch:
                vectors = embed.encode(batch, model)
                _known.update({(model, phrase): vector for phrase, vector in zip(batch, vectors, strict=True)})


def prepare(
    user_id: int,
    model: str,
    relations: int,
    phrases: Callable[[], Sequence[str]],
    kept: Callable[[int, str], Mapping[str, Vectors]],
) -> None:
    """Make ready what later questions to a graph of so many relations compare; once for that many.

    What is `kept` in a file is read by the first question of a process; the rest is embedded in the background. A graph
    of facts taken from texts has thousands of relations, and each question meets some for the first time.
    """
    if _prepared.get((user_id, model)) != relations and embed.ready(model):
        if (user_id, model) not in _prepared:
            begun = _erasures
            found = {(model, phrase): vector for phrase, vector in kept(user_id, model).items()}
            with _turns.taken():
                if begun == _erasures:
                    _known.update(found)
        _prepared[user_id, model] = relations
        few = phrases()[: params.PHRASES_AHEAD]
        thread = threading.Thread(target=learn, args=(few, model), name="phrases", daemon=True)
        _learning.difference_update([one for one in _learning if not one.is_alive()])
        _learning.add(thread)
        thread.start()


@atexit.register
def end() -> None:
    """Wait for the batch at hand: a process that ends while a thread is inside the model's library is aborted by it."""
    _ending.set()
    for thread in list(_learning):
        thread.join()


def held(phrases: Iterable[str], model: str) -> dict[str, Vectors]:
    """The vectors of those of the phrases that are embedded."""
    return {phrase: _known[model, phrase] for phrase in phrases if (model, phrase) in _known}


def known(phrases: Iterable[str], model: str) -> set[str]:
    """Those of the phrases that are embedded."""
    return {phrase for phrase in phrases if (model, phrase) in _known}


def forget() -> None:
    """Drop every phrase (erasure): a relation may be in words of its owner."""
    global _erasures
    with _turns.taken():
        _erasures += 1
        _prepared.clear()
        _known.clear()
