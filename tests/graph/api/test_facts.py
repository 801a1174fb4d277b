"""Facts over HTTP: stated, staged, decided, edited, deleted, undone."""

from __future__ import annotations

import itertools

import pytest

from graph.models import Change, Evidence, Fact
from tests.graph.api.conftest import ANNA, LIVES


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


def test_a_whole_number_is_one_number_however_a_program_writes_it(api):
    """5.0 beside 5 was a second age, and a question which of them it is."""
    fact = api.post("/facts", {"subject": ANNA, "predicate": "age", "value": 5})[1]
    status, again = api.post("/facts", {"subject": ANNA, "predicate": "age", "value": 5.0})
    assert (status, again["id"], str(again["value"])) == (200, fact["id"], "5")
    assert api.get("/conflicts")[1]["items"] == []
    large = api.post("/facts", {"subject": ANNA, "predicate": "weighs", "value": 1e300})[1]
    assert large["value"] == 1e300


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


def test_without_a_token_nothing_is_shown(client, db):
    for path in ("/facts", "/entities", "/changes", "/documents", "/predicates", "/stats"):
        assert client.get(f"/api/v1{path}").status_code == 401
    assert client.get("/api/v1/health").json()["status"] == "ok"


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
