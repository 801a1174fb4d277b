"""A mailbox as Gmail, Thunderbird and Apple Mail export it (mbox), alone or in a zip: a document for each exchange."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from operator import attrgetter
from pathlib import PurePosixPath
from typing import BinaryIO

from graph.counted import counted
from graph.documents.formats.messenger import Message, as_text, listed
from graph.exchange import mails, packed
from graph.exchange.mails import Mail
from graph.exchange.records import CannotRead, Note, Pause, Problem, Record, Remark
from graph.naming import normalise

WANTED = "Google Takeout, Thunderbird and Apple Mail write mailboxes as mbox."
PAUSED_AFTER = 100  # mails: a third of a second, and fifty times that are the records that are taken at once
_BEGINS = b"From "  # the line before each mail; one inside of a mail is written “>From ”
_ONE, _MANY = ".eml", ".mbox"
_HEAD = re.compile(r"From [^\n]+\n(?:>?[!-9;-~]+:[^\n]*\n)")  # that line, and the first above a mail


def is_of_mail(path: str) -> bool:
    """Whether a file of a zip is a mailbox: Apple Mail calls it mbox, in a folder with the name of the mailbox."""
    place = PurePosixPath(path)
    return place.suffix.lower() == _MANY or place.name == "mbox"


def is_of_mails(paths: Sequence[str]) -> bool:
    """Whether a zip is one of mail: of a mailbox, or of nothing but single mails."""
    return any(map(is_of_mail, paths)) or (bool(paths) and all(path.lower().endswith((_ONE, "/")) for path in paths))


def is_mailbox(text: str) -> bool:
    """Whether a file begins as a mailbox does."""
    return _HEAD.match(text.replace("\r\n", "\n")) is not None


def read(stream: BinaryIO, *, zone: dt.tzinfo, own: frozenset[str] = frozenset()) -> Iterator[tuple[str, Record]]:
    """What people wrote to each other, at the times of `zone`; who has the book is whom `own` names, and whose mailbox
    it is by the addresses in it. Raises CannotRead.

    Spam, the bin and drafts are left out, and so is what went to many, unless one answered it.
    """
    told: list[Mail] = []
    left: Counter[str] = Counter()
    for number, (where, data) in enumerate(_each(stream), start=1):
        if number % PAUSED_AFTER == 0:
            yield "", Pause()
        if isinstance(data, Problem):
            yield where, data
            continue
        try:
            mail = mails.read(data, zone)
        except mails.Damaged as error:
            yield where, Problem(f"It is no mail: {error}.")
            continue
        if mail.left_out:
            left[mail.left_out] += 1
        else:
            told.append(mail)
    if not told and not left:
        raise CannotRead(f"There is no mail in it. {WANTED}")
    mine = _addresses(told, own)
    for one in _exchanges(told):
        if any(mail.is_to_many for mail in one) and not any(mail.address in mine for mail in one):
            left["newsletters and what else went to many"] += len(one)
        else:
            yield from _document(one, mine)
    for kind, number in left.items():
        yield "", Remark(f"{counted(number, 'mail')} left out: {kind}.")


def _each(stream: BinaryIO) -> Iterator[tuple[str, bytes | Problem]]:
    """The mails of a file, or of all mailboxes and single mails of a zip, each with its place."""
    if not packed.is_zip(stream):
        yield from _of_box("", stream)
        return
    for file in packed.files(stream, (_MANY, "mbox", _ONE), packed.LARGEST_SINGLE):
        if file.why:
            yield file.name, Problem(file.why)
        elif file.name.lower().endswith(_ONE):
            yield file.name, file.data
        elif is_of_mail(file.name):
            yield from _of_box(f"{file.name}, ", io.BytesIO(file.data))


def _of_box(name: str, lines: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """The mails of a mailbox; one that is saved by itself has no line before it."""
    gathered: list[bytes] = []
    number, is_after_empty = 1, True
    for line in lines:
        if is_after_empty and line.startswith(_BEGINS):
            if b"".join(gathered).strip():
                yield f"{name}mail {number}", b"".join(gathered)
                number += 1
            gathered = []
        else:
            gathered.append(line)
        is_after_empty = not line.strip()
    if b"".join(gathered).strip():
        yield f"{name}mail {number}", b"".join(gathered)


def _addresses(told: Sequence[Mail], own: Collection[str]) -> frozenset[str]:
    """The addresses of who has the mailbox: what was delivered to, what was sent from, and of one's own name."""
    sent = {mail.address for mail in told if mail.is_sent or normalise(mail.who) in own}
    return frozenset(sent | {mail.delivered_to for mail in told if mail.delivered_to})


def _exchanges(told: Sequence[Mail]) -> list[list[Mail]]:
    """The mails by what they answer, each exchange in the order of its times and all in that of their first.

    A mail that stands in two mailboxes, as in those of Gmail's labels, is one.
    """
    above: dict[str, str] = {}

    def root(key: str) -> str:
        while above.get(key, key) != key:
            key = above[key]
        return key

    once = {mail.key: mail for mail in told}
    for mail in once.values():
        for earlier in mail.answers:
            above[root(mail.key)] = root(earlier)
    gathered: dict[str, list[Mail]] = {}
    for mail in sorted(once.values(), key=attrgetter("at")):
        gathered.setdefault(root(mail.key), []).append(mail)
    return list(gathered.values())


def _document(exchange: Sequence[Mail], mine: Collection[str]) -> Iterator[tuple[str, Record]]:
    first = exchange[0]
    names = {mail.who for mail in exchange if mail.address in mine}
    told: list[Message] = []
    signed: set[str] = set(mine)  # what stands below each mail of somebody is kept once
    for mail in exchange:
        says = mail.says if mail.address in signed else f"{mail.says}\n\n{mail.signature}".strip()
        signed.add(mail.address)
        said = ((who, words) for who, words in ((mail.who, says), *mail.forwarded) if words)
        told += (Message(mail.at.date(), f"{mail.at:%H:%M}", who, words) for who, words in said)
    others = [one.who for one in told if one.who not in names]
    to = [name for mail in exchange for address, name in mail.to if address not in mine]
    between = f"mail with {listed(others or to)}" if others or to else "mail to oneself"
    title = f"{first.subject} ({between})" if first.subject else between.capitalize()
    if told:
        yield title, Note(title[:500], as_text(told, {normalise(name) for name in names}), f"Mail/{first.key}"[:1000])
    else:
        yield title, Problem("It holds no words.")
    if left := sum(mail.left for mail in exchange):
        yield title, Remark(f"{counted(left, 'attachment')} of it not read.")
