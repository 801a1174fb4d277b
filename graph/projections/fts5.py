"""SQLite's full text, FTS5: a table a kind and person, made with their first row.

bm25 weighs a word by how many rows of its table have it: in a table of all, what others wrote would order one's own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from django.db import OperationalError, connection

from graph import params
from graph.projections.subjects import KINDS
from graph.retrieval.types import Kind
from graph.statements import Row, select

OR, AND = " OR ", " AND "

# Letters, digits and combining marks of any script make words; English endings are folded; accents are ignored.
_TOKENS = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"
_LAST = "\U0010ffff"  # behind every word that begins with what stands before it
_TABLES = re.compile(r"graph_words_(\w+)_u(\d+)")


def put(kind: Kind, user_id: int, rows: Sequence[tuple[int, str]]) -> None:
    """Index rows of `indexable` text, replacing what stood under the ids."""
    if not rows:
        return
    table = _table(kind, user_id)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS {table} USING fts5(text, tokenize='{_TOKENS}')")
        cursor.executemany(f"DELETE FROM {table} WHERE rowid = %s", [(pk,) for pk, _ in rows])
        cursor.executemany(f"INSERT INTO {table} (rowid, text) VALUES (%s, %s)", rows)


def remove(kind: Kind, user_id: int, ids: Collection[int]) -> None:
    """Take rows out; ids that are not there do no harm."""
    if ids and _stands(kind, user_id):
        with connection.cursor() as cursor:
            sql = f"DELETE FROM {_table(kind, user_id)} WHERE rowid = %s"
            cursor.executemany(sql, [(pk,) for pk in ids])


def clear(user_id: int) -> None:
    """Take everything of the user out."""
    with connection.cursor() as cursor:
        for kind in KINDS:
            cursor.execute(f"DROP TABLE IF EXISTS {_table(kind, user_id)}")


def settle(kind: Kind, user_id: int) -> Iterator[None]:
    """Merge the pieces in which the index was written, in steps of some milliseconds, each a transaction.

    Each transaction that writes leaves a piece, and each word of a question is looked up in every one of them.
    """
    table = _table(kind, user_id)
    pieces = _read(kind, user_id, f"SELECT count(DISTINCT segid) FROM {table}_idx")
    if not pieces or pieces[0][0] <= params.KEYWORD_PIECES:
        return
    pages = -params.KEYWORD_MERGED  # the first step puts all pieces together, as a negative number means to FTS5
    while _merged(table, pages):
        yield
        pages = params.KEYWORD_MERGED


def _merged(table: str, pages: int) -> bool:
    """Whether there was anything to merge: a row that says how far it went is written in any case."""
    with connection.cursor() as cursor:
        before = connection.connection.total_changes
        cursor.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', %s)", [pages])
        return bool(connection.connection.total_changes - before > 1)


def phrases(texts: Iterable[str]) -> dict[str, str]:
    """Each text as a phrase in the query language, in which everything outside quotes may be an operator."""
    return {text: '"' + text.replace('"', '""') + '"' for text in texts}


def ranked(
    kind: Kind, user_id: int, expression: str, asked: Collection[str], k: int, *, of_many: bool = False
) -> list[tuple[int, float]]:
    """The `k` best rows as (id, bm25 of the expression), higher is better, ties by id.

    `of_many`: of a person with very many rows; the newest of the matching alone are ranked.
    """
    table = _table(kind, user_id)
    newest = f"ORDER BY rowid DESC LIMIT {params.KEYWORD_RANKED}" if of_many else ""
    sql = f"""
        SELECT rowid, score FROM (
            SELECT rowid, -bm25({table}) AS score FROM {table} WHERE {table} MATCH %s {newest}
        ) ORDER BY score DESC, rowid LIMIT %s
    """
    return _read(kind, user_id, sql, expression, k)


def counts(kind: Kind, user_id: int, phrases: Sequence[str], most: int) -> list[int]:
    """How many rows of the user have each phrase, counted no further than `most`.

    All in one statement: a question has a dozen words.
    """
    table = _table(kind, user_id)
    one = f"(SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH %s LIMIT {int(most)}))"
    found = _read(kind, user_id, f"SELECT {', '.join([one] * len(phrases))}", *phrases)
    return list(found[0]) if found else [0] * len(phrases)


def size(kind: Kind, user_id: int, most: int) -> int:
    """How many rows the user has, counted no further than `most`."""
    sql = f"SELECT count(*) FROM (SELECT 1 FROM {_table(kind, user_id)}_docsize LIMIT %s)"
    return sum(count for (count,) in _read(kind, user_id, sql, most))


def stems(kind: Kind, user_id: int, beginning: str) -> list[str]:
    """The stems in the index that begin so, by a table of SQLite's own that shows them: it holds nothing itself."""
    table = _table(kind, user_id)
    if not _stands(kind, user_id):
        return []
    with connection.cursor() as cursor:
        sql = f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{table}_stems USING fts5vocab('main', '{table}', 'row')"
        cursor.execute(sql)
    sql = f"SELECT term FROM temp.{table}_stems WHERE term >= %s AND term < %s"
    return [term for (term,) in select(sql, beginning, beginning + _LAST)]


def having(kind: Kind, user_id: int, word: str, most: int) -> list[str]:
    """The stored texts of at most so many rows that have the stem of the word."""
    table = _table(kind, user_id)
    sql = f"SELECT text FROM {table} WHERE {table} MATCH %s LIMIT %s"
    return [text for (text,) in _read(kind, user_id, sql, phrases([word])[word], most)]


def contents(kind: Kind, user_id: int) -> dict[int, str]:
    """The stored text by id."""
    return dict(_read(kind, user_id, f"SELECT rowid, text FROM {_table(kind, user_id)}"))


def owners() -> set[int]:
    """Everyone who has a row."""
    found = {(kind, owner) for kind, owner in map(_owned, tables()) if size(kind, owner, 1)}
    return {owner for _, owner in found}


def tables() -> list[str]:
    """The tables of all people, by name."""
    listed = select("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE %s", "graph_words_%")
    return sorted(name for (name,) in listed if _TABLES.fullmatch(name))


def _read(kind: Kind, user_id: int, sql: str, *values: Any) -> list[Row]:
    """The rows of a statement; none before the person's first row has made the table."""
    try:
        return select(sql, *values)
    except OperationalError:
        if _stands(kind, user_id):
            raise
        return []


def _stands(kind: Kind, user_id: int) -> bool:
    return bool(select("SELECT 1 FROM sqlite_master WHERE name = %s", _table(kind, user_id)))


def _owned(table: str) -> tuple[Kind, int]:
    found = _TABLES.fullmatch(table)
    assert found is not None
    return found[1], int(found[2])  # type: ignore[return-value]


def _table(kind: Kind, user_id: int) -> str:
    if kind not in KINDS:
        raise ValueError(kind)
    return f"graph_words_{kind}_u{int(user_id)}"
