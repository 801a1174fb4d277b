"""The map page (issue 6.5): what is around an entry, filters, the way between two, the same as a table."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.queries.layout import HEIGHT, PHONE, WIDTH, named_without_cover, places
from graph.queries.map import LETTER, Dot

FACTS = [
    ("Anna", "knows", "Bela"),
    ("Bela", "works_for", "Acme"),
    ("Acme", "based_in", "Lisbon"),
    ("Anna", "likes", "Chess"),
]


@pytest.fixture
def book(api):
    ids = {}
    for subject, predicate, object_ in FACTS:
        _, fact = api.post(
            "/facts", {"subject": {"name": subject}, "predicate": predicate, "object": {"name": object_}}
        )
        ids[subject], ids[object_] = fact["subject"]["id"], fact["object"]["id"]
    return ids


@pytest.fixture
def page(client, user):
    client.force_login(user)
    return lambda address: client.get(address).content.decode()


def table(text: str) -> str:
    return text[text.index("as a table") :]


@pytest.mark.parametrize("x", [0.0, 70.0, WIDTH / 2, WIDTH])
def test_a_long_name_at_the_edge_is_drawn_whole(x):
    dot = Dot(1, "Nathaniel Bartholomew-Featherstonehaugh", "person", x, 300.0, 1, None, False)
    half = len(dot.label) * LETTER / 2
    assert half <= dot.label_x <= WIDTH - half
    assert dot.label_x == x or x != WIDTH / 2


def test_the_steps_decide_how_far_the_map_goes(book, page):
    near = table(page(f"/map/?center={book['Anna']}&depth=1"))
    assert "Bela" in near
    assert "Acme" not in near
    assert "Lisbon" in table(page(f"/map/?center={book['Anna']}&depth=3"))


def test_relation_and_direction_narrow_it(book, page):
    only = table(page(f"/map/?center={book['Anna']}&relation=likes"))
    assert "Chess" in only
    assert "Bela" not in only
    assert "Nothing is joined" in page(f"/map/?center={book['Chess']}&direction=outgoing")


def test_a_name_finds_its_entry_and_an_unknown_one_says_so(book, page):
    assert "<title>Map" in page("/map/?q=bela")
    assert f"/index/{book['Bela']}/" in page("/map/?q=bela")
    assert "No entry is called “Nobody”" in page("/map/?q=Nobody")


def test_the_way_between_two_entries_is_told_in_steps(book, page):
    text = page("/map/?from=Anna&to=Lisbon")
    way = text[text.index('id="way"') :]
    assert [way.index(name) for name in ("Bela", "Acme", ">Lisbon<")] == sorted(
        way.index(name) for name in ("Bela", "Acme", ">Lisbon<")
    )
    assert "Nothing that is known joins them" in page("/map/?from=Anna&to=Ines")
    assert "No entry is called “Nobody”" in page("/map/?from=Anna&to=Nobody")


def test_the_whole_map_is_numbers(book, client, user):
    client.force_login(user)
    whole = client.get("/map/whole/").json()
    assert len(whole["edges"]) == 4
    assert {name for _, name, _ in whole["nodes"]} >= {"Anna", "Bela", "Acme", "Lisbon", "Chess"}


def test_the_map_makes_as_many_queries_for_many_as_for_few(book, api, client, user):
    client.force_login(user)

    def count() -> int:
        client.get(f"/map/?center={book['Anna']}&depth=2")
        with CaptureQueriesContext(
            connection,
        ) as made:
            client.get(f"/map/?center={book['Anna']}&depth=2")
        return len(made)

    few = count()
    for place in range(12):
        api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "knows", "object": {"name": f"Friend {place}"}})
    assert count() == few


def test_places_keep_the_first_in_the_middle_and_all_inside():
    found = places([0, 1, 1, 2, 2], [(0, 1), (0, 2), (1, 3), (2, 4)])
    assert found[0] == (WIDTH / 2, HEIGHT / 2)
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in found)
    assert len(set(found)) == 5
    assert found == places([0, 1, 1, 2, 2], [(0, 1), (0, 2), (1, 3), (2, 4)])


def test_of_names_that_cover_each_other_the_heaviest_is_shown_and_the_middle_always():
    at = [(100.0, 100.0), (120.0, 105.0), (400.0, 300.0), (410.0, 305.0), (400.0, 330.0)]
    assert named_without_cover(at, ["Ines"] * 5, [0, 9, 1, 2, 0]) == (True, False, False, True, True)


def test_on_a_phone_where_names_are_larger_fewer_of_them_find_room():
    at = [(100.0, 100.0), (135.0, 100.0), (300.0, 300.0), (300.0, 320.0)]
    assert named_without_cover(at, ["Ines"] * 4, [0, 0, 1, 0]) == (True, True, True, True)
    assert named_without_cover(at, ["Ines"] * 4, [0, 0, 1, 0], PHONE) == (True, False, True, False)


def test_a_name_without_room_on_a_phone_is_hidden_there_alone(book, api, page):
    for place in range(30):
        api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "knows", "object": {"name": f"Friend {place}"}})
    text = page(f"/map/?center={book['Anna']}")
    small, everywhere = text.count('class="covered-small"'), text.count('class="covered"')
    assert small > 0
    assert small + everywhere < 30


def test_a_name_without_room_is_still_there_to_be_pointed_at_and_read_aloud(book, api, page):
    for place in range(60):
        name = f"A friend of long standing {place}"
        api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "knows", "object": {"name": name}})
    text = page(f"/map/?center={book['Anna']}")
    assert text.count('class="covered"') > 5
    assert "Names that would cover others appear when you point at their dots" in text
    assert "covered" not in page(f"/map/?center={book['Lisbon']}").split('class="ties"')[1]


def test_a_blank_map_invites_and_draws_no_single_dot(page):
    text = page("/map/")
    assert "Your map is still blank." in text
    assert "map-svg" not in text
    assert 'href="/"' in text[text.index("map-empty") :]


def test_the_map_opens_on_what_is_joined_when_nothing_is_known_of_oneself(book, page):
    assert "Bela" in table(page("/map/"))
    alone = page("/map/?q=Lisbon&relation=likes")  # asked for: it stays what was asked for
    assert "Nothing is joined to Lisbon" in alone
