"""Names as a question, without a model: what joins two or three comes first, then what is known of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.question import several
from assistant.without_model import joined
from graph.models import RetrievalItem
from graph.retrieval.result import Result
from graph.walks.deadline import DeadlinePassed
from tests.assistant.cast import entity, fact

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("minilm")]

BOOK = [
    ("Acme", "located_in", "Oslo"),
    ("Acme", "makes", "Ferries"),
    ("Anna", "works_for", "Acme"),
    ("Anna", "lives_in", "Lisbon"),
    ("Tomek", "lives_in", "Oslo"),
    ("Ingrid", "lives_in", "Oslo"),
    ("Lisbon", "located_in", "Portugal"),
    ("Brandt and Sons", "makes", "Sails"),
    ("Brandt and Sons", "located_in", "Lisbon"),
    ("Kit", "likes", "Rye"),
]
ACME = "Acme makes Ferries.[4] Anna works for Acme.[5]"


@pytest.fixture
def ask(api, work):
    """Put a question to the book."""
    rows = [{"subject": {"name": one}, "predicate": said, "object": {"name": other}} for one, said, other in BOOK]
    assert api.post("/facts/bulk", {"facts": rows})[1]["created"] == len(BOOK)
    work()
    return lambda question: api.post("/chat", {"message": question, "stream": False})[1]


@pytest.mark.parametrize(
    "question",
    [
        "Oslo and Acme",
        "oslo & acme?",
        "Oslo, Acme",
        "Tell me about Oslo and Acme.",
        "What do you know about Oslo and Acme?",
    ],
)
def test_what_joins_two_names_is_told_first_and_then_what_is_known_of_each(ask, question):
    answer = ask(question)
    first, *others = answer["text"].split("\n\n")
    assert first == "Acme is in Oslo.[1]"
    assert sorted(others[0].replace("[3]", "[2]").split("[2]")) == [
        "",
        " Tomek lives in Oslo.",
        "Ingrid lives in Oslo.",
    ]
    assert others[1] == ACME
    assert len(answer["cited"]) == 5


def test_where_no_fact_joins_them_the_short_way_from_one_to_the_other_is_told_and_stands_on_the_receipt(ask):
    answer = ask("Lisbon and Oslo")
    way = "Anna lives in Lisbon.[1] Anna works for Acme.[2] Acme is in Oslo.[3]"
    assert answer["text"].split("\n\n")[0] == way
    on_it = RetrievalItem.objects.filter(cited=True, kind="fact").values_list("object_id", flat=True)
    assert sorted(on_it) == sorted(int(one["id"]) for one in answer["cited"])


def test_what_joins_them_is_looked_up_where_it_was_not_found(ask, user, now):
    nothing = Result("", "Lisbon and Oslo", "default", {})
    ends = several.named(user, "Lisbon and Oslo", now)
    found = several.completed(user, ends, nothing, now)
    assert [item.text for item in found.items][:3] == [
        "Anna lives in Lisbon",
        "Anna works for Acme",
        "Acme is in Oslo",
    ]
    none_may_be_told = replace(nothing, config={"filters": {"statuses": ("staged",)}})
    assert several.completed(user, ends, none_may_be_told, now).items == ()


def test_three_names_and_a_name_that_has_the_word_in_it_are_told_of(ask):
    joins, *each = ask("Anna, Acme and Oslo")["text"].split("\n\n")
    assert joins == "Anna works for Acme.[1] Acme is in Oslo.[2]"
    assert len(each) == 3
    assert ask("Brandt and Sons and Lisbon")["text"].startswith(
        "Brandt and Sons is in Lisbon.[1]\n\nBrandt and Sons makes Sails.[2]"
    )


@pytest.mark.parametrize("question", ["Brandt and Sons", "What about Brandt and Sons?"])
def test_a_name_that_has_the_word_in_it_is_one(ask, question):
    """ "Sons" was taken for somebody's sons."""
    assert ask(question)["text"] in {
        "Brandt and Sons makes Sails.[1] Brandt and Sons is in Lisbon.[2]",
        "Brandt and Sons is in Lisbon.[1] Brandt and Sons makes Sails.[2]",
    }


def test_names_that_nothing_joins_are_told_of_one_after_the_other(ask):
    assert ask("Kit and Brandt and Sons")["text"].startswith("Kit likes Rye.[1]\n\nBrandt and Sons ")


def test_where_the_way_takes_too_long_what_is_known_of_each_is_told_all_the_same(ask, monkeypatch):
    def slow(*_, **__):
        raise DeadlinePassed("The operation took too long.")

    monkeypatch.setattr(several.walks, "between", slow)
    assert "Kit likes Rye." in ask("Kit and Portugal")["text"]


@pytest.mark.parametrize(
    "question",
    [
        "Anna",
        "Tell me about Anna",
        "Anna and Anna",
        "Anna and Nobody",
        "Where do Anna and Tomek live?",
        "Anna, Tomek, Ingrid and Kit",
    ],
)
def test_other_questions_are_no_names_alone(ask, user, now, question):
    assert several.named(user, question, now) == ()


def test_what_is_unconfirmed_comes_after_what_it_contradicts_also_where_it_joins():
    doubtful = fact(1, "Anna", "lives_in", "Oslo", status="staged")
    sure = fact(2, "Anna", "lives_in", "Lisbon")
    assert joined.told([entity("Anna"), entity("Oslo")], [doubtful, sure])[0] == [sure, doubtful]
    assert joined.told([entity("Oslo"), entity("Lisbon")], [doubtful, sure])[0] == [sure, doubtful]
    beside = fact(3, "Tomek", "lives_in", "Oslo", status="staged")
    of_tomek = fact(4, "Tomek", "lives_in", "Porto")
    assert joined.told([entity("Oslo"), entity("Kit")], [beside, of_tomek])[1] == [of_tomek, beside]


def test_a_way_is_no_longer_than_three_facts():
    chain = [fact(n, one, "knows", other) for n, (one, other) in enumerate(["AB", "BC", "CD", "DE"], start=1)]
    assert joined.joining(entity("A"), entity("D"), chain) == chain[:3]
    assert joined.joining(entity("A"), entity("E"), chain) == []
