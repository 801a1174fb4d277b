"""POST /chat: what a table says is told from all of its rows, whatever passages these were cut into (J12, N35)."""

from __future__ import annotations

import pytest

from assistant import params
from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

CITIES = ("Lyon", "Paris", "Nantes", "Lille")
CLIENTS = "\n".join(
    [
        "# Clients",
        "",
        "| Client | City | Since | Invoiced | Status |",
        "|---|---|---|---|---|",
        *(
            f"| Atelier {number:02} | {CITIES[number % 4]} | {1990 + number} | {1000 + number} € "
            f"| {'open' if number % 5 else 'paid'} |"
            for number in range(24)
        ),
    ]
)
PARTY = """# Party

| Guest | Coming | Diet | Bringing | Kids |
|---|---|---|---|---|
| Nadia | yes | vegan | hummus | 0 |
| Tom | no | | | |
| Priya | yes | | samosas | 2 |
| Lars | yes | | beer | 1 |
| Mei | not yet | coeliac | | |
"""
BAPTISMS = """# Baptisms

| Date | Child | Father | Mother | Occupation |
|---|---|---|---|---|
| 1871-03-12 | Thomas | William Pell | Sarah | waterman |
| 1873-08-03 | Eliza | William Pell | Sarah | waterman |
| 1875-01-17 | John | George Pell | Hannah | baker |
| 1895-06-02 | Albert | Thomas Pell | Ann | lighterman |
"""
TIMETABLE = """# Timetable

| Day | Time | Course | Room | Teacher |
|---|---|---|---|---|
| Monday | 09:00 | Algebra | 2.14 | Dr Weiss |
| Tuesday | 10:00 | Programming | Lab 3 | Ms Okoro |
| Friday | 11:00 | Programming | Lab 3 | Ms Okoro |
"""
PLAN = """# Chapter plan

| Ch | POV | Where | What happens | Words | Status |
|---|---|---|---|---|---|
| 1 | Edith | workshop | the lump of jet | 5200 | done |
| 2 | Percy | smokehouse | he proposes | 6100 | done |
| 3 | Anders | Skagen | the letter | 4400 | rewriting |
"""
ACTIONS = """# Minutes

| # | Action | Owner | Due | Status |
|---|---|---|---|---|
| 41 | Certify the printers | Tomasz | 2026-03-11 | open |
| 42 | Order routers | Ines | 2026-03-12 | open |
| 43 | Update the training plan | Ngozi | 2026-03-13 | open |
"""
BREADS = """# Breads

| Bread | Bake (min) | Price |
|---|---|---|
| Rye | 55 | 4.80 € |
| Country loaf | 45 | 4.20 € |
| Roll | 18 | 0.95 € |
"""
ORDERS = """# Orders of the week

| Customer | Day | Product | Quantity | Price |
|---|---|---|---|---|
| Hotel Rappen | Tuesday | spelt roll | 120 | 95.00 € |
| Hotel Rappen | Saturday | spelt roll | 150 | 120.00 € |
| Kita Sonne | Wednesday | country loaf | 8 | 33.60 € |
"""


def _told(talk) -> None:
    for title, text in (
        ("Clients", CLIENTS),
        ("Party", PARTY),
        ("Baptisms", BAPTISMS),
        ("Timetable", TIMETABLE),
        ("Chapter plan", PLAN),
        ("Minutes", ACTIONS),
        ("Orders of the week", ORDERS),
    ):
        talk.post("/documents", {"title": title, "text": text})
    talk.work()


@pytest.fixture
def told(talk):
    return once(talk, _told)


def _answer(told, question: str) -> str:
    return told.answered(question).strip()


def test_rows_are_told_from_every_passage_of_a_long_table(told):
    in_lyon = ", ".join(f"Atelier {number:02}" for number in range(0, 24, 4))
    assert _answer(told, "Which clients are in Lyon?") == f"From “Clients”: “{in_lyon}”"
    assert _answer(told, "How many clients are in Lyon?") == f"I count 6 there:\n\nFrom “Clients”: “{in_lyon}”"
    assert _answer(told, "Which clients in Lyon have not paid?") == (
        "From “Clients”: “Atelier 04, Atelier 08, Atelier 12, Atelier 16”"
    )


def test_every_passage_whose_row_is_told_is_on_the_receipt(told):
    answer = told.post("/chat", {"message": "Which clients are in Lyon?", "stream": False})
    cited = {one["id"] for one in answer["cited"]}
    document = next(one for one in told.get("/documents")["items"] if one["title"] == "Clients")
    passages = told.get(f"/documents/{document['id']}/chunks")["items"]
    assert cited == {one["id"] for one in passages if "Lyon" in one["text"]}
    assert len(cited) > 1


def test_what_is_summed_is_told_with_what_it_is_the_sum_of(told):
    total = _answer(told, "How much was invoiced in Paris in total?")
    assert total.startswith("Invoiced in all: 6,066 €.\n\nFrom “Clients”: “Atelier 01: 1001 €, Atelier 05: 1005 €")
    assert _answer(told, "What is the average invoice in Lille?").startswith("Invoiced on average: 1,013 €.")


def test_the_most_of_a_column_is_looked_for_in_all_rows(told):
    assert "Client: Atelier 23" in _answer(told, "Which client has the highest invoice?")
    assert "Client: Atelier 00" in _answer(told, "Who is my oldest client?")
    assert "Client: Atelier 22" in _answer(told, "Which client in Nantes is the newest?")


def test_rows_with_more_or_less_than_is_said_are_told(told):
    assert _answer(told, "Which clients were invoiced more than 1,021?") == "From “Clients”: “Atelier 22, Atelier 23”"
    assert _answer(told, "Which clients in Lyon are from before 1996?") == "From “Clients”: “Atelier 00, Atelier 04”"
    assert _answer(told, "How many clients have we had since 2012?").startswith("I count 2 there:")
    assert "Child: Albert" in _answer(told, "Which children were baptised after 1890?")


def test_what_is_in_minutes_is_not_compared_with_hours(talk):
    talk.post("/documents", {"title": "Breads", "text": BREADS})
    talk.work()
    assert _answer(talk, "Which breads bake longer than 30 minutes?") == "From “Breads”: “Rye, Country loaf”"
    assert not _answer(talk, "Which breads bake longer than 2 hours?").startswith("From “Breads”")
    assert "Bread: Roll" in _answer(talk, "Which breads cost less than 2 €?")


def test_more_rows_than_are_told_are_counted(told, monkeypatch):
    monkeypatch.setattr(params, "TABLE_ROWS", 2)
    assert _answer(told, "Which clients are in Lyon?") == "From “Clients”: “Atelier 00, Atelier 04”, and 4 more"


def test_a_table_of_very_many_passages_is_not_told_in_part(told, monkeypatch):
    monkeypatch.setattr(params, "TABLE_PASSAGES", 1)
    assert "I count" not in _answer(told, "How many clients are in Lyon?")


def test_who_is_so_and_who_is_not_is_told_by_a_column_of_yes_and_no(told):
    assert _answer(told, "Who is coming?") == "From “Party”: “Nadia, Priya, Lars”"
    assert _answer(told, "Who is not coming?") == "From “Party”: “Tom, Mei”"
    assert _answer(told, "Who has kids?") == "From “Party”: “Priya: 2, Lars: 1”"
    assert _answer(told, "How many guests are coming?").startswith("I count 3 there:")
    assert _answer(told, "How many kids are coming?").startswith("Kids in all: 3.")
    assert "Guest: Nadia" in _answer(told, "Who is vegan?")


def test_a_cell_is_told_of_whom_it_is_asked_and_not_of_who_is_named_elsewhere(told):
    assert "Child: Thomas; Father: William Pell; Mother: Sarah" in _answer(told, "Who was Thomas's mother?")
    assert "Child: John; Father: George Pell" in _answer(told, "What was George Pell's occupation?")
    assert "Child: Eliza" in _answer(told, "When was Eliza baptised?")


def test_when_something_is_is_told_by_each_of_its_rows(told):
    assert _answer(told, "When is programming?") == "From “Timetable”: “Tuesday 10:00, Friday 11:00”"
    assert "Teacher: Ms Okoro" in _answer(told, "Who teaches programming?")


def test_rows_that_are_numbered_are_named_with_their_head(told):
    assert _answer(told, "Which chapters are done?") == "From “Chapter plan”: “Ch 1, Ch 2”"
    assert "Ch: 3" in _answer(told, "Which chapters are being rewritten?")
    assert "I count" not in _answer(told, "How many words do I need?")


def test_of_whose_point_of_view_a_chapter_is_says_not_where_he_is_from(told):
    assert not _answer(told, "Where is Anders from?").startswith("From “Chapter plan”")
    assert not _answer(told, "What happened to Anders?").startswith("From “Chapter plan”")


def test_what_somebody_has_to_do_is_told_by_the_rows_of_that_owner(told):
    assert "Action: Certify the printers" in _answer(told, "What does Tomasz have to do?")
    assert "Action: Order routers" in _answer(told, "What are my actions?")
    assert "Certify" not in _answer(told, "What are my actions?")


def test_when_he_was_born_is_not_when_he_was_baptised(talk):
    talk.post("/documents", {"title": "Baptisms", "text": BAPTISMS})
    talk.work()
    talk.say("my great-grandfather was Thomas Pell, born 1871 in Ely")
    assert "Child: Thomas" in _answer(talk, "When was Thomas baptised?")


def test_what_the_person_said_is_told_before_a_row(talk):
    talk.post("/documents", {"title": "Clients", "text": CLIENTS})
    talk.work()
    talk.say("Atelier 03 has been a client since May 1987")
    assert _answer(talk, "Since when is Atelier 03 a client?").startswith("You said: “Atelier 03 has been a client")


def test_what_nothing_says_is_not_so_is_not_told_of_all(told):
    assert not _answer(told, "Which clients in Lyon have no city?").startswith("From “Clients”: “Atelier 00")
    assert not _answer(told, "Which clients have at least 5 orders?").startswith("From “Clients”: “Atelier")


def test_only_the_passages_of_rows_that_are_told_are_cited(told, monkeypatch):
    monkeypatch.setattr(params, "TABLE_ROWS", 1)
    answer = told.post("/chat", {"message": "Which clients are in Lyon?", "stream": False})
    assert len(answer["cited"]) == 1


def test_what_somebody_does_is_told_by_the_rows_below_that_head(told):
    assert _answer(told, "What does Ms Okoro teach?") == "From “Timetable”: “Programming”"


def test_how_many_of_a_thing_there_are_is_the_sum_of_its_quantities(told):
    assert _answer(told, "How many spelt rolls are ordered?") == (
        "Quantity in all: 270.\n\nFrom “Orders of the week”: “Tuesday: 120, Saturday: 150”"
    )
    assert _answer(told, "What did Hotel Rappen order?") == "From “Orders of the week”: “spelt roll”"
    assert "Product: country loaf" in _answer(told, "Which orders cost less than 40 euros?")


def test_a_dash_stands_for_nothing_in_a_column_of_numbers(talk):
    items = (
        "# Magic items\n\n| Item | Holder | Charges |\n|---|---|---|\n"
        "| Ring of mist | Wrenna | - |\n| Staff of fire | Isolde | 10 |\n| Wand of secrets | Isolde | 3 |\n"
    )
    talk.post("/documents", {"title": "Magic items", "text": items})
    talk.work()
    told = talk.answered("How many charges does the staff of fire have?")
    assert "Charges: 10" in told
    assert "I count" not in told
    assert "Staff of fire" in talk.answered("Which item has the most charges?")


def test_what_kind_of_thing_a_row_is_need_not_stand_in_it_where_a_column_is_compared(talk):
    pipeline = (
        "# Pipeline\n\n| Account | Stage | Probability |\n|---|---|---|\n"
        "| Nordsaft | negotiation | 70% |\n| Sievers | demo | 50% |\n| Hansa Tee | proposal | 60% |\n"
    )
    talk.post("/documents", {"title": "Pipeline", "text": pipeline})
    talk.work()
    told = talk.answered("Which deals have a probability above 50%?")
    assert "Nordsaft" in told
    assert "Hansa Tee" in told
    assert "Sievers" not in told


def test_who_runs_a_garage_is_not_told_by_what_was_done_there(talk):
    talk.say("Kearns Motors is in Naas, Paddy Kearns runs it, 045 881 220")
    log = (
        "# Service log\n\n| Date | Work | Garage |\n|---|---|---|\n"
        "| 2023-06-14 | timing belt | Kearns Motors |\n| 2024-05-02 | oil, filters | Kearns Motors |\n"
    )
    talk.post("/documents", {"title": "Service log", "text": log})
    talk.work()
    assert "Paddy Kearns runs it" in talk.answered("Who runs Kearns Motors?")
