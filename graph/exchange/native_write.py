"""The native file: everything of one person, a JSON object a line, from which nothing is missing but secrets.

The first line names the format and its version; each other line is one row, with its `table` and its id.
"""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.db import models, transaction

from graph.exchange.parts import PARTS, Part, Row
from graph.models import User, UserSettings

NAME, VERSION = "commonplace", 1
SET = ("retrieval", "learning", "keyboard")


def write(user: User, stream: BinaryIO, now: dt.datetime) -> int:
    """Every row the person owns, as of one moment; returns how many. Tokens and passwords stay."""
    count = 0
    with transaction.atomic():
        head = {NAME: "native", "version": VERSION, "exported_at": now.isoformat(), "name": user.first_name}
        stream.write(_line({**head, "settings": _settings(user)}))
        for part in PARTS:
            for row in rows(part, user):
                stream.write(_line({"table": part.kind, **row}))
                count += 1
    return count


def rows(part: Part, user: User) -> Iterator[Row]:
    """The rows of one part, oldest first, as JSON values."""
    columns = part.columns
    for row in part.model._default_manager.filter(**{part.owner: user}).order_by("pk").iterator(2000):
        yield {"id": plain(row.pk), **{one.attname: plain(getattr(row, one.attname)) for one in columns}}


def plain(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def typed(column: models.Field, value: Any) -> Any:
    """A value of a file as its column has it. Raises ValidationError."""
    return column.to_python(value) if value is not None else None


def _settings(user: User) -> dict[str, Any]:
    row = UserSettings.objects.filter(user=user).first()
    return {name: getattr(row, name) for name in SET} if row else {}


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
