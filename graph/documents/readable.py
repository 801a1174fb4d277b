"""A text as it is kept where it comes in a form that nobody would read."""

from __future__ import annotations

from graph.curation import names
from graph.documents import parse
from graph.documents.formats import messenger, transcript
from graph.models import User


def kept(user: User, text: str) -> tuple[str, str]:
    """The text, a talk by days and by who said what, with a mark at what one said oneself; and what it is called if a
    messenger wrote it out and its file does not say. Raises CannotRead.

    A talk without days is one in which who has the book speaks, or that names one of those who do.
    """
    text = parse.checked(text)
    written_out = messenger.messages(text)
    told = written_out or transcript.messages(text)
    if not told:
        return text, ""
    own = names.own_keys(user)
    if written_out:
        return messenger.as_text(told, own), messenger.title(told, own)
    is_talk = messenger.those_of({message.who for message in told}, own) or transcript.is_of_people(told)
    return messenger.as_text(told, own) if is_talk else text, ""
