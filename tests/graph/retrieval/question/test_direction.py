"""Which way a question walks a relation from who is named."""

from __future__ import annotations

import pytest

from graph.naming import spoken
from graph.retrieval.question.direction import leads_back
from graph.retrieval.question.standing import of_the_named, proper


@pytest.mark.parametrize(
    ("somebody", "relation", "back"),
    [
        ("advisor", "doctoral advisor", False),
        ("students", "doctoral advisor", True),
        ("director", "directed by", False),
        ("director", "directed", True),
        ("parent", "child", True),
        ("child", "parent", True),
        ("child", "child", False),
        ("staff", "employer", True),
        ("wife", "spouse", None),
    ],
)
def test_a_role_leads_on_and_who_does_it_back(somebody, relation, back):
    assert leads_back(somebody, relation) is back


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("worksFor", "works For"),
        ("works_for", "works for"),
        ("schema:birthPlace", "birth Place"),
        ("/people/person/place_of_birth", "place of birth"),
        ("https://example.org/terms/knows", "knows"),
        ("film.film.directed_by", "directed by"),
        ("vs. others", "vs. others"),
        ("and/or", "and/or"),
    ],
)
def test_a_relation_reads_without_its_prefix(name, read):
    assert spoken(name) == read


def test_somebody_is_named_through_a_name():
    told = ["who", "founded", "the", "parent", "company", "of", "Helix"]
    assert of_the_named(told, {6}) == {"compan": "company", "parent": "parent"}
    assert of_the_named(["what", "is", "the", "job", "of", "Anna", "Weiss's", "husband"], {5, 6}) == {
        "husband": "husband"
    }
    assert of_the_named(["films", "starring", "the", "actors", "in", "the", "film", "Up"], {7}) == {"act": "actors"}
    assert of_the_named(["who", "starred", "in", "Up"], {3}) == {}


def test_a_trade_beside_a_name_is_no_name():
    told = ["where", "was", "the", "architect", "of", "Opal", "Tower", "born"]
    assert proper(told, {1: "architect", 2: "opal tower"}) == {2: "opal tower"}
    assert proper(["who", "is", "the", "architect"], {1: "architect"}) == {1: "architect"}
