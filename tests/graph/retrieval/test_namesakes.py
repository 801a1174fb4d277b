"""One thing under two spellings of its name: found by either, and what is known under both is told."""

from __future__ import annotations

import pytest

from graph.projections import adjacency, check
from graph.retrieval.types import ENTITY, node

FILM, DIRECTOR, BORN = "The Glass Orchard", "Ilka Mares", "Where was the director of The Glass Orchard born?"
# One name, another, and whether an entry by each may be the same thing.
PAIRS = [
    ("Henri Lepage", "Henri Lepage (director)", True),
    ("Henri Lepage (painter)", "Henri Lepage (director)", False),
    ("Jay Z", "Jay-Z", True),
    ("José Álvarez", "Jose Alvarez", True),
    ("Anna Weiss", "Dr. Anna Weiss", True),
    ("King Olav Haraldsson", "Queen Olav Haraldsson", False),
    ("Gaga", "Lady Gaga", False),
    ("C++", "C", False),
    ("काम काज", "कम कज", False),
    ("Anna", "Anna Weiss", False),
]


def state(api, *facts: tuple[str, str, str]) -> None:
    body = [{"subject": {"name": s}, "predicate": p, "object": {"name": o}} for s, p, o in facts]
    assert api.post("/facts/bulk", {"facts": body})[1]["rejected"] == []


def made(api, name: str, **fields) -> int:
    return int(api.post("/entities", {"name": name, **fields})[1]["id"])


def may_be_one(user, one: int, other: int) -> bool:
    found = adjacency.of(user.pk).namesakes([node(ENTITY, one), node(ENTITY, other)])
    ways = {
        node(ENTITY, other) in found.get(node(ENTITY, one), ()),
        node(ENTITY, one) in found.get(node(ENTITY, other), ()),
    }
    assert len(ways) == 1, "it holds both ways or not at all"
    return ways.pop()


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_which_names_may_be_those_of_one_thing(api, user, one, other, expected):
    assert may_be_one(user, made(api, one), made(api, other)) is expected


def test_a_person_and_a_place_or_two_of_one_name_are_not_one(api, user):
    person, place = made(api, "Paris", type="person"), made(api, "Paris (Texas)", type="place")
    assert not may_be_one(user, person, place)
    assert not may_be_one(user, made(api, "Anna"), made(api, "Anna"))
    anybody = made(api, "Vera Toft", aliases=["Vera"]), made(api, "Vera Lund", aliases=["Véra"])
    assert not may_be_one(user, *anybody)


def test_a_crowd_of_one_name_says_nothing(api, user):
    first, *others = [made(api, f"Ilka Mares{sign}") for sign in ("", ".", "!", "?", ":")]
    assert may_be_one(user, first, others[0])
    made(api, "Ilka Mares;")
    assert not may_be_one(user, first, others[0])


def test_names_follow_what_is_written_renamed_and_undone(api, user):
    one, other = made(api, "Jay Z"), made(api, "Jay-Z")
    assert may_be_one(user, one, other)
    api.patch(f"/entities/{other}", {"name": "Somebody else"})
    api.patch(f"/entities/{other}", {"aliases": []})  # the former name was kept as one
    assert not may_be_one(user, one, other)
    api.post(f"/changes/{api.get('/changes')[1]['items'][0]['id']}/undo")
    assert may_be_one(user, one, other)
    assert check.compare(user.pk) == []


def test_what_is_known_under_another_spelling_is_found_and_the_way_says_so(api, work, minilm):
    state(api, (FILM, "director", DIRECTOR), (f"{DIRECTOR} (film director)", "place of birth", "Brno"))
    state(api, *((f"Person {number}", "place of birth", f"Town {number}") for number in range(12)))
    work()
    items = api.post("/retrieve", {"query": BORN})[1]["items"]
    assert [item["text"] for item in items[:2]] == [
        f"{DIRECTOR} (film director) place of birth Brno",
        f"{FILM} director {DIRECTOR}",
    ]
    assert [(step["relation"], step["name"]) for step in items[0]["path"]] == [
        (None, FILM),
        ("director", DIRECTOR),
        ("same name", f"{DIRECTOR} (film director)"),
    ]


def test_whoever_is_said_to_be_somebody_else_is(api, work, minilm):
    state(api, (FILM, "director", DIRECTOR), (f"{DIRECTOR} (cyclist)", "place of birth", "Brno"))
    state(api, *((f"Person {number}", "place of birth", f"Town {number}") for number in range(12)))
    state(api, (DIRECTOR, "different_from", f"{DIRECTOR} (cyclist)"))
    work()
    items = api.post("/retrieve", {"query": BORN})[1]["items"]
    ways = [step["relation"] for item in items for step in item["path"]]
    assert "same name" not in ways


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("José Álvarez", "Where does Jose Alvarez live?"),
        ("Sabotage (1936 film)", "Who made Sabotage (1936 Film)?"),
        ("Mercury (planet)", "How hot is Mercury?"),
        ("Jay-Z", "what did jay z sing"),
        ("Dr. Anna Weiss", "When is Anna Weiss in her practice?"),
    ],
)
def test_a_question_names_an_entry_in_any_spelling(api, name, question):
    made(api, name)
    anchors = api.post("/retrieve", {"query": question})[1]["anchors"]
    assert [(one["name"], one["score"]) for one in anchors] == [(name, 1.0)]


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("C++", "Is vitamin C healthy?"),
        ("It (novel)", "Where is it?"),
        ("Film (1965)", "Which film is the best film in Oslo?"),
    ],
)
def test_an_ordinary_word_names_nobody(api, name, question):
    made(api, name)
    anchors = api.post("/retrieve", {"query": question})[1]["anchors"]
    assert [one for one in anchors if one["score"] == 1.0] == []


def test_the_exact_name_goes_before_another_spelling(api):
    exact = made(api, "Mercury")
    made(api, "Mercury (planet)")
    anchors = api.post("/retrieve", {"query": "How hot is Mercury?"})[1]["anchors"]
    assert [int(one["id"]) for one in anchors if one["score"] == 1.0] == [exact]
