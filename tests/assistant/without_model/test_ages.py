"""How old somebody is, and will be, by the day of their birth, on 1 March 2026."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from assistant.without_model.answers import compose
from tests.assistant.cast import NOW, OWNER, fact, result

BOOK = result(
    fact(1, "Nain", "born_on", value="1942-05-03", similarity=0.8),
    fact(2, "Edie", "age", value="2", status="staged", similarity=0.8),
    fact(3, "Edie", "born_on", value="2022-07-01", status="staged", similarity=0.8),
    fact(4, "Liv", "age", value="40", similarity=0.8),
    fact(5, "Liv", "born_on", value="1990-01-01", status="staged", similarity=0.8),
    fact(6, "Leap", "born_on", value="2000-02-29", similarity=0.8),
    fact(7, OWNER, "born_on", value="1985-03-01", similarity=0.8),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How old is Nain?", "Nain is 83, and was born on 3 May 1942.[1]"),
        ("How old will Nain be?", "Nain turns 84 on 3 May 2026, and was born on 3 May 1942.[1]"),
        ("How old is Edie?", "Edie is 3, and was born on 1 July 2022 (unconfirmed).[1?]"),  # though she was 2 once
        ("How old is Liv?", "Liv is aged 40.[1]"),  # confirmed, and her day of birth is not
        ("How old will Leap be?", "Leap turns 27 on 1 March 2027, and was born on 29 February 2000.[1]"),
        ("How old will I be?", "You turn 41 on 1 March 2026, and were born on 1 March 1985.[1]"),
    ],
)
def test_an_age_is_told_by_the_day_of_birth(question, told):
    assert compose(question, BOOK, NOW).text == told


@pytest.mark.parametrize(
    ("value", "days", "told"),
    [
        ("67", 400, "Nain was 67 on 25 January 2025, and is 68 or 69 by now.[1]"),
        ("67", 200, "Nain was 67 on 13 August 2025, and is 67 or 68 by now.[1]"),
        ("67", 100, "Nain is aged 67.[1]"),
        ("5 months", 300, "Nain was 5 months old on 5 May 2025, and is about 14 months by now.[1]"),
        ("3 weeks", 800, "Nain was 3 weeks old on 22 December 2023, and is about 2 years by now.[1]"),
        ("old enough", 800, "Nain is aged old enough.[1]"),
    ],
)
def test_an_age_that_was_told_long_ago_is_of_that_day(value, days, told):
    said = [{"quote": "", "at": (NOW - dt.timedelta(days=days)).isoformat(), "message": "1"}]
    book = result(fact(1, "Nain", "age", value=value, similarity=0.8))
    assert compose("How old is Nain?", replace(book, evidence={1: said}), NOW).text == told
    gone = result(*book.items, fact(2, "Nain", "died_on", value="2026-01-01"))
    assert compose("How old is Nain?", replace(gone, evidence={1: said}), NOW).text == f"Nain is aged {value}.[1]"
