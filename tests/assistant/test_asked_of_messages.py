"""POST /chat: what somebody wrote, when they last did and who wrote of something, of mails and chats brought in."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.assistant.story import once
from tests.graph.exchange.mail_samples import ME, mail, mailbox

pytestmark = pytest.mark.django_db(transaction=True)

CREW = """\
12/03/2024, 18:24 - Tom Hartley: Right, so who's in for the Fastnet trip in July?
12/03/2024, 18:25 - Ines: Me! I can bring the charts
14/03/2024, 21:10 - Tom Hartley: one more thing
14/03/2024, 21:11 - Tom Hartley: the deposit is due on Friday
15/03/2024, 08:00 - Órla Byrne: I take the first watch
02/04/2024, 20:30 - Marco: meeting point is Lymington marina
"""
ROOF = mailbox(
    mail("a", ME, "2025-03-03 08:12", "Our roof leaks.", to="Petter Vik <petter@roofs.example>", subject="Leak"),
    mail("b", "Petter Vik <petter@roofs.example>", "2025-03-10 11:05", "Hi Ines,\n\nThree slates are broken.\n\nThe"
         " repair is 18,400 kroner.\n\nPetter\n", subject="Re: Leak", answers="a"),
    mail("c", "Petter Vik <petter@roofs.example>", "2025-06-02 09:00", "The scaffolding comes on Monday.",
         subject="Scaffolding"),
)  # fmt: skip


@pytest.fixture
def told(talk):
    return once(talk, _tell)


def _tell(talk):
    file = SimpleUploadedFile("all.mbox", ROOF)
    assert talk.client.post("/api/v1/import", {"file": file}, headers=talk.headers).status_code == 202
    talk.post("/documents", {"title": "Sailing crew", "text": CREW})
    talk.work()


def lines(answer: str) -> list[str]:
    return [line.strip() for line in answer.splitlines() if line.strip()]


def test_what_somebody_wrote_is_told_newest_first_with_its_day_and_where(told):
    assert lines(told.answered("What did Petter write?")) == [
        "Petter Vik wrote:",
        "- 2 June 2025, in “Scaffolding (mail with Petter Vik)”: “The scaffolding comes on Monday.”",
        "- 10 March 2025, in “Leak (mail with Petter Vik)”: “Hi Ines, Three slates are broken. The repair is 18,400"
        " kroner.”",
    ]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("What did Petter say about the slates?", "10 March 2025, in “Leak (mail with Petter Vik)”"),
        ("What did Petter write in March?", "10 March 2025"),
        ("What did I write to Petter?", "3 March 2025, in “Leak (mail with Petter Vik)”: “Our roof leaks.”"),
        ("What did Marco write?", "2 April 2024, in “Sailing crew”: “meeting point is Lymington marina”"),
        ("What did órla write?", "15 March 2024, in “Sailing crew”: “I take the first watch”"),
        ("When did Tom last write?", "14 March 2024, in “Sailing crew”: “the deposit is due on Friday”"),
        ("When did I last hear from Petter?", "2 June 2025"),
        ("Who wrote about the deposit?", "Tom Hartley, 14 March 2024"),
        ("Who mailed me in June?", "Petter Vik, 2 June 2025"),
    ],
)
def test_it_is_told_by_what_it_is_about_when_it_was_and_to_whom(told, asked, answer):
    found = lines(told.answered(asked))
    assert answer in found[1]
    assert len(found) == 2


def test_my_roofer_is_who_holds_that_role(told):
    told.learned("My boss is Marco.")
    assert "Lymington marina" in told.answered("What did my boss write?")


@pytest.mark.parametrize(
    "asked",
    [
        "What did Hanne write?",
        "Who wrote Walden?",
        "What did Petter write about mussels?",
        "When did Petter answer the door?",
        "What did I tell you about the charts?",
    ],
)
def test_of_whom_or_what_there_is_no_message_none_is_told(told, asked):
    assert " wrote" not in lines(told.answered(asked))[0]


def test_another_has_no_part_in_it(told, other_user):
    from assistant.without_model import of_messages
    from graph.retrieval.pipeline import retrieve
    from tests.conftest import NOW

    result = retrieve(user=other_user, query="What did Petter write?", now=NOW, store=False)
    assert of_messages.told(other_user, "What did Petter write?", result, NOW, lambda whole: whole) is None
