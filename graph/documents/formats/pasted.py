"""An e-mail that was pasted or saved as text: its subject and when it was sent, by the lines above it. Pure."""

from __future__ import annotations

import datetime as dt
import email.utils
import re

from graph.documents import dated

_LINE = re.compile(
    r"(?P<key>From|To|Cc|Bcc|Date|Sent|Subject|Reply-To|Von|An|Datum|Gesendet|Betreff)[ \t]*:[ \t]*(?P<value>.*)",
    re.IGNORECASE,
)
_KEYS = {"von": "from", "an": "to", "datum": "date", "gesendet": "date", "sent": "date", "betreff": "subject"}
_MOST = 12  # lines above a mail


def headers(text: str) -> dict[str, str]:
    """The lines above a mail by their names in small letters; empty for a text that is none.

    A mail says at least from whom it is, and when it was sent or what it is about.
    """
    found: dict[str, str] = {}
    for line in text.lstrip()[:4000].splitlines()[:_MOST]:
        match = _LINE.fullmatch(line.replace("*", "").strip())
        if match is None:
            break
        key = match["key"].casefold()
        found.setdefault(_KEYS.get(key, key), " ".join(match["value"].split()))
    return found if found.get("from") and {"date", "subject"} & found.keys() else {}


def body(text: str) -> str:
    """A mail without the lines above it."""
    lines = text.lstrip().splitlines()
    above = next((n for n, line in enumerate(lines) if _LINE.fullmatch(line.replace("*", "").strip()) is None), 0)
    return "\n".join(lines[above:]).strip()


def subject(text: str) -> str:
    """What a mail is about, without its "Re:" and "Fwd:"; "" for none."""
    return without_marks(headers(text).get("subject", ""))


def without_marks(subject: str) -> str:
    """A subject without its "Re:" and "Fwd:"."""
    return re.sub(r"^(?:(?:re|fwd?|aw|wg)\s*:\s*)+", "", subject, flags=re.IGNORECASE)


def sent(text: str, now: dt.datetime) -> dt.datetime | None:
    """When a mail was sent, if its lines say so and that is over; of a day alone its midnight in UTC."""
    said = headers(text).get("date", "")
    if not said:
        return None
    try:
        at = email.utils.parsedate_to_datetime(said)
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError):
        if (day := dated.by_title(said, now.date())) is None:
            return None
        at = dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)
    at = at if at.tzinfo else at.replace(tzinfo=dt.UTC)
    return at if at <= now else None
