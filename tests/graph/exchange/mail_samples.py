"""A mailbox as mail programs write one, small enough to be read here."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import format_datetime

from tests.conftest import NOW

ME = "Ines <ines@example.pt>"
NEWSLETTER = {"List-Unsubscribe": "<https://news.example/u>"}


def mail(
    key: str, who: str, day: str, says: str, *, to: str = ME, subject: str = "Boiler", answers: str = "",
    page: str = "", **headers: str,
) -> bytes:  # fmt: skip
    """One mail; `day` is like "2025-03-04 07:30", in UTC."""
    message = EmailMessage()
    at = NOW.fromisoformat(f"{day}+00:00")
    for name, value in {
        "From": who, "To": to, "Subject": subject, "Date": format_datetime(at), "Message-ID": f"<{key}@x>", **headers
    }.items():  # fmt: skip
        message[name.replace("_", "-")] = value
    if answers:
        message["In-Reply-To"] = message["References"] = f"<{answers}@x>"
    if says:
        message.set_content(says)
    if page:
        message.set_content(page, subtype="html")
    return bytes(message)


def mailbox(*mails: bytes) -> bytes:
    """As mbox: a line before each of them, and one like it inside is marked."""
    marked = (
        b"\n".join(b">" + line if line.startswith(b"From ") else line for line in one.split(b"\n")) for one in mails
    )
    return b"".join(b"From x@example Sat Mar  1 00:00:00 2025\n" + one + b"\n" for one in marked)


ASKED = mail("a", ME, "2025-03-03 08:12", "Hi,\n\nour boiler shows F4. Can you come?\n\nBest regards,\nInes\n",
             to="Vik Heating <post@vik.example>", X_Gmail_Labels="Sent")  # fmt: skip
OFFERED = mail(
    "b", "Vik Heating <post@vik.example>", "2025-03-04 07:30",
    "Dear Ines,\n\nPetter can come on Thursday at 16:30. It costs 120 euros.\n\nKind regards\nVik Heating\n"
    "-- \nVik Heating, Harbour Street 3\nTel. 55 98 76 54\n\n"
    "On Mon, 3 Mar 2025 at 09:12, Ines <ines@example.pt> wrote:\n> Hi,\n>\n> our boiler shows F4. Can you come?\n",
    subject="Re: Boiler", answers="a", Delivered_To="ines@example.pt",
)  # fmt: skip
ANSWERED = mail(
    "c", ME, "2025-03-04 18:00",
    "> It costs 120 euros.\n\nThat is fine.\n\nSent from my phone\n",
    to="Vik Heating <post@vik.example>", subject="Re: Boiler", answers="b",
)  # fmt: skip
BOOKED = mail("d", "Nordwing <no-reply@nordwing.example>", "2025-05-20 10:02", "", subject="Your booking",
              page="<h1>Thank you</h1><p>Booking reference: K7PL2M</p>")  # fmt: skip
SENT_ON = mail(
    "e", '"Lind, Tor" <tor@example.pt>', "2025-04-10 18:00",
    "Look what came!\n\n---------- Forwarded message ---------\nFrom: City Run <start@run.example>\n"
    "Date: Thu, 10 Apr 2025 at 12:00\nSubject: Start number\n\nHello Tor, your start number is 2217.\n",
    subject="Fwd: Start number",
)  # fmt: skip
NEWS = mail("f", "Books <news@books.example>", "2025-05-02 06:00", "A novel about a lighthouse.", subject="New books",
            **NEWSLETTER)  # fmt: skip
SPAM = mail("g", "Prince <p@spam.example>", "2025-05-03 06:00", "You have won.", X_Gmail_Labels="Spam")
NOBODY = b"Subject: lost\n\nWho wrote this?\n"

MBOX = mailbox(ASKED, OFFERED, ANSWERED, BOOKED, SENT_ON, NEWS, SPAM, NOBODY)
