"""What is measured anew is told by its newest value; several of what one has are not."""

from __future__ import annotations

import pytest

from assistant.without_model.answers import compose
from tests.assistant.cast import NOW, OWNER, fact, result


@pytest.mark.parametrize(
    ("predicate", "values", "is_one"),
    [
        ("hba1c", ("58", "41"), True),
        ("resting_pulse", ("62 bpm", "58 bpm"), True),
        ("has", ("2 tv", "3 car"), False),
        ("locker", ("0151 4455", "0151 4456"), False),
        ("field_site", ("Eltville", "Bacharach"), False),
    ],
)
def test_of_what_is_measured_the_newest_is_told_first(predicate, values, is_one):
    book = result(*(fact(at, OWNER, predicate, value=value, similarity=0.9) for at, value in enumerate(values, 1)))
    told = compose(f"What is my {predicate.replace('_', ' ')}?", book, NOW).text
    assert ("Earlier" in told) == is_one
    assert not is_one or told.index(values[1]) < told.index(values[0])
