"""What a person is used to ask: the same question on several days, first what is asked at such an hour."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict

from assistant.models import Conversation, Message
from assistant.question.questions import is_question
from graph.models import User

LOOKED_BACK = dt.timedelta(weeks=8)
READ = 1_000  # messages, the newest
DAYS = 3  # on which it was asked: twice may be chance
NEAR = 2  # hours around the present one
LONGEST = 120  # characters: a longer one was written for its day
OFFERED = 2


def questions(user: User, now: dt.datetime) -> tuple[str, ...]:
    """At most two, as they were last written: those of this weekday and hour first, then those of most days."""
    here = user.local(now)
    said: dict[str, list[dt.datetime]] = defaultdict(list)
    written: dict[str, str] = {}
    for text, at in _said(user, now):
        if len(text) <= LONGEST:
            key = " ".join(text.casefold().split()).strip(" ?!.")
            written.setdefault(key, text)
            said[key].append(user.local(at))
    used = [key for key, moments in said.items() if len({at.date() for at in moments}) >= DAYS]
    asked = [key for key in used if is_question(written[key])]
    asked.sort(key=lambda key: (-sum(_is_like(at, here) for at in said[key]), -len(said[key]), key))
    return tuple(written[key] for key in asked[:OFFERED])


def _said(user: User, now: dt.datetime) -> list[tuple[str, dt.datetime]]:
    """What they wrote here lately, newest first: not what was brought in from elsewhere."""
    own = Message.objects.for_user(user).filter(role=Message.Role.USER, created_at__gt=now - LOOKED_BACK)
    own = own.filter(conversation__is_imported=False).exclude(conversation__mode=Conversation.Mode.INCOGNITO)
    return list(own.order_by("-created_at", "-pk").values_list("text", "created_at")[:READ])


def _is_like(at: dt.datetime, here: dt.datetime) -> bool:
    apart = abs(at.hour - here.hour)
    return at.weekday() == here.weekday() and min(apart, 24 - apart) <= NEAR
