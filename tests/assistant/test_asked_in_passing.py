"""POST /chat: what was let fall in passing is answered, and one's father is found whatever he is called."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "My younger son, Misha, is 13 and obsessed with Minecraft. Misha plays trumpet in the school orchestra.",
    "What's a good gift for my dad? He's 67, loves fly fishing and hates gadgets. He lives in a care home in Harrogate.",
    "My car insurance renews on 1 June 2027 and costs £430 a year. We pay 1,150 euros rent for a flat.",
    "I broke my left wrist in 2019. My best man was Oleg. I play bass in a band called Tidewrack.",
    "My thesis is about eelgrass restoration. I've been to Iceland twice. My French is fluent.",
    "Our backend is written in Go and deployed on Hetzner. My NHS number is 485 777 3456.",
    "Tom is the father of Leo and Nia. Gran is Methodist. She's allergic to penicillin.",
    "My partner is Dean.",
    "I broke up with Dean.",
)
ASKED = (
    ("What is Misha obsessed with?", "Misha likes Minecraft."),
    ("What does Misha play?", "Misha plays trumpet."),
    ("Which orchestra does Misha play in?", "Misha plays in school orchestra."),
    ("What could be a gift for my dad?", "Your dad likes fly fishing."),
    ("What does my father hate?", "Your dad dislikes gadgets."),
    ("Where does dad live?", "Your dad lives in Harrogate."),
    ("When does my car insurance renew?", "Your car insurance renews on 1 June 2027."),
    ("How much does my car insurance cost?", "Your car insurance costs £430 a year."),
    ("What's my rent?", "Your rent is 1,150 euros."),
    ("When did I break my wrist?", "You broke your left wrist (in 2019)."),
    ("Who was my best man?", "Your best man is Oleg."),
    ("Which band do I play in?", "You play in Tidewrack."),
    ("What instrument do I play?", "You play bass."),
    ("What is my thesis about?", "Your thesis topic is eelgrass restoration."),
    ("Have I been to Iceland?", "You have been to Iceland."),
    ("Which languages do I speak?", "You speak French."),
    ("What is our backend written in?", "Backend is written in Go."),
    ("Who are Tom's children?", "Tom is Nia's father."),
    ("Who is Leo's father?", "Tom is Leo's father."),
    ("What is my gran allergic to?", "Your gran is allergic to penicillin."),
    ("Am I single?", "Earlier: Dean"),
    ("What is my NHS number?", "Your NHS number is 485 777 3456."),
)


def test_what_was_let_fall_is_answered(talk):
    for message in TOLD:
        talk.say(message)
    answers = {question: talk.answered(question) for question, _ in ASKED}
    assert {question: answers[question] for question, told in ASKED if told not in answers[question]} == {}


def test_whoever_has_no_name_is_one_however_they_are_called(talk):
    """“My father” is the one who was “my dad” before, and who is asked about as either."""
    told = ("My dad likes chess.", "My father hates gadgets.", "My mum is a nurse.", "My mother lives in Graz.")
    assert {(who.casefold(), how) for who, how, _ in talk.learned(*told)} == {
        ("my dad", "likes"),
        ("my dad", "dislikes"),
        ("my mum", "is_a"),
        ("my mum", "lives_in"),
    }
    assert talk.answered("What does my father like?") == "Your dad likes chess."
    assert talk.answered("Where does my mother live?") == "Your mum lives in Graz."


def test_of_several_who_have_no_name_each_is_one(talk):
    told = ("My eldest is 9.", "My youngest is 4.", "My friend likes chess.", "My mate hates gadgets.")
    assert {(who.casefold(), how, what) for who, how, what in talk.learned(*told)} == {
        ("my eldest", "age", 9),
        ("my youngest", "age", 4),
        ("my friend", "likes", "chess"),
        ("my mate", "dislikes", "gadgets"),
    }


def test_who_is_named_later_is_the_one_called_by_the_role_before(talk):
    for message in ("My dad likes chess.", "My father is called Hans.", "My dad lives in Graz."):
        talk.say(message)
    assert talk.answered("What does my father like?") == "Hans likes chess. Hans is your father."
    assert "Hans lives in Graz." in talk.answered("Where does my dad live?")
