"""Which way a question walks a relation from who is named."""

from __future__ import annotations

import pytest

from graph.naming import spoken
from graph.retrieval.question.direction import done_leads_back, leads_back
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


@pytest.mark.parametrize(
    ("question", "name", "relation", "back"),
    [
        ("who reports to Anna", 3, "reports to", True),
        ("who does Anna report to", 2, "reports to", False),
        ("what depends on billing", 3, "depends on", True),
        ("what does billing depend on", 2, "depends on", False),
        ("who maintains billing", 2, "maintained by", False),
        ("what does Anna maintain", 2, "maintained by", True),
        ("what is Falcon blocked by", 2, "blocked by", False),
        ("films directed by Anna", 3, "directed by", True),
        ("films directed by Anna", 3, "directed", False),
        ("who directed Up", 2, "director", False),
        ("where was Anna born", 2, "born in", False),
        ("who was born in Graz", 4, "born in", True),
        ("what is Anna working on", 2, "works on", False),
        ("who starred in Up", 3, "starred", None),
        ("who knows", 5, "works on", None),
    ],
)
def test_what_is_done_beside_a_name_tells_who_does_it(question, name, relation, back):
    names = {name} if name < len(question.split()) else set()
    assert done_leads_back(question.split(), names, relation) is back


def test_of_a_boss_one_reports_to_them_and_of_reports_back():
    assert leads_back("boss", "reports to") is False
    assert leads_back("reports", "reports to") is True
    assert leads_back("boss", "report") is True
