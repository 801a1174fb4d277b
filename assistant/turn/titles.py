"""A conversation's title by the model, in the background; without one its first words stay."""

from __future__ import annotations

import datetime as dt

from assistant import params
from assistant.conversation import conversations
from assistant.language_model import llm, prompts
from assistant.models import Conversation
from graph import jobs
from graph.models import Job
from graph.naming import clean

JOB = "title"


def enqueue(conversation: Conversation, now: dt.datetime) -> None:
    """Ask for a title after the first exchange, if there is a model to ask."""
    if llm.configured() and conversation.messages.count() == 2:
        payload = {"conversation": conversation.pk}
        jobs.enqueue(kind=JOB, key=str(conversation.pk), user_id=conversation.user_id, payload=payload, now=now)


@jobs.handler(JOB, passing=True)
def give(job: Job, now: dt.datetime) -> None:
    """Put the model's title in place of the first words; a title that the person gave stays, a bad one is dropped."""
    conversation = Conversation.objects.filter(pk=job.payload["conversation"]).first()
    if conversation is None or not llm.configured():
        return
    first = conversation.messages.order_by("id").values_list("text", flat=True).first() or ""
    if conversation.title != conversations.title_of(first):
        return
    try:
        answer = llm.complete(prompts.title(first), deadline=params.TITLE_DEADLINE, max_tokens=24)
    except llm.ModelFailure:
        return  # the first words are a title too
    title = clean(answer.splitlines()[0]).strip(" \"'“”*#.")
    if 1 <= len(title) <= 80:
        conversations.rename(conversation=conversation, title=title)
