"""Facts over HTTP: stated, staged, decided, edited, deleted, undone."""

from __future__ import annotations

import itertools

import pytest

from graph.models import Change, Evidence, Fact

ANNA = {"name": "Anna", "type": "person"}
LIVES = {"subject": ANNA, "predicate": "lives_in", "object": {"name": "Lisbon", "type": "place"}}


def test_a_stated_fact_comes_back_in_the_contracts_shape(api):
    """J55 N11 N12"""
    status, fact = api.post("/facts", {**LIVES, "metadata": {"since": "spring"}, "confidence": 0.9})
    assert status == 201
    assert fact["subject"]["name"] == "Anna"
    assert fact["object"] == {"id": fact["object"]["id"], "name": "Lisbon", "type": "place"}
    assert (fact["value"], fact["status"], fact["source"], fact["confidence"]) == (None, "confirmed", "user_edit", 0.9)
    assert fact["metadata"] == {"since": "spring"}
    assert api.get(f"/facts/{fact['id']}") == (200, fact)


def test_where_a_fact_is_from_since_when_and_under_which_tags_comes_back_a_j8(api):
    more = {
        "tags": ["family", "home"],
        "source": "file",
        "valid_from": "2024-05-01T00:00:00Z",
        "valid_until": "2025-05-01T00:00:00Z",
        "expires_at": "2027-01-01T00:00:00Z",
        "evidence": [{"quote": "Anna is in Lisbon until May."}],
    }
    status, fact = api.post("/facts", {**LIVES, **more})
    assert status == 201
    kept = {key: fact[key] for key in more if key != "evidence"}
    assert kept == {key: value for key, value in more.items() if key != "evidence"}
    assert [one["quote"] for one in fact["evidence"]] == ["Anna is in Lisbon until May."]
    assert fact["provenance"] == "explicit"


def test_the_same_fact_again_is_the_standing_one(api):
    first = api.post("/facts", LIVES)[1]
    assert api.post("/facts", LIVES) == (200, first)
    assert Fact.objects.count() == 1


@pytest.mark.parametrize("value", ["blue", 42, 1.5, True, "2026-05-01", ["a", "b"]])
def test_a_value_keeps_its_json_type_n9(api, value):
    _, fact = api.post("/facts", {"subject": ANNA, "predicate": "note", "value": value})
    assert fact["value"] == value


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"object": None}, "body"),
        ({"value": "both"}, "body"),
        ({"confidence": 1.5}, "confidence"),
        ({"weight": -0.1}, "weight"),
        ({"predicate": ""}, "predicate"),
        ({"subject": {"name": ""}}, "subject"),
        ({"source": "rumour"}, "source"),
        ({"status": "retracted"}, "status"),
        ({"unheard_of": 1}, "unheard_of"),
        ({"object": {"name": "anna"}}, "body"),
        ({"valid_from": "2026-02-01", "valid_until": "2026-01-01"}, "body"),
        ({"subject": {"name": "x" * 2001}}, "subject"),
    ],
)
def test_bad_input_is_refused_with_its_place_c9_c16(api, change, place):
    status, answer = api.post("/facts", {**LIVES, **change})
    assert status == 422
    assert place in [str(step) for problem in answer["detail"] for step in problem["loc"]]
    assert Fact.objects.count() == 0


def test_a_refusal_says_where_in_the_body_it_is_and_nothing_of_the_code(api):
    refused = api.post("/facts", {**LIVES, "confidence": 2})[1]["detail"]
    assert [one["loc"] for one in refused] == [["body", "confidence"]]
    refused = api.post("/facts", {**LIVES, "value": "both"})[1]["detail"]
    assert refused == [{"loc": ["body"], "msg": "give either an object or a value, and not both"}]
    assert api.post("/facts", {**LIVES, "subject": True})[0] == 422


def test_a_quote_is_from_a_document_of_ones_own(api, other_api):
    theirs = other_api.post("/documents", {"text": "Anna lives in Lisbon."})[1]["id"]
    for document in (theirs, "999999"):
        status, _ = api.post("/facts", {**LIVES, "evidence": [{"quote": "Anna lives", "document": document}]})
        assert status == 404
    assert Fact.objects.count() == 0


def test_a_quote_is_placed_in_the_passage_that_holds_its_words(api, work):
    text = "# Home\n\nThe house is blue.\n\n# Family\n\nAnna  lives in\nLisbon."
    document = api.post("/documents", {"text": text, "options": {"learn": False}})[1]["id"]
    work()
    for words, place in (
        ("Anna lives in Lisbon.", "Family"),
        ("The house is blue.", "Home"),
        ("Nobody said so.", None),
    ):
        fact = {"subject": ANNA, "predicate": "note", "value": words}
        fact = api.post("/facts", {**fact, "evidence": [{"quote": words, "document": document}]})[1]
        chunk = Evidence.objects.get(fact=fact["id"]).chunk
        assert (chunk.metadata["headings"][-1] if chunk else None) == place


def test_an_edit_gives_an_object_or_a_value_and_not_both(api):
    fact = api.post("/facts", LIVES)[1]
    assert api.patch(f"/facts/{fact['id']}", {"object": {"name": "Porto"}, "value": "Porto"})[0] == 422
    assert api.get(f"/facts/{fact['id']}")[1]["object"]["name"] == "Lisbon"


def test_an_edit_that_says_what_stands_already_is_a_conflict(api):
    api.post("/facts", LIVES)
    other = api.post("/facts", {**LIVES, "object": {"name": "Porto"}})[1]
    assert api.patch(f"/facts/{other['id']}", {"object": {"name": "Lisbon"}})[0] == 409


def test_a_fact_about_a_missing_entity_is_404_and_nothing_is_stored_n21(api):
    assert api.post("/facts", {**LIVES, "subject": "999"})[0] == 404
    assert Fact.objects.count() == 0


def test_a_name_where_an_id_is_wanted_is_told_how_a_name_is_given(api):
    api.post("/entities", ANNA)
    status, answer = api.post("/facts", {**LIVES, "subject": "Anna"})
    said = 'There is no entity with the id “Anna”; a name is given as {"name": …}.'
    assert (status, answer["detail"][0]["msg"]) == (404, said)


def test_i_and_my_own_name_are_the_self_entity_c29(api):
    names = ["User", "I", "me", "MY", "myself", "ines"]
    subjects = {
        api.post("/facts", {"subject": {"name": name}, "predicate": "likes", "value": f"tea {name}"})[1]["subject"][
            "id"
        ]
        for name in names
    }
    assert len(subjects) == 1


def test_two_equal_names_are_ambiguous_and_name_the_candidates_n23(api):
    """W-N2."""
    ids = [api.post("/entities", {"name": "Apple", "type": kind})[1]["id"] for kind in ("company", "fruit")]
    status, answer = api.post("/facts", {"subject": {"name": "apple"}, "predicate": "is_a", "value": "thing"})
    assert status == 422
    assert [one["id"] for one in answer["candidates"]] == ids


def test_a_type_says_which_of_two_equal_names_is_meant(api):
    """A-N1."""
    ids = [api.post("/entities", {"name": "Apple", "type": kind})[1]["id"] for kind in ("company", "fruit")]
    subject = {"name": "apple", "type": "Fruit"}
    status, fact = api.post("/facts", {"subject": subject, "predicate": "tastes", "value": "sweet"})
    assert (status, fact["subject"]["id"]) == (201, ids[1])


def test_one_bad_row_never_loses_the_others(api):
    rows = [
        LIVES,
        {"subject": ANNA, "predicate": "likes"},
        {"subject": ANNA, "predicate": "likes", "value": "figs"},
        LIVES,
        "no row at all",
        None,
        {"subject": {"name": ""}, "predicate": "likes", "value": "figs"},
    ]
    status, answer = api.post("/facts/bulk", {"facts": rows})
    assert status == 200
    assert (answer["created"], answer["existing"]) == (2, 1)
    assert [row["index"] for row in answer["rejected"]] == [1, 4, 5, 6]
    assert answer["rejected"][0]["msg"] == "give either an object or a value, and not both"
    assert answer["rejected"][3]["msg"] == "subject.named.name: String should have at least 1 character"


def test_thousands_in_bulk_are_one_change(api):
    rows = [
        {"subject": {"name": f"Person {n % 300}"}, "predicate": "likes", "object": {"name": f"Thing {n}"}}
        for n in range(2000)
    ]
    status, answer = api.post("/facts/bulk", {"facts": rows})
    assert (status, answer["created"]) == (200, 2000)
    assert Change.objects.filter(verb="state").count() == 1


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


def test_without_a_token_nothing_is_shown(client, db):
    for path in ("/facts", "/entities", "/changes", "/documents", "/predicates", "/stats"):
        assert client.get(f"/api/v1{path}").status_code == 401
    assert client.get("/api/v1/health").json()["status"] == "ok"


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


def test_another_users_rows_do_not_exist(api, other_api):
    fact = api.post("/facts", LIVES)[1]
    change = api.get("/changes")[1]["items"][0]["id"]
    subject = fact["subject"]["id"]
    for method, path in itertools.chain(
        [("get", f"/facts/{fact['id']}"), ("delete", f"/facts/{fact['id']}"), ("get", f"/entities/{subject}")],
        [("delete", f"/entities/{subject}"), ("get", f"/changes/{change}"), ("post", f"/changes/{change}/undo")],
    ):
        assert other_api.call(method, path)[0] == 404
        assert api.call("get", f"/facts/{fact['id']}")[0] == 200
    assert other_api.post("/facts", {**LIVES, "subject": subject})[0] == 404
    decided = other_api.post("/facts/decide", {"ids": [fact["id"]], "decision": "retract"})[1]
    assert (decided["decided"], len(decided["refused"])) == (0, 1)


def test_lists_are_filtered_and_paged(api):
    for n in range(7):
        api.post("/facts", {"subject": {"name": f"P{n}"}, "predicate": "likes", "value": "tea", "source": "file"})
    api.post("/facts", {**LIVES, "status": "staged"})
    seen, cursor = [], ""
    while cursor is not None:
        _, answer = api.get(f"/facts?source=file&limit=3{f'&cursor={cursor}' if cursor else ''}")
        seen += [fact["subject"]["name"] for fact in answer["items"]]
        cursor = answer["next"]
    assert seen == [f"P{n}" for n in range(7)]
    assert [fact["status"] for fact in api.get("/facts?status=staged")[1]["items"]] == ["staged"]
    assert api.get("/facts?limit=0")[0] == 422
    assert len(api.get("/facts?q=lisbon")[1]["items"]) == 1


def test_a_filter_for_what_there_is_not_is_refused_instead_of_finding_nothing(api):
    api.post("/facts", LIVES)
    for asked in ("/facts?status=bogus", "/facts?status=staged,bogus", "/facts?source=rumour", "/conflicts?state=shut"):
        status, answer = api.get(asked)
        assert status == 422, asked
        assert answer["detail"][0]["loc"][0] == "query"
    assert api.get("/facts?status=staged")[1]["items"] == []
    assert len(api.get("/facts?status=staged, confirmed&source=user_edit,file")[1]["items"]) == 1


@pytest.mark.parametrize("day", ["2024", 2024, "20240501", " 2024 "])
def test_a_year_is_not_read_as_seconds_since_1970(api, day):
    """“2024” became half past midnight of the first of January 1970."""
    told = {"subject": {"name": "Anna"}, "predicate": "likes", "value": "tea"}
    for answer in (api.post("/facts", {**told, "valid_from": day}), api.get(f"/facts?as_of={day}")):
        assert answer[0] == 422
        assert answer[1]["detail"][0]["msg"] == "write a day, like 2024-05-01"
    assert Fact.objects.count() == 0
