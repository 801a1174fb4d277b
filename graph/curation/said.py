"""When the words were said that facts rest on: in a talk, or in a document that knows its own day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db.models import Case, F, Q, When

from graph.models import Document

SAID_AT = "said_at"  # in a document's metadata: an ISO 8601 moment
BY_DAYS = "by_days"  # in that of a chat: each message has its own day, which stands with its evidence
IN_TALK = Q(document__kind=Document.Kind.CONVERSATION, chunk__isnull=False)
IS_DATED = IN_TALK | Q(document__metadata__has_any_keys=[SAID_AT, BY_DAYS])
# Of a row of evidence. What rests on a dated document stands under its day from the beginning.
MOMENT = Case(When(IN_TALK, then=F("chunk__created_at")), default=F("created_at"))


def of_document(metadata: Mapping[str, Any]) -> dt.datetime | None:
    """The moment under which everything in a document was said, where it knows one."""
    told = metadata.get(SAID_AT)
    try:
        at = dt.datetime.fromisoformat(told) if isinstance(told, str) else None
    except ValueError:  # a program gave it
        return None
    return at if at is None or at.tzinfo else at.replace(tzinfo=dt.UTC)
