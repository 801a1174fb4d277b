"""POST /chat: friends, who they see and what they are into, and customers, fairs and visits (J12, N35)."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_is_introduced_between_commas_has_what_is_said_behind(talk):
    learned = talk.learned("I'm seeing someone new, Elias, he's a paramedic and works nights every other week")
    assert learned == {("me", "partner", "Elias"), ("Elias", "is_a", "paramedic")}


def test_a_new_boyfriend_is_one_by_his_name(talk):
    learned = talk.learned("I've got a new boyfriend, Marek, he's a baker")
    assert learned == {("me", "partner", "Marek"), ("Marek", "is_a", "baker")}


def test_whom_one_is_dating_is_known_by_name(talk):
    assert ("me", "partner", "Rosa") in talk.learned("I'm dating Rosa, she's a vet")


def test_someone_who_was_hired_is_no_relation(talk):
    assert talk.learned("we hired someone new, Fatima, she's a designer") == {("Fatima", "is_a", "designer")}


def test_what_is_thought_of_somebody_is_not_stated(talk):
    assert not talk.learned("I know one thing, he's a fool")


def test_a_title_may_have_a_comma(talk):
    talk.say("Ann's favourite film is Paris, Texas")
    assert talk.answered("What's Ann's favourite film?").strip() == "Ann's favourite film is Paris, Texas."


def test_two_favourites_are_no_title(talk):
    learned = talk.learned("my favourite films are Alien, Jaws and Heat")
    assert {one[2] for one in learned} == {"Alien", "Jaws", "Heat"}


def test_an_extension_is_nothing_that_is_done(talk):
    assert not talk.learned("Kathrin from the back office does the quotes, extension 418")


def test_a_hall_of_a_fair_keeps_nothing(talk):
    assert not talk.learned("our booth is in hall 3, number 214")
    assert ("receipts", "is_kept", "in box 4") in talk.learned("the receipts are in box 4")


def test_what_somebody_is_into_is_what_they_like(talk):
    talk.say("Elias has a daughter, Mila, who's 7 and mad about dinosaurs")
    assert talk.answered("What is Mila into?").strip() == "Mila likes dinosaurs."
    assert talk.answered("What is Mila mad about?").strip() == "Mila likes dinosaurs."


def test_whom_somebody_is_marrying_is_told_by_the_name(talk):
    told = talk.say("my sister Yasmin is getting married on 19 June in Beirut")
    talk.say("her fiancé is Karim, an architect", conversation=told["conversation"])
    assert "Karim" in talk.answered("Who is Yasmin marrying?")


def test_when_something_is_that_has_a_name_or_comes_round(talk):
    talk.say("trade fair: FachPack in Nuremberg from 28 to 30 September 2027, our booth is in hall 3")
    talk.say("book club is the last Wednesday of the month, this month at Priya's")
    assert talk.answered("When is FachPack?").startswith("You said: “trade fair: FachPack")
    assert talk.answered("When is book club?").startswith("You said: “book club is the last Wednesday")


def test_who_is_in_a_country_is_not_told_by_who_is_in_a_town(talk):
    talk.say("my biggest customer is Nordsaft in Flensburg, they buy about 400,000 euros a year")
    assert not talk.answered("Which customers are in Denmark?").startswith("You said")


def test_what_was_sworn_is_found_by_to_swear(talk):
    talk.say("Brother Caul lost his left hand in session 9")
    talk.say("Brother Caul swore an oath to bury the sailors")
    assert "swore an oath" in talk.answered("What did Brother Caul swear?")
