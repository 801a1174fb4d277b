"""SQLite's full text, FTS5: one table a kind, the owner as an indexed term beside the text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django.db import connection

from graph import params
from graph.projections.subjects import KINDS
from graph.retrieval.types import Kind
from graph.statements import select

OR, AND = " OR ", " AND "


def put(kind: Kind, user_id: int, rows: Sequence[tuple[int, str]]) -> None:
    """Index rows of `indexable` text, replacing what stood under the ids."""
    remove(kind, [pk for pk, _ in rows])
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {_table(kind)} (rowid, text, owner) VALUES (%s, %s, %s)",
            [(pk, text, _owner(user_id)) for pk, text in rows],
        )


def remove(kind: Kind, ids: Collection[int]) -> None:
    """Take rows out; ids that are not there do no harm."""
    with connection.cursor() as cursor:
        cursor.executemany(f"DELETE FROM {_table(kind)} WHERE rowid = %s", [(pk,) for pk in ids])


def phrases(texts: Iterable[str]) -> dict[str, str]:
    """Each text as a phrase in the query language, in which everything outside quotes may be an operator."""
    return {text: '"' + text.replace('"', '""') + '"' for text in texts}


def ranked(
    kind: Kind, user_id: int, expression: str, asked: Collection[str], k: int, *, of_many: bool = False
) -> list[tuple[int, float]]:
    """The `k` best rows as (id, bm25 of the expression), higher is better, ties by id.

    `of_many`: of a person with so many rows that counting theirs, as bm25 does with every term, would take longer than
    all the rest. Their rows are told apart one by one then, and the newest of the matching are ranked.
    """
    table = _table(kind)
    if of_many:
        sql = f"""
            SELECT rowid, score FROM (
                SELECT rowid, -bm25({table}, 1.0, 0.0) AS score FROM {table}
                WHERE {table} MATCH %s AND owner = %s ORDER BY rowid DESC LIMIT %s
            ) ORDER BY score DESC, rowid LIMIT %s
        """
        return select(sql, f"text : ({expression})", _owner(user_id), params.KEYWORD_RANKED, k)
    # bm25 counts the rows of every term of its statement, and the owner's term has all of theirs: it restricts in a
    # statement of its own. Without the "+" SQLite would look the words up once for each row that it finds.
    sql = f"""
        SELECT rowid, -bm25({table}, 1.0, 0.0) AS score FROM {table}
        WHERE {table} MATCH %s AND +rowid IN (SELECT rowid FROM {table} WHERE {table} MATCH %s)
        ORDER BY score DESC, rowid LIMIT %s
    """
    return select(sql, f"text : ({expression})", _within(user_id, expression), k)


def counts(kind: Kind, user_id: int, phrases: Sequence[str], most: int) -> list[int]:
    """At most so many rows of the user have each phrase, counted no further than `most`; exact if one is in so many.

    Everybody's rows are counted first: the user's own take five times as long, and mostly none is common even so.
    """
    everybodys = _counted(kind, [f"text : ({phrase})" for phrase in phrases], most)
    if max(everybodys) < most:
        return everybodys
    return _counted(kind, [_within(user_id, phrase) for phrase in phrases], most)


def size(kind: Kind, user_id: int, most: int) -> int:
    """How many rows the user has, counted no further than `most`."""
    return _counted(kind, [f"owner : {_owner(user_id)}"], most)[0]


def contents(kind: Kind, user_id: int) -> dict[int, str]:
    """The stored text by id."""
    table = _table(kind)
    return dict(select(f"SELECT rowid, text FROM {table} WHERE {table} MATCH %s", f"owner : {_owner(user_id)}"))


def owners() -> set[int]:
    """Everyone who has a row."""
    found = {owner for kind in KINDS for (owner,) in select(f"SELECT DISTINCT owner FROM {_table(kind)}")}
    return {int(owner.removeprefix("u")) for owner in found}


def _counted(kind: Kind, matches: Sequence[str], most: int) -> list[int]:
    """The counts of all in one statement: a question has a dozen words."""
    table = _table(kind)
    one = f"(SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH %s LIMIT {int(most)}))"
    return list(select(f"SELECT {', '.join([one] * len(matches))}", *matches)[0])


def _within(user_id: int, expression: str) -> str:
    return f"owner : {_owner(user_id)} AND text : ({expression})"


def _owner(user_id: int) -> str:
    return f"u{user_id}"


def _table(kind: Kind) -> str:
    if kind not in KINDS:
        raise ValueError(kind)
    return f"graph_words_{kind}"
