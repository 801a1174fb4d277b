"""What people tell of those they look after and descend from: illnesses, days of birth, who stood in which relation."""

from __future__ import annotations

import pytest

from assistant.extraction import rules
from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My mother has Parkinson's.", {("My mother", "has", "Parkinson's")}),
        ("Mum takes levodopa four times a day.", {("my mum", "takes", "levodopa")}),
        ("Mum's name is Irene Kowalska, born 12 February 1942.",
         {("me", "mother", "Irene Kowalska"), ("Irene Kowalska", "born_on", "1942-02-12")}),
        ("Agnes is born on Skerrow.", {("Agnes", "born_in", "Skerrow")}),
        ("My crew: Luis, Hannah and Kofi.", {("me", "crew", "Luis"), ("me", "crew", "Hannah"), ("me", "crew", "Kofi")}),
        ("Marit had two brothers, Olaf and Henrik.", {("Marit", "brother", "Olaf"), ("Marit", "brother", "Henrik")}),
        ("My grandmother was Marit Sorensen.", {("me", "grandmother", "Marit Sorensen")}),
        ("My sister Inês lives in Lyon with her husband Mathieu and their twins, Léo and Zoé.",
         {("me", "sister", "Inês"), ("Inês", "lives_in", "Lyon"), ("Inês", "married_to", "Mathieu"),
          ("Inês", "lives_with", "Mathieu"), ("Inês", "child", "Léo"), ("Inês", "child", "Zoé"),
          ("Mathieu", "child", "Léo"), ("Mathieu", "child", "Zoé")}),
        ("I'm seeing someone called Tom.", {("me", "partner", "Tom")}),
        ("I'm seeing a therapist called Ann.", {("me", "therapist", "Ann")}),
        ("We have a beagle called Pastel, who is four.",
         {("me", "pet", "Pastel"), ("Pastel", "is_a", "beagle"), ("Pastel", "age", "4")}),
        ("I have a sister called Anna, who is a nurse.", {("me", "sister", "Anna"), ("Anna", "is_a", "nurse")}),
        ("I want a dog called Rex.", set()),
        ("We've got two girls, Temi who's 8 and Simi who's 5.",
         {("me", "daughter", "Temi"), ("Temi", "age", "8"), ("me", "daughter", "Simi"), ("Simi", "age", "5")}),
        ("My teacher is a woman called Ruth.", {("me", "teacher", "Ruth")}),
        ("Martin emigrated to New Zealand.", {("Martin", "lives_in", "New Zealand")}),
        ("We're going to Aarhus for New Year, staying with his brother Søren.", set()),
        ("My mother was kind.", set()),
        ("My boss was Ann.", set()),
        ("I'm Ruth Aldridge and I research the Aldridges of Whitby.", {("me", "name", "Ruth Aldridge")}),
    ],
)  # fmt: skip
def test_what_is_told_of_a_family_is_learned(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("history", "said", "subjects"),
    [
        (["Mum's blood pressure was 148 over 86."], "She's allergic to penicillin.", {"my mum"}),
        (["Mum fell last week.", "The solicitor is Mr. Whitcombe."], "She doesn't like fish.", {"my mum"}),
        (["Mum's name is Irene Kowalska."], "She takes levodopa daily.", {"Irene Kowalska"}),
        (["The solicitor is Mr. Whitcombe."], "She doesn't like fish.", set()),
        (["Edwin Marsh is the engineer from Glasgow."], "He lives in Leith.", {"Edwin Marsh"}),
    ],
)
def test_she_is_who_was_spoken_of_and_no_mister(history, said, subjects):
    assert {one.subject.text for one in rules.candidates(said, history=history)} == subjects
