"""Where neighbours stand in the small picture."""

from __future__ import annotations

from graph.queries.ego import DRAWN, HEIGHT, WIDTH, Neighbour, draw, shortened


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
