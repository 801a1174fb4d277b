"""What becomes of a fact over HTTP: decided, contradicted, mended, deleted, and brought back."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.graph.api.conftest import ANNA, LIVES


def test_decisions_move_a_fact_through_its_life(api):
    """A-J1: staged, rejected, restored, confirmed, retracted, restored."""
    fact = api.post("/facts", {**LIVES, "status": "staged"})[1]

    def decide(decision: str) -> tuple[int, str]:
        _, answer = api.post("/facts/decide", {"ids": [fact["id"]], "decision": decision})
        return answer["decided"], api.get(f"/facts/{fact['id']}")[1]["status"]

    assert decide("reject") == (1, "rejected")
    assert decide("confirm") == (0, "rejected")
    assert decide("restore") == (1, "staged")
    assert decide("confirm") == (1, "confirmed")
    assert decide("retract") == (1, "retracted")
    assert decide("restore") == (1, "confirmed")


def test_a_rejected_claim_is_not_proposed_again_from_the_same_words(api):
    row = {**LIVES, "status": "staged", "evidence": [{"quote": "Anna lives in Lisbon"}]}
    fact = api.post("/facts", row)[1]
    api.post("/facts/decide", {"ids": [fact["id"]], "decision": "reject"})
    assert api.post("/facts", row)[0] == 409
    assert api.post("/facts", {**row, "evidence": [{"quote": "She has moved to Lisbon"}]})[0] == 201


def test_only_functional_predicates_conflict_w_j8(api):
    """J54: two `uses` coexist; two `lives_in` are a question to the owner, and nothing is superseded silently."""
    for city in ("Lisbon", "Porto"):
        api.post("/facts", {**LIVES, "object": {"name": city}})
        api.post("/facts", {"subject": ANNA, "predicate": "uses", "object": {"name": f"{city} tram"}})
    _, conflicts = api.get("/conflicts")
    assert [{fact["object"]["name"] for fact in one["facts"]} for one in conflicts["items"]] == [{"Lisbon", "Porto"}]
    assert {fact["status"] for fact in api.get("/facts")[1]["items"]} == {"confirmed"}


@pytest.mark.parametrize(("since", "asked"), [("2024-01-01T00:00:00Z", 0), ("2023-12-31T00:00:00Z", 1)])
def test_one_place_after_the_other_is_no_contradiction_and_both_at_once_is(api, since, asked):
    api.post("/facts", {**LIVES, "object": {"name": "Lisbon"}, "valid_until": "2024-01-01T00:00:00Z"})
    api.post("/facts", {**LIVES, "object": {"name": "Porto"}, "valid_from": since})
    assert len(api.get("/conflicts")[1]["items"]) == asked


@pytest.mark.parametrize(("lisbon", "porto", "asked"), [(-1, None, 0), (1, None, 1), (None, -1, 0), (None, 1, 1)])
def test_what_has_expired_contradicts_nothing(api, now, lisbon, porto, asked):
    """Whichever was stated first, and though nothing has put it away yet; the numbers are days from now."""
    for city, days in (("Lisbon", lisbon), ("Porto", porto)):
        until = {} if days is None else {"expires_at": (now + dt.timedelta(days=days)).isoformat()}
        assert api.post("/facts", {**LIVES, "object": {"name": city}, **until})[0] == 201
    assert len(api.get("/conflicts")[1]["items"]) == asked


@pytest.mark.parametrize(
    ("decision", "statuses"),
    [
        ("newer", {"Lisbon": "superseded", "Porto": "confirmed"}),
        ("older", {"Lisbon": "confirmed", "Porto": "rejected"}),
        ("both", {"Lisbon": "confirmed", "Porto": "confirmed"}),
        ("by_time", {"Lisbon": "confirmed", "Porto": "confirmed"}),
    ],
)
def test_a_conflict_is_resolved_as_the_owner_says_and_undone(api, decision, statuses):
    """A-J3."""
    api.post("/facts", LIVES)
    api.now = api.now.replace(day=2)
    api.post("/facts", {**LIVES, "object": {"name": "Porto"}, "status": "staged"})
    conflict = api.get("/conflicts")[1]["items"][0]
    status, answer = api.post(f"/conflicts/{conflict['id']}/resolve", {"decision": decision})
    assert status == 200
    stated = {fact["object"]["name"]: fact for fact in api.get("/facts")[1]["items"]}
    assert {name: fact["status"] for name, fact in stated.items()} == statuses
    follows = stated["Porto"]["id"] if decision == "newer" else None
    assert (stated["Lisbon"]["superseded_by"], stated["Porto"]["superseded_by"]) == (follows, None)
    if decision == "by_time":
        as_of = api.get("/facts?as_of=2026-03-03T00:00:00Z")[1]["items"]
        assert [fact["object"]["name"] for fact in as_of] == ["Porto"]
    assert api.post(f"/conflicts/{conflict['id']}/resolve", {"decision": decision})[0] == 409
    api.post(f"/changes/{answer['change']['id']}/undo")
    found = {fact["object"]["name"]: fact["status"] for fact in api.get("/facts")[1]["items"]}
    assert found == {"Lisbon": "confirmed", "Porto": "staged"}
    assert len(api.get("/conflicts")[1]["items"]) == 1


def test_what_one_person_states_never_contradicts_anothers_w_o10(api, other_api):
    """The same claim with another value, stated and decided on next door, changes nothing here."""
    mine = api.post("/facts", LIVES)[1]
    other_api.post("/facts", LIVES)
    other_api.now = other_api.now.replace(day=2)
    other_api.post("/facts", {**LIVES, "object": {"name": "Porto"}})
    (asked,) = other_api.get("/conflicts")[1]["items"]
    assert other_api.post(f"/conflicts/{asked['id']}/resolve", {"decision": "newer"})[0] == 200
    assert api.get("/conflicts")[1]["items"] == []
    assert api.get(f"/facts/{mine['id']}") == (200, mine)


def test_two_homes_that_turn_out_to_be_one_place_are_no_question_any_more(api):
    """Merging Lisboa into Lisbon makes the two facts one; the answer to a question about both had nowhere to stand."""
    for place in ("Lisbon", "Lisboa"):
        body = {"subject": {"name": "Tom"}, "predicate": "lives_in", "object": {"name": place, "type": "place"}}
        assert api.post("/facts", body)[0] == 201
    (asked,) = api.get("/conflicts")[1]["items"]
    ids = {one["name"]: one["id"] for one in api.get("/entities")[1]["items"]}

    assert api.post("/entities/merge", {"keep": ids["Lisbon"], "absorb": [ids["Lisboa"]]})[0] == 200

    assert api.get("/conflicts")[1]["items"] == []
    assert api.post(f"/conflicts/{asked['id']}/resolve", {"decision": "both"})[0] == 409
    assert [one["object"]["name"] for one in api.get("/facts?status=confirmed")[1]["items"]] == ["Lisbon"]


def test_a_token_that_may_propose_stages_and_cannot_decide(user, client, now, monkeypatch):
    from tests.conftest import Api, token_for

    proposer = Api(client, token_for(user, now, ["propose"]), now, monkeypatch)
    status, fact = proposer.post("/facts", LIVES)
    assert (status, fact["status"]) == (201, "staged")
    assert proposer.post("/facts/decide", {"ids": [fact["id"]], "decision": "confirm"})[0] == 403
    reader = Api(client, token_for(user, now, ["read"]), now, monkeypatch)
    assert reader.post("/facts", LIVES)[0] == 403
    assert reader.get("/facts")[0] == 200


def test_edits_are_ledger_entries_and_undo_puts_the_words_back(api):
    fact = api.post("/facts", LIVES)[1]
    status, edited = api.patch(f"/facts/{fact['id']}", {"object": {"name": "Porto"}, "confidence": 0.5})
    assert (status, edited["object"]["name"], edited["confidence"]) == (200, "Porto", 0.5)
    change = api.get("/changes")[1]["items"][0]
    assert (change["verb"], change["actor"]) == ("edit", "api")
    api.post(f"/changes/{change['id']}/undo")
    assert api.get(f"/facts/{fact['id']}")[1]["object"]["name"] == "Lisbon"


def test_a_deleted_fact_comes_back_with_its_evidence(api):
    fact = api.post("/facts", {**LIVES, "evidence": [{"quote": "Anna is in Lisbon"}]})[1]
    _, answer = api.delete(f"/facts/{fact['id']}")
    assert api.get(f"/facts/{fact['id']}")[0] == 404
    api.post(f"/changes/{answer['change']['id']}/undo")
    assert api.get(f"/facts/{fact['id']}")[1] == fact


def test_undo_refuses_while_a_later_change_stands_on_it(api):
    fact = api.post("/facts", LIVES)[1]
    first = api.get("/changes")[1]["items"][0]
    api.patch(f"/facts/{fact['id']}", {"confidence": 0.5})
    second = api.get("/changes")[1]["items"][0]
    status, answer = api.post(f"/changes/{first['id']}/undo")
    assert (status, [one["id"] for one in answer["changes"]]) == (409, [second["id"]])
    assert api.post(f"/changes/{second['id']}/undo")[0] == 200
    assert api.post(f"/changes/{first['id']}/undo")[0] == 200
    assert api.get("/facts")[1]["items"] == []


def test_an_undo_can_be_undone(api):
    api.post("/facts", LIVES)
    change = api.get("/changes")[1]["items"][0]
    _, undone = api.post(f"/changes/{change['id']}/undo")
    assert api.get("/facts")[1]["items"] == []
    api.post(f"/changes/{undone['change']['id']}/undo")
    assert [fact["object"]["name"] for fact in api.get("/facts")[1]["items"]] == ["Lisbon"]


@pytest.fixture
def asked(api):
    """The two sides of a question where Anna lives."""
    older = api.post("/facts", LIVES)[1]
    newer = api.post("/facts", {**LIVES, "object": {"name": "Porto"}, "status": "staged"})[1]
    assert len(api.get("/conflicts")[1]["items"]) == 1
    return older, newer


@pytest.mark.parametrize(
    "edit",
    [
        {"predicate": "visited"},
        {"subject": {"name": "Anna Weiss"}},
        {"valid_from": "2020-01-01"},
    ],
)
def test_a_question_that_an_edit_settled_is_asked_no_more_and_again_after_its_undo(api, asked, edit):
    """Answered, it would have taken back a fact that contradicts nothing by now."""
    older, newer = asked
    api.patch(f"/facts/{older['id']}", {"valid_until": "2020-01-01"})
    api.patch(f"/facts/{newer['id']}", edit)
    assert api.get("/conflicts")[1]["items"] == []

    change = api.get("/changes?limit=1")[1]["items"][0]["id"]
    assert api.post(f"/changes/{change}/undo")[0] == 200

    assert len(api.get("/conflicts")[1]["items"]) == 1


def test_a_question_comes_back_with_the_contradiction_unless_both_were_said_to_hold(api, asked):
    older, newer = asked
    api.patch(f"/facts/{newer['id']}", {"predicate": "visited"})
    api.patch(f"/facts/{newer['id']}", {"predicate": "lives_in"})
    (again,) = api.get("/conflicts")[1]["items"]
    api.post("/facts/decide", {"ids": [older["id"]], "decision": "retract"})
    assert api.get("/conflicts")[1]["items"] == []
    api.post("/facts/decide", {"ids": [older["id"]], "decision": "restore"})
    assert [one["id"] for one in api.get("/conflicts")[1]["items"]] == [again["id"]]

    api.post(f"/conflicts/{again['id']}/resolve", {"decision": "both"})
    api.post("/facts/decide", {"ids": [older["id"]], "decision": "retract"})
    api.post("/facts/decide", {"ids": [older["id"]], "decision": "restore"})

    assert api.get("/conflicts")[1]["items"] == []


@pytest.mark.parametrize("until", [None, "2031-01-01T00:00:00Z"])
def test_what_is_restored_after_another_took_its_place_holds_as_it_did_before(api, asked, until):
    """The end that the other one gave it goes with it; so both are a question again."""
    older, _ = asked
    api.patch(f"/facts/{older['id']}", {"valid_until": until})
    (question,) = api.get("/conflicts")[1]["items"]
    api.post(f"/conflicts/{question['id']}/resolve", {"decision": "newer"})
    assert api.get(f"/facts/{older['id']}")[1]["status"] == "superseded"

    api.post("/facts/decide", {"ids": [older["id"]], "decision": "restore"})

    back = api.get(f"/facts/{older['id']}")[1]
    assert (back["status"], back["superseded_by"], back["valid_until"]) == ("confirmed", None, until)
    assert [one["id"] for one in api.get("/conflicts")[1]["items"]] == [question["id"]]


def test_a_relation_that_may_have_several_values_asks_no_question(api, asked):
    api.patch("/predicates/lives_in", {"functional": False})
    assert api.get("/conflicts")[1]["items"] == []


def test_the_part_that_is_split_off_contradicts_the_rest_no_more(api, asked):
    older, newer = asked
    body = {"name": "Anna Weiss", "facts": [newer["id"]], "aliases": []}
    assert api.post(f"/entities/{older['subject']['id']}/split", body)[0] == 200
    assert api.get("/conflicts")[1]["items"] == []


def test_of_three_homes_one_after_the_other_only_those_at_once_are_still_a_question(api, asked):
    """The first ends where the second begins, so that it is no question beside the third either."""
    older, newer = asked
    api.patch(f"/facts/{older['id']}", {"valid_from": "2023-01-01"})
    api.patch(f"/facts/{newer['id']}", {"valid_from": "2024-01-01"})
    third = api.post("/facts", {**LIVES, "object": {"name": "Faro"}, "valid_from": "2025-01-01"})[1]
    pairs = {frozenset(fact["id"] for fact in one["facts"]): one["id"] for one in api.get("/conflicts")[1]["items"]}
    assert len(pairs) == 3

    first = frozenset((older["id"], newer["id"]))
    assert api.post(f"/conflicts/{pairs[first]}/resolve", {"decision": "by_time"})[0] == 200

    left = [{fact["id"] for fact in one["facts"]} for one in api.get("/conflicts")[1]["items"]]
    assert left == [{newer["id"], third["id"]}]
