"""POST /chat: what a lease, a policy, the guide of a boiler, minutes and a recipe say, each by its title and headings."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

UNSURE = "Nothing you told me says exactly that."
LEASE = """# Tenancy agreement: Flat 6, 48 Marine Parade

**Landlord:** Coastline Lettings Ltd, 11 Queens Road
**Start:** 1 September 2026  **End:** 31 August 2027

## Notice
After the first six months either party may end the tenancy with two months' written notice.

## Use
The tenant shall not keep pets without written consent.
Smoking is not permitted anywhere in the building.
Bicycles may be stored in the basement, not in the stairwell.
"""
BOILER = """VAILMONT EcoTherm 24 - short guide

If the display shows F22 the water pressure is too low. Open the two valves until the gauge reads 1.3 bar.
Normal pressure is between 1 and 1.5 bar when cold.
"""
POLICY = """# Contents insurance - summary

- Insurer: Harbour Mutual
- Policy number: HM-2026-55190
- Period: 5 September 2026 to 4 September 2027
- Sum insured: £25,000
- Bicycles are covered away from home up to £800 if locked.
"""
MINUTES = """# Brighton Bay Swimmers, committee meeting, 18 November 2026

Present: Owen, Farida, Lindsay, Pete

## Membership
We have 64 members. Farida proposed raising the yearly fee from £20 to £25; agreed unanimously.

## Lockers
The lockers leak. Quote from Bayside Joinery: £480. Decision: repair rather than replace.

## Actions
- [ ] Farida: update the website with the new fee by 1 December
"""
RECIPE = """---
title: Nain's bara brith
tags: [recipe, baking]
---
Makes one loaf.

## Ingredients
- 350 g mixed dried fruit
- 100 g dark brown sugar

## Method
1. Soak the fruit and sugar in the tea overnight.
2. Heat the oven to 160 °C.
3. Bake in a lined loaf tin for about 75 minutes.
"""


@pytest.fixture
def papers(talk):
    for text in (LEASE, BOILER, POLICY, MINUTES, RECIPE):
        talk.post("/documents", {"title": "", "text": text, "options": {"learn": False}})
    talk.work()
    talk.say("I'm seeing someone called Tom, he plays the cello.")
    return talk


def test_what_a_paper_is_called_its_lines_need_not_say_again(papers):
    assert "End: 31 August 2027" in papers.answered("When does my tenancy end?")
    assert "Bake in a lined loaf tin for about 75 minutes." in papers.answered("How long does bara brith bake?")
    assert "100 g dark brown sugar" in papers.answered("How much sugar goes in bara brith?")
    assert "tags:" not in papers.answered("What is bara brith?")
    assert "Period: 5 September 2026 to 4 September 2027" in papers.answered("When does my insurance run out?")
    insurer = papers.answered("Who is my contents insurance with?")
    assert insurer.startswith("From “Contents insurance - summary”: “Insurer: Harbour Mutual")
    assert "£25" in papers.answered("What is the new membership fee?")
    assert "Present: Owen, Farida, Lindsay, Pete" in papers.answered("Who was at the committee meeting?")
    assert "Decision: repair rather than replace." in papers.answered("What did we decide about the lockers?")


def test_a_bike_is_a_bicycle_and_a_dog_a_pet(papers):
    assert "may be stored in the basement" in papers.answered("Where can I keep my bike?")
    assert "Bicycles are covered" in papers.answered("Is my bike insured?")
    assert "shall not keep pets" in papers.answered("Am I allowed a dog?")


def test_what_a_line_does_not_say_is_not_told_of_it(papers):
    assert papers.answered("Is Tom's cello covered?").startswith(UNSURE)
    assert not papers.answered("How tall is the boiler?").startswith("From")
    assert "160 °C" in papers.answered("How hot does the oven need to be?")


def test_beside_what_is_near_stands_what_comes_next(papers):
    assert "Open the two valves" in papers.answered("How do I fix F22?")
