"""What a person says is over: proposals end by it, what they confirmed is asked about, and answers tell both."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from graph.models import Fact

pytestmark = pytest.mark.django_db(transaction=True)


def standing(talk, predicate: str) -> dict[str, str | None]:
    """What the book holds under the predicate, each with the day on which it ended."""
    items = talk.get(f"/facts?predicate={predicate}&limit=100")["items"]
    return {(one["object"] or {}).get("name") or one["value"]: (one["valid_until"] or "")[:10] or None for one in items}


@pytest.mark.parametrize(
    ("first", "then", "predicate", "ended", "stands"),
    [
        ("I work at Siemens.", "I no longer work at Siemens.", "works_at", "Siemens", None),
        ("I work at Siemens.", "I left Siemens today.", "works_at", "Siemens", None),
        ("I work for Siemens.", "I don't work at Siemens anymore.", "works_for", "Siemens", None),
        ("I work at Siemens.", "I quit my job at Siemens. I work at Bosch now.", "works_at", "Siemens", "Bosch"),
        ("My boss is Carla.", "My boss isn't Carla anymore, it's Henrik.", "boss", "Carla", "Henrik"),
        ("My phone number is 0176 111 2222.", "My phone number changed, it's now 0176 222 3333.", "phone",
         "0176 111 2222", "0176 222 3333"),
        ("I live in Oslo.", "I used to live in Oslo but now I'm in Bergen.", "lives_in", "Oslo", "Bergen"),
        ("I'm married to Jonas.", "I'm not married anymore.", "married_to", "Jonas", None),
        ("I'm married to Jonas.", "We split up, Jonas moved out.", "married_to", "Jonas", None),
        ("I drive a Volvo.", "I sold the Volvo.", "drives", "Volvo", None),
        ("I drive a Volvo.", "I finally got rid of my car.", "drives", "Volvo", None),
        ("I drive a Volvo.", "I don't have a car anymore.", "drives", "Volvo", None),
        ("I have a dog called Rex.", "Rex died.", "pet", "Rex", None),
        ("I have a dog called Rex.", "We no longer have a dog.", "pet", "Rex", None),
        ("I'm vegetarian.", "I'm not vegetarian anymore, I eat meat again.", "is", "vegetarian", None),
        ("My favourite colour is green.", "My favourite colour is blue now.", "favourite_colour", "green", "blue"),
        ("The Aurora deadline is 3 May 2027.", "The Aurora deadline moved to 30 June 2027.", "is", "2027-05-03", "2027-06-30"),
        ("I don't like olives.", "I changed my mind, I actually like olives.", "dislikes", "olives", None),
        ("I drink coffee.", "I don't drink coffee.", "drinks", "coffee", None),
        ("I'm learning Greek.", "I stopped learning Greek.", "learns", "Greek", None),
        ("I take metformin.", "I don't take metformin any more.", "takes", "metformin", None),
        ("Tom owes me 50 euros.", "Actually Tom paid me back, so that's settled.", "owes", "me 50 euros", None),
        ("Tom owes me 50 euros.", "Tom has paid me back the 50 euros.", "owes", "me 50 euros", None),
        ("I owe Tom 50 euros.", "I've paid Tom back.", "owes", "Tom 50 euros", None),
        ("I owe Tom 60 euros for strings.", "forgot: I returned the 60 to Tom", "owes", "Tom 60 euros for strings", None),
        ("Tom owes me 50 euros.", "Tom gave back the 50 to me.", "owes", "me 50 euros", None),
        ("I owe Tom 50 euros.", "Paid Tom back.", "owes", "Tom 50 euros", None),
        ("Tom owes me 50 euros.", "Got my 50 back from Tom today.", "owes", "me 50 euros", None),
        ("My sister Ada lives in Graz.", "Ada no longer lives in Graz.", "lives_in", "Graz", None),
    ],
)  # fmt: skip
def test_a_proposal_ends_by_the_persons_own_words(talk, first, then, predicate, ended, stands):
    talk.say(first)
    talk.say(then)
    today = timezone.now().date().isoformat()
    expected = {ended: today} | ({stands: None} if stands else {})
    assert standing(talk, predicate) == expected


@pytest.mark.parametrize(
    ("first", "then", "predicate"),
    [
        ("I work at Siemens.", "I left Siemens at six yesterday.", "works_at"),
        ("I work at Siemens.", "I don't work at Bosch anymore.", "works_at"),
        ("I work at Siemens.", "Do I no longer work at Siemens?", "works_at"),
        ("I work at Siemens.", "If I no longer work at Siemens, I will move.", "works_at"),
        ("I work at Siemens.", "Tom says I no longer work at Siemens.", "works_at"),
        ("I work at Siemens.", "Anna no longer works at Siemens.", "works_at"),
        ("I drive a Volvo.", "I sold the bike.", "drives"),
        ("I drive a Volvo.", "My sister sold the Volvo.", "drives"),
        ("I'm married to Jonas.", "My sister got divorced.", "married_to"),
        ("I'm married to Jonas.", "Anna and Tom split up.", "married_to"),
        ("I have a dog called Rex.", "My phone died.", "pet"),
        ("I have a dog called Rex.", "We no longer have a cat.", "pet"),
        ("I like tea.", "I don't like coffee.", "likes"),
        ("My dad is called Hans.", "Hans died.", "father"),
        ("I live in Paris.", "I left Paris this morning.", "lives_in"),
        ("Tom owes me 50 euros.", "Tom paid me 20 euros.", "owes"),
        ("Tom owes me 50 euros.", "Anna paid me back.", "owes"),
        ("Tom owes me 50 euros.", "I paid Tom back.", "owes"),
        ("I owe Tom 50 euros.", "I paid Anna back.", "owes"),
        ("Tom owes me 50 euros.", "Got 50 emails back from Tom.", "owes"),
        ("I owe Tom 50 euros.", "I returned the drill to Tom.", "owes"),
        ("I owe Tom 50 euros.", "I returned the 20 to Tom.", "owes"),
    ],
)
def test_what_is_not_said_to_be_over_goes_on(talk, first, then, predicate):
    talk.say(first)
    talk.say(then)
    assert list(standing(talk, predicate).values()) == [None]


def test_the_day_that_is_told_is_when_it_ended(talk):
    talk.say("I work at Siemens.")
    talk.say("I left Siemens in March 2024.")
    fact = Fact.objects.get(predicate="works_at")
    assert fact.valid_until is not None
    assert fact.valid_until.date() == dt.date(2024, 3, 1)
    assert [quote.quote for quote in fact.evidence.order_by("pk")] == [
        "I work at Siemens.",
        "I left Siemens in March 2024.",
    ]
    assert talk.answered("Where do I work?") == "Earlier: You work at Siemens (until March 2024)."


def test_what_is_confirmed_stands_until_its_owner_decides_and_stays_as_history(talk):
    """It is one question in the inbox; a yes ends the fact, and undo takes the yes back."""
    talk.say("I work at Siemens.")
    (fact,) = talk.get("/facts?predicate=works_at")["items"]
    talk.post("/facts/decide", {"ids": [fact["id"]], "decision": "confirm"})
    talk.say("I no longer work at Siemens.")
    assert standing(talk, "works_at") == {"Siemens": None}
    assert talk.answered("Where do I work?") == (
        "You work at Siemens, but you said since that this is over: decide in the inbox."
    )
    (asked,) = talk.get("/facts?predicate=no_longer&status=staged")["items"]
    assert asked["evidence"][0]["quote"] == "I no longer work at Siemens."

    change = talk.post("/facts/decide", {"ids": [asked["id"]], "decision": "confirm"})["change"]["id"]
    assert standing(talk, "works_at") == {"Siemens": timezone.now().date().isoformat()}
    assert talk.get(f"/facts/{fact['id']}")["status"] == "confirmed"
    assert talk.answered("Where do I work?").startswith("Earlier: You work at Siemens (until ")
    talk.post(f"/changes/{change}/undo", {})
    assert standing(talk, "works_at") == {"Siemens": None}
    assert [one["status"] for one in talk.get("/facts?predicate=no_longer")["items"]] == ["staged"]


def test_what_takes_the_place_of_a_confirmed_fact_is_asked_about_once(talk):
    talk.say("I work at Siemens.")
    (fact,) = talk.get("/facts?predicate=works_at")["items"]
    talk.post("/facts/decide", {"ids": [fact["id"]], "decision": "confirm"})
    talk.say("I no longer work at Siemens, I work at Bosch.")
    assert talk.get("/facts?predicate=no_longer")["items"] == []
    assert len(talk.get("/conflicts")["items"]) == 1


def test_an_older_chat_ends_nothing_that_was_said_after_it(talk):
    talk.say("I no longer work at Siemens.")
    talk.say("I work at Siemens.")
    assert standing(talk, "works_at") == {"Siemens": None}


def test_of_what_one_has_several_the_newest_takes_no_place(talk):
    """“Now” tells what takes the place of something only of what somebody has one of."""
    told = (
        "I've been to Iceland.",
        "I've now been to Norway.",
        "I broke my left wrist.",
        "I have broken my right leg now.",
    )
    for message in told:
        talk.say(message)
    assert standing(talk, "has_been_to") == {"Iceland": None, "Norway": None}
    assert set(standing(talk, "broke").values()) == {None}
