"""Contacts: each vCard a person with what it says of them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from graph.curation.candidates import Name, Quote
from graph.documents import parse
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import CannotRead, Problem, Record, Thing

_CARD = re.compile(r"^BEGIN:VCARD\s*$.*?^END:VCARD\s*$", re.DOTALL | re.MULTILINE | re.IGNORECASE)
MOST_OF_A_KIND = 20
OMIT_YEAR = "X-APPLE-OMIT-YEAR"
ADDRESS = ("box", "extended", "street", "city", "region", "code", "country")
VALUES = {"email": "email", "tel": "phone", "url": "website", "title": "job_title", "role": "role", "note": "note"}


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Raises CannotRead when there is no card in it."""
    try:
        text = parse.decode(stream.read(), "cards.txt")
    except ValueError as refusal:
        raise CannotRead(str(refusal)) from None
    cards = _CARD.findall(text)
    if not cards:
        raise CannotRead("There is no vCard in the file.")
    for place, card in enumerate(cards, start=1):
        yield from ((str(place), record) for record in _records(card))


def _records(card: str) -> Iterator[Record]:
    import vobject  # brings a parser of dates that is slow to load

    try:
        read = vobject.readOne(card, allowQP=True, ignoreUnreadable=True)
        found: dict[str, list[Any]] = {key: [line.value for line in lines] for key, lines in read.contents.items()}
    except Exception as error:  # noqa: BLE001 - the library raises many kinds for a damaged card
        yield Problem(f"The card cannot be read: {error}"[:200])
        return
    name = str(next(iter(found.get("fn", [])), "") or _spelt(found)).strip()
    if not name:
        yield Problem("The card has no name.")
        return
    nicknames = [one.strip() for given in found.get("nickname", []) for one in _flat(given).split(",")]
    uid = {"vcard": str(found["uid"][0])[:500]} if found.get("uid") else {}
    yield Thing(name[:2000], "person", tuple(one for one in nicknames if one), external_ids=uid)
    for key, predicate in VALUES.items():
        for value in found.get(key, [])[:MOST_OF_A_KIND]:
            if said := _flat(value).strip().removeprefix("tel:").removeprefix("mailto:"):
                yield _fact(name, predicate, said)
    for value in found.get("org", [])[:1]:
        if parts := [part for part in (value if isinstance(value, list) else [value]) if str(part).strip()]:
            quote = (Quote(f"org: {parts[0]}", extractor="vcard"),)
            yield staged(Name(name, "person"), "works_for", object=Name(str(parts[0]), "organization"), evidence=quote)
    for line in read.contents.get("bday", [])[:1]:
        yield _fact(name, "birthday", *_birthday(_flat(line.value), _flat(line.params.get(OMIT_YEAR, ""))))
    for value in found.get("adr", [])[:MOST_OF_A_KIND]:
        if said := ", ".join(filter(None, (_flat(getattr(value, part, "")).strip() for part in ADDRESS))):
            yield _fact(name, "address", said)


def _birthday(said: str, without: str) -> tuple[str, str]:
    """A birthday and the type of the value: `19850302` -> ("1985-03-02", "date"), `--0302` -> ("2 March", "string").

    `without` is the year that stands for none, in cards whose form knows no other way to say so.
    """
    dated = re.fullmatch(r"(\d{4}|--)-?(\d{2})-?(\d{2})(?:T.*)?", said)
    if not dated:
        return said, "string"
    year, month, day = dated.groups()
    if year not in ("--", without):
        return f"{year}-{month}-{day}", "date"
    return (f"{int(day)} {calendar.month_name[int(month)]}" if 1 <= int(month) <= 12 else said), "string"


def _spelt(found: dict[str, list[Any]]) -> str:
    return " ".join(str(found["n"][0]).split()) if found.get("n") else ""


def _flat(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _fact(name: str, predicate: str, value: str, kind: str = "string") -> Record:
    quote = (Quote(f"{predicate}: {value}"[:2000], extractor="vcard"),)
    return staged(Name(name, "person"), predicate, value=value, value_type=kind, evidence=quote)
