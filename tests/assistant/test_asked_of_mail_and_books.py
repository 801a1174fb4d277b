"""POST /import, then POST /chat: what people mailed each other, and what one marked in books, is told as it stands."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.assistant.story import once
from tests.graph.exchange.book_samples import CLIPPINGS
from tests.graph.exchange.mail_samples import MBOX, ME, mail, mailbox

pytestmark = pytest.mark.django_db(transaction=True)

EASTER = mail(
    "k1", "Kaja Holt <kaja@example.com>", "2025-03-20 21:00",
    "Hey sis,\n\nI started at NTNU last week! I live in Trondheim now.\n\nI'm vegetarian these days.\n\n"
    "And could you ask Mum for the recipe of her apple cake?\n\nHugs, Kaja\n",
    subject="Easter", Delivered_To="ines@example.pt",
)  # fmt: skip
RECIPE = mail(
    "k2", ME, "2025-03-21 08:10",
    "Of course!\n\n> And could you ask Mum for the recipe of her apple cake?\n\n"
    "She says: 200 g butter, 4 eggs and 5 apples.\n\nI.\n",
    subject="Re: Easter", answers="k1", to="Kaja Holt <kaja@example.com>",
)  # fmt: skip


@pytest.fixture
def told(talk):
    return once(talk, _tell)


def _tell(talk):
    for data, called in ((MBOX + mailbox(EASTER, RECIPE), "all.mbox"), (CLIPPINGS, "My Clippings.txt")):
        file = SimpleUploadedFile(called, data)
        assert talk.client.post("/api/v1/import", {"file": file}, headers=talk.headers).status_code == 202
        talk.work()


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("How much does it cost to have the boiler looked at?", "It costs 120 euros"),
        ("What is the phone number of Vik Heating?", "“Vik Heating (at 07:30): Tel. 55 98 76 54”"),
        ("What is Tor's start number?", "“City Run (at 18:00): Hello Tor, your start number is 2217.”"),
        ("What is our booking reference?", "Booking reference: K7PL2M”"),
        ("What is Mum's apple cake recipe?", "She says: 200 g butter, 4 eggs and 5 apples."),
        ("Where does Kaja live?", "Kaja Holt lives in Trondheim."),
        ("Where does Kaja work?", "Kaja Holt works at NTNU"),
    ],
)
def test_a_mail_is_told_with_who_wrote_it_and_learned_as_theirs(told, asked, answer):
    assert answer in told.answered(asked)


def test_who_writes_below_the_first_paragraph_is_who_wrote_the_mail(told):
    assert "“Kaja Holt (at 21:00): I'm vegetarian these days.”" in told.answered("Who is vegetarian?")


def test_what_was_marked_in_a_book_is_listed_with_its_page_day_and_note(told):
    assert told.answered("What did I highlight in Walden?").strip() == (
        "Highlights in Walden, by Henry David Thoreau:\n\n- Page 72, 3 March 2018: “I went to the woods because I wished"
        " to live deliberately.” My note: our hut?"
    )


@pytest.mark.parametrize(
    "asked",
    ["What did I mark about power?", "What did I highlight in 2024?", "Show me my highlights of Marcus Aurelius"],
)
def test_it_is_found_by_its_words_by_its_year_and_by_who_wrote_the_book(told, asked):
    said = told.answered(asked)
    assert "Location 210, 5 August 2024: “You have power. Realize this, and you will find strength.”" in said
    assert "Walden" not in said


def test_the_books_are_listed_and_the_passages_counted(told):
    said = told.answered("Which books did I highlight something in?")
    assert said.startswith("You marked something in 3 books:")
    assert "Der Prozess" in said
    assert told.answered("How many highlights do I have?").startswith("You marked 3 passages.")
    assert told.answered("How many highlights do I have from Walden?").startswith("You marked 1 passage.")


def test_what_was_marked_last_comes_first_and_notes_are_asked_for_by_the_book(told):
    said = told.answered("What did I highlight last?")
    assert said.index("Meditations") < said.index("Walden")
    assert "My note: our hut?" in told.answered("What did I note in Walden?")


def test_somebody_called_mark_is_not_what_was_marked(told):
    assert "Meditations" not in told.answered("What did I tell Mark in 2024?")


def test_of_a_book_that_is_not_there_nothing_is_made_up(told):
    assert told.answered("What did I highlight in Moby Dick?").startswith("I don't know that")


def test_a_question_about_one_passage_is_answered_by_it(told):
    assert "Page 72" in told.answered("On which page is the quote about the woods?")
