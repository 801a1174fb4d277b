"""The facts that one text of an import will teach, read before it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from assistant import params
from assistant.extraction import read, rules
from assistant.extraction.text.items import items
from assistant.extraction.text.language import is_english
from assistant.memory import from_documents, in_chats
from graph.curation.candidates import Candidate
from graph.documents.formats import messenger
from graph.exchange.foretelling import Key
from graph.exchange.records import Note, Talk
from graph.naming import normalise

_DAYS = re.compile(r"^## (?P<heading>.+)\n(?P<said>(?:(?!## ).*(?:\n|\Z))*)", re.MULTILINE)  # of a chat
BEGINNING = 20_000  # characters of a note that are read: of a book it is told by how it begins


def claims(text: Note | Talk) -> set[Key]:
    """Each fact once, by its ends and its relation."""
    found = _of_note(text) if isinstance(text, Note) else _of_talk(text)
    most = params.DOCUMENT_FACTS if isinstance(text, Note) else params.TALK_FACTS
    return {_key(one) for one in islice(found, most)}


def _of_note(note: Note) -> Iterator[Candidate]:
    text = note.text[:BEGINNING]
    days = [(day["heading"], day["said"]) for day in _DAYS.finditer(text)]
    if days and messenger.heading(days[0][0]) and is_english(text):
        for heading, said in days:
            yield from in_chats.stated(said, messenger.turns(said, heading), {})
    elif is_english(text):
        for _, part in items(text):
            yield from filter(from_documents.may_stand_alone, rules.candidates(part))


def _of_talk(talk: Talk) -> Iterator[Candidate]:
    for line in talk.lines:
        if line.role == "user":
            yield from read.by_rules(line.text, said_at=line.at).candidates


def _key(one: Candidate) -> Key:
    return normalise(one.subject.text), one.predicate, normalise(one.object.text if one.object else one.value or "")
