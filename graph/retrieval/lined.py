"""How near a passage is by that line of it which is nearest; the published designs know passages as a whole only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from graph.models import User
from graph.projections import lines, vectors
from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.find import Found


def ordered(user: User, found: Found, config: RetrievalConfig) -> None:
    """Put what meaning or words found in the order of meaning by lines; as many stay found by meaning as were."""
    whole = dict(found.nearest("chunk"))
    near = nearer(user, found, {**dict.fromkeys(found.worded, -1.0), **whole}, config)
    found.vector["chunk"] = sorted(near.items(), key=lambda hit: (-hit[1], hit[0]))[: len(whole)]


def nearer(user: User, found: Found, whole: Mapping[int, float], config: RetrievalConfig) -> dict[int, float]:
    """The similarity of each passage: of the whole, as given, or of its nearest line if that is near, and nearer."""
    _read(user, found, whole)
    surely = config.min_similarity + params.LINE_MARGIN
    near = ((pk, similarity, found.lined.get(pk, -1.0)) for pk, similarity in whole.items())
    return {pk: max(similarity, line) if line >= surely else similarity for pk, similarity, line in near}


def _read(user: User, found: Found, ids: Iterable[int]) -> None:
    """Compare the lines of those passages whose lines were not compared with this question yet."""
    if found.question is None:
        return
    new: Collection[int] = [pk for pk in ids if pk not in found.lined]
    near = lines.similarities(user.pk, new, found.question, vectors.serving(user.pk))
    found.lined |= {pk: near.get(pk, -1.0) for pk in new}
