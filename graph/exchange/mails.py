"""One mail of a mailbox: who wrote what to whom and when, without what it repeats of the mails before it. Pure."""

from __future__ import annotations

import datetime as dt
import email
import email.policy
import email.utils
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage

from graph.documents.formats import mail as formats
from graph.documents.formats import pasted, quoted
from graph.documents.parse import CannotRead
from graph.exchange import messengers
from graph.exchange.messengers import BAD

_ID = re.compile(r"<([^<>\s]+)>")
_SPAM, _BIN, _DRAFTS = "spam", "what lies in the bin", "drafts"
_LABELS = {"spam": _SPAM, "trash": _BIN, "bin": _BIN, "drafts": _DRAFTS, "draft": _DRAFTS}  # as Gmail calls them
_SENT = "sent"
_DELETED = 0x8  # among the states that Thunderbird keeps of a mail
_MANY = frozenset({"bulk", "list", "junk"})


class Damaged(Exception):
    """It cannot be read as a mail, with the reason."""


@dataclass(frozen=True, slots=True)
class Mail:
    """`key` is the mail's own id, `answers` those of the mails that it goes on from, the first one first.

    `forwarded` has what others wrote that was sent on in it, `left` counts its attachments. `left_out` says as what it
    is none that anybody would look for, and is "" for any other.
    """

    key: str
    answers: tuple[str, ...]
    at: dt.datetime
    who: str
    address: str
    to: tuple[tuple[str, str], ...]  # address and name
    subject: str
    says: str
    signature: str = ""
    forwarded: tuple[tuple[str, str], ...] = ()
    left: int = 0
    left_out: str = ""
    is_sent: bool = False
    is_to_many: bool = False
    delivered_to: str = ""


def read(data: bytes, zone: dt.tzinfo) -> Mail:
    """Raises Damaged."""
    try:
        message = email.message_from_bytes(data, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        return _read(message, data, zone)
    except CannotRead as error:
        raise Damaged(str(error).rstrip(".")) from None
    except (*BAD, LookupError, RecursionError) as error:
        raise Damaged(f"it is damaged ({type(error).__name__})") from None


def _read(message: EmailMessage, data: bytes, zone: dt.tzinfo) -> Mail:
    who, address = next(_people(message, "From"), ("", ""))
    at = formats.moment(message)
    if not address:
        raise Damaged("it does not tell who wrote it")
    if at is None:
        raise Damaged("it does not tell when it was written")
    ids = _ID.findall(_raw(message, "Message-ID"))
    answers = [*_ID.findall(_raw(message, "References")), *_ID.findall(_raw(message, "In-Reply-To"))]
    words = quoted.parted(formats.words(message), who)
    labels = {label.strip().casefold() for label in formats.header(message, "X-Gmail-Labels").split(",")}
    return Mail(
        key=ids[0] if ids else hashlib.sha256(data).hexdigest()[:32],
        answers=tuple(dict.fromkeys(answers)),
        at=at.astimezone(zone),
        who=who,
        address=address,
        to=tuple((to, name) for header in ("To", "Cc") for name, to in _people(message, header)),
        subject=pasted.without_marks(formats.header(message, "Subject")),
        says=words.says,
        signature=words.signature,
        forwarded=tuple(map(_forwarded, words.sent_on)),
        left=sum(1 for part in message.iter_attachments() if part.get_filename()),
        left_out=_left_out(message, labels),
        is_sent=_SENT in labels,
        is_to_many=bool(message["List-Unsubscribe"] or message["List-Id"])
        or _raw(message, "Precedence").strip().casefold() in _MANY,
        delivered_to=next((to for _, to in _people(message, "Delivered-To")), ""),
    )


def _forwarded(text: str) -> tuple[str, str]:
    """Who wrote a mail that was sent on, and what."""
    name, address = email.utils.parseaddr(pasted.headers(text).get("from", ""))
    who = _speaker(name, address)
    return who, quoted.parted(pasted.body(text), who).says


def _people(message: EmailMessage, header: str) -> Iterator[tuple[str, str]]:
    """Names and addresses; who has no name goes by what stands before the @."""
    for name, address in email.utils.getaddresses(filter(None, [formats.header(message, header)])):
        if "@" in address:
            yield _speaker(name, address), address.casefold()


def _speaker(name: str, address: str) -> str:
    return messengers.speaker(_turned(name.strip(" '\"") or address.partition("@")[0]))


def _turned(name: str) -> str:
    """“Moe, Ingvild”, as directories of offices have it, in the order in which one is called."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and first and len(name.split()) <= 4 else name


def _left_out(message: EmailMessage, labels: set[str]) -> str:
    if _raw(message, "X-Spam-Flag").strip().casefold() == "yes":
        return _SPAM
    states = _raw(message, "X-Mozilla-Status").strip()
    state = int(states, 16) if re.fullmatch(r"[0-9a-fA-F]{1,8}", states) else 0
    if state & _DELETED:
        return _BIN
    return next((kind for label, kind in _LABELS.items() if label in labels), "")


def _raw(message: EmailMessage, name: str) -> str:
    """A header as it stands, where its form is not looked into."""
    try:
        return str(message[name] or "")
    except (ValueError, TypeError, AttributeError, LookupError):
        return ""
