"""A text as it is kept where it comes in a form that nobody would read."""

from __future__ import annotations

from graph.curation import names
from graph.documents import parse
from graph.documents.formats import messenger
from graph.models import Entity, User


def kept(user: User, text: str) -> tuple[str, str]:
    """The text, a talk that a messenger wrote out by days with a mark at what one said oneself; and what such a talk is
    called if its file does not say. Raises CannotRead.
    """
    text = parse.checked(text)
    told = messenger.messages(text)
    if not told:
        return text, ""
    me = Entity.objects.for_user(user).filter(is_self=True).first()
    own = names.self_keys(user, me) if me else frozenset[str]()
    return messenger.as_text(told, own), messenger.title(told, own)
