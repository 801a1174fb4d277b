"""What an import says anew of a thing takes the place of what an earlier one said, while nobody has confirmed that.

What notes say is no part of it: that is looked up in the newer version of the note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import Count, Q, QuerySet

from graph.curation import conflicts
from graph.curation.candidates import RECORD, Draft
from graph.curation.recorder import Recording
from graph.curation.writing import Written
from graph.models import ChangeRow, EntityAlias, Fact
from graph.projections.subjects import batches


def renew(record: Recording, drafts: Sequence[Draft], written: Sequence[Written]) -> list[Written]:
    """The same, each draft that `renews` with what it replaces: other values that earlier imports had from there.

    One that waits to be confirmed is kept as history; one that is confirmed stands, and the new value beside it waits.
    """
    asked = [place for place, draft in enumerate(drafts) if draft.renews and written[place].fact is not None]
    if not asked:
        return list(written)
    said = {one.fact.pk for one in written if one.fact is not None}
    of_records = [place for place in asked if RECORD in drafts[place].metadata]
    subjects = {fact.subject_id for place in set(asked).difference(of_records) if (fact := written[place].fact)}
    standing = _standing(subjects, record)
    ending = {fact.subject_id for place in asked if drafts[place].ends and (fact := written[place].fact)}
    standing |= _of_records({drafts[place].metadata[RECORD] for place in of_records}, record)
    about = _about(ending, standing, record)
    results = list(written)
    superseded: list[Fact] = []
    for place in asked:
        new = written[place].fact
        assert new is not None
        same = standing.get(_known_by(new, drafts[place].metadata.get(RECORD)), ())
        old = [
            one
            for one in (about[new.subject_id] if drafts[place].ends else same)
            if one.pk not in said and one.status in Fact.ACTIVE and _is_from_there(one, drafts[place])
        ]
        for one in old:
            if one.status == Fact.Status.STAGED:
                conflicts.supersede(record, one, new, record.now)
                superseded.append(one)
        if old:
            results[place] = replace(written[place], replaces=old[-1], replaced=tuple(one.pk for one in old))
    conflicts.close_for(record, superseded, "newer")
    return results


Key = tuple[int, str, str | None]  # subject, predicate, and the id of a record where there is one


def _known_by(fact: Fact, of: str | None) -> Key:
    return fact.subject_id, fact.predicate, of


def _standing(subjects: set[int], record: Recording) -> dict[Key, list[Fact]]:
    """What other imports stated of these entities, but of those that several records of files are about."""
    found: defaultdict[Key, list[Fact]] = defaultdict(list)
    user = record.change.user_id
    ids = (
        EntityAlias.objects.for_user(user).filter(kind=EntityAlias.Kind.EXTERNAL).order_by().values("entity", "scheme")
    )
    for batch in batches(subjects):
        known = ids.filter(entity__in=batch).annotate(n=Count("pk")).filter(n__gt=1)
        merged = set(known.values_list("entity", flat=True))
        rows = Fact.objects.for_user(user).active().filter(subject__in=batch).exclude(subject__in=merged)
        for fact in _of_earlier(rows, record):
            found[_known_by(fact, None)].append(fact)
    return found


def _about(ending: set[int], standing: Mapping[Key, list[Fact]], record: Recording) -> dict[int, list[Fact]]:
    """All that other imports stated of each of these entities, from either end."""
    found = {pk: [one for (about, *_), facts in standing.items() if about == pk for one in facts] for pk in ending}
    for batch in batches({pk for pk in ending if found[pk]}):
        rows = Fact.objects.for_user(record.change.user_id).active().filter(object__in=batch)
        for fact in _of_earlier(rows, record):
            found[fact.object_id or 0].append(fact)
    return found


def _of_records(ids: set[str], record: Recording) -> dict[Key, list[Fact]]:
    """What other imports stated by these ids."""
    found: defaultdict[Key, list[Fact]] = defaultdict(list)
    if ids:
        rows = Fact.objects.for_user(record.change.user_id).active().filter(**{f"metadata__{RECORD}__in": sorted(ids)})
        for fact in _of_earlier(rows, record):
            found[_known_by(fact, fact.metadata[RECORD])].append(fact)
    return found


def _of_earlier(rows: QuerySet[Fact], record: Recording) -> list[Fact]:
    """Those of the facts that imports stated before this one."""
    facts = list(rows.filter(provenance=Fact.Provenance.IMPORT).prefetch_related("evidence").order_by("pk"))
    made = Q(model="fact", before__isnull=True, change__run=record.change.run)
    now = set(
        ChangeRow.objects.filter(made, object_id__in=[one.pk for one in facts]).values_list("object_id", flat=True)
    )
    return [one for one in facts if one.pk not in now]


def _is_from_there(fact: Fact, draft: Draft) -> bool:
    """Whether a fact rests on nothing but the same kind of file."""
    kinds = {(quote.extractor, None) for quote in draft.evidence}
    return {(quote.extractor, quote.document_id) for quote in fact.evidence.all()} <= kinds
