"""Which days words name: on paper, from Thursday 26 November 2026."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.extraction.words.named_days import named, recurring

SAID = dt.date(2026, 11, 26)


def days(sentence: str, said_on: dt.date | None = SAID, back: bool | None = None) -> list[tuple[str, str]]:
    """As "12-01" in this year, with the year in another."""
    return [(_short(one.first), _short(one.last)) for one in named(sentence, said_on, back=back)]


def _short(day: dt.date) -> str:
    return f"{day:%m-%d}" if day.year == SAID.year else day.isoformat()


def one(day: str) -> list[tuple[str, str]]:
    return [(day, day)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("My flight is on 12 March at 7:40 am.", one("2027-03-12")),
        ("Dec 5: dentist", one("12-05")),
        ("Gran visits on the weekend of 12 December.", [("12-12", "12-13")]),
        ("The fair is in the week of March 3rd, 2027.", [("2027-03-01", "2027-03-07")]),
        ("The party is on the 5th of December, 2026.", one("12-05")),
        ("See you 2026-12-01 at 9.", one("12-01")),
        ("Termin am 3.12.2026.", one("12-03")),
        ("Our holiday is from 3 to 17 July.", [("2027-07-03", "2027-07-17")]),
        ("In Rome from 30 November to 2 December", [("11-30", "12-02")]),
        ("Nov 30 - Dec 2 in Rome", [("11-30", "12-02")]),
        ("sat 5 dec Bergmann wedding, 80 people, sat 12 dec baptism", [("12-05", "12-05"), ("12-12", "12-12")]),
        ("internet: Altibox, installed 14 dec between 8 and 12", one("12-14")),
        ("ordered 14 oct at Kern", one("10-14")),
        ("The plumber comes tomorrow.", one("11-27")),
        ("Lunch with Ann the day after tomorrow", one("11-28")),
        ("I have a dentist appointment on Tuesday at 3.", one("12-01")),
        ("We meet on Thursday.", one("12-03")),  # of the day itself people say "today"
        ("We meet this Thursday.", one("11-26")),
        ("Next Friday we leave.", one("12-04")),
        ("The next weekend is free.", [("12-05", "12-06")]),
        ("I'm in Rome next week.", [("11-30", "12-06")]),
        ("Call me in two weeks.", one("12-10")),
        ("It's in 3 days' time.", one("11-29")),
        ("My sister is due in April.", [("2027-04-01", "2027-04-30")]),
        ("The warranty ends in October 2028.", [("2028-10-01", "2028-10-31")]),
        ("My exam is on the 9th.", one("12-09")),
        ("At Christmas we go to Leeds.", one("12-25")),
        ("On New Year’s Eve we are in Bath.", one("12-31")),
        ("Over Easter we're in Leeds.", [("2027-03-26", "2027-03-29")]),
        ("The shop is closed on Good Friday.", [("2027-03-26", "2027-03-26")]),
        ("We leave on Whit Monday.", [("2027-05-17", "2027-05-17")]),
        ("The deadline moved to Friday.", one("11-27")),
        ("I booked the table for Saturday.", one("11-28")),
        ("I've booked the dentist on Tuesday.", one("12-01")),
    ],
)
def test_a_day_to_come_is_the_next_one(sentence, expected):
    assert days(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I met Carys on Friday.", one("11-20")),
        ("We went to Bath at the weekend.", [("11-21", "11-22")]),
        ("I saw a film on 3 May.", one("05-03")),
        ("In May we moved.", [("05-01", "05-31")]),
        ("My grandson was born last Thursday.", one("11-19")),
        ("Three weeks ago I fell off my bike.", one("11-05")),
        ("The boiler was serviced last week.", [("11-16", "11-22")]),
        ("She had surgery on Monday and is going home on Thursday.", [*one("11-23"), *one("12-03")]),
        ("The call went fine, he wants the receipts by Friday.", one("11-27")),
    ],
)
def test_what_is_told_in_the_past_is_the_last_one(sentence, expected):
    assert days(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "I go swimming every Tuesday.",
        "May I ask something?",
        "Sunday's lunch was great.",
        "Rent is due on the first of each month.",
        "Call me in 10 minutes.",
        "The train leaves on 31 April.",
        "I retired in 2021.",
    ],
)
def test_what_recurs_or_is_none_names_no_day(sentence):
    assert days(sentence) == []


def test_a_day_without_a_month_behind_a_date_is_in_its_month_or_the_next():
    assert days("Mocks start on 11 January, the physics paper is on the 14th.") == [
        *one("2027-01-11"),
        *one("2027-01-14"),
    ]
    assert days("I fly on 25 January, back on the 2nd.") == [*one("2027-01-25"), *one("2027-02-02")]
    assert days("The exam was on 4 March and the results came on the 20th.") == [*one("03-04"), *one("03-20")]
    assert days("In March we meet on the 5th.") == [("2027-03-01", "2027-03-31"), *one("2027-03-05")]


def test_a_day_that_is_left_out_is_none():
    assert days("Standup is at 9:15 every day except Wednesday.") == []
    assert days("The shop is closed, apart from Friday.") == []


def test_a_question_says_which_way_it_looks():
    assert days("on friday", back=True) == one("11-20")
    assert days("on friday", back=False) == one("11-27")
    assert days("in march", back=True) == [("03-01", "03-31")]


def test_where_nobody_knows_when_it_was_said_only_whole_dates_count():
    assert days("Moved on Friday, 3 May, to be exact on 3 May 2026, and back in June 2026.", None) == [
        *one("05-03"), ("06-01", "06-30"),
    ]  # fmt: skip


def test_what_is_every_week_tells_its_weekdays():
    assert recurring("Max has football every Tuesday.") == {1}
    assert recurring("I have yoga on Mondays and Thursdays.") == {0, 3}
    assert recurring("I no longer have yoga on Mondays.") == set()
    assert recurring("We sing on Tuesday evenings and Friday afternoons.") == {1, 4}
    assert recurring("Open daily except on Mondays.") == set()
    assert recurring("We meet on Monday, every other Tuesday and once a month.") == set()


def test_mornings_of_a_weekday_are_no_day_and_a_flight_has_not_been():
    assert days("I usually run on Tuesday and Thursday mornings before work.") == []
    assert days("I play pelota with Unai on Saturday mornings.") == []
    assert days("My flight on Friday leaves at 7.") == one("11-27")
    assert days("Rehearsal on Friday at 7.") == one("11-27")


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("My doctor, Dr. Feldman, put me on metformin on Tuesday.", dt.date(2026, 11, 17)),
        ("We put the bins out on Tuesday.", dt.date(2026, 11, 24)),
        ("He invited me for Christmas.", dt.date(2026, 12, 25)),
        ("We went to Graz for Christmas.", dt.date(2025, 12, 25)),
        ("I booked a table for Friday.", dt.date(2026, 11, 27)),
        ("We are together since Tuesday.", dt.date(2026, 11, 17)),
    ],
)
def test_whether_a_day_has_been_is_told_by_who_puts_and_by_what_is_arranged(said, day):
    assert [one.first for one in named(said, dt.date(2026, 11, 20))] == [day]


@pytest.mark.parametrize(
    "said",
    ["by Friday 11 December", "on Friday, 11 December", "Fri 11 Dec", "due Friday the 11th", "on Friday 11th", "Friday, December 11", "Fri, 2026-12-11"],
)  # fmt: skip
def test_a_weekday_before_its_date_is_no_day_of_its_own(said):
    """“Friday 11 December” was the coming Friday as well, a week before."""
    [day] = named(said, dt.date(2026, 11, 29))
    assert (day.first, day.last) == (dt.date(2026, 12, 11), dt.date(2026, 12, 11))


def test_what_is_mondays_recurs_and_what_is_liked_does_not():
    assert recurring("Swimming is Mondays at 4, judo Tuesdays and Thursdays") == {0, 1, 3}
    assert recurring("I hate Mondays") == frozenset()
