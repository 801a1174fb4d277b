"""Keyword search: any script, nobody else's rows, nothing a question can say that is not a word."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection, transaction

from graph import params
from graph.projections import keywords
from graph.projections.terms import indexable, terms

pytestmark = pytest.mark.django_db


def ids(hits) -> list[int]:
    return [pk for pk, _ in hits]


def test_a_question_finds_rows_with_its_words_best_first(user):
    keywords.put("fact", user.pk, [(1, "Anna lives in Lisbon"), (2, "Anna likes tea"), (3, "Bela likes coffee")])
    hits = keywords.search(user.pk, "fact", "Where in Lisbon does Anna live?", 10)
    assert ids(hits) == [1, 2]
    assert hits[0][1] > hits[1][1] > 0
    assert ids(keywords.search(user.pk, "fact", "Where does Anna live?", 1)) == [1]


def test_endings_case_and_accents_do_not_matter(user):
    keywords.put("chunk", user.pk, [(1, "José was swimming in the LAKE")])
    for question in ("jose", "JOSÉ", "swims", "lakes"):
        assert ids(keywords.search(user.pk, "chunk", question, 5)) == [1]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("张伟住在北京市", "张伟住在哪里?"),
        ("東京タワーに行った", "タワー"),
        ("서울에 살아요", "서울"),
        ("Ольга живёт в Москве", "москве"),
        ("यह नमस्ते है", "नमस्ते"),
        ("ليلى تعيش في بيروت", "بيروت"),
        ("Ａｎｎａ", "anna"),
        ("vendor9000 failed", "vendor9000"),
    ],
)
def test_words_of_any_script_are_found(user, text, question):
    keywords.put("fact", user.pk, [(1, text), (2, "unrelated"), (3, "天気")])
    assert ids(keywords.search(user.pk, "fact", question, 5)) == [1]


def test_nobody_finds_the_rows_of_another(user, other_user):
    keywords.put("fact", user.pk, [(1, "Anna lives in Lisbon")])
    keywords.put("fact", other_user.pk, [(2, "Anna lives in Porto")])
    assert ids(keywords.search(user.pk, "fact", "Anna", 10)) == [1]
    assert ids(keywords.search(other_user.pk, "fact", "Anna", 10)) == [2]
    assert keywords.search(user.pk, "fact", "Porto", 10) == []
    assert keywords.search(other_user.pk, "fact", f"u{user.pk}", 10) == []


def test_what_others_wrote_does_not_order_what_one_finds(user, other_user):
    """The rarer of two words counts more: rare in one's own book, not in everybody's."""
    mine = ["Anna and the ferry", *[f"Anna at work, day {day}" for day in range(8)], "the ferry is late", "Bela"]
    keywords.put("fact", user.pk, list(enumerate(mine, start=1)))
    alone = keywords.search(user.pk, "fact", "Anna on the ferry", 20)
    keywords.put("fact", other_user.pk, [(number, "ferry, ferry and harbour") for number in range(101, 301)])
    assert keywords.search(user.pk, "fact", "Anna on the ferry", 20) == alone
    assert ids(alone)[:2] == [1, 10]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite's tables")
def test_an_older_index_of_everybody_is_divided_by_person(user, other_user):
    """The migration and its way back, on what stands in the index."""
    keywords.put("fact", user.pk, [(1, "Anna lives in Lisbon"), (2, "José likes tea")])
    keywords.put("fact", other_user.pk, [(3, "Anna lives in Porto")])
    migration = import_module("graph.migrations.0007_words_by_person")
    with connection.cursor() as cursor:
        editor = SimpleNamespace(connection=connection, execute=cursor.execute)
        migration.join(None, editor)
        assert cursor.execute("SELECT rowid, owner FROM graph_words_fact ORDER BY rowid").fetchall() == [
            (1, f"u{user.pk}"),
            (2, f"u{user.pk}"),
            (3, f"u{other_user.pk}"),
        ]
        assert keywords.owners() == set()
        migration.divide(None, editor)
    assert keywords.contents("fact", user.pk) == {1: "Anna lives in Lisbon", 2: "José likes tea"}
    assert ids(keywords.search(other_user.pk, "fact", "Anna", 5)) == [3]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite's tables")
@pytest.mark.django_db(transaction=True)
def test_an_index_in_pieces_is_merged_and_finds_the_same(user, other_user):
    """Each write leaves a piece; one's own are merged, nobody else's."""
    for day in range(1, 10):
        for owner in (user, other_user):
            keywords.put("fact", owner.pk, [(day, f"Anna took the ferry on day {day}")])
    keywords.remove("fact", user.pk, [9])
    found = keywords.search(user.pk, "fact", "Anna on day 7", 20)
    assert (found[0][0], len(found)) == (7, 8)
    assert pieces(user) > params.KEYWORD_PIECES
    assert list(keywords.settle(user.pk))
    assert (pieces(user), list(keywords.settle(user.pk))) == (1, [])
    assert pieces(other_user) > params.KEYWORD_PIECES
    assert keywords.search(user.pk, "fact", "Anna on day 7", 20) == found


def pieces(owner) -> int:
    with connection.cursor() as cursor:
        return cursor.execute(f"SELECT count(DISTINCT segid) FROM graph_words_fact_u{owner.pk}_idx").fetchone()[0]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "   ",
        "?!",
        '"',
        "anna AND",
        "owner:u1 OR anna*",
        'x" OR owner : "u1',
        "NEAR(anna lisbon)",
        "^anna - {a}",
        "\x00",
    ],
)
def test_no_question_is_a_syntax_error_or_reaches_another(user, other_user, question):
    keywords.put("fact", other_user.pk, [(1, "anna lisbon x or near and owner u1")])
    assert keywords.search(user.pk, "fact", question, 10) == []


def test_stop_words_are_dropped_unless_there_is_nothing_else():
    assert terms("Where does Anna live?") == ["anna", "live"]
    assert terms("Who are you?") == ["who", "are", "you"]


def test_the_longest_words_are_kept_and_each_only_once():
    asked = " ".join(f"{'x' * length}" for length in range(1, 20)) + " xxx"
    assert [len(term) for term in terms(asked)] == list(range(19, 19 - params.KEYWORD_TERMS, -1))


def test_unspaced_scripts_are_searched_by_neighbouring_pairs():
    assert terms("东京塔 Anna") == ["anna", "东 京", "京 塔"]
    assert terms("猫") == ["猫"]
    assert indexable("猫cat") == " 猫 cat"


def test_a_very_common_word_only_ranks_beside_rarer_ones_and_must_match_with_others(user, monkeypatch):
    monkeypatch.setattr(params, "KEYWORD_COMMON", 3)
    monkeypatch.setattr(params, "KEYWORD_FEW", 0)
    rows = [(number, f"Ines likes thing{number}") for number in range(1, 7)]
    keywords.put("fact", user.pk, [*rows, (7, "Csaba met Bela"), (8, "Ines met Bela")])
    assert ids(keywords.search(user.pk, "fact", "Ines Bela", 10)) == [8, 7]
    assert ids(keywords.search(user.pk, "fact", "Ines likes", 10)) == [1, 2, 3, 4, 5, 6]
    assert len(keywords.search(user.pk, "fact", "Ines", 10)) == 7
    assert len(keywords.search(user.pk, "fact", "Ines unheard", 10)) == 7


def test_a_rare_word_counts_for_more_than_a_common_one_in_a_shorter_row(user):
    """Whatever the database: bm25 on one, ts_rank by rarity on the other."""
    rows = [(number, f"Tom{number} lives in Kyoto") for number in range(1, 40)]
    keywords.put("fact", user.pk, [*rows, (40, "I have a sister, and Anna is what everybody calls her")])
    assert ids(keywords.search(user.pk, "fact", "Where does my sister live?", 3)) == [40, 1, 2]


def test_a_row_put_again_is_replaced_and_a_removed_one_gone(user):
    keywords.put("entity", user.pk, [(1, "Anna")])
    keywords.put("entity", user.pk, [(1, "Bela")])
    assert keywords.search(user.pk, "entity", "Anna", 5) == []
    assert keywords.contents("entity", user.pk) == {1: "Bela"}
    keywords.remove("entity", user.pk, [1, 2])
    assert keywords.contents("entity", user.pk) == {}


def test_rows_are_written_in_the_callers_transaction(user):
    with transaction.atomic():
        keywords.put("entity", user.pk, [(1, "Anna")])
        transaction.set_rollback(True)
    assert keywords.search(user.pk, "entity", "Anna", 5) == []


def test_clearing_takes_only_the_users_rows(user, other_user):
    for kind in ("entity", "fact", "chunk"):
        keywords.put(kind, user.pk, [(1, "Anna")])
        keywords.put(kind, other_user.pk, [(2, "Anna")])
    keywords.clear(user.pk)
    assert [keywords.contents(kind, user.pk) for kind in ("entity", "fact", "chunk")] == [{}, {}, {}]
    assert keywords.contents("fact", other_user.pk) == {2: "Anna"}


def test_equal_scores_are_ordered_by_id(user):
    keywords.put("fact", user.pk, [(3, "tea"), (1, "tea"), (2, "tea")])
    assert ids(keywords.search(user.pk, "fact", "tea", 10)) == [1, 2, 3]


def test_an_unknown_kind_is_refused(user):
    with pytest.raises(ValueError):
        keywords.search(user.pk, "words; DROP TABLE x", "anna", 5)
