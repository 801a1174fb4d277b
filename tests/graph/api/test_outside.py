"""What a careful stranger would try: numbers without end, short pages, what is over, what is gone."""

from __future__ import annotations

import datetime as dt

import pytest


def sent(api, path: str, body: str):
    """A body as it is written, which a JSON library would not write."""
    answer = api.client.post(f"/api/v1{path}", body, content_type="application/json", headers=api.headers)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "Infinity"])
def test_a_number_without_end_is_refused_wherever_it_stands_n9(api, number):
    """W-M5."""
    for path, body in (
        ("/facts", '{"subject": {"name": "Ida"}, "predicate": "weighs", "value": %s}'),
        ("/facts", '{"subject": {"name": "Ida"}, "predicate": "is", "value": "x", "metadata": {"a": [%s]}}'),
        ("/entities", '{"name": "Ida", "properties": {"weight": %s}}'),
    ):
        status, answer = sent(api, path, body % number)
        assert status == 422, answer
        assert number.lstrip("-") in answer["detail"][0]["msg"]
    assert api.get("/facts")[1]["items"] == []


def test_predicates_come_in_pages_like_every_list(api):
    whole = api.get("/predicates")[1]
    assert whole["next"] is None
    names, cursor = [], ""
    while cursor is not None:
        status, page = api.get(f"/predicates?limit=20&cursor={cursor}")
        assert status == 200
        assert len(page["items"]) <= 20
        names += [one["name"] for one in page["items"]]
        cursor = page["next"]
    assert names == [one["name"] for one in whole["items"]]
    assert api.get("/predicates?limit=0")[0] == 422
    assert api.get("/predicates?limit=201")[0] == 422


@pytest.mark.parametrize(
    "path",
    ["/facts", "/entities", "/documents", "/changes", "/conflicts", "/conversations", "/predicates", "/communities"],
)
def test_a_cursor_that_no_answer_gave_is_bad_input_and_how_to_begin_is_told(api, path):
    told = "There is no cursor “nonsense”. Begin without a cursor, and go on with the “next” of each answer."
    refused = {"detail": [{"loc": ["query", "cursor"], "msg": told}]}
    assert api.get(f"{path}?cursor=nonsense") == (422, refused)


@pytest.mark.parametrize(
    ("path", "unknown", "told"),
    [
        ("/facts?limt=3", "limt", "there are limit, cursor, status, subject, predicate, source, q, as_of"),
        ("/stats?verbose=1", "verbose", "there are none here"),
        ("/export?format=csv&zip=1", "zip", "there are format"),
        ("/facts/1?as_of=2026-01-01", "as_of", "there are none here"),
        ("/graph?centre=1", "centre", "there are center, depth, limit, direction, relations, min_weight, as_of"),
    ],
)
def test_a_parameter_that_an_address_does_not_know_is_refused_with_those_that_it_knows(api, path, unknown, told):
    refused = {"detail": [{"loc": ["query", unknown], "msg": f"there is no parameter “{unknown}”; {told}"}]}
    assert api.get(path) == (422, refused)


def test_an_unknown_parameter_of_a_write_is_refused_before_anything_is_written(api):
    fact = {"subject": {"name": "Ida"}, "predicate": "likes", "value": "figs"}
    assert api.post("/facts?status=staged", fact)[0] == 422
    assert api.post("/chat?strem=false", {"message": "Ida"})[0] == 422
    assert (api.get("/facts")[1]["items"], api.get("/conversations")[1]["items"]) == ([], [])


def test_who_may_not_come_in_is_told_that_and_not_of_a_parameter(client, db):
    assert client.get("/api/v1/facts?limt=3").status_code == 401


def test_communities_come_in_pages_like_every_list(api):
    for pair in ("Ida Ole", "Ole Una", "Ida Una", "Bo Pia", "Pia Kai", "Bo Kai"):
        first, second = pair.split()
        api.post("/facts", {"subject": {"name": first}, "predicate": "knows", "object": {"name": second}})
    api.post("/maintenance/communities")
    first = api.get("/communities?limit=1")[1]
    second = api.get(f"/communities?limit=1&cursor={first['next']}")[1]
    assert [*first["items"], *second["items"]] == api.get("/communities")[1]["items"]
    assert (len(second["items"]), second["next"]) == (1, None)
    assert api.get("/communities?limit=201")[0] == 422


@pytest.mark.parametrize("preset", ["default", "jacq", "tx", "maia", "needle"])
def test_a_fact_whose_time_is_over_answers_nothing_before_any_pass_takes_it_back_m74(api, work, minilm, preset):
    api.post("/facts", {"subject": {"name": "Zorblat"}, "predicate": "made_in", "object": {"name": "Perth"}})
    over = {"expires_at": "2026-03-02T00:00:00Z", "subject": {"name": "Zorblat"}}
    api.post("/facts", over | {"predicate": "smells_of", "value": "cinnamon"})
    api.post("/facts", over | {"predicate": "tastes_of", "object": {"name": "Vanilla"}})
    work()

    def told() -> list[str]:
        asked = {"query": "What does Zorblat smell of?", "preset": preset, "config": {"cache_ttl": 0}}
        found = api.post("/retrieve", asked)[1]["items"]
        return sorted(one["text"] for one in found if one["kind"] == "fact")

    def near() -> set[str]:
        found = api.post("/search", {"query": "Zorblat smells of cinnamon"})[1]["results"]
        return {one["text"] for one in found if one["kind"] == "fact"}

    three = ["Zorblat made in Perth", "Zorblat smells of cinnamon", "Zorblat tastes of Vanilla"]
    api.now = dt.datetime(2026, 3, 1, 23, 59, 59, 999999, tzinfo=dt.UTC)
    assert told() == three
    assert near() == set(three)
    api.now = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
    assert told() == three[:1]
    assert near() == set(three[:1])
    assert len(api.get("/facts?status=confirmed")[1]["items"]) == 3  # it stands until the pass


def test_an_entity_that_was_merged_away_cannot_lie_open(api):
    keep, gone = (api.post("/entities", {"name": name})[1]["id"] for name in ("Ida", "Ida B."))
    api.post("/entities/merge", {"keep": keep, "absorb": [gone]})
    for path, body in (("/retrieve", {"query": "Ida"}), ("/chat", {"message": "Ida?", "stream": False})):
        assert api.post(path, body | {"context": {"entities": [gone]}})[0] == 404


@pytest.mark.parametrize("option", ["min_similarity", "vector_weight", "hop_decay", "seed_keyword_weight"])
@pytest.mark.parametrize("wrong", [True, "0.5", None])
def test_a_number_of_the_configuration_is_a_number_and_nothing_that_looks_like_one_j45(api, option, wrong):
    status, answer = api.post("/retrieve", {"query": "Ida", "config": {option: wrong}})
    assert status == 422
    assert answer["detail"][0]["loc"][:3] == ["body", "config", option]


def test_an_empty_preset_is_no_preset(api):
    assert api.post("/retrieve", {"query": "Ida", "preset": ""})[0] == 422
    assert api.post("/retrieve", {"query": "Ida", "preset": None})[1]["preset"] == "default"


def test_what_expired_may_be_said_anew_m74(api):
    said = {"subject": {"name": "Ida"}, "predicate": "visits", "object": {"name": "Oslo"}}
    first = api.post("/facts", said | {"expires_at": "2026-03-02T00:00:00Z"})[1]
    api.now = dt.datetime(2026, 3, 3, tzinfo=dt.UTC)
    assert api.post("/facts", said | {"expires_at": "2026-03-02T00:00:00Z"})[1]["id"] == first["id"]
    status, again = api.post("/facts", said)
    assert (status, again["status"], again["expires_at"]) == (201, "confirmed", None)
    assert api.get(f"/facts/{first['id']}")[1]["status"] == "retracted"
    assert api.post("/facts", said)[0] == 200


def test_a_predicate_is_found_as_it_is_written_in_a_fact(api):
    for written in ("works-for", "works%20for", "works_for"):
        assert api.get(f"/predicates/{written}")[1]["name"] == "works_for"
    assert api.patch("/predicates/works%20for", {"label": "toils for"})[1]["label"] == "toils for"
    assert api.get("/predicates/works_for")[1]["label"] == "toils for"


def test_every_moment_of_the_api_is_written_with_a_z(api, minilm):
    """Those of quotes and of the ledger's rows too, in whatever zone they were given."""
    fact = {
        "subject": {"name": "Ida"},
        "predicate": "works_for",
        "object": {"name": "Acme"},
        "valid_from": "2026-02-01T00:00:00+13:00",
        "evidence": [{"quote": "Ida works for Acme"}],
    }
    stated = api.post("/facts", fact)[1]
    api.patch(f"/facts/{stated['id']}", {"valid_until": "2026-02-20T08:00:00-05:00"})
    assert stated["evidence"][0]["at"] == "2026-03-01T12:00:00Z"
    newest = api.get("/changes?limit=1")[1]["items"][0]
    assert [
        (row["valid_from"], row["valid_until"], row["created_at"]) for row in (*newest["before"], *newest["after"])
    ] == [
        ("2026-01-31T11:00:00Z", None, "2026-03-01T12:00:00Z"),
        ("2026-01-31T11:00:00Z", "2026-02-20T13:00:00Z", "2026-03-01T12:00:00Z"),
    ]
    past = {"query": "Where does Ida work?", "as_of": "2026-03-01T14:00:00+02:00"}
    assert api.post("/retrieve", past)[1]["as_of"] == "2026-03-01T12:00:00Z"
