"""What is said to be so from a day on that is named, or until it; of what only may come to be nothing is learned."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.extraction import rules
from tests.assistant.extraction.test_rules import learned

SAID_AT = dt.datetime(2026, 8, 9, 10, 0, tzinfo=dt.UTC)


def dated(text: str, *history: str) -> set[tuple[str, str, str, str, str]]:
    """(subject, predicate, object or value, since, until) of each candidate."""
    found = rules.candidates(text, said_at=SAID_AT, history=history)
    return {
        (
            "me" if one.subject.text == "User" else one.subject.text,
            one.predicate,
            one.object.text if one.object else one.value or "",
            f"{one.valid_from:%Y-%m-%d}" if one.valid_from else "",
            f"{one.valid_until:%Y-%m-%d}" if one.valid_until else "",
        )
        for one in found
    }


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'm moving to Chorlton on 1 September.", {("me", "lives_in", "Chorlton", "2026-09-01", "")}),
        ("I'm moving in with Anouk on 1 September, to a two-bed flat in Chorlton.",
         {("me", "lives_with", "Anouk", "2026-09-01", ""), ("me", "lives_in", "Chorlton", "2026-09-01", "")}),
        ("We will move to Porto on 3 October.", {("me", "lives_in", "Porto", "2026-10-03", "")}),
        ("I'm moving to Oakland at the end of September, I signed the lease on Tuesday.",
         {("me", "lives_in", "Oakland", "2026-09-30", "")}),
        ("Anna is moving to Graz in November.", {("Anna", "lives_in", "Graz", "2026-11-30", "")}),
        ("I start at Google on Monday.", {("me", "works_at", "Google", "2026-08-10", "")}),
        ("I'm joining Siemens on 1 December.", {("me", "works_at", "Siemens", "2026-12-01", "")}),
        ("I'll be reporting to a woman called Priscilla Okonjo.", {("me", "boss", "Priscilla Okonjo", "", "")}),
        ("My last day at Bruntwood is 24 October.", {("me", "works_at", "Bruntwood", "", "2026-10-24")}),
        ("My last day at Bruntwood was 24 April.", {("me", "works_at", "Bruntwood", "", "2026-04-24")}),
        ("Mia's fifth birthday is on 3 March.",
         {("Mia", "birthday", "3 March", "", ""), ("Mia", "born_on", "2022-03-03", "", "")}),
        # no day, more than one day, or not sure
        ("I'm moving to Madrid next year.", set()),
        ("I'm moving to Porto.", set()),
        ("We might move to Porto on 3 October.", set()),
        ("If I get the job we're moving to Porto on 3 October.", set()),
        ("We're not moving to Porto on 3 October.", set()),
        ("I think we're moving to Porto on 3 October.", set()),
        ("Are we moving to Porto on 3 October?", set()),
        # something else
        ("Tom joins Zoom on Monday.", set()),
        ("The team is moving to Slack on Monday.", set()),
        ("I start at 9 on Monday.", set()),
        ("Jack starts at Durham on 5 October, reading geography.", set()),
        ("Viktor is moving with Anna on Monday.", set()),
    ],
)  # fmt: skip
def test_what_is_planned_is_so_from_its_day_on(text, facts):
    assert dated(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I joined the Labour Party as a member.", {("me", "member_of", "Labour Party")}),
        ("I joined the chess club in May.", {("me", "member_of", "chess club")}),
        ("I joined Siemens in 2019.", {("me", "works_at", "Siemens")}),
        ("I went to Unicorn Grocery and joined as a member.", set()),
        ("We're back from Lisbon.", set()),
        ("Inês is from Lisbon.", {("Inês", "from", "Lisbon")}),
        ("My half of the rent is £575.", set()),
        ("My knees are a bit dodgy.", set()),
        # who is called so in the very sentence is meant, whoever was named before
        ("Anouk and I adopted a cat. She's three years old, a tortoiseshell called Marmite.", {("Marmite", "age", "3")}),
        ("Anna is nice. Her boss is nice too. He's a Scot called Angus.", set()),
        # what is named
        ("I got a sourdough starter from my neighbour Wilma. I named it Clint.",
         {("me", "neighbour", "Wilma"), ("Clint", "is_a", "sourdough starter")}),
        ("We bought a boat. We named it Aurora.", {("me", "owns", "boat"), ("Aurora", "is_a", "boat")}),
        ("My neighbour Wilma moved out. I named it Clint.", {("me", "neighbour", "Wilma")}),
    ],
)  # fmt: skip
def test_what_joins_comes_back_and_is_named(text, facts):
    assert {one for one in learned(text) if one[1] != "has"} == facts


def test_what_the_message_before_tells_of_is_named():
    got = "I got a sourdough starter from my neighbour Wilma. How often do I feed it?"
    assert dated("I named it Clint.", got) == {("Clint", "is_a", "sourdough starter", "", "")}
    assert dated("I named it Clint.", "I met my neighbour Wilma.") == set()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My Skoda Octavia makes a squealing noise.", {("me", "drives", "Skoda Octavia")}),
        ("I took my Toyota Yaris to the garage.", {("me", "drives", "Toyota Yaris")}),
        ("I sold my Skoda Octavia.", set()),
        ("My Kia needs new brakes.", {("me", "drives", "Kia")}),
        ("My first Fiat was red.", set()),
        ("My Ford dealer is nice.", set()),
        ("Our son Jakob is 15 and only speaks in grunts.", {("me", "son", "Jakob"), ("Jakob", "age", "15")}),
        ("My father Heinrich, 84, fell on Thursday.", {("me", "father", "Heinrich"), ("Heinrich", "age", "84")}),
        ("In May, 10 of us went.", set()),
        ("My doctor, Dr. Feldman, put me on metformin 500 mg twice a day.",
         {("me", "doctor", "Dr. Feldman"), ("me", "takes", "metformin")}),
        ("My boss put me on the Heron project.", set()),
        ("The conductor is a young man named Piers.", {("Piers", "is_a", "conductor")}),
        ("Anna is a vet, is that a good job?", {("Anna", "is_a", "vet")}),
        ("Anna is a vet, is it true?", set()),
        ("His sister Lisi has a baby, Emil, 5 months old.", {("Lisi", "child", "Emil")}),
        ("Matthias and I are together since Saturday.", {("me", "partner", "Matthias")}),
        ("Anna and I are together in the choir.", set()),
        ("I got a job at the music library.", {("me", "works_at", "music library")}),
        ("I got a job at the end of May.", set()),
        ("I work on Mondays in the afternoon.", {("me", "works", "on Mondays")}),
        ("We're playing Brahms in June.", set()),
        ("I have been playing the piano for four months.", {("me", "plays", "piano")}),
    ],
)  # fmt: skip
def test_what_is_let_fall_of_cars_ages_and_medicines(text, facts):
    assert learned(text) == facts
