"""Whom a message speaks of as "she", "he" or "they", by what was said before it."""

from __future__ import annotations

import pytest

from assistant.extraction.pronouns import spoken_of


@pytest.mark.parametrize(
    ("before", "text", "names"),
    [
        (
            ["My girlfriend Larissa is in Recife.", "We've been together for three years."],
            "she visits me",
            ("Larissa",),
        ),
        (["I meet Lene every second Thursday."], "she wants the review by 20 December", ("Lene",)),
        (["I have two kids, Mia and Leo."], "they go to the Waldorf school", ("Mia", "Leo")),
        (["My dad is Edson, he drives a taxi."], "he turns 60 in May", ("Edson",)),
        (["My boss is Carla."], "Carla's brother is Jon and he is 40", ()),  # who is named needs no other
        (["I bought a car."], "it's red", ()),
        (["My dad has an operation."], "dad's wine group meets him there", ()),
        ([], "she visits me", ()),
    ],
)
def test_a_pronoun_is_of_whom_was_named(before, text, names):
    assert spoken_of(text, history=before, roles={}) == names
