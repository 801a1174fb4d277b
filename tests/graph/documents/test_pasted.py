"""A mail that was pasted as text is called by its subject, and is of the day on which it was sent."""

from __future__ import annotations

import datetime as dt

import pytest

from graph import jobs
from graph.documents import ingest, parse
from graph.documents.formats import pasted
from graph.models import Document

NOW = dt.datetime(2026, 11, 27, 12, tzinfo=dt.UTC)
MAIL = """From: Jonas Adler <j.adler@nordlicht.example>
To: Miriam Osei; team
Date: Tue, 24 Nov 2026 16:40:03 +0100
Subject: Re: Fwd: Q4 numbers

Miriam: send the floor plan by Friday.
"""
SENT = dt.datetime(2026, 11, 24, 15, 40, 3, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("text", "subject", "sent"),
    [
        (MAIL, "Q4 numbers", SENT),
        ("Von: Jonas\nGesendet: 24 November 2026\nBetreff: AW: Umzug\n\nHallo", "Umzug", dt.datetime(2026, 11, 24, tzinfo=dt.UTC)),
        ("**From:** Jonas\n**Subject:** Hello\n\nHi", "Hello", None),
        ("From: Jonas\nDate: next Tuesday\nSubject: Hello\n\nHi", "Hello", None),
        ("From: Jonas\nDate: Tue, 24 Nov 2037 16:40:03 +0100\nSubject: Hello\n\nHi", "Hello", None),  # to come
        ("From: Jonas\nDate: Tue, 24 Nov 2026 16:40:03\nSubject: Hello\n\nHi", "Hello", SENT.replace(hour=16)),
        ("From: London\nTo: Paris\n\nBy train.", "", None),  # a journey
        ("Date: Tue, 24 Nov 2026 16:40:03 +0100\nPresent: all", "", None),
        ("", "", None),
    ],
)  # fmt: skip
def test_the_lines_above_a_mail_tell_its_subject_and_its_day(text, subject, sent):
    assert (pasted.subject(text), pasted.sent(text, NOW)) == (subject, sent)


def test_a_mail_is_called_by_its_subject_and_another_text_by_its_heading():
    assert parse.title_of(MAIL, "mail2.txt") == "Q4 numbers"
    assert parse.title_of("From: London\nTo: Paris\n\n# A journey", "trip.txt") == "A journey"


@pytest.mark.django_db
def test_what_is_due_in_a_mail_is_due_from_its_day_on(user):
    ingest.receive(user=user, text=MAIL, title="", options={"learn": False}, now=NOW)
    jobs.work(lambda: NOW)
    document = Document.objects.get(user=user)
    assert document.title == "Q4 numbers"
    assert dt.datetime.fromisoformat(document.metadata["said_at"]) == SENT
