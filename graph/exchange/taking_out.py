"""Undo of all that an import brought: its facts as one, and with them the documents and conversations that it made."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, replace

from graph.curation import origins
from graph.curation.recorder import Actor
from graph.documents import ingest
from graph.exchange import talks
from graph.exchange.talks import Brought
from graph.models import Change, Document, Job, User
from graph.projections.subjects import batches

NOT_ASKED = "It goes along only if you ask for it, because nothing brings it back."
NOTHING = "Nothing of this stands any more."
NEWER = "It has become a newer version since."


@dataclass(frozen=True, slots=True)
class Preview:
    """What an undo would do: to facts and entries, and which documents and conversations leave or stay."""

    facts: origins.Preview
    leave: tuple[Brought, ...]
    stay: tuple[Brought, ...]


def preview(user: User, runs: Collection[str], *, documents: bool) -> Preview:
    """What undoing these runs would do, without doing it; documents and conversations leave only with `documents`."""
    return _seen(origins.preview(origins.of_runs(user, runs)), _brought(user, runs, documents=documents))


def undo_all(
    *, user: User, runs: Collection[str], with_later: bool, documents: bool, by: Actor, now: dt.datetime
) -> tuple[Preview, list[Change]]:
    """Undo what these runs wrote, all of it or nothing, then take out one by one what they brought beside it.

    Broken off in between, the same call goes on. Raises NothingStands, and LaterChanges unless `with_later`.
    """
    changes, found = origins.of_runs(user, runs), _brought(user, runs, documents=documents)
    if not changes and all(one.stays for one in found):
        asked = "Of this only documents and conversations stand, and they go only if you ask for it."
        raise origins.NothingStands(asked if any(one.stays == NOT_ASKED for one in found) else NOTHING)
    facts = origins.preview(())
    made: list[Change] = []
    if changes:
        facts, made = origins.undo_all(user=user, changes=changes, with_later=with_later, by=by, now=now)
    return _seen(facts, [one for one in found if one.stays or _take_out(user, one, by, now)]), made


def _seen(facts: origins.Preview, found: list[Brought]) -> Preview:
    return Preview(facts, tuple(one for one in found if not one.stays), tuple(one for one in found if one.stays))


def _brought(user: User, runs: Collection[str], *, documents: bool) -> list[Brought]:
    found = [*_documents(user, runs), *talks.keeper().brought(user, runs)]
    return found if documents else [replace(one, stays=one.stays or NOT_ASKED) for one in found]


def _documents(user: User, runs: Collection[str]) -> list[Brought]:
    """The documents that these runs made: the work of reading them, queued with each, names the run."""
    queued = Job.objects.for_user(user).filter(kind=ingest.JOB, payload__run__in=sorted(runs)).order_by("pk")
    made = {payload["document"]: payload["sha256"] for payload in queued.values_list("payload", flat=True)}
    found: list[Brought] = []
    for batch in batches(made):
        rows = Document.objects.for_user(user).filter(pk__in=batch).order_by("pk")
        for pk, title, sha256 in rows.values_list("pk", "title", "sha256"):
            found.append(Brought("document", pk, title, "" if sha256 == made[pk] else NEWER))
    return found


def _take_out(user: User, one: Brought, by: Actor, now: dt.datetime) -> bool:
    if one.kind == "conversation":
        return talks.keeper().take_out(user, one.pk, now)
    row = Document.objects.for_user(user).filter(pk=one.pk).first()
    if row is not None:
        ingest.delete(user=user, document=row, by=by, now=now)
    return row is not None
