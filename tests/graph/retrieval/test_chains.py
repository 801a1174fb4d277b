"""A question of two steps: the next relation answers what is left of it, and a chain counts as a whole."""

from __future__ import annotations

import math

import pytest

from graph.retrieval import params
from graph.retrieval.ranking import joint

PEOPLE = [("Ilka", "Marek"), ("Jovan", "Pavla"), ("Sarka", "Tibor")]


@pytest.fixture
def films(api, work, minilm):
    """Three films with their directors, who made others too; and what is known of the directors."""
    facts = []
    for number, (one, other) in enumerate(PEOPLE):
        facts += [
            ("The Glass Orchard" if number == 0 else f"Film {number}", "director", one),
            (f"Other work {number}", "director", one),
            (f"Third work {number}", "director", one),
            (one, "place of birth", f"Town {number}"),
            (one, "spouse", other),
            (one, "award", f"Prize {number}"),
            (other, "director", "of a museum"),
            (f"Club {number}", "is", "director's club"),
        ]
    body = [{"subject": {"name": s}, "predicate": p, "object": {"name": o}} for s, p, o in facts]
    assert api.post("/facts/bulk", {"facts": [*body, *noise()]})[1]["rejected"] == []
    work()
    return api


def noise() -> list[dict]:
    """A common noun as an entity, with many facts."""
    return [
        {"subject": {"name": f"Somebody {number}"}, "predicate": "is", "object": {"name": "director"}}
        for number in range(15)
    ]


def first(api, query: str, count: int, **config) -> list[str]:
    answer = api.post("/retrieve", {"query": query, "config": {"cache_ttl": 0, **config}})[1]
    return [item["text"] for item in answer["items"]][:count]


def test_the_second_step_is_the_one_the_question_still_asks_for_n35(films):
    asked = "Where was the director of The Glass Orchard born?"
    assert first(films, asked, 2) == ["Ilka place of birth Town 0", "The Glass Orchard director Ilka"]
    assert "Ilka place of birth Town 0" not in first(films, asked, 5, max_hops=0)


def test_the_relation_just_walked_is_not_walked_back(films):
    """Other works of the same director resemble the question's words, but "director" is answered already."""
    found = first(films, "Who is the spouse of the director of The Glass Orchard?", 3)
    assert found[:2] == ["Ilka spouse Marek", "The Glass Orchard director Ilka"]


def test_a_common_noun_in_the_question_is_no_anchor_beside_a_name(films):
    answer = films.post("/retrieve", {"query": "Where was the director of The Glass Orchard born?"})[1]
    assert answer["anchors"][0]["name"] == "The Glass Orchard"
    assert answer["anchors"][0]["score"] == 1.0
    assert all(one["score"] <= 0.6 for one in answer["anchors"] if one["name"] == "director")


def test_a_hub_does_not_bring_what_the_question_did_not_find(api, work, minilm):
    """A person named in a hundred passages: only those that the question found by itself are lit by the name."""
    api.post("/entities", {"name": "Caroline", "type": "person"})
    lines = [f"Caroline wrote line {number} about the weather." for number in range(30)]
    for number, line in enumerate([*lines, "Caroline adopted a grey cat called Miro."]):
        api.post("/documents", {"title": f"Page {number}", "text": line, "options": {"learn": False}})
    work()
    answer = api.post("/retrieve", {"query": "Which pet did Caroline adopt?"})[1]
    assert "Miro" in answer["items"][0]["text"]


def test_the_passage_that_a_fact_rests_on_comes_with_it(api, work, minilm):
    text = "On that day everything was settled at last, after long talks."
    document = api.post("/documents", {"title": "Diary", "text": text, "options": {"learn": False}})[1]["id"]
    work()
    fact = {"subject": {"name": "Ilka"}, "predicate": "sold", "object": {"name": "the boat"}}
    chunk = api.get(f"/documents/{document}/chunks")[1]["items"][0]["id"]
    made = api.post("/facts", {**fact, "evidence": [{"quote": text, "document": document}]})
    assert made[0] == 201, made
    work()
    items = api.post("/retrieve", {"query": "What did Ilka sell?"})[1]["items"]
    assert [(item["kind"], item["id"]) for item in items if item["kind"] == "chunk"] == [("chunk", chunk)]
    assert next(item for item in items if item["kind"] == "chunk")["source_edge"] == "stated_in"


def test_the_words_that_a_chain_has_together_tell_two_ends_apart(api, work, monkeypatch):
    """Both collect something, both are known at the mill; the owner is asked about. Without a model words must do."""
    facts = [
        ("Red Mill", "neighbour", "Jovan"),
        ("Jovan", "collects", "coins"),
        ("Red Mill", "owner", "Ilka"),
        ("Ilka", "collects", "stamps"),
    ]
    for subject, predicate, value in facts:
        made = api.post("/facts", {"subject": {"name": subject}, "predicate": predicate, "object": {"name": value}})
        assert made[0] == 201, made
    work()

    def ahead(kind: str) -> float:
        """By how much the stamps are ahead of the coins when one of the mill is asked about."""
        asked = {"query": f"Which hobby has the {kind} of the Red Mill?", "config": {"cache_ttl": 0}}
        scores = {item["text"]: item["score"] for item in api.post("/retrieve", asked)[1]["items"]}
        return scores["Ilka collects stamps"] - scores["Jovan collects coins"]

    owner, neighbour = ahead("owner"), ahead("neighbour")
    assert owner > 0 > neighbour
    monkeypatch.setattr(params, "CHAIN_WORDS", 0.0)
    assert owner > ahead("owner")
    assert neighbour < ahead("neighbour")


def test_a_word_that_all_rows_have_tells_less_than_one_that_few_have():
    """n = 3: ln(4 / 3.5) for who is named by all, ln(4 / 1.5) for what one is about; the first chain has both."""
    held = {
        ("fact", 1): frozenset({"anna"}),
        ("fact", 2): frozenset({"anna", "boat"}),
        ("fact", 3): frozenset({"anna"}),
    }
    chains = {("fact", 2): [("fact", 1), ("fact", 2)], ("fact", 3): [("fact", 1), ("fact", 3)]}
    shares = joint.wording(chains, held, frozenset({"anna", "boat"}))
    assert shares[("fact", 2)] == 1.0
    assert shares[("fact", 3)] == pytest.approx(math.log(4 / 3.5) / (math.log(4 / 3.5) + math.log(4 / 1.5)))


def test_a_document_on_the_way_is_part_of_the_chain(api, work, minilm):
    """Who the director is says the first page; the second has none of the question's words, others have nearly all."""
    film, person = "The Glass Orchard", "Ilka Maresova"
    pages = {
        film: f"{film} is a drama film, directed by {person}.",
        person: f"{person} was a painter from Brno who taught at a school (1890 to 1967).",
        "Film Annual": "How did the director of the drama film about an orchard of glass die, and when? In 1950.",
    }
    for title, text in pages.items():
        api.post("/documents", {"title": title, "text": text, "options": {"learn": False}})
    work()
    found = first(api, f"When did the director of the drama film {film} die?", 3)
    assert found == [pages[film], pages[person], pages["Film Annual"]]
