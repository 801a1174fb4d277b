"""What people note of others for later, in half sentences: whom they met, what is owed and lent, who holds which post."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.test_rules import learned

AT_MIRO = ("Sofia", "works_as", "head of design")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        # of whom the next sentence tells
        ("Met Priya Raman at PyCon. She works on compilers and is vegan.",
         {("Priya Raman", "works_on", "compilers"), ("Priya Raman", "is", "vegan")}),
        ("Saw Anna Berger today. She is pregnant.", {("Anna Berger", "is", "pregnant")}),
        ("Lunch with Sofia: she got promoted to head of design at Miro.", {AT_MIRO}),
        ("Lunch with Sofia. She got promoted to head of design at Miro.", {AT_MIRO}),
        ("Dinner with the Moreaus. Their eldest, Camille, is off to Montreal.", set()),
        ("Met with the accountant.", set()),
        # whose it is
        ("Marta's cat is called Pixel and her dog is called Byte.",
         {("Marta", "pet", "Pixel"), ("Pixel", "is_a", "cat"), ("Marta", "pet", "Byte"), ("Byte", "is_a", "dog")}),
        ("Raj is Priya's husband.", {("Priya", "married_to", "Raj")}),
        ("Raj is my husband.", {("me", "married_to", "Raj")}),
        ("Here is my husband.", set()),
        ("Elena is a friend of Sofia's from university.", {("Sofia", "friend", "Elena")}),
        ("Everyone calls my husband Giannis “Yanni”.", {("me", "married_to", "Giannis")}),
        ("Call me Max, not Maximilian.", {("me", "name", "Max")}),
        # posts and places
        ("Jonas Weber, CTO of Fernlicht GmbH, wants a demo.",
         {("Jonas Weber", "works_as", "CTO"), ("Jonas Weber", "works_at", "Fernlicht GmbH")}),
        ("I'm the CTO of Fernlicht.", {("me", "works_as", "CTO"), ("me", "works_at", "Fernlicht")}),
        ("The new intern is Amir.", {("Amir", "is_a", "intern")}),
        ("The new printer is a Ricoh.", set()),
        ("Dr. Okafor's new practice is at 12 Elm Street.", {("Dr. Okafor", "practice_address", "12 Elm Street")}),
        ("My last day at Brightwater is 31 January.", {("me", "works_at", "Brightwater")}),
        # what is owed and lent
        ("Viktor owes me 50 euros.", {("Viktor", "owes", "me 50 euros")}),
        ("I owe Hannah a dinner.", {("me", "owes", "Hannah a dinner")}),
        ("I lent my tent to Tom.", {("me", "lent", "my tent to Tom")}),
        ("Felix lent me his drill last week.", {("Felix", "lent", "me his drill")}),
        ("I borrowed a ladder from the Hofers.", {("me", "borrowed", "a ladder from the Hofers")}),
        ("Tom owes Lisa 20 euros.", set()),
        ("I owe you one.", set()),
        ("I don't owe Tom anything.", set()),
        # what they are out to do
        ("My goal this year is to read 30 books.", {("me", "goal", "to read 30 books")}),
        ("John's goal is to win a cup and also wants to rest.", {("John", "goal", "to win a cup")}),
        ("My plan is to leave at noon.", set()),
        ("I usually go running on Tuesdays and Saturdays.", {("me", "goes", "running on Tuesdays and Saturdays")}),
    ],
)  # fmt: skip
def test_what_is_noted_of_somebody_is_learned_of_them(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Anna and I are colleagues.", {("me", "colleague", "Anna")}),
        ("Anna and I have been friends since school.", {("me", "friend", "Anna")}),
        ("Bea and Ravi are a couple.", {("Bea", "partner", "Ravi")}),
        ("Anna and Tom are married.", {("Anna", "married_to", "Tom")}),
        ("Anna is married.", {("Anna", "is", "married")}),
        ("Anna and Tom are married to doctors.", set()),
        ("Leo and Finn are brothers.", {("Leo", "brother", "Finn"), ("Finn", "brother", "Leo")}),
        ("Ana, Eva and Ida are siblings.", {("Ana", "sibling", "Eva"), ("Ana", "sibling", "Ida"), ("Eva", "sibling", "Ida")}),
        ("Anna and Tom aren't friends.", set()),
        ("Are Anna and Tom friends?", set()),
        ("Anna and Tom are doctors.", {("Anna", "is_a", "doctor"), ("Tom", "is_a", "doctor")}),
    ],
)  # fmt: skip
def test_what_two_are_to_each_other_is_told_of_both(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I speak Dutch, English and school German.", {("me", "speaks", one) for one in ("Dutch", "English", "German")}),
        ("I'm half Dutch, half Croatian.", {("me", "is", "half Dutch"), ("me", "is", "half Croatian")}),
        ("My least favourite chore is ironing.", {("me", "least_favourite_chore", "ironing")}),
        ("Luka's a biologist in Zadar and Niko lives in Split.", {("Luka", "is_a", "biologist"), ("Niko", "lives_in", "Split")}),
        ("I took up bouldering last winter.", {("me", "does", "bouldering")}),
        ("I took up the offer.", set()),
        ("Ellen's birthday is on the 3rd of May, and Piet's is on 12 June.", {("Ellen", "birthday", "3 May"), ("Piet", "birthday", "12 June")}),
        ("My shoe size is 41 and Tom's is 44.", {("me", "shoe_size", "41"), ("Tom", "shoe_size", "44")}),
        ("That book is Tom's and Anna's is lost.", set()),
        ("My favourite director is Wong Kar-wai.", {("me", "favourite_director", "Wong Kar-wai")}),
        ("Invoice 2026-114 is due on 15 December 2026.", {("Invoice 2026-114", "due", "2026-12-15")}),
        ("Our contact there is Yasmin.", {("me", "contact", "Yasmin")}),
    ],
)  # fmt: skip
def test_what_somebody_tells_of_themself_is_learned_whole(text, facts):
    assert learned(text) == facts
