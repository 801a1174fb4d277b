"""What was said before a message that tells of what it is: "Which cot is good?", of "it was 79 euros"."""

from __future__ import annotations

import re

from assistant import params
from assistant.models import Message
from assistant.question.asked import FILLERS, LIGHT
from assistant.question.beside import hands_over
from assistant.question.questions import asks
from assistant.without_model.demands import THING, demanded, is_held
from assistant.without_model.writing import NOT_SAID
from graph.retrieval.question.words import content_stems

_LEANS = re.compile(
    r"\W*(?:[\w'’]+\W+){0,2}?(?:its?|that|this|they|them|theirs?|these|those|ones?|mine|there)\b",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"[\w'’ -]{2,40}: \S")
_NO = re.compile(r"\bno (?=[a-z])", re.IGNORECASE)  # "no reason given" is no number
_HALF = 8  # words up to which a message may be half a sentence that answers: "7 March at 3, in the pool"
_SHORT = 3  # words of a message that only names what was asked for: "Oskar Nagel"


def said_before(message: Message) -> str:
    """What the person said last before a message, told or asked, but nothing that was not to be learned from.

    A question to the book stands before its answer alone: once it is answered, or where what follows is of something
    else, what was told before it is what they were at.
    """
    rows = Message.objects.filter(conversation_id=message.conversation_id, role=Message.Role.USER)
    rows = rows.filter(pk__lt=message.pk).exclude(learning=Message.Learning.NONE).select_related("reply")
    for row in rows.order_by("-pk")[: params.SAID_BEFORE]:
        if not (asks(row.text) and _is_of_the_book(row)):
            return as_context(row.text)
        if may_answer(row, message.text):
            return row.reply.search_text or row.text  # with the name for "it" in it
    return ""


def as_context(text: str) -> str:
    """What a message says of the one behind it; nothing where it hands over somebody's text to be worked on."""
    return "" if hands_over(text) else text


def may_answer(question: Message, told: str) -> bool:
    """Whether what is told behind a question to the book may be of it: it says "it", or it holds what is demanded where
    that was not known, or at least not exactly.
    """
    if _LEANS.match(told):
        return True
    reply = question.reply
    is_near = reply.text.startswith(NOT_SAID) or bool(reply.cited and reply.written_by)  # a model may cite what is near
    if reply.cited and not is_near:
        return False
    demand = demanded(question.text)
    if demand is not None and demand.kind != THING:
        return is_held(demand, _NO.sub("", told)) and not (is_near and _stands_alone(told))
    shared = (content_stems(question.text) & content_stems(told)) - FILLERS - LIGHT
    return not is_near or bool(shared) or len(told.split()) <= _SHORT


def _stands_alone(told: str) -> bool:
    """Whether it says by itself what it is of: "bergmann: veggie 12, gluten free 3"."""
    return _LABELLED.match(told) is not None or len(told.split()) > _HALF


def _is_of_the_book(question: Message) -> bool:
    """Whether rules answered it, or the answer cites the book: what a model says of the world is what one talks of."""
    reply = getattr(question, "reply", None)
    return reply is not None and (not reply.written_by or bool(reply.cited))
