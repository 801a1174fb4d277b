"""Keyword search by the database's own full text, written in the transaction of the row it indexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import connection

from graph import params
from graph.projections.subjects import KINDS, batches
from graph.projections.terms import indexable, terms
from graph.retrieval.types import Kind

Hits = list[tuple[int, float]]


class NoFullText(NotImplementedError):
    """The database in use has no full text index here yet; callers name the degradation `no_keywords`."""


def available() -> bool:
    """Whether keyword search works on this database."""
    return connection.vendor == "sqlite"


def put(kind: Kind, user_id: int, rows: Iterable[tuple[int, str]]) -> None:
    """Index `(id, text)` rows, replacing what stood under the ids."""
    if not available():
        return
    rows = list(rows)
    remove(kind, [pk for pk, _ in rows])
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {_table(kind)} (rowid, text, owner) VALUES (%s, %s, %s)",
            [(pk, indexable(text), _owner(user_id)) for pk, text in rows],
        )


def remove(kind: Kind, ids: Collection[int]) -> None:
    """Take rows out of the index; ids that are not in it do no harm."""
    if not available():
        return
    with connection.cursor() as cursor:
        cursor.executemany(f"DELETE FROM {_table(kind)} WHERE rowid = %s", [(pk,) for pk in ids])


def search(user_id: int, kind: Kind, question: str, k: int) -> Hits:
    """The `k` rows of the user that match best, as `(id, bm25)`, higher is better, ties by id.

    Any word may match, but one that is in very many rows only ranks what rarer ones find; if all are, all must match.
    Raises NoFullText on a database without it.
    """
    if not available():
        raise NoFullText(connection.vendor)
    asked = terms(question) if k > 0 else []
    if asked and _are_few(kind, user_id):
        return _ranked(kind, user_id, _any(asked), k)
    counts = {term: _count(kind, user_id, term) for term in asked}
    found = [term for term in counts if counts[term]]
    telling = [term for term in found if counts[term] <= params.KEYWORD_COMMON]
    if not found:
        return []
    if len(telling) == len(found):
        return _ranked(kind, user_id, _any(found), k)
    if telling:
        return _ranked(kind, user_id, f"({_any(telling)}) AND ({_any(found)})", k)
    return _ranked(kind, user_id, " AND ".join(map(_quoted, found)), k) or _ranked(kind, user_id, _quoted(found[0]), k)


def phrase(user_id: int, kind: Kind, text: str, k: int) -> Hits:
    """At most `k` rows of the user that have the words of `text` in a row; [] on a database without full text."""
    if not available() or not text.strip():
        return []
    return _ranked(kind, user_id, _quoted(indexable(text)), k)


def contents(kind: Kind, user_id: int) -> dict[int, str]:
    """What is indexed for the user: stored text by id (`indexable` of what was put)."""
    if not available():
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT rowid, text FROM {_table(kind)} WHERE {_table(kind)} MATCH %s", [f"owner : {_owner(user_id)}"]
        )
        return dict(cursor.fetchall())


def owners() -> set[int]:
    """The ids of all users with something in the index."""
    found: set[int] = set()
    if available():
        with connection.cursor() as cursor:
            for kind in KINDS:
                cursor.execute(f"SELECT DISTINCT owner FROM {_table(kind)}")
                found.update(int(owner.removeprefix("u")) for (owner,) in cursor.fetchall())
    return found


def clear(user_id: int) -> None:
    """Take everything of the user out of the index."""
    for kind in KINDS:
        for batch in batches(contents(kind, user_id)):
            remove(kind, batch)


def _table(kind: Kind) -> str:
    if kind not in KINDS:
        raise ValueError(kind)
    return f"graph_words_{kind}"


def _owner(user_id: int) -> str:
    return f"u{user_id}"


def _quoted(term: str) -> str:
    """A phrase in the query language, in which everything outside quotes may be an operator."""
    return '"' + term.replace('"', '""') + '"'


def _any(phrases: Iterable[str]) -> str:
    return " OR ".join(map(_quoted, phrases))


def _count(kind: Kind, user_id: int, term: str) -> int:
    """In how many of the user's rows the term is, counted no further than what makes it common."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {_table(kind)} WHERE {_table(kind)} MATCH %s LIMIT %s)",
            [_within(user_id, _quoted(term)), params.KEYWORD_COMMON + 1],
        )
        return cursor.fetchone()[0]


def _are_few(kind: Kind, user_id: int) -> bool:
    """Whether so few rows of the user are indexed that all may be ranked."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {_table(kind)} WHERE {_table(kind)} MATCH %s LIMIT %s)",
            [f"owner : {_owner(user_id)}", params.KEYWORD_FEW + 1],
        )
        return cursor.fetchone()[0] <= params.KEYWORD_FEW


def _ranked(kind: Kind, user_id: int, expression: str, k: int) -> Hits:
    table = _table(kind)
    with connection.cursor() as cursor:
        cursor.execute(
            # The owner's term has weight 0 in the ranking: it only restricts.
            f"SELECT rowid, -bm25({table}, 1.0, 0.0) AS score FROM {table} WHERE {table} MATCH %s "
            "ORDER BY score DESC, rowid LIMIT %s",
            [_within(user_id, expression), k],
        )
        return cursor.fetchall()


def _within(user_id: int, expression: str) -> str:
    return f"owner : {_owner(user_id)} AND text : ({expression})"
