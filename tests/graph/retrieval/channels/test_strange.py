"""What is asked in words that neither the book nor the embedding model knows finds nothing by their letters (C32)."""

from __future__ import annotations

import pytest

from graph.projections import embed
from graph.projections.spelled import is_spelled_out
from graph.retrieval import params
from graph.retrieval.channels import strange
from tests.graph.retrieval.test_telling import WHO, ask, book

__all__ = ["book"]

NAMES = ["Zunotor", "Nobevi", "Zutorno", "Shashasha", "Mimika", "Zuvivi", "Benobe", "Zuzuren", "Mizuren", "Zunovi"]
CODES = [(one, relation, other) for one in NAMES for other in NAMES if one != other for relation in ("likes", "uses")]


def found(api, query: str) -> list[str]:
    return [item["text"] for item in ask(api, query)]


@pytest.mark.parametrize(
    "query", ["zorbl quuxify", "Who is Zqxv Blarg?", "wqeoriu zmxncb", "When did Blorptangle meet Zindle?"]
)
def test_words_of_no_language_find_nothing_among_names_that_look_like_them(api, book, monkeypatch, query):
    book([*CODES, ("Gwladys", "owns", "The Meeting Point")])
    assert found(api, query) == []
    monkeypatch.setattr(params, "STRANGE_MARGIN", 0.0)
    assert found(api, query) != [], "something is near to any spelling"


def test_nor_does_a_tongue_that_the_model_does_not_know(api, book, monkeypatch):
    book(WHO)
    assert found(api, "¿Cuál es la receta de la paella?") == []
    monkeypatch.setattr(params, "STRANGE_MARGIN", 0.0)
    assert found(api, "¿Cuál es la receta de la paella?") != []


def test_a_word_that_the_book_has_is_not_strange(api, book):
    book([("Anna", "owns", "a frimp"), ("Tom", "owns", "a bicycle")])
    assert found(api, "Who has a frimp?")[0] == "Anna owns a frimp"


def test_that_it_was_asked_before_makes_no_word_of_it(user, api, book):
    """The book keeps what was asked, too."""
    book([*WHO, ("Ann", "observation", "What does flimbo do with the grenk?")])
    assert strange.share(user, "Where is flimbo?") == 1.0
    assert strange.share(user, "What does flimbo do with the grenk?") == 1.0


def test_a_name_that_the_book_has_is_asked_about_whatever_else_is_said(api, book):
    book(WHO)
    assert found(api, "What did Leif Nakamura zorbl?") != []


@pytest.mark.parametrize(
    ("word", "spelled"),
    [
        ("frimp", True),
        ("xantorp", True),
        ("resturant", False),
        ("orthodontist", False),
        ("müsli", False),
        ("a1", False),
    ],
)
def test_the_model_knows_a_word_that_it_reads_in_few_pieces(word, spelled):
    """fr-im-p has 1.7 letters a piece, rest-ura-nt three; what is not all Latin letters is not judged."""
    assert is_spelled_out(word, embed.DEFAULT) is spelled


def test_without_a_tokeniser_every_word_is_known(tmp_path):
    assert is_spelled_out("frimp", str(tmp_path)) is False


def test_the_share_is_of_the_words_that_carry_meaning(user, api, book):
    book(WHO)
    assert strange.share(user, "When did Blorptangle meet Zindle?") == pytest.approx(2 / 3)
    assert strange.share(user, "of the and") == 0.0
