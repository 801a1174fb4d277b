"""Mailboxes: each exchange of mails becomes one text with who wrote what and when."""

from __future__ import annotations

import pytest

from graph.exchange.records import CannotRead
from graph.models import Document
from tests.graph.exchange import mail_samples as given
from tests.graph.exchange.mail_samples import mail, mailbox
from tests.graph.exchange.moving import take
from tests.graph.exchange.samples import zipped

pytestmark = pytest.mark.django_db


def exchanges() -> dict[str, str]:
    return {one.title: one.text for one in Document.objects.filter(kind=Document.Kind.IMPORT)}


def told(report: dict, key: str) -> set[tuple[str, str]]:
    return {(row["row"], row["msg"]) for row in report[key]}


def test_each_exchange_is_a_document_with_who_wrote_what_and_when(user):
    report = take(user, "mbox")
    assert exchanges() == {
        "Boiler (mail with Vik Heating)": "## 3 March 2025\n\n"
        "Ines (me, at 08:12): Hi,\n\nour boiler shows F4. Can you come?\n\n## 4 March 2025\n\n"
        "Vik Heating (at 07:30): Dear Ines,\n\nPetter can come on Thursday at 16:30. It costs 120 euros.\n\n"
        "Vik Heating, Harbour Street 3\nTel. 55 98 76 54\n\n"
        "Ines (me, at 18:00): > It costs 120 euros.\n\nThat is fine.\n",
        "Start number (mail with Tor Lind, City Run)": "## 10 April 2025\n\n"
        "Tor Lind (at 18:00): Look what came!\n\nCity Run (at 18:00): Hello Tor, your start number is 2217.\n",
        "Your booking (mail with Nordwing)": "## 20 May 2025\n\n"
        "Nordwing (at 10:02): Thank you\n\nBooking reference: K7PL2M\n",
    }
    assert told(report, "refused") == {("mail 8", "It is no mail: it does not tell who wrote it.")}
    assert told(report, "remarks") == {
        ("", "1 mail left out: spam."),
        ("", "1 mail left out: newsletters and what else went to many."),
    }


def test_what_went_to_many_is_kept_where_one_answered_it(user):
    to_all = mail("a", "Ana <ana@choir.example>", "2025-05-02 06:00", "Who can bring chairs?", **given.NEWSLETTER)
    mine = mail("b", given.ME, "2025-05-02 07:00", "I can bring six.", answers="a", **given.NEWSLETTER)
    take(user, "mbox", mailbox(to_all, mine))
    assert "Who can bring chairs?" in exchanges()["Boiler (mail with Ana)"]


def test_whose_mailbox_it_is_speaks_as_who_has_the_book_under_any_name(user):
    to_me = mail("a", "Ana <ana@x.example>", "2025-05-02 06:00", "Hello.", Delivered_To="bird77@x.example")
    mine = mail("b", "bird77@x.example", "2025-05-02 07:00", "I live in Faro.", answers="a")
    take(user, "mbox", mailbox(to_me, mine))
    assert "bird77 (me, at 07:00): I live in Faro." in exchanges()["Boiler (mail with Ana)"]


def test_a_mail_in_two_mailboxes_of_a_zip_is_one_and_a_later_export_changes_what_went_on(user):
    boxes = {"Takeout/Mail/Inbox.mbox": given.MBOX.decode(), "Mail/All.mbox/mbox": mailbox(given.OFFERED).decode()}
    assert take(user, "mbox", zipped(boxes))["counts"]["documents"] == 3
    later = mail("h", "Vik Heating <post@vik.example>", "2025-03-06 18:00", "The valve is new.", answers="c")
    counts = take(user, "mbox", mailbox(later, *map(bytes, (given.ASKED, given.OFFERED, given.ANSWERED))))["counts"]
    assert (counts["documents"], counts["changed"]) == (0, 1)
    assert "The valve is new." in exchanges()["Boiler (mail with Vik Heating)"]


def test_saved_mails_in_a_zip_and_one_alone_are_read_as_well(user):
    take(user, "mbox", zipped({"mails/offer.eml": given.OFFERED.decode()}))
    take(user, "mbox", given.BOOKED)
    assert set(exchanges()) == {"Boiler (mail with Vik Heating)", "Your booking (mail with Nordwing)"}


def test_a_damaged_mail_loses_no_other(user):
    bad_date = given.OFFERED.replace(b"Date: Tue", b"Date: Blue").replace(b"2025 07:30", b"20x5 07:30")
    garbled = b"From: \xff\xfe <\x00@\nDate: Mon, 99 Foo\nContent-Type: text/plain; charset=nonesuch\n\n\xff\xfe\n"
    report = take(user, "mbox", mailbox(bad_date, garbled, given.BOOKED))
    assert set(exchanges()) == {"Your booking (mail with Nordwing)"}
    assert {row["row"] for row in report["refused"]} == {"mail 1", "mail 2"}


def test_attachments_are_counted_and_not_read(user):
    from email import message_from_bytes, policy

    message = message_from_bytes(given.BOOKED, policy=policy.default)
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="ticket.pdf")
    report = take(user, "mbox", mailbox(bytes(message)))
    assert told(report, "remarks") == {("Your booking (mail with Nordwing)", "1 attachment of it not read.")}


def test_a_file_that_is_no_mailbox_says_where_one_comes_from(user):
    with pytest.raises(CannotRead, match="Takeout"):
        take(user, "mbox", b"")


def test_a_long_mailbox_keeps_the_lease_before_the_first_exchange_is_whole(user, monkeypatch):
    monkeypatch.setattr("graph.exchange.mailboxes.PAUSED_AFTER", 1)
    monkeypatch.setattr("graph.exchange.incoming.AT_ONCE", 2)
    beats = []
    report = take(user, "mbox", beat=beats.append)
    assert [one["counts"]["records"] for one in beats[:4]] == [0, 0, 0, 0]
    assert report["counts"]["records"] == 4
