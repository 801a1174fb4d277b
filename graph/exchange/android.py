"""What Android writes into a contact in a form of its own, as the lines by which others say the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CUSTOM = "x-android-custom"
_KIND = "vnd.android.cursor.item/"
# By the numbers of ContactsContract; 0 is a label of one's own
RELATIONS = ("", "assistant", "brother", "child", "domestic-partner", "father", "friend", "manager", "mother", "parent",
             "partner", "referred by", "relative", "sister", "spouse")  # fmt: skip
EVENTS = {"1": "anniversary", "3": "bday"}


@dataclass(frozen=True, slots=True)
class _Line:
    """As the reader of cards has its lines."""

    value: Any
    group: str | None = None
    params: dict[str, list[str]] = field(default_factory=dict)


def plain(lines: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """The lines of a card with Android's among them; one of a kind that is not known here stays what it is."""
    found = {key: list(every) for key, every in lines.items() if key != CUSTOM}

    def add(key: str, value: Any, label: str = "") -> None:
        group = f"android{len(found.get('x-ablabel', ()))}" if label else None
        found.setdefault(key, []).append(_Line(value, group))
        if label:
            found.setdefault("x-ablabel", []).append(_Line(label, group))

    for line in lines.get(CUSTOM, ()):
        kind, said, number, label, *_ = [*str(line.value).split(";"), "", "", "", ""]
        match kind.removeprefix(_KIND):
            case "nickname" if said:
                add("nickname", said)
            case "relation" if said:
                add("x-abrelatednames", said, _relation(number, label))
            case "contact_event" if said and number in EVENTS:
                add(EVENTS[number], said)
            case "contact_event" if said:
                add("x-abdate", said, label or "other")
            case _:
                found.setdefault(CUSTOM, []).append(line)
    return found


def _relation(number: str, label: str) -> str:
    known = RELATIONS[int(number)] if number.isdecimal() and int(number) < len(RELATIONS) else ""
    return known or label or "other"
