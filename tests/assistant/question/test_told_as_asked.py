"""What begins as a question does and tells something is kept as what was said (design 1.7), and is answered by nothing."""

from __future__ import annotations

import pytest

from assistant.question.questions import asks, is_question

TOLD = (
    "When I was 12 we moved to Cork.",
    "What I love most is tea.",
    "Where I live there is no bus.",
    "Why I left Siemens was the boss",
    "What a day, the car broke down",
    "What I need for the cake: 4 eggs, 200 g flour",
    "Which bus: 42 from the station",
    "Is coming on Friday at 5",
    "Are out of milk",
    "Was nice weather today",
    "Would love to see Iceland",
    "Can speak French and Dutch",
    "Does yoga on Mondays",
    "Did my taxes yesterday",
    "Do not forget: bins out on Thursday",
    "Has been ill since Friday",
    "Will is 42 and lives in Ely",
    "Can't tolerate lactose, raw onions or popcorn.",
    "Couldn't sleep last night",
    "Write to Anna by Friday",
    "Say thanks to Lena for the cake",
    "Find a plumber by Friday",
    "Show starts at 8 in the Apollo.",
    "Name of the vet: Dr. Palm",
    "Search for a flat is on hold",
)
ASKED = (
    "does anna like fish",
    "is tom coming",
    "can bosse eat chicken",
    "did sixten eat",
    "has falk paid",
    "have we paid the rent",
    "are we out of milk",
    "what I take in the evening",
    "when is my flight",
    "which dog is allergic",
    "can dogs eat chocolate",
    "does yoga help with back pain",
    "Isn't Anna vegan",
    "Can't we go by train",
    "show me what is due",
    "list my allergies",
    "name three friends of mine",
    "can you remember that restaurant in Rome?",
    "How would you put this: I am late",
)


@pytest.mark.parametrize("text", TOLD)
def test_it_tells(text):
    assert not asks(text)
    assert not is_question(text)


@pytest.mark.parametrize("text", ASKED)
def test_it_asks(text):
    assert asks(text)
    assert is_question(text)


@pytest.mark.django_db(transaction=True)
def test_what_was_told_so_is_found_again(talk):
    """M9 O7: the words of a message are a channel of their own, whatever they begin with."""
    talk.say("When I was twelve we moved to Cork because of the shipyard.")
    talk.say("What I need for the plum cake: 4 eggs and 200 g flour")
    assert "because of the shipyard" in talk.answered("Why did we move to Cork?")
    assert "200 g flour" in talk.answered("How much flour does the plum cake need?")
