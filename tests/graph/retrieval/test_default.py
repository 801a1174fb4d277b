"""The product's own preset: what a person's questions get from a person's graph."""

from __future__ import annotations

import datetime as dt
import itertools
from dataclasses import replace

import pytest

from graph.clock import written
from graph.curation import facts
from graph.curation.candidates import Draft, Name, Quote
from graph.retrieval.pipeline import retrieve

PEOPLE = ["Tom", "Mira", "Jonas", "Ana", "Lena", "Pavel", "Ruth", "Olga", "Ben", "Ida"]
CITIES = ["Berlin", "Gdynia", "Oslo", "Vienna", "Kyoto", "Lima", "Turin", "Leeds", "Ghent", "Split"]
HOBBIES = ["chess", "rowing", "pottery", "archery", "baking", "fencing", "gardening", "sailing", "karate", "origami"]
SOURCES = ("user_edit", "file", "system", "conversation")


def two_hundred_facts() -> list[dict]:
    """People with cities, hobbies, jobs and things they own: none of them the sister."""
    facts = []
    for (place, name), suffix in itertools.product(enumerate(PEOPLE), ("Berg", "Holt", "Ruiz", "Vance", "Okoro")):
        person = {"name": f"{name} {suffix}", "type": "person"}
        spin = place + len(suffix)
        facts += [
            {"subject": person, "predicate": "lives_in", "object": {"name": CITIES[spin % 10], "type": "place"}},
            {"subject": person, "predicate": "likes", "object": {"name": HOBBIES[(spin * 3) % 10]}},
            {"subject": person, "predicate": "born_on", "value": f"19{60 + spin}-04-1{place}"},
            {"subject": {"name": "I"}, "predicate": "knows", "object": person},
        ]
    return facts


@pytest.fixture
def sister(api, work, minilm):
    """My sister Anna lives in Lisbon, among 200 other facts."""
    status, answer = api.post("/facts/bulk", {"facts": two_hundred_facts()})
    assert (status, answer["created"], answer["rejected"]) == (200, 200, [])
    api.post("/facts", {"subject": {"name": "I"}, "predicate": "sister", "object": {"name": "Anna", "type": "person"}})
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}})
    work()
    return api


def test_a_question_in_other_words_finds_the_fact_two_steps_away(sister):
    """J1 J2: "sibling" is nowhere in the graph, and the city hangs on the sister."""
    _, answer = sister.post("/retrieve", {"query": "Which city is my sibling in?"})
    assert answer["degraded"] == []
    texts = [item["text"] for item in answer["items"][:3]]
    assert "Anna lives in Lisbon" in texts, [(i["text"], i["score"], i["scores"]) for i in answer["items"][:8]]


def test_a_fact_shows_how_it_was_reached_and_why_j46(sister):
    """J12 J46"""
    _, answer = sister.post("/retrieve", {"query": "Where does my sister live?"})
    lisbon = next(item for item in answer["items"] if item["text"] == "Anna lives in Lisbon")
    assert [(step["relation"], step["name"]) for step in lisbon["path"]] == [(None, "Ines"), ("sister", "Anna")]
    assert set(lisbon["scores"]) >= {
        "vector",
        "keyword",
        "activation",
        "confidence",
        "source",
        "decay",
        "usage",
        "status",
    }


@pytest.mark.parametrize(
    "question", ["flurb gribble zanthic quorn", "What is the boiling point of tungsten?", "How do I fix a carburettor?"]
)
def test_a_question_about_nothing_known_injects_nothing_c32(sister, question):
    _, answer = sister.post("/retrieve", {"query": question})
    assert ([item["text"] for item in answer["items"]], answer["narrative"]) == ([], "")


def test_an_empty_question_finds_nothing(sister):
    status, answer = sister.post("/retrieve", {"query": "  "})
    assert (status, answer["items"]) == (200, [])


@pytest.mark.parametrize(("staged", "confirmed"), list(itertools.product(SOURCES, SOURCES)))
def test_an_unconfirmed_fact_never_precedes_a_confirmed_one_that_it_contradicts_c34(
    api, work, minilm, staged, confirmed
):
    """By the original arithmetic a staged file fact, 1.4661, beats a confirmed conversation fact, 1.3539."""
    anna = {"name": "Anna", "type": "person"}
    ink = {
        "subject": anna,
        "predicate": "lives_in",
        "object": {"name": "Lisbon"},
        "source": confirmed,
        "confidence": 0.6,
    }
    pencil = {
        "subject": anna,
        "predicate": "lives_in",
        "object": {"name": "Porto"},
        "source": staged,
        "status": "staged",
    }
    api.post("/facts", ink)
    api.post("/facts", pencil)
    work()
    _, answer = api.post("/retrieve", {"query": "Where does Anna live? In Porto?"})
    texts = [item["text"] for item in answer["items"] if item["kind"] == "fact"]
    assert texts.index("Anna lives in Lisbon") < texts.index("Anna lives in Porto")
    assert answer["narrative"].index("Lisbon") < answer["narrative"].index("Porto")


@pytest.mark.parametrize("room", [1, 2])
def test_nor_does_one_that_was_proposed_earlier_take_the_only_place_c34(api, work, minilm, room):
    """The proposal is the older row and scores higher; where there is room for one fact, it is the confirmed one."""
    lives = {"subject": {"name": "Anna", "type": "person"}, "predicate": "lives_in"}
    api.post("/facts", {**lives, "object": {"name": "Porto"}, "status": "staged"})
    api.post("/facts", {**lives, "object": {"name": "Lisbon"}, "source": "conversation", "confidence": 0.3})
    work()
    body = {"query": "Where does Anna live? In Porto?", "config": {"max_facts": room, "cache_ttl": 0}}
    facts = [item["text"] for item in api.post("/retrieve", body)[1]["items"] if item["kind"] == "fact"]
    assert facts == ["Anna lives in Lisbon", "Anna lives in Porto"][:room]


@pytest.mark.parametrize(("predicate", "confirmed"), [("lives_in", "Lisbon"), ("likes", "sailing")])
def test_a_staged_fact_stands_first_where_it_contradicts_nothing(api, work, minilm, predicate, confirmed):
    """The control of the rule above: one may like two things, and unconfirmed facts rank by relevance like any other."""
    api.post(
        "/facts", {"subject": {"name": "Anna"}, "predicate": "likes", "object": {"name": "figs"}, "status": "staged"}
    )
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": predicate, "object": {"name": confirmed}})
    work()
    _, answer = api.post("/retrieve", {"query": "Does Anna like figs?"})
    assert answer["items"][0]["text"] == "Anna likes figs"
    assert answer["items"][0]["status"] == "staged"


def test_recent_ranks_above_stale_and_said_above_inferred_other_things_equal_j3_j4(api, work, minilm):
    for name, source in (("Ada Holm", "conversation"), ("Eva Holm", "user_edit")):
        api.post("/facts", {"subject": {"name": name}, "predicate": "likes", "value": "green tea", "source": source})
    api.now += dt.timedelta(weeks=30)
    api.post(
        "/facts",
        {"subject": {"name": "Ida Holm"}, "predicate": "likes", "value": "green tea", "source": "conversation"},
    )
    work()
    _, answer = api.post("/retrieve", {"query": "Who likes green tea?"})
    decay = {item["text"].split()[0]: item["scores"]["decay"] for item in answer["items"] if item["kind"] == "fact"}
    source = {item["text"].split()[0]: item["scores"]["source"] for item in answer["items"] if item["kind"] == "fact"}
    assert decay["Ida"] > decay["Ada"]
    assert source["Eva"] > source["Ada"]


def test_a_fact_written_a_moment_ago_about_whom_is_asked_is_found_before_it_has_a_vector(sister):
    """It has nothing of the question's words, and nothing can say yet how near it is in meaning."""
    sister.post("/facts", {"subject": {"name": "Anna"}, "predicate": "likes", "object": {"name": "figs"}})
    _, answer = sister.post("/retrieve", {"query": "Where does Anna live?"})
    assert answer["degraded"] == ["vectors_pending"]
    texts = [item["text"] for item in answer["items"]]
    assert texts[0] == "Anna lives in Lisbon"
    assert "Anna likes figs" in texts


def test_while_much_waits_for_its_vector_what_is_known_of_whom_is_asked_is_not_called_far(api, work, minilm):
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}})
    work()
    likes = [{"subject": {"name": "Anna"}, "predicate": "likes", "object": {"name": f"dish {n}"}} for n in range(15)]
    assert api.post("/facts/bulk", {"facts": likes})[1]["created"] == 15
    _, answer = api.post("/retrieve", {"query": "Where does Anna live?"})
    texts = [item["text"] for item in answer["items"]]
    assert texts[0] == "Anna lives in Lisbon"
    assert {f"Anna likes dish {n}" for n in range(15)} <= set(texts)


@pytest.mark.parametrize("gone", ["Anna", "Lisbon"])
def test_an_entry_may_go_while_a_question_is_answered(sister, monkeypatch, gone):
    """As another process merges or deletes it between two look-ups of one question."""
    from graph.models import Entity
    from graph.retrieval import load

    entities = load.entities

    def too_late(*given):
        Entity.objects.filter(name=gone).delete()
        return entities(*given)

    sister.post("/entities", {"name": "Anna", "description": "Grows figs."})
    monkeypatch.setattr(load, "entities", too_late)
    status, answer = sister.post("/retrieve", {"query": "Where does Anna live, in Lisbon?"})
    assert status == 200
    assert not any(item["text"].startswith(f"{gone} ") for item in answer["items"])


def test_max_facts_is_a_hard_cap_j15(sister):
    _, answer = sister.post("/retrieve", {"query": "Whom do I know?", "config": {"max_facts": 5}})
    assert sum(item["kind"] == "fact" for item in answer["items"]) == 5


def test_two_people_with_the_same_data_never_see_each_other_j9_j20(api, other_api, work, minilm):
    """With a positive control: each finds their own."""
    for one in (api, other_api):
        one.post("/facts", {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}})
    other_api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "likes", "object": {"name": "figs"}})
    work()
    _, mine = api.post("/retrieve", {"query": "What of Anna?"})
    _, theirs = other_api.post("/retrieve", {"query": "What of Anna?"})
    assert [item["text"] for item in mine["items"]] == ["Anna lives in Lisbon"]
    assert sorted(item["text"] for item in theirs["items"]) == ["Anna likes figs", "Anna lives in Lisbon"]
    assert not {item["id"] for item in mine["items"]} & {item["id"] for item in theirs["items"]}


@pytest.mark.parametrize(
    ("config", "where"),
    [
        ({"max_hops": 11}, "max_hops"),
        ({"hop_decay": 0}, "hop_decay"),
        ({"max_nodes": 0}, "max_nodes"),
        ({"unheard_of": 1}, "unheard_of"),
        ({"relations": {"include": ["knows"], "exclude": ["knows"]}}, "relations"),
    ],
)
def test_options_out_of_their_bounds_are_refused_with_their_place_t5_t53(api, config, where):
    status, answer = api.post("/retrieve", {"query": "Anna", "config": config})
    assert status == 422
    assert where in [str(step) for step in answer["detail"][0]["loc"]]


def test_words_that_were_quoted_later_make_a_fact_no_younger_than_its_writing(user, caller, now, minilm):
    draft = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
    facts.state(user=user, draft=draft, by=caller, now=now - dt.timedelta(days=30))
    facts.state(user=user, draft=replace(draft, evidence=(Quote("Anna is in Lisbon now."),)), by=caller, now=now)
    result = retrieve(user=user, query="Where does Anna live?", now=now)
    assert [quote["at"] for quote in result.evidence[result.items[0].pk]] == [written(now)]
    assert "- lives_in: Lisbon (you wrote it, 30 January 2026)" in result.narrative
