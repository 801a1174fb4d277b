"""POST /chat without a model: an answer that only comes near says so, and what says it is told before what only sounds so."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

NEAR = "Nothing you told me says exactly that. The closest I have:"
TOLD = (
    "My husband Karl works as an electrician.",
    "Karl is colour-blind.",
    "My contact at the ministry is Frau Lenz. I wear contacts.",
    "My mother Ilse lives in Husum. My mother has a heart condition.",
    "We have a tortoise called Herbert.",
    "My blood type is A positive.",
    "My least favourite chore is ironing.",
    "I play badminton on Wednesdays with Sabine.",
    "Our wifi is called Heron.",
    "Our son Theo's favourite dinosaur is the stegosaurus.",
    "We got married on 14 May 2008.",
    "I met Karl in Göttingen in 2004.",
)


@pytest.fixture
def told(talk):
    talk.learned(*TOLD)
    return talk


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Who is my contact at the ministry?", "Frau Lenz"),
        ("What is wrong with my mother's heart?", "heart condition"),
        ("Who do I play badminton with?", "Sabine"),
        ("Where did I meet Karl?", "Göttingen"),
        ("What pet do we have?", "Herbert"),
        ("When is our wedding anniversary?", "14 May 2008"),
        ("What's my blood type?", "A positive"),
        ("What is the wifi called?", "Heron"),
        ("Can Karl see colours?", "colour-blind"),
    ],
)
def test_what_was_told_is_answered_plainly(told, question, holds):
    answer = told.answered(question)
    assert holds in answer
    assert not answer.startswith(NEAR)


@pytest.mark.parametrize(
    ("question", "never"),
    [
        ("What's the wifi password?", ""),
        ("What is Theo's favourite food?", ""),
        ("What is my favourite chore?", ""),
        ("When do I play tennis?", ""),
        ("Is Karl vegetarian?", ""),
        ("What's Karl's blood type?", "A positive"),
    ],
)
def test_what_only_comes_near_is_told_as_that(told, question, never):
    answer = told.answered(question)
    assert answer.startswith(NEAR)
    assert not never or never not in answer


def test_a_pet_of_another_kind_is_not_the_one_that_is_asked_for(told):
    assert told.answered("Do I have a dog?").startswith("I don't know that")
    assert told.answered("Do I have a tortoise?") == "Herbert is your pet."
