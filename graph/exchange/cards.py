"""Contacts: each vCard a person with what it says of them."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from graph.counted import counted
from graph.curation.candidates import Name, Quote
from graph.documents import parse
from graph.exchange import android, kin, mistaken
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import CannotRead, Problem, Record, Remark, Thing
from graph.predicates import canonical

_CARD = re.compile(r"^BEGIN:VCARD\s*$.*?^END:VCARD\s*$", re.DOTALL | re.MULTILINE | re.IGNORECASE)
MOST_OF_A_KIND = 20
OMIT_YEAR = "X-APPLE-OMIT-YEAR"
ADDRESS = ("box", "extended", "street", "city", "region", "code", "country")
VALUES = {"email": "email", "tel": "phone", "url": "website", "title": "job_title", "role": "role", "note": "note"}
FIRST = ("email", "tel")  # of which people have one, and others for their work
WHICH = {"cell": "mobile", "iphone": "mobile", **{one: one for one in ("work", "home", "fax", "school", "main")}}
DAYS = {
    "bday": "birthday",
    **dict.fromkeys(
        ("anniversary", "x-anniversary", "x-evolution-anniversary", "x-kaddressbook-x-anniversary"), "anniversary"
    ),
}
LABELLED_DAY = "x-abdate"
KINDS = {"group": "group", "org": "organization", "company": "organization", "location": "place"}
SAID_AS = ("kind", "x-addressbookserver-kind", "x-abshowas")
OWN = {"version", "prodid", "rev", "uid", "n", "fn", "nickname", "org", "adr", "x-abadr", "x-abuid", "sort-string"}
READ = {*OWN, *VALUES, *DAYS, *SAID_AS, *kin.LINES, LABELLED_DAY}
NOT_READ = "This is not read of a contact."


@dataclass(frozen=True, slots=True)
class Card:
    """Whose it is, and its lines by their names."""

    who: Name
    lines: Mapping[str, list[Any]]

    @property
    def is_known(self) -> bool:
        """Whether it has an id, by which it is the same card when it comes again."""
        return "uid" in self.lines

    def values(self, key: str) -> list[Any]:
        return [line.value for line in self.lines.get(key, ())]


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """What each card says, then who is what to whom, and what was read of none. Raises CannotRead without a card."""
    try:
        text = parse.decode(stream.read(), "cards.txt")
    except ValueError as refusal:
        raise CannotRead(str(refusal)) from None
    found = _CARD.findall(text)
    if not found:
        raise CannotRead(mistaken.told(text, "vcard") or "There is no vCard in the file.")
    known: dict[str, Name] = {}
    ties: list[tuple[str, kin.Tie]] = []
    passed_over: Counter[str] = Counter()
    for number, one in enumerate(found, start=1):
        try:
            card = _card(one)
        except CannotRead as refusal:
            yield str(number), Problem(str(refusal))
            continue
        yield from ((str(number), record) for record in _records(card))
        known |= {kin.uid(str(uid)): card.who for uid in card.values("uid")[:1]}
        ties += [(str(number), tie) for tie in kin.ties(card.who, card.lines)]
        passed_over.update(card.lines.keys() - READ)
    yield from kin.stated(ties, known)
    for name, count in sorted(passed_over.items()):
        yield f"{name.upper()} ({counted(count, 'card')})", Remark(NOT_READ)


def _card(text: str) -> Card:
    """Raises CannotRead."""
    from graph.exchange import unsplit  # brings a parser of dates that is slow to load

    try:
        lines = android.plain(unsplit.read(text, is_quoted=True).contents)
    except Exception as error:  # noqa: BLE001 - the library raises many kinds for a damaged card
        raise CannotRead(f"The card cannot be read: {error}"[:200]) from None
    card = Card(Name("", "person"), lines)
    name = str(next(iter(card.values("fn")), "") or _spelt(card)).strip()
    if not name:
        raise CannotRead("The card has no name.")
    said = [_flat(value).strip().lower() for key in SAID_AS for value in card.values(key)]
    return Card(Name(name[:2000], next((KINDS[one] for one in said if one in KINDS), "person")), lines)


def _records(card: Card) -> Iterator[Record]:
    who = card.who
    nicknames = [one.strip() for given in card.values("nickname") for one in _each(given)]
    uid = {"vcard": str(card.values("uid")[0])[:500]} if card.values("uid") else {}
    yield Thing(who.text, who.type, tuple(one for one in nicknames if one), external_ids=uid)
    for key, predicate in VALUES.items():
        lines = sorted(card.lines.get(key, ()), key=_is_preferred, reverse=True)[:MOST_OF_A_KIND]
        for place, line in enumerate(lines):
            if said := _flat(line.value).strip().removeprefix("tel:").removeprefix("mailto:"):
                further = f"{_label(line, card)}_{predicate}" if place and key in FIRST else predicate
                yield _fact(who, further, said, renews=card.is_known and len(lines) == 1)
    for value in card.values("org")[:1] if who.type == "person" else ():
        # Its units are told apart by semicolons, so that a comma is one of a name: Reis, Ek & Co.
        if parts := [name for part in _each(value) if (name := ",".join(map(str, _each(part))).strip())]:
            quote = (Quote(f"org: {parts[0]}"[:2000], extractor="vcard"),)
            yield staged(
                who, "works_for", object=Name(parts[0][:2000], "organization"), evidence=quote, renews=card.is_known
            )
    for key, predicate in DAYS.items():
        for line in card.lines.get(key, [])[:1]:
            yield _fact(who, predicate, *_day(line), renews=card.is_known)
    called = kin.labels(card.lines)
    for line in card.lines.get(LABELLED_DAY, [])[:MOST_OF_A_KIND]:
        label = called.get(line.group, "other")
        yield _fact(who, "date" if label == "other" else canonical(label), *_day(line))
    for value in card.values("adr")[:MOST_OF_A_KIND]:
        if said := ", ".join(filter(None, (_flat(getattr(value, part, "")).strip() for part in ADDRESS))):
            yield _fact(who, "address", said)


def _is_preferred(line: Any) -> bool:
    return "pref" in kin.types(line) or line.params.get("PREF", [""])[0] == "1"


def _label(line: Any, card: Card) -> str:
    """Which of several a line is, by its own label or its type: "work", "mobile"."""
    own = kin.labels(card.lines).get(line.group, "")
    return canonical(own) or next((WHICH[one] for one in kin.types(line) if one in WHICH), "other")


def _day(line: Any) -> tuple[str, str]:
    """A day and the type of the value: `19850302` -> ("1985-03-02", "date"), `--0302` -> ("2 March", "string").

    A year may stand for none, in cards whose form knows no other way to say so.
    """
    said, without = _flat(line.value), _flat(line.params.get(OMIT_YEAR, ""))
    dated = re.fullmatch(r"(\d{4}|--)-?(\d{2})-?(\d{2})(?:T.*)?", said)
    if not dated:
        return said, "string"
    year, month, day = dated.groups()
    if year not in ("--", without):
        return f"{year}-{month}-{day}", "date"
    return (f"{int(day)} {calendar.month_name[int(month)]}" if 1 <= int(month) <= 12 else said), "string"


def _spelt(card: Card) -> str:
    return " ".join(str(card.values("n")[0]).split()) if card.values("n") else ""


def _flat(value: Any) -> str:
    return ", ".join(str(one).strip() for one in _each(value))


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _fact(who: Name, predicate: str, value: str, kind: str = "string", *, renews: bool = False) -> Record:
    quote = (Quote(f"{predicate}: {value}"[:2000], extractor="vcard"),)
    return staged(who, predicate, value=value, value_type=kind, evidence=quote, renews=renews)
