"""Which point of a list a question names by its number."""

from __future__ import annotations

import pytest

from assistant.without_model.quoting import numbered

INNS = "You may stay at:\n\n1. Asadaya, an old house\n2. Sumiyoshiya, in the centre\n3. Motoyu, by the spring\n   (closed on Mondays)"
BARE = "Try these:\n\n- salmon\n- chickpeas\n- cookies"
PLAN = "Here is a plan:\nWeek 1: 3 miles\nWeek 2: 5 miles\nWeek 10: a race"


@pytest.mark.parametrize(
    ("text", "question", "point"),
    [
        (INNS, "What was the third inn that you named?", "3. Motoyu, by the spring · (closed on Mondays)"),
        (INNS, "What was the last inn that you named?", "3. Motoyu, by the spring · (closed on Mondays)"),
        (INNS, "What was number 2 of the list?", "2. Sumiyoshiya, in the centre"),
        (INNS, "What was the 1st one?", "1. Asadaya, an old house"),
        (BARE, "What was the second thing on your list?", "chickpeas"),
        (PLAN, "What was week 1 of the plan?", "Week 1: 3 miles"),
        (PLAN, "How far is it in week 10?", "Week 10: a race"),
        (INNS, "What was the fourth inn?", ""),
        (INNS, "Which inn did you say is in the centre?", ""),
        (PLAN, "What was week 3 of the plan?", ""),
        ("It is the second house on the left.", "Which is the second house?", ""),
        ("1. Salt\n2. Oil\n\nThen:\n\n1. Stir\n2. Bake", "What was the second step?", ""),
    ],
)
def test_a_point_is_told_by_its_number(text, question, point):
    assert numbered(text, question) == point
