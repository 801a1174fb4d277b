"""The second pass: looks for what was erased in every table and file, by other code than the one that erased it.

It knows no model and no verb: it asks the database which tables and columns there are, and reads them all. What
a column means is said in `columns`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from graph.erasure.columns import ACCOUNT, PASSAGES, POINTERS, TELLS
from graph.erasure.sought import Sought, readable

WORDS = re.compile(r"(?P<named>graph_words_[a-z]+)(_u(?P<owner>\d+))?")  # on SQLite there is one a person
SHOWN = 160  # characters of a text that is listed
LISTED = 200


@dataclass(frozen=True, slots=True)
class Found:
    """One place: a leak, or a text of its own that merely names what was erased."""

    store: str
    id: str
    text: str
    is_leak: bool


def search(sought: Sought) -> list[Found]:
    """Every place in which something of it is left: tables, keyword index, snapshot files, the cache, streams."""
    return [*_tables(sought), *_snapshots(sought), *_cached(sought), *_streamed(sought)]


def naming(sought: Sought, tables: Collection[str]) -> list[Found]:
    """Every row of these tables that names it or points to it."""
    return list(_tables(sought, tables))


def _tables(sought: Sought, among: Collection[str] | None = None) -> Iterator[Found]:
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        shadows = {f"{one}_{end}" for one in names for end in ("data", "idx", "content", "docsize", "config")}
        for table in sorted(set(names) - shadows - (set() if sought.account else ACCOUNT)):
            if among is not None and table not in among:
                continue
            columns = [one.name for one in connection.introspection.get_table_description(cursor, table)]
            yield from _table(sought, table, columns)


def _table(sought: Sought, table: str, columns: list[str]) -> Iterator[Found]:
    words = WORDS.fullmatch(table)
    named_as = words["named"] if words else table
    chosen = ["rowid", *columns] if words and connection.vendor == "sqlite" else columns
    where = ""
    values: list[int | str] = []
    if table == "graph_user":
        where, values = " WHERE id = %s", [sought.user_id]
    elif "user_id" in columns:
        where, values = " WHERE user_id = %s", [sought.user_id]
    elif "owner" in columns:
        where, values = " WHERE owner = %s", [sought.user_id]
    elif words:
        if words["owner"] != str(sought.user_id):
            return
    elif table == "graph_changerow":
        where = " WHERE change_id IN (SELECT id FROM graph_change WHERE user_id = %s)"
        values = [sought.user_id]
    elif sought.everything:
        return  # rows without an owner belong to nobody's book
    pointers = [(column, sought.ids.get(kind, ())) for (of, column), kind in POINTERS.items() if of == named_as]
    listed = ", ".join(connection.ops.quote_name(one) if one != "rowid" else one for one in chosen)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {listed} FROM {connection.ops.quote_name(table)}{where}", values)
        while rows := cursor.fetchmany(1000):
            for row in rows:
                named = dict(zip(chosen, row, strict=True))
                if words:
                    named.setdefault("rowid", named.get("id"))
                yield from _row(sought, named_as, named, pointers)


def _row(sought: Sought, table: str, row: dict, pointers: Sequence[tuple[str, Collection[int]]]) -> Iterator[Found]:
    store, pk = table.split("_", 1)[1], str(row.get("rowid", row.get("id", "")))
    if sought.everything:
        if not _stays(sought, table, row):
            yield Found(store, pk, "", True)
        return
    for column, erased in pointers:
        if row.get(column) in erased:
            yield Found(store, pk, f"{column} {row[column]}", True)
            return
    if _points_by_kind(sought, table, row):
        yield Found(store, pk, f"of an erased {row.get('kind') or row.get('model')}", True)
        return
    for column, value in row.items():
        if isinstance(value, str) and sought.names(value):
            tells = column in TELLS.get(table, ())
            is_leak = not tells or (sought.including_passages and table in PASSAGES)
            yield Found(store, pk, _shown(readable(value)), is_leak)
            return


def _points_by_kind(sought: Sought, table: str, row: dict) -> bool:
    """Rows that name a kind and an id in two columns."""
    if table in ("graph_embedding", "graph_retrievalitem"):
        return row["object_id"] in sought.ids.get(row["kind"], ())
    if table == "graph_changerow":
        kept = row["before"] not in (None, "null") or row["after"] not in (None, "null")
        return kept and row["object_id"] in sought.ids.get(row["model"], ())
    return False


def _stays(sought: Sought, table: str, row: dict) -> bool:
    """After everything was erased only the person themself stands, with what the worker makes of them meanwhile."""
    if sought.account:
        return False
    match table:
        case "graph_entity":
            return row["id"] == sought.person
        case "graph_entityalias":
            return row["entity_id"] == sought.person
        case "graph_words_entity":
            return row["rowid"] == sought.person
        case "graph_embedding":
            return row["kind"] == "entity" and row["object_id"] == sought.person
        case "graph_change":
            return row["verb"] in ("erase", "begin")
        case "graph_changerow":
            state = json.loads(row["after"] or "{}")
            return sought.person in (state.get("id"), state.get("entity_id"))
        case "graph_job":  # work on the whole book names no row of it
            return row["payload"] in ("{}", {}) and not row["error"]
    return False


def _shown(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1].rstrip()}…"


def _snapshots(sought: Sought) -> Iterator[Found]:
    """Snapshot files, and on PostgreSQL a person's own index, hold the vectors of the time they were built.

    After an erasure there is none.
    """
    if connection.vendor == "postgresql":
        own = "SELECT relname FROM pg_class WHERE relkind = 'i' AND relname LIKE %s"
        with connection.cursor() as cursor:
            cursor.execute(own, [rf"graph\_near\_{sought.user_id}\_%"])
            yield from [Found("vector index", name, "", True) for (name,) in cursor.fetchall()]
    for path in sorted((Path(settings.DATA_DIR) / "snapshots").glob(f"{sought.user_id}-*/*")):
        yield Found("snapshot", path.name, "", True)


def _cached(sought: Sought) -> Iterator[Found]:
    """Answers kept for a while; what the worker has prepared anew since may be there, if it stands on none of it."""
    kept = getattr(cache, "_cache", None)
    keys = list(kept) if isinstance(kept, dict) else list(kept.get_client().scan_iter(count=1000)) if kept else []
    for key in keys:
        name = key.decode(errors="replace") if isinstance(key, bytes) else str(key)
        start = name.find(f"retrieval:{sought.user_id}:")
        entry = cache.get(name[start:]) if start >= 0 else None
        if entry is None:
            continue
        items = [(item.kind, item.pk) for item in entry.result.items]
        is_old = any(
            (kind, pk) != ("entity", sought.person) if sought.everything else pk in sought.ids.get(kind, ())
            for kind, pk in items
        )
        is_new = sought.version is not None and entry.version >= sought.version
        may_tell = is_new and not sought.including_passages  # by texts that merely name it: those are listed themselves
        if is_old or sought.names(entry.result.query) or (not may_tell and sought.names(entry.result.narrative)):
            yield Found("cache", name[-12:], _shown(entry.result.query), True)


def _streamed(sought: Sought) -> Iterator[Found]:
    """What processes tell each other of answers, for as long as Redis keeps it."""
    if not settings.REDIS_URL:
        return
    with redis.Redis.from_url(settings.REDIS_URL, decode_responses=True) as client:
        for name in client.scan_iter(match=f"answer:{sought.user_id}:*", count=1000):
            message = name.rsplit(":", 1)[-1]
            said = " ".join(readable(told) for _, body in client.xrange(name) for told in body.values())
            of_it = message.isdecimal() and int(message) in sought.ids.get("message", ())
            if sought.everything or of_it or sought.names(said):
                yield Found("stream", message, _shown(said), True)
