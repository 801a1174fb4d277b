"""How near a passage is by that line of it which is nearest; the published designs know passages as a whole only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from graph.models import User
from graph.projections import lines, vectors
from graph.retrieval.find import Found


def ordered(user: User, found: Found) -> None:
    """Put what meaning or words found in the order of meaning by lines; as many stay found by meaning as were."""
    whole = dict(found.nearest("chunk"))
    near = nearer(user, found, {**dict.fromkeys(found.worded, -1.0), **whole})
    found.vector["chunk"] = sorted(near.items(), key=lambda hit: (-hit[1], hit[0]))[: len(whole)]


def nearer(user: User, found: Found, whole: Mapping[int, float]) -> dict[int, float]:
    """The similarity of each passage: of the whole, as given, or of its nearest line if that is more."""
    _read(user, found, whole)
    return {pk: max(similarity, found.lined.get(pk, -1.0)) for pk, similarity in whole.items()}


def _read(user: User, found: Found, ids: Iterable[int]) -> None:
    """Compare the lines of those passages whose lines were not compared with this question yet."""
    if found.question is None:
        return
    new: Collection[int] = [pk for pk in ids if pk not in found.lined]
    near = lines.similarities(user.pk, new, found.question, vectors.serving(user.pk))
    found.lined |= {pk: near.get(pk, -1.0) for pk in new}
