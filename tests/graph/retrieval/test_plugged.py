"""Other people's code in two places, chosen in the settings and never over HTTP."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from graph.models import RetrievalItem
from graph.retrieval import plugged, rows
from graph.retrieval.types import Item, Parts

HERE = "tests.graph.retrieval.test_plugged"


class Alphabetical:
    """Every fact of the person, by its words."""

    def search(self, query, options):
        from graph.models import Fact

        ids = list(Fact.objects.for_user(options.user).active().values_list("pk", flat=True))
        held = rows.facts_by_id(options.user.pk, ids).values()
        told = {f"{row.predicate} {row.object_name or row.value}": row for row in held}
        return [
            Item("fact", told[text].pk, text, 1.0, Parts(), section=told[text].subject, fact=told[text])
            for text in sorted(told)
        ]


def backwards(question, texts):
    return [float(place) for place, _ in enumerate(texts)]


def broken(question, texts):
    raise RuntimeError("no power")


def short(question, texts):
    return [1.0]


class Nothing: ...


@pytest.fixture
def book(api, work, minilm):
    for value in ("zinnias in August", "basil in May", "leeks in March"):
        api.post("/facts", {"subject": {"name": "Garden"}, "predicate": "sows", "value": value})
    work()
    return api


def asked(api, **body) -> dict:
    status, answer = api.post("/retrieve", {"query": "What does the Garden sow in May?", **body})
    assert status == 200, answer
    return answer


def test_a_retriever_named_in_the_settings_answers_everywhere_t52(book, settings, user, capsys):
    """Its items are told, kept as a receipt and can be judged like any others; the command line uses it too."""
    from django.core.management import call_command

    settings.RETRIEVER = f"{HERE}.Alphabetical"
    answer = asked(book)
    assert [item["text"] for item in answer["items"]] == [
        "sows basil in May",
        "sows leeks in March",
        "sows zinnias in August",
    ]
    assert answer["narrative"].splitlines()[0] == "### 💡 CONTEXT: Garden"
    assert RetrievalItem.objects.filter(retrieval=answer["id"]).count() == 3
    said = [{"kind": "fact", "id": answer["items"][0]["id"], "helpful": True}]
    assert book.post("/feedback", {"retrieval": answer["id"], "items": said})[1] == {"recorded": 1, "refused": []}
    call_command("kg_search", "anything", user=user.username)
    assert "sows basil in May" in capsys.readouterr().out


def test_the_default_retriever_finds_what_the_pipeline_finds_t52(book, user, now):
    from graph.retrieval import pipeline
    from graph.retrieval.result import Context

    options = plugged.Options(user, "default", pipeline.effective(user, "default", {}), Context(), now)
    items = plugged.load(plugged.HYBRID).search("What does the Garden sow in May?", options)
    assert [str(item.pk) for item in items] == [item["id"] for item in asked(book)["items"]]


def test_the_graph_retriever_stands_in_for_the_hybrid_one_o46(book, settings, work, user, now):
    """Passages and their links alone: what is found and scored is what the preset oasis finds and scores."""
    book.post("/documents", {"title": "Almanac", "text": "Basil is sown in May, when the nights are warm."})
    work()
    oasis = asked(book, preset="oasis")
    settings.RETRIEVER = "graph.retrieval.retrievers.Graph"
    answer = asked(book)
    assert [(item["kind"], item["id"], item["score"]) for item in answer["items"]] == [
        (item["kind"], item["id"], item["score"]) for item in oasis["items"]
    ]
    assert {item["kind"] for item in answer["items"]} == {"chunk"}
    assert "Basil is sown in May" in answer["narrative"]


def test_a_retriever_that_is_none_is_named_at_once(settings):
    for path in ("nowhere.at.All", f"{HERE}.Nothing"):
        with pytest.raises(ImproperlyConfigured, match="RETRIEVER"):
            plugged.load(path)


def test_a_listed_reranker_has_the_last_word(book, settings):
    """A-N5."""
    settings.RERANKERS = {"back": f"{HERE}.backwards"}
    plain, turned = asked(book), asked(book, config={"reranker": "back"})
    assert [item["id"] for item in turned["items"]] == [item["id"] for item in plain["items"]][::-1]
    assert turned["config"]["reranker"] == "back"
    by_path = asked(book, config={"reranker": f"{HERE}.backwards"})
    assert [item["id"] for item in by_path["items"]] == [item["id"] for item in turned["items"]]


def test_the_one_that_comes_with_the_product_counts_words(book):
    answer = asked(book, config={"reranker": "words"})
    assert answer["items"][0]["text"] == "Garden sows basil in May"


@pytest.mark.parametrize("name", ["broken", "short"])
def test_a_reranker_that_fails_is_named_and_the_order_stays(book, settings, name):
    settings.RERANKERS = {name: f"{HERE}.{name}"}
    answer = asked(book, config={"reranker": name})
    assert answer["degraded"] == ["reranker_failed"]
    assert [item["id"] for item in answer["items"]] == [item["id"] for item in asked(book)["items"]]


@pytest.mark.parametrize("name", ["os.system", f"{HERE}.backwards", "oracle", ""])
def test_nobody_chooses_code_over_http_t46(book, name):
    """Settings yes, code no: only what the settings of the server list."""
    status, answer = book.post("/retrieve", {"query": "x", "config": {"reranker": name}})
    assert status == 422
    assert answer["detail"][0]["loc"] == ["body", "config", "reranker"]
    assert book.post("/retrieve", {"query": "x", "config": {"retriever": f"{HERE}.Alphabetical"}})[0] == 422
