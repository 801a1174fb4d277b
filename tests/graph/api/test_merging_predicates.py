"""POST /predicates/{name}/merge (N15)."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_predicate_is_merged_and_its_words_are_found_by_the_other(api, work, minilm):
    body = [{"subject": {"name": s}, "predicate": p, "object": {"name": o}} for s, p, o in
            (("Halcyon", "captain", "Dora Quill"), ("Emil Sorn", "commands", "Meridian"))]  # fmt: skip
    api.post("/facts/bulk", {"facts": body})
    status, done = api.post("/predicates/commands/merge", {"into": "captain", "turned": True})
    assert (status, done["moved"], done["folded"]) == (200, 1, 0)
    one = api.get("/predicates/commands")[1]
    assert (one["same_as"], one["turned"]) == ("captain", True)
    later = {"subject": {"name": "Vera Holt"}, "predicate": "commands", "object": {"name": "Tolva"}}
    assert api.post("/facts", later)[1]["subject"]["name"] == "Tolva"
    assert len(api.get("/facts?predicate=commands")[1]["items"]) == 3
    work()
    _, found = api.post("/retrieve", {"query": "Who commands the Meridian?"})
    assert found["items"][0]["text"] == "Meridian captain Emil Sorn"
    api.post(f"/changes/{done['change']['id']}/undo", {})
    assert {one["predicate"] for one in api.get("/facts?q=Meridian")[1]["items"]} == {"commands"}


@pytest.mark.parametrize(
    ("name", "into", "status"),
    [("captain", "moored_at", 404), ("moored_at", "lives_in", 404), ("lives_in", "lives_in", 422)],
)
def test_what_cannot_be_merged_is_refused(api, name, into, status):
    assert api.post(f"/predicates/{name}/merge", {"into": into})[0] == status
