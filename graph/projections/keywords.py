"""Keyword search by the database's own full text, written in the transaction of the row it indexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from types import ModuleType

from django.db import connection

from graph import params
from graph.projections import extent, fts5, tsvector, vector_rows
from graph.projections.subjects import KINDS
from graph.projections.terms import indexable, terms
from graph.retrieval.types import Kind

Hits = list[tuple[int, float]]
_BY_DATABASE = {"sqlite": fts5, "postgresql": tsvector}


class NoFullText(NotImplementedError):
    """The database in use has no full text index here; callers name the degradation `no_keywords`."""


def available() -> bool:
    """Whether keyword search works on this database."""
    return connection.vendor in _BY_DATABASE


def put(kind: Kind, user_id: int, rows: Iterable[tuple[int, str]]) -> None:
    """Index `(id, text)` rows, replacing what stood under the ids."""
    if available():
        _engine().put(kind, user_id, [(pk, indexable(text)) for pk, text in rows])


def remove(kind: Kind, user_id: int, ids: Collection[int]) -> None:
    """Take rows of the user out of the index; ids that are not in it do no harm."""
    if available():
        _engine().remove(kind, user_id, ids)


def search(user_id: int, kind: Kind, question: str, k: int) -> Hits:
    """The `k` rows of the user that match best, as `(id, score)`, higher is better, ties by id.

    The score is bm25 on SQLite and ts_rank by rarity on PostgreSQL: comparable within one answer only.
    Any word may match, but one that is in very many rows only ranks what rarer ones find; if all are, all must match.
    Raises NoFullText on a database without it.
    """
    engine = _engine()
    if kind not in KINDS:
        raise ValueError(kind)
    asked = engine.phrases(terms(question)) if k > 0 else {}
    if not asked:
        return []
    model = vector_rows.serving(user_id)
    are_many = extent.exceeds(params.KEYWORD_FEW, user_id, kind, model)  # what has a vector is indexed too
    most = params.KEYWORD_FEW + 1
    size = most if are_many else extent.indexed(user_id, kind, partial(engine.size, kind, user_id, most))
    if not size:
        return []
    if size <= params.KEYWORD_FEW:
        return engine.ranked(kind, user_id, engine.OR.join(asked.values()), asked.values(), k)
    many = not extent.is_searched(user_id, kind, model)
    ranked = partial(engine.ranked, kind, user_id, k=k, of_many=many)
    phrases = list(dict.fromkeys(asked.values()))
    count = partial(engine.counts, kind, user_id, most=params.KEYWORD_COMMON + 1)
    counts = extent.holding(user_id, kind, phrases, count)
    found = [phrase for phrase in counts if counts[phrase]]
    telling = [phrase for phrase in found if counts[phrase] <= params.KEYWORD_COMMON]
    if not found:
        return []
    any_found = engine.OR.join(found)
    if len(telling) == len(found):
        return ranked(any_found, found)
    if telling:
        return ranked(f"({engine.OR.join(telling)}){engine.AND}({any_found})", found)
    return ranked(engine.AND.join(found), found) or ranked(found[0], found[:1])


def phrase(user_id: int, kind: Kind, text: str, k: int) -> Hits:
    """At most `k` rows of the user that have the words of `text` in a row; [] on a database without full text."""
    if not available() or not text.strip():
        return []
    engine, looked_for = _engine(), indexable(text)
    words = engine.phrases([looked_for])[looked_for]
    return engine.ranked(kind, user_id, words, [words], k)


def stems(user_id: int, kind: Kind, beginning: str) -> list[str]:
    """The stems of all words in the user's rows that begin so; [] on a database without full text."""
    return _engine().stems(kind, user_id, beginning) if available() else []


def having(user_id: int, kind: Kind, word: str, most: int) -> list[str]:
    """The stored texts of at most so many rows of the user that have the stem of the word."""
    return _engine().having(kind, user_id, word, most) if available() else []


def contents(kind: Kind, user_id: int) -> dict[int, str]:
    """What is indexed for the user: stored text by id (`indexable` of what was put)."""
    return _engine().contents(kind, user_id) if available() else {}


def owners() -> set[int]:
    """The ids of all users with something in the index."""
    return _engine().owners() if available() else set()


def clear(user_id: int) -> None:
    """Take everything of the user out of the index."""
    if available():
        _engine().clear(user_id)


def settle(user_id: int) -> Iterator[None]:
    """Make the user's index quick to read after many writes, in steps of some milliseconds."""
    if available():
        for kind in KINDS:
            yield from _engine().settle(kind, user_id)


def _engine() -> ModuleType:
    try:
        return _BY_DATABASE[connection.vendor]
    except KeyError:
        raise NoFullText(connection.vendor) from None
