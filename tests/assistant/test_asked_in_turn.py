"""POST /chat: what is asked in turn: "Why?" and "Which one?" of the question before, and what was moved since."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "My assistant is Rui. He drives the van and holds the second camera.",
    "I shoot on two Nikon Z8 bodies, and the old D750 is my backup.",
    "In September I broke my left wrist falling off a step ladder.",
    "I stopped shooting christenings last year because they paid too little.",
    "I'm teaching a workshop on flash photography on 5 December at the Casa da Música.",
    "The van is a 2017 Renault Kangoo.",
    "No wait, the workshop has moved to 12 December.",
    "I met Marta at a workshop in Braga in 2019.",
)


def test_a_bare_question_word_asks_of_the_question_before(talk):
    for message in TOLD:
        talk.say(message)

    def in_turn(*questions: str) -> str:
        answer = talk.say(questions[0])
        for question in questions[1:]:
            answer = talk.say(question, conversation=answer["conversation"])
        return answer["text"]

    assert "paid too little" in in_turn("Do I still shoot christenings?", "Why not?")
    assert "2019" in in_turn("Where did I meet Marta?", "When?")
    assert "left wrist" in in_turn("How did I break my wrist?", "Which one?")
    assert "off a step ladder" in in_turn("When did I break my wrist?", "How?")


def test_what_is_told_is_of_whom_or_of_what_it_is_asked(talk):
    for message in TOLD:
        talk.say(message)
    assert "second camera" not in talk.answered("Which cameras do I use?")
    assert talk.answered("What is the van?").startswith("You said: “The van is a 2017 Renault Kangoo.”")
    assert talk.answered("When is my workshop?").startswith(
        "You said: “No wait, the workshop has moved to 12 December.”"
    )
    assert talk.answered("Where are my backups?").startswith("Nothing you told me says exactly that.")


def test_a_beagle_is_a_dog(talk):
    talk.say("We have a beagle called Pastel, who is four and terrified of fireworks.")
    talk.say("Our cat is called Mitzi.")
    assert talk.answered("What's our dog called?") == "Pastel is your pet."
    assert "Mitzi" not in talk.answered("How old is my dog?")


ROUND = (
    "I'm Tunde, I drive for a parcel company in Birmingham, six days a week.",
    "My husband Henrik is Danish and builds harpsichords.",
    "Nobody knows that yet except Henrik.",
    "My brother Wale is in Houston, he's been there since 2016, does IT for an oil company.",
    "I send my mum £100 on the first of every month, she's in Ibadan.",
    "I support Aston Villa, and Wale supports United, it's a problem.",
    "Pastor Emeka married us in 2014 at Mount Zion.",
    "Mum turns 70 on 11 February and we're all flying out for it.",
    "Louise lives round the corner and pops in most days. She's a dental nurse.",
    "I take ramipril 5 mg in the morning.",
    "I have to stop the aspirin a week before the operation.",
    "The playtest at the library had 14 people; most got stuck on the bell puzzle.",
)


def test_of_whom_a_line_tells_is_told_by_the_line(talk):
    for message in ROUND:
        talk.say(message)
    assert talk.answered("What does Henrik do?") == "Henrik builds harpsichords."
    assert talk.answered("Where is Henrik from?") == "Henrik is Danish."
    wale = talk.answered("where does wale live")
    assert "Houston" in wale
    assert "Ibadan" not in wale
    assert talk.answered("which team do i support") == "You support Aston Villa."
    assert "Louise" not in talk.answered("Where does Martin live?")
    assert "aspirin" in talk.answered("Which medicine do I have to stop?")
    assert not talk.answered("How many people are we?").startswith("You said")
    assert not talk.answered("how much are the flights").startswith("You said")


def test_a_fragment_of_a_question_is_no_answer_later(talk):
    talk.say("I support Aston Villa, and Wale supports United.")
    first = talk.say("which team do i support")
    second = talk.say("and wale", conversation=first["conversation"])
    assert "Wale supports United" in second["text"]
    assert "“and wale”" not in talk.answered("What do you know about Wale?")


def test_both_parents_have_the_same_four_children(talk):
    talk.learned("Thomas and Marit had four children: George, Ellen, Arthur and Ruth.")
    assert "I know of 4." in talk.answered("How many children did Thomas and Marit have?")


FRIENDS = (
    "I'm seeing someone new, Elias, he's a paramedic and works nights every other week",
    "Elias has a daughter, Mila, who's 7 and mad about dinosaurs",
    "Mila's birthday party is on Saturday 12 December at the trampoline park in Salford, from 2 to 4",
    "my neighbour Mrs Okafor has my spare key, her number is 0161 496 0382",
    "mum's new number is 07700 900877",
    "Noor moved back in with her mum in Bradford last month",
    "dad had his cataract operation, all went well, check-up in three weeks",
    "my biggest customer is Nordsaft in Flensburg",
    "Nordsaft's machine broke down twice in October, a sensor fault, Uwe replaced it",
    "the buyer at Nordsaft is Frau Petersen, she hates being called on Mondays",
    "the new service contract with Nordsaft runs until 30 June 2028",
    "I'm training for the Hamburg marathon on 25 April, my goal is 3:15",
)


@pytest.fixture
def in_turn(talk):
    for message in FRIENDS:
        talk.say(message)
    talk.work()

    def ask(*questions: str) -> str:
        answer = talk.say(questions[0])
        for question in questions[1:]:
            answer = talk.say(question, conversation=answer["conversation"])
        return answer["text"]

    return ask


def test_she_is_not_who_was_he_before(in_turn):
    began = ("Who am I seeing?", "What does he do?", "Does he have kids?")
    assert in_turn(*began, "How old is she?").startswith("Mila is aged 7")
    assert in_turn(*began, "How old is she?", "What does she like?").startswith("Mila likes dinosaurs")


def test_it_is_what_the_question_before_names_as_somebodys(in_turn):
    said = in_turn("When is Mila's birthday party?", "Where is it?")
    assert "at the trampoline park in Salford" in said
    assert not said.startswith(NOT_SAID)


def test_and_mrs_okafors_is_the_same_of_her(in_turn):
    assert in_turn("What's mum's number?", "And Mrs Okafor's?").startswith("Mrs Okafor's phone number is 0161 496 0382")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("Where does Noor live?", "moved back in with her mum"), ("When is dad's check-up?", "check-up in three weeks")],
)
def test_what_is_said_in_other_words_is_no_near_thing(in_turn, asked, answer):
    said = in_turn(asked)
    assert answer in said
    assert not said.startswith(NOT_SAID)


def test_a_firm_is_they_and_its_buyer_is_not(in_turn):
    said = in_turn(
        "Who is my biggest customer?",
        "Where are they?",
        "What does Frau Petersen hate?",
        "Is she the buyer there?",
        "Until when does their service contract run?",
    )
    assert "runs until 30 June 2028" in said
    assert not said.startswith(NOT_SAID)


def test_where_is_not_told_by_when(in_turn):
    said = in_turn("Where is Nordsaft?")
    assert "Nordsaft in Flensburg" in said
    assert "October" not in said


def test_when_is_it_is_asked_of_what_the_answer_named(in_turn):
    assert "on 25 April" in in_turn("Which race am I training for?", "When is it?")
