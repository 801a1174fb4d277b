"""What a message says is over: the sentence that held until then, or how it ended with what."""

from __future__ import annotations

import pytest

from assistant.extraction.text.over import over


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("I no longer work at Siemens.", ["I work at Siemens."]),
        ("Anna is no longer my boss.", ["Anna is my boss."]),
        ("I don't take metformin any more.", ["I take metformin."]),
        ("She doesn't live in Graz anymore.", ["She lives in Graz."]),
        ("i dont live in berlin anymore", ["i live in berlin."]),
        ("I'm not vegetarian anymore, I eat meat again.", ["I am vegetarian."]),
        ("I stopped learning Greek.", ["I learn Greek."]),
        ("My sister has stopped playing chess.", ["My sister plays chess."]),
        ("My sister used to work at Bosch.", ["My sister works at Bosch."]),
        ("I no longer drink coffee because of my stomach.", ["I drink coffee."]),
        ("Do I no longer work at Siemens?", []),
        ("If I no longer work at Siemens, I will move.", []),
        ("I can't drink milk anymore.", []),
        ("I work at Siemens.", []),
        ("The assistant said: “I no longer work at Siemens.”", []),
    ],
)
def test_it_is_told_as_it_was_so_far(text, held):
    assert [one.held for one in over(text)] == held


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I left Siemens in March.", ("left", "I", "Siemens")),
        ("I was laid off from Siemens in May.", ("left", "I", "Siemens")),
        ("I quit my job at Siemens.", ("left", "I", "Siemens")),
        ("My sister has left Bosch.", ("left", "My sister", "Bosch")),
        ("I moved out of Graz.", ("moved out", "I", "Graz")),
        ("I sold my old Volvo last week.", ("parted with", "I", "old Volvo")),
        ("we got rid of the car", ("parted with", "we", "car")),
        ("My bike was stolen in June.", ("parted with", "I", "bike")),
        ("Our dog Rex died.", ("died", "", "Rex")),
        ("Rex was put to sleep on Monday.", ("died", "", "Rex")),
        ("We broke up last month.", ("separated", "We", "")),
        ("I broke up with Jonas.", ("separated", "I", "Jonas")),
        ("We got divorced in 2020.", ("separated", "We", "")),
    ],
)
def test_how_it_ended_tells_what_it_was(text, ended):
    (one,) = over(text)
    assert (one.how, one.who, one.what) == ended


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("My boss isn't Carla anymore, it's Henrik since May.", "My boss is Henrik since May."),
        ("My phone number changed, it's now 0176 222 3333.", "My phone number is 0176 222 3333."),
    ],
)
def test_what_is_so_instead_is_told_too(text, now):
    assert [one.now for one in over(text)] == [now]
