"""A curated graph is asked in other words than its relations are called by, and by fewer steps (N35, J12)."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID
from tests.assistant.curated import curated, says

pytestmark = pytest.mark.django_db(transaction=True)

PAPERS = [
    ("Slow Rivers", "authored_by", "Janek Brekke"),
    ("Cold Voices", "authored_by", "Janek Brekke"),
    ("Slow Rivers", "authored_by", "Elin Ingram"),
    ("Slow Rivers", "published_in", "Northern Letters"),
    ("Slow Rivers", "topic", "soil erosion"),
    ("Slow Rivers", "cites", "Deep Signals"),
    ("Open Margins", "cites", "Slow Rivers"),
    ("Janek Brekke", "advised_by", "Mira Bielak"),
    ("Elin Ingram", "works_at", "Askov Institute"),
    ("Askov Institute", "located_in", "Askov"),
    ("Askov", "located_in", "Belmark"),
    ("Velden", "located_in", "Belmark"),
]
CLUB = [
    ("Luka Tveit", "plays_for", "Pernau Athletic"),
    ("Luka Tveit", "formerly_played_for", "Velden FC"),
    ("Luka Tveit", "represented_by", "Iris Drozd"),
    ("Pernau Athletic", "coached_by", "Karin Corvi"),
    ("Velden FC", "coached_by", "Ulf Lang"),
    ("Pernau Athletic", "home_ground", "Drozd Park"),
    ("Velden FC", "home_ground", "Marek Road"),
    ("Karin Corvi", "born_in", "Halvik"),
    ("Luka Tveit", "born_in", "Askov"),
]
SERVICES = [
    ("billing-api", "depends_on", "ledger-store"),
    ("cart-worker", "depends_on", "billing-api"),
    ("ledger-store", "on_call", "Anne Holub"),
    ("cart-worker", "on_call", "Bo Farago"),
    ("billing-api", "deployed_in", "us-east"),
    ("billing-api", "owned_by", "Payments team"),
    ("Payments team", "led_by", "Vera Nowak"),
    ("Vera Nowak", "works_from", "Lund"),
    ("INC-201", "affected", "billing-api"),
    ("INC-201", "resolved_by", "Bo Farago"),
    ("INC-201", "caused_by", "full disk"),
    ("Red Meadow", "mouth", "Amber Sea"),
    ("Blue Window", "composed_by", "Olga Castell"),
    ("Blue Window", "appears_on", "Letters from Askov"),
    ("glass bone disease", "affects", "joints"),
    ("Milo Lindahl", "in_class", "Class 5a"),
    ("Class 5a", "form_teacher", "Greta Nowak"),
    ("Greta Nowak", "commutes_from", "Varnholm"),
    ("glass bone disease", "discovered_by", "Wim Juhasz"),
]
VALUES = [
    ("Drozd Park", "capacity", "40500"),
    ("Pernau Athletic", "founded", "1926"),
    ("Luka Tveit", "position", "striker"),
    ("Slow Rivers", "year", "2011"),
    ("Greta Nowak", "email", "greta@school.example"),
    ("Blue Window", "duration", "5:42"),
]
PLAINLY = {
    # By other words than the relation's own, whatever their form.
    "Who wrote Slow Rivers?": "Slow Rivers was authored by Elin Ingram and Janek Brekke.",
    "Who supervised Janek Brekke?": "Janek Brekke was advised by Mira Bielak.",
    "Who fixed INC-201?": "INC-201 was resolved by Bo Farago.",
    "Why did INC-201 happen?": "INC-201 was caused by full disk.",
    "Which region does billing-api run in?": "billing-api is deployed in us-east.",
    "Who is Luka Tveit's agent?": "Luka Tveit was represented by Iris Drozd.",
    "How many people fit into Drozd Park?": "Drozd Park's capacity is 40500.",
    "How old is Pernau Athletic?": "Pernau Athletic was founded in 1926.",
    "What position does Luka Tveit play?": "Luka Tveit's position is striker.",
    "What is Slow Rivers about?": "Slow Rivers' topic is soil erosion.",
    "How long is Blue Window?": "Blue Window's duration is 5:42.",
    # By the meaning of the relation, of which no word is said.
    "Who wrote Blue Window?": "Blue Window is composed by Olga Castell.",
    # The way that it is asked: who depends on it, and on what it does.
    "Which services use billing-api?": "cart-worker depends on billing-api.",
    "What does billing-api use?": "billing-api depends on ledger-store.",
    "What does Slow Rivers refer to?": "Slow Rivers cites Deep Signals.",
    "Who is on call for the services that billing-api depends on?": "ledger-store's on call is Anne Holub.",
    # What is so, and what was.
    "Which club does Luka Tveit play for?": "Luka Tveit plays for Pernau Athletic.",
    "What is the home ground of the team Luka Tveit plays for?": "Pernau Athletic's home ground is Drozd Park.",
    "Who coaches the former club of Luka Tveit?": "Velden FC is coached by Ulf Lang.",
    # By a step that goes without saying.
    "Who is Luka Tveit's coach?": "Pernau Athletic is coached by Karin Corvi.",
    "Whose service was hit by INC-201?": "billing-api belongs to Payments team.",
    "Who leads the team whose service was affected by INC-201?": "Payments team is led by Vera Nowak.",
    "Which papers are by Janek Brekke?": "Cold Voices was authored by Janek Brekke.",
    "Who has written papers with Elin Ingram?": "Slow Rivers was authored by Janek Brekke.",
    "Which country is Elin Ingram's workplace in?": "Askov is in Belmark.",
    "Which towns are in Belmark?": "Velden is in Belmark.",
    "Who is Milo Lindahl's form teacher?": "Class 5a's form teacher is Greta Nowak.",
    "What is the email of Milo Lindahl's form teacher?": "Greta Nowak's email is greta@school.example.",
    "Which pupils are in Class 5a?": "Milo Lindahl is in class Class 5a.",
}
NEARLY = {
    "When did Slow Rivers come out?": "Slow Rivers' year is 2011.",
    "Which part of the body does glass bone disease harm?": "Glass bone disease affects joints.",
}
UNKNOWN = {
    "Who is Elin Ingram's dentist?": "Askov Institute",
    "What is the phone number of Pernau Athletic?": "1926",
    "Who are the customers of billing-api?": "us-east",
    "What's Luka Tveit's address?": "Drozd Park",
}


@pytest.fixture
def told(api, work, minilm):
    return curated(api, work, PAPERS + CLUB + SERVICES, VALUES)


def test_it_is_asked_in_other_words_n35_j12(told):
    answers = {question: told(question) for question in PLAINLY}
    wrong = {
        question: answer
        for question, answer in answers.items()
        if NOT_SAID in answer or not says(answer, PLAINLY[question])
    }
    assert wrong == {}


def test_what_only_comes_close_is_said_to_n35_j12(told):
    answers = {question: told(question) for question in NEARLY}
    assert {q: a for q, a in answers.items() if NOT_SAID not in a or not says(a, NEARLY[q])} == {}


def test_what_nobody_told_is_not_taken_from_what_stands_beside_it_j12(told):
    answers = {question: told(question) for question in UNKNOWN}
    plainly = {
        question: answer
        for question, answer in answers.items()
        if UNKNOWN[question] in answer and NOT_SAID not in answer
    }
    assert plainly == {}
