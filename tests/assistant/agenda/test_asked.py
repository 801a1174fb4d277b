"""Which days a question asks about, from Thursday 26 November 2026."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.agenda.asked import Asked, Past, asked, deadline

TODAY = dt.date(2026, 11, 26)


def day(month: int, number: int, year: int = 2026) -> dt.date:
    return dt.date(year, month, number)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What's on this week?", Asked(TODAY, day(11, 29))),
        ("What is coming up?", Asked(TODAY, day(12, 26))),
        ("what do I have on in January", Asked(day(1, 1, 2027), day(1, 31, 2027))),
        ("So what am I doing on Tuesday?", Asked(day(12, 1), day(12, 1))),
        ("Do I have anything on Saturday?", Asked(day(11, 28), day(11, 28))),
        ("Is there anything on 24 December?", Asked(day(12, 24), day(12, 24))),
        ("Am I free on Friday?", Asked(day(11, 27), day(11, 27), free=True)),
        ("What are my plans for the weekend?", Asked(day(11, 28), day(11, 29))),
        ("Remind me what's on this week", Asked(TODAY, day(11, 29))),
        ("What does my week look like?", Asked(TODAY, day(11, 29))),
        ("What's on the calendar for December?", Asked(day(12, 1), day(12, 31))),
        ("What's planned for Saturday evening?", Asked(day(11, 28), day(11, 28))),
        ("What events are coming up?", Asked(TODAY, day(12, 26))),
        ("What should I not forget this week?", Asked(TODAY, day(11, 29))),
        ("What's on the week after next?", Asked(day(12, 7), day(12, 13))),
        ("Do I have time on Friday?", Asked(day(11, 27), day(11, 27), free=True)),
        ("Any plans?", Asked(TODAY, day(12, 26))),
        ("What's on in the next two weeks?", Asked(TODAY, day(12, 10))),
        ("What's coming up in the next ten days?", Asked(TODAY, day(12, 6))),
        ("What do I have in the next fortnight?", Asked(TODAY, day(12, 10))),
        ("What do I have to do by 15 December?", Asked(TODAY, day(12, 15), to_do=True)),
        ("What do I have to do by March?", Asked(TODAY, day(3, 31, 2027), to_do=True)),
        ("What do I have to do on Friday?", Asked(day(11, 27), day(11, 27))),
        ("What's on before Christmas?", Asked(TODAY, day(12, 24))),
        ("What's on before Easter?", Asked(TODAY, day(3, 25, 2027))),
        ("What's planned until the end of the month?", Asked(TODAY, day(11, 30))),
        ("What is there to do by the end of the week?", None),
        ("What do I have to do by the end of the week?", Asked(TODAY, day(11, 29), to_do=True)),
        ("What do I still have to do for Japan?", Asked(TODAY, day(12, 26), to_do=True, about="japan")),
        ("What's left to do for the party?", Asked(TODAY, day(12, 26), to_do=True, about="party")),
        ("What's left on the prep list?", Asked(TODAY, day(12, 26), to_do=True, about="prep list")),
        ("What do I still have to pack?", Asked(TODAY, day(12, 26), to_do=True, about="pack")),
        ("What's left to buy?", Asked(TODAY, day(12, 26), to_do=True, about="buy")),
        ("Which jobs are still open?", Asked(TODAY, day(12, 26), to_do=True, about="jobs")),
        ("What do I need to know?", None),
        ("What do I have to take?", None),
        ("What do I have to say?", None),
        ("What is due in the next two weeks?", Asked(TODAY, day(12, 10), "due")),
        ("What's due this month?", Asked(TODAY, day(11, 30), "due")),
        ("Is anything due before the end of the year?", Asked(TODAY, day(12, 31), "due")),
        ("Which bills are due in December?", Asked(day(12, 1), day(12, 31), "to pay")),
        ("What do I have to pay next week?", Asked(day(11, 30), day(12, 6), "to pay")),
        ("What's to be paid by Friday?", Asked(TODAY, day(11, 27), "to pay")),
        ("What expires this month?", Asked(TODAY, day(11, 30), "due")),
        ("What is due?", Asked(TODAY, day(11, 27, 2027), "due")),
        ("Any birthdays in May?", Asked(day(5, 1, 2027), day(5, 31, 2027), "birthday")),
        ("Whose birthday is next?", Asked(TODAY, day(11, 27, 2027), "birthday", only_next=True)),
        ("When is my next appointment?", Asked(TODAY, day(11, 27, 2027), "appointment", only_next=True)),
        ("What did I do last week?", Asked(day(11, 16), day(11, 22), past=Past.SAID)),
        ("Is there anything on 3 May 2025?", Asked(day(5, 3, 2025), day(5, 3, 2025), past=Past.SAID)),
        ("What happened yesterday?", Asked(day(11, 25), day(11, 25), past=Past.SAID)),
    ],
)
def test_the_days_that_are_asked_about(question, expected):
    assert asked(question, TODAY) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What do I have for breakfast on Friday?",
        "What did I do in Lisbon?",
        "What happened in 1969?",
        "When is my birthday?",
        "When is my dentist appointment?",
        "What am I reading?",
        "Where was I on Friday?",
        "What plans does Anna have for the weekend?",
        "Which events led to the war?",
        "What do I have?",
        "What should I remember about Anna?",
        "Do I have time to read?",
        "What is happening in the kitchen?",
        "What is due to Anna?",
        "What do I have to pay the plumber?",
        "What's left of the budget?",
        "What's left?",
        "What expires when I change the password?",
    ],
)
def test_what_asks_for_something_else_asks_for_no_days(question):
    assert asked(question, TODAY) is None


@pytest.mark.parametrize(
    ("heading", "first"),
    [
        ("By December", day(12, 1)),
        ("Before Christmas:", day(12, 25)),
        ("March", day(3, 1, 2027)),
        ("This week", day(11, 23)),
        ("Hand luggage", None),
        ("By the door", None),
    ],
)
def test_a_heading_says_by_when_what_stands_below_it_is_to_be_done(heading, first):
    assert deadline(heading, TODAY) == first
