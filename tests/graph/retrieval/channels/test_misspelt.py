"""Misspelt words of a question are asked for as the book spells them."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from graph.projections import embed
from graph.projections.spelled import is_whole
from graph.retrieval.channels.misspelt import mended
from tests.graph.retrieval.test_telling import ask, book

__all__ = ["book"]

BOOK = [
    ("Ann", "observation", "Our favourite restaurant is Nando's"),
    ("Ann", "observation", "The wifi password is hunter2"),
    ("Ann", "observation", "The boiler was serviced by Kessler"),
    ("Ann", "observation", "My daughter plays the violoncello"),
    ("Ann", "observation", "Blood pressure tablets are in the cupboard"),
    ("Ann", "observation", "A biker and a baker"),
    ("Ann", "observation", "The expiry of the passport is in May"),
]


@pytest.fixture
def life(book):
    book(BOOK)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("favrite resturant", "favourite restaurant"),
        ("What is the wifi pasword?", "What is the wifi password?"),
        ("who servised the boyler", "who serviced the boiler"),
        ("Kesler", "Kessler"),
        ("blood presure tablits", "blood pressure tablets"),
        ("does my dauhgter play", "does my daughter play"),
        ("does she play the violncelo", "does she play the violoncello"),
    ],
)
def test_a_word_that_nobody_knows_is_the_nearest_of_the_book(user, life, typed, meant):
    assert mended(user, typed) == meant


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("Who plays the oboe?", "the model knows the word"),
        ("restaurants", "the book has it in another form"),
        ("when does it expire", "it is another form of a word of the book"),
        ("what about Kesler", "a name inside a sentence may be another's"),
        ("blud", "four letters, and one of them another"),
        ("xantorp", "nothing is near"),
        ("ressler", "the first letter is another"),
        ("rstrnt", "three slips"),
        ("bbker", "a baker or a biker"),
        ("Кесслер", "no word of another script is near"),
        ("", "nothing is asked"),
        ("a\x00b'\"* OR", "signs are no words"),
    ],
)
def test_any_other_is_left_as_it_is(user, life, typed, why):
    assert mended(user, typed) == typed, why


def test_that_it_was_asked_before_makes_no_word_of_it(user, life, book):
    """A question is kept among the passages, with its slips."""
    book([("Ann", "observation", "Where is the resturant?"), ("Ann", "observation", "whats the pasword")])
    assert mended(user, "Which resturant?") == "Which restaurant?"
    assert mended(user, "whats the pasword") == "whats the password"


def test_nor_does_a_word_of_the_same_stem(user, book):
    """To the full text "enginer" and "engineer" are one."""
    book([("Ann", "observation", "The structural engineer is Tomasz")])
    assert mended(user, "who is the structual enginer") == "who is the structural engineer"


def test_words_of_another_book_are_not_looked_at(other_user, life):
    assert mended(other_user, "resturant") == "resturant"


def test_in_a_book_without_a_word_nothing_is_mended(user):
    assert mended(user, "resturant") == "resturant"


def test_words_that_are_known_to_be_a_name_are_not_looked_at(user, life):
    assert mended(user, "kesler", known={"kesler"}) == "kesler"


def test_without_a_tokeniser_every_word_is_known(tmp_path):
    assert is_whole("resturant", str(tmp_path)) is True
    assert is_whole("resturant", embed.DEFAULT) is False


def test_a_search_says_what_it_searched_for(api, life, user, capsys):
    status, answer = api.post("/retrieve", {"query": "resturant"})
    assert (status, answer["query"], answer["searched"]) == (200, "resturant", "restaurant")
    assert answer["items"][0]["text"] == "Ann observation Our favourite restaurant is Nando's"
    again = api.post("/retrieve", {"query": "resturant"})[1]
    assert (again["cache_hit"], again["searched"]) == (True, "restaurant")
    assert api.post("/retrieve", {"query": "restaurant"})[1]["searched"] == "restaurant"
    call_command("kg_search", "resturant", user=user.username)
    assert "Searched for: restaurant" in capsys.readouterr().err


def test_the_other_designs_are_asked_as_it_was_typed(api, life):
    assert api.post("/retrieve", {"query": "resturant", "preset": "jacq"})[1]["searched"] == "resturant"


def test_what_was_learned_a_moment_ago_mends_the_next_question(api, book, user):
    book([("Ann", "observation", "A bicycle")])
    assert mended(user, "wheelbarow") == "wheelbarow"
    book([("Ann", "observation", "A wheelbarrow")])
    assert ask(api, "wheelbarow")[0]["text"] == "Ann observation A wheelbarrow"
