"""“How long?”, “how much?” and “how heavy?” are told by the only relation that has such a value, whatever it is called
(J12, N35)."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID
from tests.assistant.curated import curated

pytestmark = pytest.mark.django_db(transaction=True)

FACTS = [
    ("EA322", "pilot", "Mira Bielak"),
    ("Silent Harvest", "hangs_in", "Askov Museum"),
    ("Askov Museum", "curator", "Lena Drozd"),
]
VALUES = [
    ("EA322", "flight_time", "7 hours"),
    ("EA322", "fare", "287 euros"),
    ("EA322", "gate", "B18"),
    ("CW105", "flight_time", "2 hours"),
    ("CW105", "delay", "40 minutes"),
    ("Vaskon Bridge", "span", "512 m"),
    ("Vaskon Bridge", "opened", "1962"),
    ("Berta", "scale_reading", "203 kg"),
]


@pytest.fixture
def answered(api, work, minilm):
    return curated(api, work, FACTS, VALUES)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long is EA322?", "EA322's flight time is 7 hours."),
        ("How long does EA322 take?", "EA322's flight time is 7 hours."),
        ("How much is EA322?", "EA322's fare is 287 euros."),
        ("What does EA322 cost?", "EA322's fare is 287 euros."),
        ("How long is the Vaskon Bridge?", "Vaskon Bridge's span is 512 m."),
        ("How heavy is Berta?", "Berta's scale reading is 203 kg."),
        ("Where can I see Silent Harvest?", "Silent Harvest hangs in Askov Museum."),
    ],
)
def test_the_only_value_of_the_kind_that_is_asked_for_answers(answered, question, answer):
    assert answered(question) == answer


@pytest.mark.parametrize("question", ["How long is CW105?", "How long is the gate of EA322?", "How heavy is EA322?"])
def test_of_two_such_values_of_a_part_and_of_another_measure_none_is_told_plainly(answered, question):
    told = answered(question)
    assert told.startswith((NOT_SAID, "I don't know")), told
