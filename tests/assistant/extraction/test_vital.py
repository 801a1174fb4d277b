"""What family trees and address books say in short: births, deaths, maiden names, parents, and how to reach somebody."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My mother is Solveig Lund, née Aasen.",
         {("me", "mother", "Solveig Lund"), ("Solveig Lund", "maiden_name", "Aasen")}),
        ("Erik and Bente have a son Jonas, b. 1992 and a daughter Silje, b. 3 May 1995.",
         {(parent, *child) for parent in ("Erik", "Bente") for child in (("son", "Jonas"), ("daughter", "Silje"))}
         | {("Jonas", "born_on", "1992"), ("Silje", "born_on", "1995-05-03")}),
        ("Her grandfather was Ole Lund (b. 1874, d. 1931).", {("Ole Lund", "born_on", "1874"), ("Ole Lund", "died_on", "1931")}),
        ("Ingeborg Tveit, born 1915, died 2002.", {("Ingeborg Tveit", "born_on", "1915"), ("Ingeborg Tveit", "died_on", "2002")}),
        ("Anders drowned in 1944.", {("Anders", "died_on", "1944")}),
        ("Gunhild died in 1918 of the Spanish flu.", {("Gunhild", "died_on", "1918"), ("Gunhild", "died_of", "Spanish flu")}),
        ("Ole Lund died of cancer.", {("Ole Lund", "died_of", "cancer")}),
        ("Ole Lund was a fisherman.", {("Ole Lund", "was_a", "fisherman")}),
        ("Anders was a ship's carpenter.", {("Anders", "was_a", "ship's carpenter")}),
        ("Berta was baptised in 1908, parents: Ole Lund and Gunhild Pedersdatter.",
         {("Berta", "parent", "Ole Lund"), ("Berta", "parent", "Gunhild Pedersdatter")}),
        ("My parents are Nils and Solveig.", {("me", "parent", "Nils"), ("me", "parent", "Solveig")}),
        ("My grandparents were Ole Lund and Gunhild Pedersdatter.",
         {("me", "grandparent", "Ole Lund"), ("me", "grandparent", "Gunhild Pedersdatter")}),
        ("I'm divorced from Geir Solheim.", {("me", "divorced_from", "Geir Solheim"), ("me", "is", "divorced")}),
        ("Jonas had a baby girl this summer, Alma.", {("Jonas", "daughter", "Alma")}),
        ("Cassian Vane has two older children too, Lucan and Merrow.",
         {("Cassian Vane", "child", "Lucan"), ("Cassian Vane", "child", "Merrow")}),
        ("Otto Brandt, * 11.3.1921 Breslau, + 7.12.1989 Görlitz",
         {("Otto Brandt", "born_on", "1921-03-11"), ("Otto Brandt", "died_on", "1989-12-07")}),
        ("Hedwig Brandt geb. Scholz, * 30.8.1924 Lauban, + 2001",
         {("Hedwig Brandt", "maiden_name", "Scholz"), ("Hedwig Brandt", "born_on", "1924-08-30"),
          ("Hedwig Brandt", "died_on", "2001")}),
        ("Angus was born 1869, not 1871", {("Angus", "born_on", "1869")}),
        ("hmm the certificate says Effie died in 1941 not 1940", {("Effie", "died_on", "1941")}),
        ("my great aunt Effie died in 1941", {("me", "great_aunt", "Effie"), ("Effie", "died_on", "1941")}),
        ("my great grandfather Angus Baird, born 1871 in Oban, married Effie MacPhee",
         {("me", "great_grandfather", "Angus Baird"), ("Angus Baird", "born_on", "1871"),
          ("Angus Baird", "married_to", "Effie MacPhee")}),
        ("children: Duncan 1897, Morag 1899, Ewan 1903 (died 1916 at sea)", {("Ewan", "died_on", "1916")}),
        ("Duncan emigrated to Dunedin 1921", {("Duncan", "lives_in", "Dunedin")}),
        ("Renate passed away four years ago, on the 3rd of May 2022.", {("Renate", "died_on", "2022-05-03")}),
        ("Family dates\n\nOtto Brandt, * 11.3.1921\nMia * 17.2.2007",
         {("Otto Brandt", "born_on", "1921-03-11"), ("Mia", "born_on", "2007-02-17")}),
        # what only looks like it
        ("We sold the Tesla + 2024 Volvo.", set()),
        ("Was Ole Lund born 1874?", set()),
        ("If Jack died 1915, I never knew him.", set()),
        ("Max was a great listener.", set()),
        ("Networking was a lifesaver.", set()),
        ("My grandfather was a fisherman.", set()),
        ("We invited the parents Ole and Anna.", set()),
        ("I have 12 b. 1992 stamps.", set()),
    ],
)  # fmt: skip
def test_what_a_family_tree_says_in_short_is_learned(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("new contact: Anita Desai, head of procurement at Bell Foods, anita@bell.example, 0117 496 0112",
         {("Anita Desai", "works_as", "head of procurement"), ("Anita Desai", "works_at", "Bell Foods"),
          ("Anita Desai", "email", "anita@bell.example"), ("Anita Desai", "phone", "0117 496 0112")}),
        ("Call Ben Hart, plumber, 01803 555 012", {("Ben Hart", "works_as", "plumber"), ("Ben Hart", "phone", "01803 555 012")}),
        ("Ben Hart, lives next door, 01803 555 012", {("Ben Hart", "phone", "01803 555 012")}),
        ("Lunch: Tom Baker, Anna Lee, 12345678", set()),  # whose number it is, nobody knows
        ("Anita Desai, Bristol", set()),
        ("Plumber, 01803 555 012", set()),
    ],
)  # fmt: skip
def test_a_contact_that_is_jotted_down_is_learned(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I have two brothers, Erik and Tor. Erik lives in Oslo.",
         {("me", "brother", "Erik"), ("me", "brother", "Tor"), ("Erik", "lives_in", "Oslo")}),
        ("Jonas lives in Voss. Tor never married. He has a farm.", {("Jonas", "lives_in", "Voss"), ("Tor", "owns", "farm")}),
        ("My contact at Harbour is Declan Moyes, ops director. He supports Plymouth Argyle.",
         {("me", "contact", "Declan Moyes"), ("Declan Moyes", "works_at", "Harbour"),
          ("Declan Moyes", "supports", "Plymouth Argyle")}),
        ("Marit Haugen died in 1991, she ran a boarding house after Anders died.",
         {("Marit Haugen", "died_on", "1991"), ("Marit Haugen", "ran", "boarding house")}),
        ("Sudha aunty lives in Mumbai, her son Vikram works at Tata.",
         {("Sudha", "lives_in", "Mumbai"), ("Sudha", "son", "Vikram"), ("Vikram", "works_at", "Tata")}),
        ("My uncle Bob lives in York.", {("me", "uncle", "Bob"), ("Bob", "lives_in", "York")}),
        ("Dad's brother Mohan lives in Pune, he has two daughters, Divya and Pooja.",
         {("my dad", "brother", "Mohan"), ("Mohan", "lives_in", "Pune"), ("Mohan", "daughter", "Divya"),
          ("Mohan", "daughter", "Pooja")}),
        ("My dad's name was Suresh.", {("me", "father", "Suresh")}),
        ("My nani, mum's mum, is Saraswati.", {("me", "grandmother", "Saraswati")}),
        ("Weekly, atlas goes to Backblaze.", {("atlas", "goes_to", "Backblaze")}),
        ("The archive in Stavanger is open Tuesdays and Thursdays.", set()),
    ],
)  # fmt: skip
def test_it_is_learned_of_whom_it_is_said(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My supervisor is Folake Adeyemi and the second one is Bas de Wit.", {("me", "boss", "Folake Adeyemi")}),
        ("Teaching this term: plant physiology.", {("me", "teaches", "plant physiology")}),
        ("My suit is at the cleaners on Harrogate Road, ready Friday.", set()),
        ("My references are Helen Cho and Paul Priestley.", {("me", "reference", "Helen Cho"), ("me", "reference", "Paul Priestley")}),
        ("I'm Ines Moreau, third-year PhD student at Wageningen, I work on root exudates.",
         {("me", "name", "Ines Moreau"), ("me", "is_a", "third-year PhD student"), ("me", "studies_at", "Wageningen"),
          ("me", "works_on", "root exudates")}),
    ],
)  # fmt: skip
def test_what_only_stands_beside_is_not_what_it_is(text, facts):
    assert learned(text) == facts
