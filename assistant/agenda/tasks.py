"""What is to be done on no day that is told: open boxes in notes, and what somebody said that they have to do."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Q

from assistant import params
from assistant.agenda.entry import Entry, of_passage
from assistant.agenda.passages import Text
from assistant.extraction.words.named_days import named
from graph.days import day_of
from graph.models import Chunk, Document, EntityAlias, User
from graph.naming import normalise
from graph.prose import OPEN, units
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.types import ChunkRow

_BOX = "[ ]"
_HAS_TO = re.compile(
    r"\b(?:i|we)(?:['’]ve| have)?(?: still| also)? (?:have to|need to|must|should|ought to|got to|gotta)\b"
    r"|\b(?:remind me|don['’]t let me forget|don['’]t forget|remember) to\b|^(?:to[- ]?do|still open)\b"
    r"|\b(?:is|are) still to do\b"
    r"|\b(?:(?:has|have|needs?) to|must) be (?:done|finished|paid|sent|ordered|booked|returned|renewed|replaced|fixed"
    r"|repaired|cleaned|cancelled|bought|signed)\b",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(rf"{OPEN} @?(?P<who>[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: [A-ZÀ-ÞĀ-Ž][\w'’-]+)?)(?::| (?:to|will)\b| [–—-] )")
_SAYS = Q(
    text__iregex=r"ha(?:ve|s) to|needs? to|must|should|ought|got(?: to|ta)|remind|forget|remember|to[- ]?do|still open"
)


def undated(
    user: User, now: dt.datetime, filters: Mapping[str, Any] | None, told: Collection[str], most: int = params.TASKS
) -> list[Entry]:
    """At most `most` tasks that name no day, newest first, each once; none of the sentences that are `told` already."""
    allowed = within.allowed(user, Filters(**filters)) if filters is not None else None
    found: dict[str, tuple[Text, str]] = {}
    for text in _texts(user, now):
        if allowed is None or allowed.lets("chunk", text.chunk):
            for sentence in _tasks(text):
                if sentence not in told and not named(sentence, text.said_on):
                    found.setdefault(sentence.casefold(), (text, sentence))
        if len(found) >= most:
            break
    newest = list(found.values())[:most]
    chunks = rows.chunks(user.pk, {text.chunk for text, _ in newest})
    return [_entry(text, chunks[text.chunk], sentence) for text, sentence in newest if text.chunk in chunks]


def own(user: User, entries: Sequence[Entry], about: str = "") -> list[Entry]:
    """Without the boxes that are somebody else's: "☐ Farida: update the website" is nothing that Owen has to do, if he
    does not ask what is to be done `about` Farida.

    Whose a box is, is told by a person's name before it, or by any word where the same passage has one of one's own.
    """
    whose = [normalise(found["who"]) if (found := _ASSIGNED.match(one.said)) else "" for one in entries]
    if not any(whose):
        return list(entries)
    names = EntityAlias.objects.for_user(user).exclude(kind=EntityAlias.Kind.EXTERNAL)
    mine_whole = {normalise(user.username), *names.filter(entity__is_self=True).values_list("normalised", flat=True)}
    me = mine_whole | {name.split()[0] for name in mine_whole if name.split()}  # "Owen" of Owen Prichard
    me |= {normalise(about)} - {""}
    people = {*names.filter(normalised__in=whose, entity__type="person").values_list("normalised", flat=True)} - me
    mine = {one.key for one, who in zip(entries, whose, strict=True) if who in me}
    return [
        one
        for one, who in zip(entries, whose, strict=True)
        if not who or who in me or not (who in people or one.key in mine)
    ]


def _entry(text: Text, chunk: ChunkRow, sentence: str) -> Entry:
    said_on = text.said_on or chunk.created_at.date()
    return Entry(said_on, said_on, of_passage(chunk), said=sentence)


def _tasks(text: Text) -> list[str]:
    """The open boxes of a note, and of what was said the sentences that tell of a task; "write to Ann" is one, too."""
    if text.is_note:
        return [unit.text for unit in units(text.text) if unit.text.startswith(OPEN)]
    return [sentence for sentence in text.sentences() if _HAS_TO.search(sentence)]


def _texts(user: User, now: dt.datetime) -> list[Text]:
    """Passages that may hold one: notes with a box, and what was said lately of what has to be done."""
    talk = Q(document__kind=Document.Kind.CONVERSATION)
    lately = Q(created_at__gt=now - params.TASKS_SAID_WITHIN)
    boxes, said = Q(text__contains=_BOX) & ~talk, talk & lately & _SAYS
    newest = Chunk.objects.for_user(user).filter(boxes | said, children=None).order_by("-created_at", "-pk")
    read = newest.values_list("pk", "text", "created_at", "document__kind")[: params.TASKS_READ]
    zone = user.local(now).tzinfo
    return [Text(pk, text, at, day_of(at, zone), kind) for pk, text, at, kind in read]
