"""What a file is that was brought in under the wrong format, and which one its owner should export instead."""

from __future__ import annotations

import csv
import re

CARDS = "These are contacts (vCard): bring the file in as “vcard”."
CALENDAR = "This is a calendar (iCalendar): bring the file in as “ics”."
CARDS_TABLE = (
    "This is a table of contacts, which is not read. Export them as vCard (.vcf) from the address book, as Google "
    "Contacts and most others can, and bring that in as “vcard”."
)
CALENDAR_TABLE = (
    "This is a table of a calendar, which is not read. Export it as iCalendar (.ics), as Google Calendar, Outlook and "
    "most others can, and bring that in as “ics”."
)
# In the first row of what address books and calendars write as tables. A table of facts has none of these columns.
_OF_A_PERSON = re.compile(
    r"(given|first|last|family|middle|nick) ?name|e-?mail\b.*|(mobile|home|business|primary)? ?phone\b.*"
)
_OF_AN_EVENT = re.compile(r"start ?(date|time)|end ?(date|time)|all ?day ?event|dtstart")
_LONGEST = 20_000  # characters of a first row


def told(text: str, asked: str) -> str:
    """A sentence on a file that is none of the format `asked` for; empty if it is none that is known here either."""
    begins = text[:_LONGEST].upper()
    if "BEGIN:VCARD" in begins:
        return CARDS if asked != "vcard" else ""
    if "BEGIN:VCALENDAR" in begins:
        return CALENDAR if asked != "ics" else ""
    named = columns(text)
    if len({one for one in named if _OF_AN_EVENT.fullmatch(one)}) > 1:
        return CALENDAR_TABLE
    return CARDS_TABLE if sum(_OF_A_PERSON.fullmatch(one) is not None for one in named) > 1 else ""


def columns(text: str) -> list[str]:
    """The names in the first row, of whatever it is that parts them."""
    first = text.lstrip("\ufeff\n").split("\n", 1)[0][:_LONGEST]
    parted = max(",;\t", key=first.count)
    row = next(csv.reader([first], delimiter=parted), []) if parted in first else []
    return [" ".join(one.replace("_", " ").lower().split()) for one in row]
