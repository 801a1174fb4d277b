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
    "I run a small architecture office called Nordlys.",
    "My sister is Ingrid.",
    "Ingrid wrote a book about owls.",
    "We won an award for the Ebeltoft school.",
    "I cycle to work.",
    "I'd like to learn Japanese.",
    "Ida has asthma.",
    "My thesis supervisor is Prof. Rahimi.",
    "The thesis is about demand forecasting.",
    "My manager is called Dirk Baumann.",
    "Our cat is Okra.",
    "Karl is lactose intolerant.",
)


PLAINLY = (
    ("Who is my contact at the ministry?", "Frau Lenz"),
    ("What is wrong with my mother's heart?", "heart condition"),
    ("Who do I play badminton with?", "Sabine"),
    ("Where did I meet Karl?", "Göttingen"),
    ("What pet do we have?", "Herbert"),
    ("When is our wedding anniversary?", "14 May 2008"),
    ("What's my blood type?", "A positive"),
    ("What is the wifi called?", "Heron"),
    ("Can Karl see colours?", "colour-blind"),
    ("What is my company called?", "Nordlys"),
    ("How do I get to work?", "cycle"),
    ("What would I like to learn?", "Japanese"),
    ("What did we win an award for?", "Ebeltoft"),
    ("What did my sister write about?", "owls"),
    ("What is my thesis about?", "forecasting"),
    ("What is my cat called?", "Okra"),
    ("What can't Karl eat?", "lactose intolerant"),
)
NEARLY = (  # and what must not be told at all
    ("What's the wifi password?", ""),
    ("What is Theo's favourite food?", ""),
    ("What is my favourite chore?", ""),
    ("When do I play tennis?", ""),
    ("Is Karl vegetarian?", ""),
    ("What's Karl's blood type?", "A positive"),
)


def test_what_was_told_is_answered_plainly_and_what_only_comes_near_is_told_as_that(talk):
    talk.learned(*TOLD)
    plain = {question: (answer, holds) for question, holds in PLAINLY if (answer := talk.answered(question))}
    assert {q: one for q, (one, holds) in plain.items() if holds not in one or one.startswith(NEAR)} == {}
    near = {question: (answer, never) for question, never in NEARLY if (answer := talk.answered(question))}
    assert {q: one for q, (one, never) in near.items() if not one.startswith(NEAR) or (never and never in one)} == {}
    assert (len(plain), len(near)) == (len(PLAINLY), len(NEARLY))
    assert talk.answered("Do I have a dog?").startswith((NEAR, "I don't know that"))
    assert talk.answered("Do I have a tortoise?") == "Herbert is your pet."
    assert "asthma" not in talk.answered("Does Karl have asthma?")


MANUAL = """# Heating
The boiler is a Vaillant, installed in 2017. The service is due every September.

# Budget
12,000 euros, of which 4,000 for windows.

# Decisions
- We use larch and not oak.
"""


def test_of_a_document_its_headings_and_the_lines_beside_say_what_a_line_is_about(talk):
    talk.post("/documents", {"title": "House", "text": MANUAL})
    talk.work()
    talk.work()
    assert talk.answered("When is the boiler service due?").startswith(
        "From “House”: “The service is due every September"
    )
    assert talk.answered("What is the budget?").strip() == "From “House”: “12,000 euros, of which 4,000 for windows.”"
    assert "“We use larch and not oak.”" in talk.answered("What did we decide about oak?")
    assert talk.answered("How much larch is needed for the boiler?").startswith((NEAR, "I don't know that"))
