"""A predicate that holds one value at a time from now on, or no longer: what stands already becomes a question, or none."""

from __future__ import annotations

import time

import pytest

from graph.curation import conflicts
from graph.models import Conflict
from tests.graph.api.links import link


def asked(api) -> set[frozenset[str]]:
    """The open questions, each by the values, or the other ends, of its two sides."""
    found = api.get("/conflicts?limit=200")[1]["items"]
    return {frozenset(fact["value"] or fact["object"]["name"] for fact in one["facts"]) for one in found}


def state(api, subject: str, predicate: str, value: str, **more) -> dict:
    status, fact = api.post("/facts", {"subject": {"name": subject}, "predicate": predicate, "value": value, **more})
    assert status == 201, fact
    return fact


@pytest.fixture
def roles(api):
    for role in ("editor", "printer"):
        state(api, "Ida", "has_role", role)
    state(api, "Ole", "has_role", "editor")
    return api


def test_what_stands_becomes_a_question_when_a_predicate_is_made_functional(roles):
    assert roles.post("/predicates", {"name": "has_role"})[0] == 201
    assert asked(roles) == set()
    assert roles.patch("/predicates/has_role", {"functional": True})[0] == 200
    assert asked(roles) == {frozenset({"editor", "printer"})}


def test_and_when_it_is_made_as_a_functional_one(roles):
    assert roles.post("/predicates", {"name": "has_role", "functional": True})[0] == 201
    assert asked(roles) == {frozenset({"editor", "printer"})}


def test_one_that_is_no_longer_functional_asks_no_more_and_asks_again(roles):
    roles.post("/predicates", {"name": "has_role", "functional": True})
    roles.patch("/predicates/has_role", {"functional": False})
    assert asked(roles) == set()
    roles.patch("/predicates/has_role", {"functional": True})
    assert asked(roles) == {frozenset({"editor", "printer"})}


def test_a_built_in_one_that_goes_back_to_what_it_was_asks_again(api):
    api.patch("/predicates/lives_in", {"functional": False})
    for town in ("Lisbon", "Porto"):
        link(api, "Ida", "lives_in", town)
    assert asked(api) == set()
    assert api.delete("/predicates/lives_in")[0] == 200
    assert asked(api) == {frozenset({"Lisbon", "Porto"})}


def test_a_predicate_that_reads_the_same_from_both_ends_contradicts_from_either(api):
    link(api, "Ann", "dances_with", "Bob")
    link(api, "Cara", "dances_with", "Bob")
    link(api, "Bob", "dances_with", "Ann")
    api.post("/predicates", {"name": "dances_with", "functional": True})
    assert asked(api) == set()
    api.patch("/predicates/dances_with", {"symmetric": True})
    told = sorted(one["question"] for one in api.get("/conflicts")[1]["items"])
    assert told == ["Bob dances with Ann or Cara?", "Bob dances with Cara or Ann?"]


def test_what_held_one_after_the_other_or_is_held_no_more_is_no_question(api):
    state(api, "Ida", "has_role", "editor", valid_until="2020-01-01")
    state(api, "Ida", "has_role", "printer", valid_from="2020-01-01")
    state(api, "Ida", "has_role", "clerk", expires_at="2026-02-01T00:00:00Z")
    gone = state(api, "Ida", "has_role", "cook")
    api.post("/facts/decide", {"ids": [gone["id"]], "decision": "retract"})
    api.post("/predicates", {"name": "has_role", "functional": True})
    assert asked(api) == set()


def test_what_the_owner_said_both_hold_is_not_asked_again(roles):
    roles.post("/predicates", {"name": "has_role", "functional": True})
    question = roles.get("/conflicts")[1]["items"][0]["id"]
    roles.post(f"/conflicts/{question}/resolve", {"decision": "both"})
    roles.patch("/predicates/has_role", {"functional": False})
    roles.patch("/predicates/has_role", {"functional": True})
    assert asked(roles) == set()


def test_a_label_asks_nothing(roles):
    roles.post("/predicates", {"name": "has_role", "functional": True})
    before = Conflict.objects.count()
    roles.patch("/predicates/has_role", {"label": "works as"})
    assert Conflict.objects.count() == before


def test_the_undo_takes_the_questions_away_and_that_one_gives_them_back(roles):
    roles.post("/predicates", {"name": "has_role", "functional": True})
    made = roles.get("/changes?limit=1")[1]["items"][0]
    undone = roles.post(f"/changes/{made['id']}/undo")[1]["change"]
    assert asked(roles) == set()
    roles.post(f"/changes/{undone['id']}/undo")
    assert asked(roles) == {frozenset({"editor", "printer"})}


def test_the_undo_closes_what_was_asked_since_and_asks_what_was_not(roles):
    roles.post("/predicates", {"name": "has_role", "functional": True})
    made = roles.get("/changes?limit=1")[1]["items"][0]
    state(roles, "Ole", "has_role", "clerk")
    assert asked(roles) == {frozenset({"editor", "printer"}), frozenset({"editor", "clerk"})}
    undone = roles.post(f"/changes/{made['id']}/undo")[1]["change"]
    assert asked(roles) == set()
    state(roles, "Una", "has_role", "clerk")
    state(roles, "Una", "has_role", "cook")
    assert roles.post(f"/changes/{undone['id']}/undo")[0] == 200
    assert frozenset({"clerk", "cook"}) in asked(roles)


def test_a_merge_asks_from_the_other_end_as_well(api):
    link(api, "Ann", "married_to", "Bob")
    link(api, "Cara", "married_to", "Rob")
    ids = [api.post("/entities/resolve", {"text": name})[1]["resolved"] for name in ("Bob", "Rob")]
    assert api.post("/entities/merge", {"keep": ids[0], "absorb": ids[1:]})[0] == 200
    assert {one["question"] for one in api.get("/conflicts")[1]["items"]} == {"Bob is married to Ann or Cara?"}


def liked(api, count: int) -> None:
    rows = [{"subject": {"name": "Ida"}, "predicate": "keeps", "value": f"thing {place:04}"} for place in range(count)]
    assert api.post("/facts/bulk", {"facts": rows})[1]["created"] == count


def test_many_values_of_one_are_asked_about_in_a_line_and_each_answer_closes_it(api):
    """Each but the first is asked about once; what stands beside one that went is asked about next."""
    count = conflicts.EACH + 3
    liked(api, count)
    api.post("/predicates", {"name": "keeps", "functional": True})
    assert len(asked(api)) == count - 1
    for _ in range(200):
        found = api.get("/conflicts?limit=200")[1]["items"]
        if not found:
            break
        question = found[len(found) // 2]
        assert api.post(f"/conflicts/{question['id']}/resolve", {"decision": "older"})[0] == 200
    standing = api.get("/facts?predicate=keeps&status=confirmed&limit=200")[1]["items"]
    assert [one["value"] for one in standing] == ["thing 0000"]


def test_thousands_of_facts_are_asked_about_in_linear_time(api):
    liked(api, 2000)
    began = time.process_time()
    assert api.post("/predicates", {"name": "keeps", "functional": True})[0] == 201
    spent = time.process_time() - began
    assert Conflict.objects.filter(state="open").count() == 1999
    assert spent < 15, f"{spent:.1f} s of processor time"
