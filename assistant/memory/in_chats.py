"""What people say to each other in a chat that was brought in: each message is read as told by who wrote it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assistant import params
from assistant.extraction import rules
from assistant.extraction.parts.parties import SELF
from assistant.extraction.text.items import items
from assistant.extraction.text.trivial import is_trivial
from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import CONCEPT, PERSON
from graph.curation.candidates import Candidate, Name
from graph.documents.formats.messenger import Turn
from graph.exchange.messengers import GONE

# "Tom", "Lena Brandt", "Anna-Maria"; no "+44 7700 900123", "Plumber 2", "HR Department, Leeds"
_PERSON = re.compile(r"[^\W\d_a-z][\w'’.-]+(?: (?:[^\W\d_a-z][\w'’.-]*|van|von|de|der|den|da|di|la)){0,3}")
_OF_A_SPEAKER = ("my ", "our ")  # how the people of the one who speaks are called
_OF_MINE = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours)\b", re.IGNORECASE)  # in a name or value, of who speaks


def stated(text: str, turns: Sequence[Turn], roles: Mapping[str, str]) -> Iterator[Candidate]:
    """What the turns of a passage plainly state, the places being those in its `text`.

    What one wrote oneself is of oneself, and "my sister" is who holds that role in `roles`; what others say of
    themselves is of them, by the name under which they write. Who has no name there is told of by others alone.
    """
    for turn in turns:
        if is_trivial(text[turn.start : turn.end]):
            continue
        who = SELF if turn.is_own else speaker(turn.who, roles)
        for begins, part in items(text[turn.start : turn.end]):
            for one in rules.candidates(part, said_at=turn.at, roles=roles if turn.is_own else None):
                told = _told_by(one, who)
                if told is not None and may_be_learned(told):
                    place = turn.start + begins
                    yield replace(told, start=one.start + place, end=one.end + place, said_at=turn.at)


def speaker(who: str, roles: Mapping[str, str]) -> Name | None:
    """Whom a messenger calls so; None for a number, and for a role that nobody holds whom the book knows."""
    if who.casefold() in ROLES:
        held = roles.get(ROLES[who.casefold()])
        return Name(held, PERSON) if held else None
    return Name(who, PERSON) if _PERSON.fullmatch(who) and who != GONE else None


def _told_by(candidate: Candidate, who: Name | None) -> Candidate | None:
    """The candidate with who says it in the place of "I"; None if that is nobody."""
    if who is None and SELF in (candidate.subject, candidate.object):
        return None
    if candidate.subject == SELF and candidate.predicate == "name":
        return None  # as whom they write is their name
    if who is None or who == SELF:
        return candidate
    said = candidate.object.text if candidate.object else candidate.value or ""
    if _OF_MINE.search(f"{candidate.subject.text} {said}"):
        return None  # "to improve my shooting" is no goal of Tom's
    return replace(
        candidate,
        subject=who if candidate.subject == SELF else candidate.subject,
        object=who if candidate.object == SELF else candidate.object,
    )


def may_be_learned(candidate: Candidate) -> bool:
    """Whether it is plainly put, and of somebody: in a chat much is said of things that only those in it know."""
    of = candidate.subject
    return candidate.confidence >= params.DOCUMENT_CONFIDENCE and (
        of == SELF or of.text.casefold().startswith(_OF_A_SPEAKER) or (of.type != CONCEPT and of.text[:1].isupper())
    )
