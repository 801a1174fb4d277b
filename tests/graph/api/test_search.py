"""Search over HTTP: what is near a text, with the entities that each result speaks of."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

APPLE = {
    "name": "Apple Inc.",
    "type": "Organization",
    "aliases": ["Apple", "Apple Computer"],
    "properties": {"founded": "1976"},
    "external_ids": {"wikidata": "Q312"},
}
ARTICLE = "Apple Inc. designs phones and computers in Cupertino and sells them all over the world."


@pytest.fixture
def apple(api, work, minilm):
    company = api.post("/entities", APPLE)[1]
    person = api.post("/entities", {"name": "Tim Cook", "type": "Person", "aliases": ["Timothy Cook"]})[1]
    fact = {"subject": person["id"], "predicate": "works_for", "object": company["id"], "metadata": {"role": "CEO"}}
    assert api.post("/facts", fact)[0] == 201
    api.post("/documents", {"title": "About a company", "text": ARTICLE, "metadata": {"shelf": "tech"}})
    api.post("/documents", {"title": "Bread", "text": "Knead the dough and let it rest for an hour."})
    work()
    return api


def test_the_example_of_the_overlay_finds_the_other_entity_n31(apple):
    """N8 N11 N12 N18 N27 N29: the article is joined to the company because it names it."""
    body = {"query": "phones and computers", "include_related": True, "relations": ["works_for"], "max_depth": 2}
    status, answer = apple.post("/search", body)
    assert status == 200
    article = next(one for one in answer["results"] if one["kind"] == "chunk")
    assert article["text"] == ARTICLE
    assert [(one["name"], one["external_ids"], one["properties"]) for one in article["entities"]] == [
        ("Apple Inc.", {"wikidata": "Q312"}, {"founded": "1976"})
    ]
    assert [(one["name"], one["depth"], one["path"][0]["relation"]) for one in article["related"]] == [
        ("Tim Cook", 1, "works_for")
    ]
    _, facts = apple.get("/facts?predicate=works_for")
    assert facts["items"][0]["metadata"] == {"role": "CEO"}


def test_results_are_nearest_first_and_serialisable_n30(apple):
    _, answer = apple.post("/search", {"query": "How do I bake bread?", "k": 3})
    assert answer["results"][0]["text"].startswith("Knead")
    distances = [one["distance"] for one in answer["results"]]
    assert distances == sorted(distances)
    assert json.loads(json.dumps(answer)) == answer
    assert answer["results"][0]["metadata"]["title"] == "Bread"


def test_a_result_without_an_entity_keeps_its_empty_lists_n28(apple):
    _, answer = apple.post("/search", {"query": "dough", "k": 1, "include_related": True})
    assert [(one["entities"], one["related"]) for one in answer["results"]] == [([], [])]


def test_k_results_are_kept_whatever_the_graph_says_n27(apple):
    body = {"query": "anything at all", "include_related": True, "relations": ["no_such_relation"]}
    for k in (1, 3, 5):
        assert len(apple.post("/search", {**body, "k": k})[1]["results"]) == k


def test_without_the_graph_the_same_results_come_in_the_same_order_n1(apple):
    plain = apple.post("/search", {"query": "computers"})[1]["results"]
    rich = apple.post("/search", {"query": "computers", "include_related": True})[1]["results"]
    assert [(one["kind"], one["id"], one["distance"]) for one in plain] == [
        (one["kind"], one["id"], one["distance"]) for one in rich
    ]
    assert all(one["related"] == [] for one in plain)


def test_what_many_results_speak_of_is_read_in_as_many_queries_as_for_one_w_n3(api, work, minilm):
    for number in range(12):
        api.post("/entities", {"name": f"Quay {number}", "type": "place"})
        body = {
            "title": f"Note {number}",
            "text": f"The crane was moved to Quay {number}.",
            "options": {"learn": False},
        }
        api.post("/documents", body)
    work()

    def queries(k: int) -> int:
        with CaptureQueriesContext(connection) as made:
            found = api.post("/search", {"query": "The crane was moved", "k": k})[1]["results"]
        assert sum(bool(one["entities"]) for one in found) == k
        return len(made)

    queries(1)  # what is loaded once a process
    assert queries(12) == queries(1)


def test_what_has_no_vector_yet_is_found_by_its_words(api, minilm):
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "collects", "value": "antique maps"})
    _, answer = api.post("/search", {"query": "antique maps"})
    assert answer["degraded"] == ["vectors_pending"]
    assert [(one["text"], one["distance"]) for one in answer["results"]] == [("Anna collects antique maps", None)]


def test_only_indexed_types_are_found_directly_n19(apple, user):
    from graph.models import UserSettings

    UserSettings.objects.filter(user=user).update(retrieval={"indexed_types": ["Person"]})
    found = apple.post("/search", {"query": "Tim Cook and Apple Inc.", "k": 20})[1]["results"]
    entities = [one for one in found if one["kind"] == "entity"]
    assert {one["metadata"]["type"].casefold() for one in entities} == {"person"}
    anchors = apple.post("/retrieve", {"query": "Tell me about Apple Inc. and Tim Cook"})[1]["anchors"]
    assert {one["type"].casefold() for one in anchors} == {"person"}


def test_nobody_finds_anothers_rows_j9(apple, other_api):
    assert other_api.post("/search", {"query": "Apple"})[1]["results"] == []


def test_an_empty_text_finds_nothing_and_a_bad_k_is_refused(api):
    assert api.post("/search", {"query": "  "})[1]["results"] == []
    assert api.post("/search", {"query": "x", "k": 0})[0] == 422


@pytest.mark.parametrize("path", ["/search", "/retrieve"])
def test_words_are_asked_with_over_http_and_never_a_vector_c30(api, path):
    assert api.post(path, {"query": "bread"})[0] == 200
    assert api.post(path, {"query": "bread", "vector": [0.1] * 384})[0] == 422
