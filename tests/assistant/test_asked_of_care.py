"""POST /chat: what somebody told of whom they look after, of a business and of a book they write is told of the right
one, and nothing of another chapter.
"""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

CARE = (
    "I look after my mother, she's 84 and has Parkinson's.",
    "Mum's name is Irene Kowalska, born 12 February 1942.",
    "She takes levodopa four times a day: 7, 11, 15 and 19 o'clock.",
    "The district nurse comes on Mondays and Fridays, her name is Bernadette.",
    "Mum's blood pressure was 148 over 86 this morning.",
    "She's allergic to penicillin, she got a rash in 1998.",
    "Mum fell in the bathroom last Thursday but nothing was broken.",
    "After the fall the GP stopped the amlodipine.",
    "The power of attorney is in the blue folder in my desk, the solicitor is Mr. Whitcombe.",
    "She doesn't like fish, but loves rice pudding and crosswords.",
    "The door code is with the neighbour, Mrs. Adeyemi at number 14.",
    "Physio exercises: ten sit-to-stands, twice a day.",
    "Her weight was 52 kilos in October and 50.5 this week.",
)
SHEET = """# Emergency sheet for Mum

| Medicine | Dose | When |
|---|---|---|
| Levodopa | 100 mg | 7, 11, 15, 19 |
| Donepezil | 10 mg | at night |

## If she freezes
1. Don't pull her.
2. Ask her to step over your foot.

## If she falls
- Don't lift her alone.
- Press the pendant.
"""
BUSINESS = (
    "I run a small landscaping business with four people, we're called Greenway Gardens.",
    "My crew: Luis, Hannah, Big Dave and the apprentice Kofi.",
    "Hannah wants to do her chainsaw certificate in January, costs 680, I said yes.",
    "The digger was hired from Plantforce for 180 a day until Friday.",
    "The Pemberton quote is valid until 15 December.",
    "Mrs. Pemberton at 12 Orchard Lane wants a pergola, quoted 4,850, she hasn't answered.",
    "Hilltop gives us 15% from 500 pounds.",
)
BOOK = (
    "I'm writing a novel, working title The Salt Harvest, 62,000 words so far.",
    "Chapter 7 is told by the priest, Father Colm.",
    "My writing group meets every other Tuesday at Nadia's, next time on 1 December.",
    "I write from 6 to 9 in the morning, 800 words a day.",
    "The letter is from Josiah to Harriet.",
    "Edwin Marsh is the engineer from Glasgow, he's 31 and secretly married.",
    "Edwin's wife is called Harriet, she turns up in chapter 15.",
)


def test_what_was_told_of_whom_one_looks_after(talk):
    conversation = None
    for message in CARE:
        conversation = talk.say(message, conversation=conversation)["conversation"]
    facts, irene = talk.learned(), "Irene Kowalska"
    assert facts >= {
        ("me", "mother", irene), (irene, "born_on", "1942-02-12"), (irene, "takes", "levodopa"),
        (irene, "allergic_to", "penicillin"), (irene, "dislikes", "fish"), ("my mother", "has", "Parkinson's"),
    }  # fmt: skip
    assert not any(subject in {"Bernadette", "Mr. Whitcombe"} and said != "is_a" for subject, said, _ in facts)
    assert "last Thursday" in talk.answered("When did mum fall?")
    assert "7, 11, 15 and 19" in talk.answered("When does mum take her levodopa?")
    assert "four times a day" in talk.answered("How often does mum take levodopa?")
    assert "ten sit-to-stands" in talk.answered("What exercises should mum do?")
    assert talk.answered("How much does mum weigh?").startswith("You said: “Her weight was 52 kilos")
    amlodipine = talk.answered("Does mum still take amlodipine?")
    assert amlodipine.startswith("Nothing you told me says exactly that.")
    assert "stopped the amlodipine" in amlodipine
    assert talk.answered("What is Bernadette's number?").startswith("Nothing you told me says exactly that.")


def test_what_to_do_if_is_told_by_the_list_below_that_heading(talk):
    talk.say("My mum is Irene Kowalska and she takes levodopa daily.")
    talk.post("/documents", {"title": "", "text": SHEET, "options": {"learn": False}})
    talk.work()
    freezes = talk.answered("What do I do if mum freezes?")
    assert freezes.endswith("1. Don't pull her.\n2. Ask her to step over your foot.")
    assert talk.answered("What should I do when she falls?").endswith("- Don't lift her alone.\n- Press the pendant.")
    assert "Donepezil" in talk.answered("What medicine does mum take at night?")


def test_what_was_told_of_a_business(talk):
    talk.learned(*BUSINESS)
    crew = talk.answered("Who's in my crew?")
    assert all(name in crew for name in ("Luis", "Hannah", "Big Dave", "Kofi"))
    assert not talk.answered("How many people work for me?").startswith("I know of")
    assert talk.answered("What does the digger cost?").startswith("You said: “The digger was hired")
    assert talk.answered("How much did I quote Pemberton?").startswith("You said: “Mrs. Pemberton at 12 Orchard Lane")
    assert talk.answered("What discount does Hilltop give?").startswith("You said: “Hilltop gives us 15%")


def test_what_was_told_of_a_book(talk):
    talk.learned(*BOOK)
    assert "The Salt Harvest" in talk.answered("What is my novel called?")
    assert talk.answered("When do I write?").startswith("You said: “I write from 6 to 9")
    assert "to Harriet" in talk.answered("Who is the letter to?")
    assert talk.answered("How old is Edwin?") == "Edwin Marsh is aged 31."
    assert "Chapter 7" not in talk.answered("What happens in chapter 12?")
