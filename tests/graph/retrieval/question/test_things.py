"""A question that says what kind of thing is on the way ("Ben's project") walks to such a one (N35)."""

from __future__ import annotations

import pytest

TYPES = {
    "Ben Osei": "person",
    "Ines Faria": "person",
    "Tidal": "team",
    "Payments": "team",
    "Heron": "project",
    "Osprey": "project",
    "ledger": "service",
    "Harbour House": "office",
    "Rotterdam": "city",
    "Netherlands": "country",
    "Feldmar City": "club",
    "Wexmere": "city",
}
FACTS = [
    ("Ben Osei", "joined_on", "2021-03-01"),
    ("Ben Osei", "works_on", "Heron"),
    ("Ines Faria", "works_on", "Heron"),
    ("Ben Osei", "member_of", "Tidal"),
    ("Heron", "deadline", "2027-03-15"),
    ("Heron", "blocked_by", "Osprey"),
    ("Osprey", "deadline", "2027-06-30"),
    ("Osprey", "owned_by", "Payments"),
    ("Heron", "owned_by", "Tidal"),
    ("Heron", "uses", "ledger"),
    ("ledger", "maintained_by", "Payments"),
    ("Payments", "led_by", "Ines Faria"),
    ("Tidal", "based_in", "Harbour House"),
    ("Harbour House", "located_in", "Rotterdam"),
    ("Rotterdam", "located_in", "Netherlands"),
    ("Feldmar City", "head_coach", "Ben Osei"),
    ("Ben Osei", "place_of_birth", "Wexmere"),
]


@pytest.fixture(params=["words", "meaning"])
def firm(request, api, work):
    if request.param == "meaning":
        request.getfixturevalue("minilm")

    def named(name):
        return {"name": name, "type": TYPES[name]}

    said = [
        {"subject": named(s), "predicate": p} | ({"object": named(o)} if o in TYPES else {"value": o})
        for s, p, o in FACTS
    ]
    assert api.post("/facts/bulk", {"facts": said})[1]["rejected"] == []
    work()
    return api


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When is Ben Osei's project due?", "Heron deadline 2027-03-15"),
        ("When is the project due that Ben Osei works on?", "Heron deadline 2027-03-15"),
        ("When is the project due that blocks Heron?", "Osprey deadline 2027-06-30"),
        ("Which team owns the project that Ben Osei works on?", "Heron belongs to Tidal"),
        ("Who leads the team that maintains the ledger?", "Payments led by Ines Faria"),
        ("Who else works on Ben Osei's project?", "Ines Faria works on Heron"),
        ("In which city is Ben Osei's team based?", "Harbour House is in Rotterdam"),
        ("In which city was Ben Osei born?", "Ben Osei place of birth Wexmere"),  # no club that is called City
    ],
)
def test_what_somebody_has_is_a_step_to_a_thing_of_that_kind_n35(firm, question, answer):
    found = firm.post("/retrieve", {"query": question, "config": {"cache_ttl": 0}})[1]["items"]
    assert found[0]["text"].replace("_", " ") == answer


def test_the_films_that_share_something_are_those_of_no_other_relation_n35(api, work):
    """Red Meadow is a film of Otto's as well, who directed it; Salt Road shares the writer."""
    facts = [
        ("Glass Harbour", "written_by", "Otto Brandt"),
        ("Glass Harbour", "directed_by", "Vera Lind"),
        ("Salt Road", "written_by", "Otto Brandt"),
        ("Salt Road", "has_genre", "western"),
        ("Red Meadow", "starred_actors", "Otto Brandt"),
        ("Red Meadow", "has_genre", "comedy"),
    ]
    people = {"Otto Brandt", "Vera Lind"}

    def named(name):
        return {"name": name, "type": "person" if name in people else "film" if name[0].isupper() else "genre"}

    said = [{"subject": named(s), "predicate": p, "object": named(o)} for s, p, o in facts]
    assert api.post("/facts/bulk", {"facts": said})[1]["rejected"] == []
    work()
    asked = {"query": "What are the genres of the films that share writers with Glass Harbour?"}
    found = api.post("/retrieve", asked)[1]["items"]
    assert found[0]["text"].replace("_", " ") == "Salt Road has genre western"
