"""POST /chat: what was told in plain sentences is answered however one asks for it, without a model."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "Mira lives in Lund. Mira studies law. Mira is 34 years old. Mira is allergic to nuts. Mira speaks Swedish. "
    "Mira's birthday is on 3 May. Mira is married to Paul. Paul works at Siemens. Paul drives a Volvo.",
    "My sister Nora lives in Cardiff. Nora has a dog called Rex. Nora is vegan. Nora is retired. Nora hates mushrooms. "
    "My boss is Tessa. Tessa plays the cello. Tessa was born in Riga in 1980.",
    "Vega Glass was founded by Erik Lund. Erik Lund lives in Graz. Graz is in Austria.",
    "I live in Leeds. I work at Monzo as a product designer. I'm allergic to cats. My favourite colour is green.",
)
ASKED = (
    ("Where does Mira live?", "Mira lives in Lund."),
    ("where's mira living now", "Mira lives in Lund."),
    ("Which city does Mira live in?", "Mira lives in Lund."),
    ("What is Mira studying?", "Mira studies law."),
    ("How old is Mira?", "Mira is aged 34."),
    ("Can Mira eat nuts?", "Mira is allergic to nuts."),
    ("Which languages does Mira speak?", "Mira speaks Swedish."),
    ("When was Mira born?", "Mira's birthday is 3 May."),
    ("What car does Mira's husband drive?", "Paul drives Volvo."),
    ("Who works at Siemens?", "Paul works at Siemens."),
    ("Where does my sister live?", "Nora lives in Cardiff."),
    ("What is my sister's dog called?", "Rex is Nora's pet."),
    ("Who has a dog?", "Nora"),
    ("Does Nora eat meat?", "Nora is vegan."),
    ("What does Nora eat?", "Nora is vegan. Nora dislikes mushrooms."),
    ("What can't Nora eat?", "Nora is vegan."),
    ("Is Nora retired?", "Nora is retired."),
    ("What instrument does my boss play?", "Tessa plays cello."),
    ("When was Tessa born?", "Tessa was born in 1980."),
    ("Who founded Vega Glass?", "Vega Glass was founded by Erik Lund."),
    ("In which country does the founder of Vega Glass live?", "Graz is in Austria. Erik Lund lives in Graz."),
    ("Which country is Graz in?", "Graz is in Austria."),
    ("In which country is Graz?", "Graz is in Austria."),
    ("Where is Graz?", "Graz is in Austria."),
    ("Who lives in Graz?", "Erik Lund lives in Graz."),
    ("Where do I work?", "You work at Monzo."),
    ("What is my job?", "You work as a product designer."),
    ("What am I allergic to?", "You are allergic to cats."),
    ("What is my favourite colour?", "Your favourite colour is green."),
)


def test_however_it_is_asked(talk):
    """Every answer holds what was told; of a place it is told where it is, and of a diet before dislikes."""
    for message in TOLD:
        talk.say(message)
    answers = {question: talk.answered(question) for question, _ in ASKED}
    assert {question: answers[question] for question, told in ASKED if told not in answers[question]} == {}
    assert answers["Where is Graz?"] == "Graz is in Austria."
    assert "retired" not in answers["What does Nora eat?"] + answers["What can't Nora eat?"]
