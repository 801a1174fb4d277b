"""Entities over HTTP: typed properties, names, merge and split."""

from __future__ import annotations

APPLE = {
    "name": "Apple Inc.",
    "type": "organization",
    "aliases": ["Apple", "Apple Computer"],
    "properties": {
        "founded": "1976",
        "staff": 164000,
        "public": True,
        "cities": ["Cupertino", "Cork"],
        "since": "1976-04-01",
    },
    "external_ids": {"wikidata": "Q312"},
    "description": "Makes computers.",
}


def test_an_entity_keeps_its_typed_properties_n4_n5_n6_n7_n9_n10(api):
    """A-J7."""
    status, entity = api.post("/entities", APPLE)
    assert status == 201
    assert {key: entity[key] for key in APPLE} == APPLE
    assert api.get(f"/entities/{entity['id']}") == (200, entity)


def test_a_name_resolves_by_alias_in_any_case_or_by_its_identifier_n20_n22(api):
    entity = api.post("/entities", APPLE)[1]
    for text in ("apple", "APPLE COMPUTER", "Apple  Inc.", "wikidata:Q312", "q312"):
        assert api.post("/entities/resolve", {"text": text})[1]["resolved"] == entity["id"], text
    assert api.post("/entities/resolve", {"text": "Pear"})[1]["resolved"] is None


def test_an_equal_alias_makes_a_name_ambiguous_n23(api):
    """W-N2."""
    api.post("/entities", APPLE)
    api.post("/entities", {"name": "Apple", "type": "fruit", "description": "grows on trees"})
    _, answer = api.post("/entities/resolve", {"text": "apple", "context": "a fruit from the garden"})
    assert answer["resolved"] is None
    assert answer["candidates"][0]["type"] == "fruit"


def test_an_identifier_belongs_to_one_entity(api):
    api.post("/entities", APPLE)
    assert api.post("/entities", {"name": "Other", "external_ids": {"wikidata": "Q312"}})[0] == 409


def test_a_renamed_entity_keeps_its_former_name_and_its_facts_follow_n33(api, work, minilm):
    fact = api.post("/facts", {"subject": {"name": "Ana"}, "predicate": "lives_in", "object": {"name": "Lisbon"}})[1]
    api.patch(f"/entities/{fact['subject']['id']}", {"name": "Ana Moura"})
    work()
    entity = api.get(f"/entities/{fact['subject']['id']}")[1]
    assert (entity["name"], entity["aliases"]) == ("Ana Moura", ["Ana"])
    _, found = api.post("/retrieve", {"query": "Where does Ana Moura live?"})
    assert found["items"][0]["text"] == "Ana Moura lives in Lisbon"


def test_merging_moves_everything_and_undo_moves_it_back(api):
    one = api.post("/facts", {"subject": {"name": "React"}, "predicate": "is_a", "value": "library"})[1]
    two = api.post("/facts", {"subject": {"name": "React.js"}, "predicate": "is_a", "value": "library"})[1]
    api.post("/facts", {"subject": {"name": "React.js"}, "predicate": "created_by", "object": {"name": "Meta"}})
    before = api.get("/facts")[1]["items"]
    keep, absorb = one["subject"]["id"], two["subject"]["id"]
    status, answer = api.post("/entities/merge", {"keep": keep, "absorb": [absorb]})
    assert status == 200
    kept = api.get(f"/entities/{keep}")[1]
    assert (kept["aliases"], kept["fact_count"]) == (["React.js"], 2)
    assert api.get(f"/entities/{absorb}")[0] == 404
    assert api.post("/entities/resolve", {"text": "react.js"})[1]["resolved"] == keep
    api.post(f"/changes/{answer['change']['id']}/undo")
    assert api.get("/facts")[1]["items"] == before
    assert api.get(f"/entities/{absorb}")[0] == 200


def test_a_split_names_facts_that_are_ones_own_and_about_the_entity(api, other_api):
    row = {"subject": {"name": "Bo"}, "predicate": "likes", "value": "tea"}
    bo, theirs = api.post("/facts", row)[1]["subject"]["id"], other_api.post("/facts", row)[1]["id"]
    other = api.post("/facts", {**row, "subject": {"name": "Cy"}})[1]["id"]
    for fact, status in ((theirs, 404), ("999999", 404), (other, 422)):
        assert api.post(f"/entities/{bo}/split", {"name": "Two", "facts": [fact]})[0] == status
    assert api.post("/entities/resolve", {"text": "Two"})[1]["resolved"] is None


def test_a_split_moves_the_named_facts_and_aliases(api):
    entity = api.post("/entities", {"name": "Mercury", "aliases": ["Quicksilver"]})[1]
    metal = api.post("/facts", {"subject": entity["id"], "predicate": "is_a", "value": "metal"})[1]
    planet = api.post("/facts", {"subject": entity["id"], "predicate": "is_a", "value": "planet"})[1]
    status, answer = api.post(
        f"/entities/{entity['id']}/split",
        {"name": "Mercury (element)", "facts": [metal["id"]], "aliases": ["Quicksilver"]},
    )
    assert (status, answer["entity"]["aliases"]) == (200, ["Quicksilver"])
    assert api.get(f"/facts/{metal['id']}")[1]["subject"]["id"] == answer["entity"]["id"]
    assert api.get(f"/facts/{planet['id']}")[1]["subject"]["id"] == entity["id"]


def test_the_self_entity_can_be_renamed_not_deleted_or_merged_away_c29(api):
    me = api.post("/entities/resolve", {"text": "me"})[1]["resolved"]
    if me is None:
        api.post("/facts", {"subject": {"name": "I"}, "predicate": "likes", "value": "tea"})
        me = api.post("/entities/resolve", {"text": "me"})[1]["resolved"]
    other = api.post("/entities", {"name": "Ines H."})[1]["id"]
    assert api.patch(f"/entities/{me}", {"name": "Ines Halloran"})[1]["is_self"] is True
    assert api.delete(f"/entities/{me}")[0] == 409
    assert api.post("/entities/merge", {"keep": other, "absorb": [me]})[0] == 409
    assert api.post("/entities/merge", {"keep": me, "absorb": [other]})[0] == 200


def test_deleting_an_entity_takes_its_facts_and_undo_brings_both_back_m21_m69(api):
    fact = api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}})[1]
    _, answer = api.delete(f"/entities/{fact['object']['id']}")
    assert api.get(f"/facts/{fact['id']}")[0] == 404
    api.post(f"/changes/{answer['change']['id']}/undo")
    assert api.get(f"/facts/{fact['id']}")[1] == fact


def test_names_in_any_script_and_of_any_length_up_to_two_thousand(api):
    for name in ("张伟", "Ștefan Țîrlea", "محمد", "O'Brien-Łuczak", "n" * 2000):
        entity = api.post("/entities", {"name": name})[1]
        assert api.post("/entities/resolve", {"text": name})[1]["resolved"] == entity["id"]
    assert api.post("/entities", {"name": "n" * 2001})[0] == 422
    assert api.post("/entities", {"name": "\u200b\x00 "})[0] == 422


def test_predicates_are_built_in_overridden_or_ones_own_m40_n14_n15(api):
    """C13, A-M6, W-M8."""
    names = {one["name"] for one in api.get("/predicates")[1]["items"]}
    assert {
        "related_to",
        "references",
        "follows",
        "caused_by",
        "part_of",
        "same_as",
        "is_a",
        "works_for",
        "during",
        "derived_from",
        "contains",
        "contradicts",
        "supersedes",
    } <= names
    assert api.post("/predicates", {"name": "mentors", "inverse_label": "is mentored by", "functional": True})[0] == 201
    assert api.post("/predicates", {"name": "mentors"})[0] == 409
    assert api.patch("/predicates/lives_in", {"functional": False})[1]["functional"] is False
    assert api.delete("/predicates/is_a")[0] == 409
    assert api.delete("/predicates/lives_in")[0] == 200
    assert api.get("/predicates/lives_in")[1]["functional"] is True


def test_a_relabelled_predicate_is_found_by_its_new_words_n33(api, work, minilm):
    api.post("/facts", {"subject": {"name": "Ruth"}, "predicate": "mentors", "object": {"name": "Olga"}})
    work()
    api.post("/predicates", {"name": "mentors", "label": "teaches carpentry to"})
    work()
    _, found = api.post("/retrieve", {"query": "Who is taught carpentry?"})
    assert found["items"][0]["text"] == "Ruth teaches carpentry to Olga"
