"""Relations that join the same entries as another: they may say the same, in one direction or from the other end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from django.db.models import Count
from django.db.models.functions import Greatest, Least

from graph.models import Fact, User
from graph.projections.subjects import batches

PAIRS_READ = 2_000  # pairs of entries that more than one relation joins: more tell nothing new of which those are
FEWEST = 2  # facts of a relation that are told by the other as well, of which one may be chance
LEAST_SHARE = 0.5  # of its facts


@dataclass(frozen=True, slots=True)
class Overlap:
    """In how many of its facts a relation joins the same two entries as `other`; `turned` from the other end."""

    other: str
    both: int
    turned: bool


def overlaps(user: User, facts: Mapping[str, int]) -> dict[str, Overlap]:
    """By its name the one that each relation agrees with most; `facts` is how many each has."""
    joining = Fact.objects.for_user(user).active().exclude(object=None)
    ends = joining.annotate(one=Least("subject_id", "object_id"), two=Greatest("subject_id", "object_id"))
    several = ends.values("one", "two").annotate(relations=Count("predicate", distinct=True)).filter(relations__gt=1)
    pairs = set(several.order_by("one", "two").values_list("one", "two")[:PAIRS_READ])
    joined: dict[tuple[int, int], set[tuple[str, bool]]] = defaultdict(set)
    for batch in batches({one for one, _ in pairs}):
        rows = ends.filter(one__in=batch).values_list("subject_id", "predicate", "one", "two")
        for subject, predicate, one, two in rows:
            if (one, two) in pairs:
                joined[one, two].add((predicate, subject == one))
    both = Counter(
        (name, other, way != other_way)
        for told in joined.values()
        for (name, way), (other, other_way) in permutations(told, 2)
        if name != other
    )
    found: dict[str, Overlap] = {}
    for (name, other, turned), count in sorted(both.items(), key=lambda one: (-one[1], one[0])):
        if count >= FEWEST and count >= LEAST_SHARE * facts.get(name, 0):
            found.setdefault(name, Overlap(other, count, turned))
    return found
