"""PostgreSQL's full text: a `tsvector` a row, the owner as a lexeme of it, so that the index never leaves their rows.

Words are divided here and not by the server's parser, which goes by its locale; the server only takes off endings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.db import connection

from graph import params
from graph.projections.subjects import KINDS
from graph.projections.terms import folded_words
from graph.retrieval.types import Kind
from graph.statements import select

OR, AND = " | ", " & "

LONGEST = 200  # characters of a word that are kept: a lexeme has at most 2,046 bytes
POSITIONS = 16_383  # beyond, positions are one and the same
NOTHING = "'@'"  # a lexeme that no row has: no word holds this sign

_STEMS = "SELECT word, coalesce((ts_lexize('english_stem', word))[1], word) FROM unnest(%s::text[]) AS word"


def put(kind: Kind, user_id: int, rows: Sequence[tuple[int, str]]) -> None:
    """Index rows of `indexable` text, replacing what stood under the ids."""
    divided = [folded_words(text) for _, text in rows]
    stems = _stems(word for words in divided for word in words)
    sql = f"""
        INSERT INTO {_table(kind)} (id, owner, text, words) VALUES (%s, %s, %s, %s::tsvector)
        ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, text = excluded.text, words = excluded.words
    """
    made = [
        (pk, user_id, text, f"{_owner(user_id)} {_placed(words, stems)}")
        for (pk, text), words in zip(rows, divided, strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, made)


def remove(kind: Kind, user_id: int, ids: Collection[int]) -> None:
    """Take rows out; ids that are not there do no harm."""
    with connection.cursor() as cursor:
        sql = f"DELETE FROM {_table(kind)} WHERE id = ANY(%s::bigint[]) AND owner = %s"
        cursor.execute(sql, [list(ids), user_id])


def clear(user_id: int) -> None:
    """Take everything of the user out."""
    with connection.cursor() as cursor:
        for kind in KINDS:
            cursor.execute(f"DELETE FROM {_table(kind)} WHERE owner = %s", [user_id])


def settle(kind: Kind, user_id: int) -> Iterator[None]:
    """Nothing: the server merges what was written by itself."""
    return iter(())


def phrases(texts: Iterable[str]) -> dict[str, str]:
    """Each text as a phrase in the query language: its words' stems one after the other."""
    divided = {text: folded_words(text) for text in texts}
    stems = _stems(word for words in divided.values() for word in words)
    found = {text: " <-> ".join(_quoted(stems[word]) for word in words) for text, words in divided.items()}
    return {text: f"({phrase})" if phrase else NOTHING for text, phrase in found.items()}


def ranked(
    kind: Kind, user_id: int, expression: str, asked: Collection[str], k: int, *, of_many: bool = False
) -> list[tuple[int, float]]:
    """The `k` best rows as (id, score), higher is better, ties by id; `of_many`: of the newest of the matching alone.

    The score is the sum of ts_rank by length over the phrases of `asked`, each times 1 + ln(rows / rows with it): the
    server's own rank knows nothing of how rare a word is, and a common one would hide what only one row says.
    """
    newest = f"ORDER BY id DESC LIMIT {params.KEYWORD_RANKED}" if of_many else ""
    sql = f"""
        WITH mine AS MATERIALIZED (SELECT id, words FROM {_table(kind)} WHERE words @@ %s::tsquery {newest}),
        had AS MATERIALIZED (
            SELECT id, phrase, ts_rank(words, phrase::tsquery, 1)::float8 AS rank
            FROM mine, unnest(%s::text[]) AS phrase WHERE words @@ phrase::tsquery
        ),
        telling AS (
            SELECT phrase, 1 + ln((SELECT count(*) FROM mine)::float8 / count(*)) AS weight FROM had GROUP BY phrase
        )
        SELECT id, sum(rank * weight) AS score FROM had JOIN telling USING (phrase)
        GROUP BY id ORDER BY score DESC, id LIMIT %s
    """
    return select(sql, _within(user_id, expression), list(asked), k)


def counts(kind: Kind, user_id: int, phrases: Sequence[str], most: int) -> list[int]:
    """How many rows have each phrase, counted no further than `most`."""
    one = f"(SELECT count(*) FROM (SELECT 1 FROM {_table(kind)} WHERE words @@ %s::tsquery LIMIT {int(most)}) AS found)"
    sql = f"SELECT {', '.join([one] * len(phrases))}"
    return list(select(sql, *(_within(user_id, phrase) for phrase in phrases))[0])


def size(kind: Kind, user_id: int, most: int) -> int:
    """How many rows the user has, counted no further than `most`."""
    sql = f"SELECT count(*) FROM (SELECT 1 FROM {_table(kind)} WHERE owner = %s LIMIT %s) AS counted"
    return select(sql, user_id, most)[0][0]


def stems(kind: Kind, user_id: int, beginning: str) -> list[str]:
    """The stems in the newest rows that begin so: to read those of all would take a second for 100,000 rows."""
    rows = (
        f"SELECT words FROM {_table(kind)} WHERE owner = {int(user_id)} ORDER BY id DESC LIMIT {params.KEYWORD_RANKED}"
    )
    sql = "SELECT word FROM ts_stat(%s) WHERE starts_with(word, %s)"
    return [word for (word,) in select(sql, rows, beginning)]


def having(kind: Kind, user_id: int, word: str, most: int) -> list[str]:
    """The stored texts of at most so many rows that have the stem of the word."""
    sql = f"SELECT text FROM {_table(kind)} WHERE words @@ %s::tsquery LIMIT %s"
    return [text for (text,) in select(sql, _within(user_id, phrases([word])[word]), most)]


def contents(kind: Kind, user_id: int) -> dict[int, str]:
    """The stored text by id."""
    return dict(select(f"SELECT id, text FROM {_table(kind)} WHERE owner = %s", user_id))


def owners() -> set[int]:
    """Everyone who has a row."""
    return {owner for kind in KINDS for (owner,) in select(f"SELECT DISTINCT owner FROM {_table(kind)}")}


def _stems(words: Iterable[str]) -> dict[str, str]:
    different = list(dict.fromkeys(words))
    return {word: stem[:LONGEST] for word, stem in select(_STEMS, different)} if different else {}


def _placed(words: Sequence[str], stems: dict[str, str]) -> str:
    """The words as the text of a tsvector, each with its place."""
    return " ".join(f"{_quoted(stems[word])}:{min(place, POSITIONS)}" for place, word in enumerate(words, start=1))


def _within(user_id: int, expression: str) -> str:
    return f"{_owner(user_id)} & ({expression})"


def _owner(user_id: int) -> str:
    return f"'@u{user_id}'"


def _quoted(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def _table(kind: Kind) -> str:
    if kind not in KINDS:
        raise ValueError(kind)
    return f"graph_words_{kind}"
