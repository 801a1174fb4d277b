"""What people say of themselves at first: who they are, what they do, how tall they are, what they take."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'm Rosa Lindqvist, I'm 34 and I'm a brewer at Fjord Barley in Bergen.",
         {("me", "name", "Rosa Lindqvist"), ("me", "age", "34"), ("me", "is_a", "brewer"),
          ("me", "works_at", "Fjord Barley")}),
        ("I'm Walter, 71, retired bus driver from Hull.",
         {("me", "name", "Walter"), ("me", "age", "71"), ("me", "is_a", "retired bus driver"), ("me", "from", "Hull")}),
        ("I'm Lena, 29, software engineer at Nordlicht in Kiel.",
         {("me", "name", "Lena"), ("me", "age", "29"), ("me", "is_a", "software engineer"),
          ("me", "works_at", "Nordlicht")}),
        ("Hi, I'm Leila, mum of three: Yasmin (11), Sami (8) and baby Noor, 7 months old.",
         {("me", "name", "Leila"), ("me", "child", "Yasmin"), ("me", "child", "Sami"), ("me", "child", "Noor"),
          ("Yasmin", "age", "11"), ("Sami", "age", "8")}),
        ("We live in Utrecht, my husband Bas is a train driver and works shifts.",
         {("me", "lives_in", "Utrecht"), ("me", "married_to", "Bas"), ("Bas", "is_a", "train driver"),
          ("Bas", "works", "shifts")}),
        ("My cousin is a plumber and works", {("My cousin", "is_a", "plumber")}),
        ("I'm a mother of two, Anna and Ben.", {("me", "child", "Anna"), ("me", "child", "Ben")}),
        ("I'm a dad of two and I like tea.", {("me", "likes", "tea"), ("me", "is_a", "dad of two")}),
        ("Our baby Noor is 7 months old.", {("me", "child", "Noor"), ("Noor", "age", "7 months")}),
        ("My daughter Lena sings. Her choir is called the Larks and her teacher is Mr. Holt.",
         {("me", "daughter", "Lena"), ("Lena", "choir", "Larks"), ("Lena", "teacher", "Mr. Holt")}),
        ("School starts at 8:30 and finishes at 14:00, on Wednesdays at 12:15.", set()),
        ("I'm 1.72 m tall and my shoe size is 39.", {("me", "height", "1.72 m"), ("me", "shoe_size", "39")}),
        ("I'm 5 ft 8.", {("me", "height", "5 ft 8")}),
        ("I'm 5'8\".", {("me", "height", "5'8\"")}),
        ("I am 5 foot 8 inches tall.", {("me", "height", "5 foot 8 inches")}),
        ("My brother Axel is 190 cm tall.", {("me", "brother", "Axel"), ("Axel", "height", "190 cm")}),
        ("I'm 2 m away from the door.", set()),
        ("If I were 2 m tall I would play basketball.", set()),
        ("I'm not 1.80 m tall.", set()),
        ("I'm 39 and a half.", {("me", "age", "39")}),
        ("I take ramipril 5 mg in the morning and a statin at night.", {("me", "takes", "ramipril")}),
        ("My email is walt.drives@hull.example.", {("me", "email", "walt.drives@hull.example")}),
        ("My talk is called “Alarms that people don't ignore”.", {("me", "talk", "Alarms that people don't ignore")}),
        ("Our holiday insurance is with Saga, policy SG-77120.", {("me", "holiday_insurance", "Saga")}),
        ("We live in Cork at the moment, in a rented house on Magazine Road, until 28 February.", {("me", "lives_in", "Cork")}),
        ("I live at 14 Mill Lane, Leeds with my mother, who is 80.",
         {("me", "address", "14 Mill Lane, Leeds"), ("my mother", "age", "80")}),
        ("I take topiramate, 50 mg in the evening.", {("me", "takes", "topiramate")}),
        ("I have asthma and take Ventolin every morning.", {("me", "has", "asthma"), ("me", "takes", "Ventolin")}),
    ],
)  # fmt: skip
def test_what_is_said_of_oneself(text, facts):
    assert learned(text) == facts
