"""Where neighbours stand in the small picture."""

from __future__ import annotations

import itertools

from graph.queries.ego import DRAWN, HEIGHT, NAME_LETTER, WIDTH, Neighbour, draw, shortened


def neighbours(count: int) -> list[Neighbour]:
    return [Neighbour(pk, f"Entry {pk}", "knows", False, True) for pk in range(1, count + 1)]


def test_nobody_near_makes_no_picture():
    assert draw("Anna", []) is None


def test_four_stand_at_the_top_right_bottom_and_left():
    picture = draw("Anna", neighbours(4))
    assert picture is not None
    assert [(dot.x, dot.y) for dot in picture.dots] == [(168, 46), (286, 150), (168, 254), (50, 150)]


def test_more_than_fit_are_left_to_the_table_and_all_stay_inside():
    picture = draw("Anna", neighbours(30))
    assert picture is not None
    assert len(picture.dots) == DRAWN
    assert all(0 < dot.x < WIDTH and 0 < dot.y < HEIGHT for dot in picture.dots)


def test_a_long_name_is_shortened_in_the_picture_only():
    assert shortened("Foundry Lane Studio", 12) == "Foundry Lan…"
    assert shortened("Anna", 12) == "Anna"


def test_no_relations_words_cover_another_or_the_entry_in_the_middle():
    around = [Neighbour(pk, f"Person {pk}", "has the brother", False, True) for pk in range(8)]
    words = [dot for dot in draw("Ines", around).dots if dot.word]
    assert 3 <= len(words) < 8, "of eight alike some have no room"
    for one, other in itertools.combinations(words, 2):
        apart = abs(one.word_x - other.word_x) >= 6 * len(one.word) or abs(one.word_y - other.word_y) >= 14
        assert apart, (one, other)


def test_a_long_name_ends_within_the_picture():
    around = [Neighbour(pk, "2019 Subaru Outback Estate", "drives", False, True) for pk in range(8)]
    for dot in draw("Ines", around).dots:
        half = NAME_LETTER * len(dot.label) / 2
        assert half <= dot.label_x <= WIDTH - half
