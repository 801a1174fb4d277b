"""POST /chat: "my mum" is Hanne once it is said so, whatever was told of either before and by which of them is asked."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "told",
    [
        ("my mum is called Hanne", "my mum lives in Bergen", "Hanne likes tea"),
        ("my mum lives in Bergen", "my mum is called Hanne", "Hanne likes tea"),
        ("Hanne likes tea", "my mum lives in Bergen", "Hanne is my mum"),
    ],
)
def test_what_was_said_of_her_is_found_by_either_name(talk, told):
    talk.learned(*told)
    assert talk.answered("where does my mum live?") == "Hanne lives in Bergen. Hanne is your mother."
    assert talk.answered("Where does Hanne live?") == "Hanne lives in Bergen."
    assert talk.answered("What does my mother like?") == "Hanne likes tea. Hanne is your mother."
    everything = {"Hanne lives in Bergen", "Hanne likes tea", "Hanne is your mother"}
    for name in ("my mum", "Hanne"):
        said = talk.answered(f"what do you know about {name}?")
        assert {one.strip() for one in said.split(".") if one.strip()} == everything


def test_so_it_is_with_everybody_and_the_dog(talk):
    talk.learned("my dog likes carrots", "my boss works at Acme", "my brother is a nurse")
    talk.learned("my dog is called Rex", "my boss is Carla", "my brother's name is Leo")
    assert talk.answered("What does Rex like?") == "Rex likes carrots."
    assert talk.answered("Where does Carla work?") == "Carla works at Acme."
    assert talk.answered("What does my brother do?") == "Leo is a nurse. Leo is your brother."
    answer = talk.say("where does my boss work and what does Leo do?")
    assert "Carla works at Acme" in answer["text"]
    assert "Leo is a nurse" in answer["text"]


def test_of_two_brothers_and_of_another_animal_nothing_is_guessed(talk):
    facts = talk.learned(
        "my brother is a nurse", "Leo is my brother", "Tom is my brother", "my dog is called Rex", "my cat likes fish"
    )
    assert {("my brother", "is_a", "nurse"), ("my cat", "likes", "fish")} <= facts
    assert "Leo is a nurse" not in talk.answered("What does Leo do?")
    assert "Rex likes" not in talk.answered("What does Rex like?")


def test_a_model_is_told_of_her_as_of_one(talk, model_that):
    """J37: what was said of "my mum" stands under Hanne in its memory, and is cited as ever."""
    talk.learned("my mum lives in Bergen", "my mum is called Hanne", "Hanne likes tea")
    server = model_that("tools")
    asked = []
    server.reply = lambda request: asked.append(request["messages"][0]["content"]) or "She lives in Bergen.[1]"
    talk.say("where does my mum live?")
    (memory,) = [one for one in asked if "Bergen" in one]
    (hers,) = re.findall(r"### 💡 CONTEXT: Hanne\n(.*?)\n\n", memory, re.DOTALL)
    told = [re.sub(r"\[\d+\] ", "", line.partition(" (")[0]) for line in hers.splitlines()]
    assert told == ["- lives_in: Bergen", "- likes: tea"]
    assert "CONTEXT: my mum" not in memory


def test_the_book_asks_whether_my_mum_is_hanne(talk, client, user):
    """The two entries are offered as one, with the reason."""
    talk.learned(
        "my mum lives in Bergen", "my mum is called Hanne", "my boss likes tea", "Ole is my boss", "Ida is my boss"
    )
    talk.learned("my cat likes fish", "my dog is called Rex")
    client.force_login(user)
    page = client.get("/twins/").content.decode()
    assert "The one mother of yours that the book knows" in page
    assert "boss of yours" not in page
    assert "Rex" not in page  # a dog is the one pet that is known, and no cat
    assert page.index("<b>Keep</b>") < page.index(">Hanne<", page.index("<b>Keep</b>")) < page.index("<b>Fold in</b>")
