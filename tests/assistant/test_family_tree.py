"""POST /chat: what somebody tells who writes down a family tree, and who is whose kin by it."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = (
    "My father was Nils Lund, born 4 May 1938. My mother is Solveig Lund, née Aasen.",
    "Dad's parents were Anders Lund and Marit Haugen. Anders was a ship's carpenter, he was born in 1905 and drowned in "
    "1944.",
    "Marit Haugen died in 1991, she ran a boarding house after Anders died.",
    "Mum's father was Knut Aasen. Mum's mother was called Ingeborg Tveit, born 1874, died 1952.",
    "I have two brothers, Erik and Tor. Erik is the oldest, born 1964, Tor was born in 1970.",
    "Erik is married to Bente and they have a son Jonas, b. 1992 and a daughter Silje, b. 1995.",
    "Jonas had a baby girl this summer, Alma.",
    "Anders Lund had a brother Peder. Peder has a daughter, Ruth. Ruth's son is Michael.",
    "Anders Lund was baptised on 3 March 1905, parents Ole Lund and Gunhild Pedersdatter.",
    "Gunhild Pedersdatter died in 1918 of the Spanish flu.",
    "I'm divorced from Geir Solheim.",
    "My parents married in 1963 in Voss church.",
)
ASKED = {
    "Who are my brothers?": "Erik and Tor are your brothers.",
    "What is my mother's maiden name?": "Solveig Lund's maiden name is Aasen.",
    "When was Jonas born?": "Jonas was born in 1992.",
    "When did Ingeborg die?": "Ingeborg Tveit died in 1952.",
    "What was Anders's job?": "Anders Lund was a ship's carpenter.",
    "What did Anders do for a living?": "Anders Lund was a ship's carpenter.",
    "When did Anders die?": "Anders Lund died in 1944.",
    "What did Marit do after Anders died?": "Marit Haugen ran a boarding house.",
    "What did Gunhild die of?": "Gunhild Pedersdatter died of Spanish flu.",
    "When did my parents marry?": "My parents married in 1963 in Voss church",
    "Who were my grandparents?": "Anders Lund, Marit Haugen, Knut Aasen and Ingeborg Tveit are your grandparents.",
    "Who were my grandparents on my mother's side?": "Knut Aasen and Ingeborg Tveit are your grandparents.",
    "Who was my grandfather on my father's side?": "Anders Lund and Marit Haugen are Nils Lund's parents.",
    "Who are my great-grandparents?": "Ole Lund and Gunhild Pedersdatter are your great-grandparents.",
    "Who are my nephews and nieces?": "Jonas and Silje are your nephews and nieces.",
    "How many nieces do I have?": "I know of 1. Silje is your niece.",
    "Who is Jonas's grandfather?": "Nils Lund is Jonas' grandfather.",
    "How am I related to Michael?": "Michael is your second cousin.",
    "When was my nephew born?": "Jonas was born in 1992.",
    "When was my niece born?": "Silje was born in 1995.",
    "What is the connection between Alma and Peder?": "Peder is Alma's great-great-great-uncle.",
}


def test_who_is_whose_kin_is_told_with_the_facts_that_make_it_so(talk):
    for message in TOLD:
        talk.say(message)
    answers = {question: talk.answered(question) for question in ASKED}
    wrong = {question: answers[question] for question, told in ASKED.items() if told not in answers[question]}
    assert wrong == {}
    told = talk.answered("How am I related to Michael?")
    ways = ["Nils Lund is your father", "Peder is Anders Lund's brother", "Ruth is Peder's daughter",
            "Michael is Ruth's son"]  # fmt: skip
    assert [way for way in ways if way not in told] == []


def test_whose_parent_somebody_is_does_not_tell_who_their_parents_were(talk):
    talk.say("My father is Nils. Nils has a brother, Ole.")
    assert talk.answered("Who was Nils's father?").startswith("Nothing you told me says exactly that")


def test_two_who_are_no_kin_are_joined_by_the_shortest_way(talk):
    talk.say("My friend Ravi works at Northlight. Carla works at Northlight too.")
    told = talk.answered("How are Ravi and Carla connected?")
    assert "Ravi works at Northlight." in told
    assert "Carla works at Northlight." in told


def test_what_rests_on_an_unconfirmed_fact_is_unconfirmed(talk):
    talk.post("/facts", {"subject": {"name": "me"}, "predicate": "mother", "object": {"name": "Ada"}})
    staged = {"subject": {"name": "Ada"}, "predicate": "father", "object": {"name": "Bo"}, "status": "staged"}
    talk.post("/facts", staged)
    talk.work()
    told = talk.say("Who is my grandfather?")
    assert told["text"].startswith("Bo is your grandfather (unconfirmed).")
    assert "Ada is your mother." in told["text"]


def test_whom_somebody_is_married_to_is_not_their_first_wife(talk):
    talk.learned("Isla is married to Peter Strand.")
    assert talk.answered("Who is Peter's wife?") == "Isla is married to Peter Strand."
    assert talk.answered("Who was Peter's first wife?").startswith(NOT_SAID)
