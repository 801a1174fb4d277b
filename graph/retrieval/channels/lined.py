"""How near a passage is by that line of it which is nearest; the published designs know passages as a whole only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graph.models import User
from graph.projections import lines, vectors
from graph.projections.texts import split
from graph.retrieval import params
from graph.retrieval.channels.find import Found
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item


def ordered(user: User, found: Found, config: RetrievalConfig) -> None:
    """Put what meaning or words found in the order of meaning by lines; as many stay found by meaning as were."""
    whole = dict(found.nearest("chunk"))
    near = nearer(user, found, {**dict.fromkeys(found.worded, -1.0), **whole}, config)
    found.vector["chunk"] = sorted(near.items(), key=lambda hit: (-hit[1], hit[0]))[: len(whole)]


def nearer(user: User, found: Found, whole: Mapping[int, float], config: RetrievalConfig) -> dict[int, float]:
    """The similarity of each passage: of the whole, as given, or of its nearest line if that is near, and nearer."""
    _read(user, found, whole)
    return {pk: max(similarity, _by_line(found, pk, config)) for pk, similarity in whole.items()}


def told(found: Found, items: Sequence[Item], config: RetrievalConfig) -> dict[int, str]:
    """The words of the nearest line of each passage that is near by one.

    A text that was written anew a moment ago may have fewer lines than those that were compared.
    """
    near = [(item, item.chunk, found.lined.get(item.pk)) for item in items]
    said = (
        (item.pk, split(item.text, in_talk=chunk.document_kind == TALK)[line.place :])
        for item, chunk, line in near
        if chunk is not None and line is not None and line.similarity >= _surely(config)
    )
    return {pk: rest[0] for pk, rest in said if rest}


def _by_line(found: Found, pk: int, config: RetrievalConfig) -> float:
    line = found.lined.get(pk)
    return line.similarity if line is not None and line.similarity >= _surely(config) else -1.0


def _surely(config: RetrievalConfig) -> float:
    return config.min_similarity + params.LINE_MARGIN


def _read(user: User, found: Found, ids: Iterable[int]) -> None:
    """Compare the lines of those passages whose lines were not compared with this question yet."""
    if found.question is None:
        return
    new = [pk for pk in ids if pk not in found.lined]
    near = lines.nearest(user.pk, new, found.question, vectors.serving(user.pk))
    found.lined |= {pk: near.get(pk) for pk in new}
