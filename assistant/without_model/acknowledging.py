"""The reply to a message that tells something, without a language model: what becomes of it, and what stands so far."""

from __future__ import annotations

import datetime as dt
import re

from assistant.question.facts import fact_of
from assistant.question.focus import focus
from assistant.question.targets import occurs, targets_of
from assistant.without_model.writing import Composed, Writing
from graph.retrieval.result import Result
from graph.retrieval.types import Item

# "gym tue+thu", where nothing is known of it: nobody knows whether it is told or looked for.
TOLD_OR_ASKED = (
    "I know nothing about that yet. If you meant to tell me something, it is kept, and what I can learn from it will "
    "wait in the inbox."
)
NOTED = "Noted. What I can learn from it will wait for your decision in the inbox."
NO_REMINDER = (
    "Noted. I cannot call you by myself: it stands on its day under Days, and where you ask what you have to do."
)
_REMIND = re.compile(r"\bremind me (?:to|about)\b", re.IGNORECASE)
TOLD_BESIDE = "What you told me beside it is kept, and what I can learn from it will wait in the inbox."


def acknowledge(text: str, result: Result, now: dt.datetime, *, learns: bool, readable: bool) -> Composed:
    """The reply to a message that tells something: what becomes of it, and what stands about it so far."""
    asked = focus(text)
    facts = [item for item in result.items if item.fact is not None and item.fact.status == "confirmed"]
    named = targets_of(text, asked, facts, result).named
    standing = [
        item
        for item in facts
        if fact_of(item).predicate in asked.predicates
        and fact_of(item).subject in named
        and not _says(item, text)
        and not (asked.relations and fact_of(item).subject_is_self)  # where "my friend Ann" lives says nothing of me
    ]
    writing = Writing(now, result.reads)
    if not learns:
        writing.sentences.append("Understood. Nothing is learned in this mode.")
    elif not readable:
        writing.sentences.append(
            "Your words are kept and can be searched. Without a language model I learn only from English, "
            "so nothing was proposed from this."
        )
    else:
        writing.sentences.append(NO_REMINDER if _REMIND.search(text) else NOTED)
    if standing:
        writing.sentences.append("So far I have:")
        writing.facts(standing[:2])
    return writing.composed()


def _says(item: Item, text: str) -> bool:
    fact = fact_of(item)
    return occurs(fact.object_name or fact.value, text)
