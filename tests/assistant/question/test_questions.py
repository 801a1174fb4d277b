"""Whether a sentence is surely a question."""

from __future__ import annotations

import pytest

from assistant.conversation.conversations import pieces
from assistant.question.questions import asks, is_put, is_question


@pytest.mark.parametrize(
    "sentence",
    [
        "whats the wifi password", "what time is the bus", "who lives in ghent", "how much rent do we pay",
        "and when does it start", "which one is mine", "whose bike is that", "Is it far?", "¿Dónde está?", "彼は？",
    ],
)  # fmt: skip
def test_what_is_put_is_a_question_with_its_mark_or_without(sentence):
    assert is_put(sentence)
    assert asks(sentence)
    assert pieces("user", sentence) == [], "what was asked is no evidence for what is asked again"


@pytest.mark.parametrize(
    "sentence",
    [
        "When I was twelve I broke my arm.", "how to get there: left at the mill", "Where the key is, Anna knows.",
        "dentist friday at 3", "Will be in Oslo until May", "what I like is tea", "", "Have the keys ready by noon.",
    ],
)  # fmt: skip
def test_what_tells_is_none(sentence):
    assert not is_put(sentence)


@pytest.mark.parametrize(
    "text",
    [
        "Wie heißt meine Chefin", "wo wohnt Anja", "Was kostet das Hotel", "waar woont mijn zus", "hoe oud is mijn broer",
        "où habite ma sœur", "dónde vive mi hermana", "quanto costa il biglietto", "vem är Erik",
    ],
)  # fmt: skip
def test_a_question_of_another_language_is_one_without_its_mark(text):
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Am 12. Dezember fahren wir mit dem Zug nach Wien.", "Am Freitag kommt Oma.", "Was ich nicht mag, ist Koriander.",
        "Quando ero bambino abitavo a Torino.", "Is het feest bij Noor, dan komt mijn broer.",
    ],
)  # fmt: skip
def test_what_tells_in_another_language_asks_nothing_by_an_english_word(text):
    assert not asks(text)
    assert pieces("user", text) != [], "the words are kept"


@pytest.mark.parametrize(
    "text",
    [
        "had the screen with Stefan, went well, he asked about dbt. Next is a case study due 3 December",
        "had a scan today",
        "have to call mum tomorrow",
        "was at the dentist today",
        "will be in Rome on Friday",
        "should bring wine on Friday",
        "did some laundry",
        "am in Rome until Friday",
        "would be nice",
        "should've bought the blue one, 49 euros at Kern",
        "Does not like cheese",
        "am vegan since january",
        "who: us 4, my parents and Mika's mum",
        "gifts: eetu - lego, onni - a book, dad slippers size 44, mum ???",
        "who has keys: mum, Ben, Ulla",
        "is the boiler serviced: yes, 3 may",
        "can of paint: RAL 9010, half full, in the cellar",
        "will: original at notary Bauer",
        "name of new neighbour = Ulla",
        "Help desk number 4455",
        "could not sleep, back pain",
        "would rather have the window seat",
        "write down: plate number B-KL 2201",
        "tell Bo the code is 4471",
        "give the cat half a tablet at 8",
        "remind Bo: dentist 4pm",
        "write report by friday",
        "wifi at mums: apfelkuchen77 ?",
        "Otto Brandt, * 11.3.1921 Breslau",
    ],
)
def test_what_is_told_in_haste_without_its_i_is_no_question(text):
    assert not is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "has Tom called",
        "has the plumber called",
        "have the kids eaten",
        "have all the invoices been paid",
        "did it rain yesterday",
        "did that work",
        "have you met Ana",
        "have I paid the rent",
        "was the dentist nice",
        "will it rain",
        "did the plumber call",
        "can you do Thursday",
        "am I allergic to nuts",
        "should I bring wine",
        "had a scan today?",
        "who: me?",
        "Question: when I come on Friday, ok?",
        "tell me a joke",
        "Tell Anna about the trip",
        "give Tom's address",
        "is Anna here: at home or at work",
        "can you help: Anna is ill",
    ],
)
def test_what_asks_in_haste_is_a_question(text):
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "Iron Clock was directed by who", "Rosa was the director of which films", "in what languages are the films",
        "who directed the films that Tobin acted in", "when was the film A Quiet Garden released",
        "the films that share a writer with Iron Clock were in which genres",
        "what else did the director of Iron Clock make",
    ],
)  # fmt: skip
def test_what_asks_at_its_end_or_of_somebody_in_a_clause_is_a_question_n35(text):
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "I don't know what it is for", "We got a kitten, in which case I need a litter box", "Not sure who to go with",
        "What is important to me is honesty", "Where we live there is no bus", "who we saw yesterday was Anna",
        "Mum asked me who it was from", "She told me by whom",
    ],
)  # fmt: skip
def test_what_is_only_said_of_a_question_is_none(text):
    assert not asks(text)
