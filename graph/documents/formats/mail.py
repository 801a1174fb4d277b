"""E-mails as programs save them (.eml): who wrote to whom and when, and the words."""

from __future__ import annotations

import datetime as dt
import email
import email.policy
import email.utils
from email.message import EmailMessage

from graph.curation.said import SAID_AT
from graph.documents.formats import web
from graph.documents.formats.parsed import Parsed, Tick, Writer
from graph.documents.parse import CannotRead, decoded

TOLD = ("From", "To", "Cc", "Date")


def read(data: bytes, tick: Tick) -> Parsed:
    """The text of the mail below who sent it to whom, under its subject; attachments are named. Raises CannotRead."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    headers = [(name, header(message, name)) for name in TOLD]
    if not any(value for _, value in headers):
        raise CannotRead("The file is no e-mail: nobody is told who wrote it.")
    text, title = Writer(), header(message, "Subject")
    text.add("\n".join(f"{name}: {value}" for name, value in headers if value))
    tick()
    _body(message, text, tick)
    names = [" ".join((part.get_filename() or "").split()) for part in message.iter_attachments()]
    if any(names):
        text.add(f"Attached, and not read: {', '.join(filter(None, names))}")
    at = moment(message)
    return text.parsed(title, **({SAID_AT: at.isoformat()} if at is not None else {}))


def header(message: EmailMessage, name: str) -> str:
    """A header decoded; one that is damaged as it stands."""
    try:
        value = message[name]
        at = value.datetime if name == "Date" and value is not None else None
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError):
        return ""
    if at is not None:
        return f"{at:%-d %B %Y, %H:%M}"
    return " ".join(str(value or "").split())[:1000]


def moment(message: EmailMessage) -> dt.datetime | None:
    """When it was sent; None where it does not tell."""
    try:
        at = email.utils.parsedate_to_datetime(str(message["Date"] or ""))
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError):
        return None
    return at if at.tzinfo else at.replace(tzinfo=dt.UTC)


def words(message: EmailMessage) -> str:
    """The words of the mail itself; "" for one that has none. Raises CannotRead."""
    said, is_page = _part(message)
    return web.plain(said) if is_page and said.strip() else said.replace("\r\n", "\n")


def _body(message: EmailMessage, text: Writer, tick: Tick) -> None:
    said, is_page = _part(message)
    if is_page:
        web.write(said, text, tick)
    else:
        for block in said.replace("\r\n", "\n").split("\n\n"):
            text.add(block)


def _part(message: EmailMessage) -> tuple[str, bool]:
    """The text of the mail, and whether it is HTML."""
    part = message.get_body(("plain", "html"))
    if part is None:
        return "", False
    given = part.get_payload(decode=True)
    said = _characters(given if isinstance(given, bytes) else b"", part.get_content_charset())
    return said, part.get_content_type() == "text/html"


def _characters(data: bytes, charset: str | None) -> str:
    try:
        return data.decode(charset or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return decoded(data)
