"""What tells one of a node's facts from its others, and what is found from what is near by chance."""

from __future__ import annotations

import math

import pytest

from graph.retrieval import params

WHO = [
    ("Wanjiru Yilmaz", "works_for", "Northwind Robotics"),
    ("Zora Yilmaz", "works_for", "Silverbrook Shipping"),
    ("Zora Dupont", "works_for", "Ashgrove Textiles"),
    ("Jorge Santoro", "uses", "Copperleaf Nimbus"),
    ("Greta Halloran", "born_in", "Bilbao"),
    ("Dalia Grimaldi", "born_in", "Patras"),
    ("Leif Nakamura", "lives_in", "Varna"),
    ("Leif Nakamura", "knows", "Ilse Adeyemi"),
]


@pytest.fixture
def book(api, work, minilm):
    def write(rows):
        facts = [{"subject": {"name": one}, "predicate": said, "object": {"name": other}} for one, said, other in rows]
        assert api.post("/facts/bulk", {"facts": facts})[1]["rejected"] == []
        work()

    return write


def ask(api, query: str, **config) -> list[dict]:
    status, answer = api.post("/retrieve", {"query": query, "config": {"cache_ttl": 0, **config}})
    assert status == 200, answer
    return answer["items"]


def lit(api, query: str) -> dict[str, float]:
    return {item["text"]: item["scores"]["activation"] for item in ask(api, query, fact_seeds=0, seed_top_k=0)}


@pytest.mark.parametrize("fed", [10, 40])
def test_of_many_alike_each_takes_on_less_than_one_of_its_kind(api, book, monkeypatch, fed):
    """1 / (1 + ln 10): a town's one country beside those who were born there; beyond twenty 1 / (1 + ln(n / 20))."""
    one, many = ("Quillon", "stands_in", "Corvik"), [("Quillon", "feeds", f"Mill {number}") for number in range(fed)]
    book([one, many[0]])
    before = lit(api, "Quillon")
    book(many[1:])
    after = lit(api, "Quillon")

    def beside(activations: dict[str, float]) -> float:
        return (
            max(value for text, value in activations.items() if "feeds" in text)
            / activations["Quillon stands in Corvik"]
        )

    told = 1 / (1 + math.log(min(fed, 20))) / (1 + math.log(max(fed / 20, 1)))
    assert beside(after) / beside(before) == pytest.approx(told, rel=0.02)


def test_where_relations_are_compared_the_name_in_the_question_counts_half(api, book, monkeypatch):
    """It is near to all that has such names: who is known takes on more light than "live" allows."""
    book(WHO)
    question = "In which country does Leif Nakamura live?"
    half = lit(api, question)["Leif Nakamura knows Ilse Adeyemi"]
    monkeypatch.setattr(params, "NAME_EXPLAINED", 0.0)
    assert half < lit(api, question)["Leif Nakamura knows Ilse Adeyemi"]


def test_where_nothing_is_named_and_no_word_shared_more_likeness_is_asked_for(api, book, monkeypatch):
    """C32: one of many is a little near to anything."""
    book(WHO)
    query = "Where was Cleopatra buried?"
    assert ask(api, query) != [], "in a small book it may well be meant"
    monkeypatch.setattr(params, "CHANCE_ROWS", 5)
    assert ask(api, query) == []


def test_to_be_told_of_something_is_not_to_be_asked_about(api, book, monkeypatch):
    monkeypatch.setattr(params, "CHANCE_ROWS", 5)
    book([*WHO, ("I", "lives_in", "Oslo"), ("I", "knows", "Zora Dupont")])
    assert ask(api, "Tell me about zinc oxide") == []
    assert "lives in Oslo" in ask(api, "Tell me where I live")[0]["text"]
