"""POST /chat: a name that the book has, typed in small letters, is that name; another word never becomes one."""

from __future__ import annotations

import pytest

from graph.models import Entity, Evidence

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_name_that_the_book_has_is_learned_about_in_small_letters(talk):
    talk.learned("My friend Piotr lives in Gdansk.", "I work with Nora.")
    assert talk.learned("piotr works for siemens", "i met nora yesterday", "piotr's birthday is 3 may") >= {
        ("Piotr", "works_for", "siemens"),
        ("Piotr", "birthday", "3 May"),
        ("me", "met", "Nora"),
    }
    assert not Entity.objects.filter(name__in=["piotr", "nora"]).exists()
    quotes = Evidence.objects.filter(fact__predicate="works_for")
    assert [(one.quote, one.chunk.text[one.start : one.end]) for one in quotes] == [("piotr works for siemens",) * 2]
    assert talk.answered("when did I meet Nora?").startswith("You met Nora (")


def test_a_word_that_is_no_name_stays_one_and_of_two_of_a_name_neither_is_meant(talk):
    for name in ("Will", "May", "Mark", "Rose", "Hope", "Zofia"):
        talk.post("/facts", {"subject": {"name": name, "type": "person"}, "predicate": "lives_in", "value": "Rome"})
    for kind in ("person", "boat"):
        talk.post("/entities", {"name": "Piotr", "type": kind})
    talk.work()
    said = ("i will mark it in may", "prices rose in may", "i hope it may rain", "piotr works for siemens")
    before = talk.learned()
    assert talk.learned(*said, "you may mark exams, i will too") == before
    assert ("Zofia", "works_for", "acme") in talk.learned("zofia works for acme")


def test_an_address_with_a_name_in_it_stays_as_it_is_written(talk):
    talk.learned("My friend Tobias lives in Graz.")
    assert talk.learned("Tobias' new email is tobias@lindner.example") >= {
        ("Tobias", "email", "tobias@lindner.example")
    }
