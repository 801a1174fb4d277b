"""What earlier imports of a file stated, and the file does not any longer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from graph.models import ChangeRow, Evidence, Fact, User
from graph.predicates import registry, relation
from graph.projections.subjects import batches

OF_A_FILE = 0.5  # of what an earlier import stated, from which on this is that file again
GONE = "An earlier import stated it, and this file does so no longer; it stands."


def vanished(user: User, run: str, said: Collection[int]) -> Iterator[str]:
    """What is gone of each earlier import most of which this one `said`: an entry of which all is gone by its name.

    What notes state is not among it: that rests on their documents.
    """
    if not said:
        return
    stand = Fact.objects.for_user(user).active().filter(provenance=Fact.Provenance.IMPORT)
    in_notes = Evidence.objects.for_user(user).filter(document__isnull=False, fact__isnull=False)
    standing = set(stand.values_list("pk", flat=True)) - set(in_notes.values_list("fact", flat=True))
    stated: dict[str, set[int]] = defaultdict(set)
    made = ChangeRow.objects.filter(model="fact", before__isnull=True, change__undone_by=None, change__user=user)
    rows = made.filter(change__run__startswith="import:").exclude(change__run=run)
    for earlier, pk in rows.values_list("change__run", "object_id"):
        stated[earlier].add(pk)
    now, lost = set(said), set[int]()
    for facts in stated.values():
        if len(facts & now) >= OF_A_FILE * len(facts & (standing | now)):
            lost |= facts & standing - now
    yield from _told(user, lost, now)


def _told(user: User, lost: set[int], said: set[int]) -> Iterator[str]:
    by_subject: dict[int, list[Fact]] = defaultdict(list)
    for batch in batches(lost):
        for fact in Fact.objects.filter(pk__in=batch).select_related("subject", "object").order_by("pk"):
            by_subject[fact.subject_id].append(fact)
    still: set[int] = set()
    for batch in batches(said):
        still |= set(Fact.objects.filter(pk__in=batch).values_list("subject", flat=True))
    relations = registry(user.pk)
    for pk, facts in by_subject.items():
        if pk not in still and len(facts) > 1:
            yield facts[0].subject.name
            continue
        for fact in facts:
            says = fact.object.name if fact.object else fact.value
            yield f"{fact.subject.name} {relation(relations, fact.predicate).reads} {says}"[:200]
