"""Whether a message sets a task, and asks nothing that a book could say: "write a note to Anna", "plan a weekend"."""

from __future__ import annotations

import re

from assistant.extraction.words.dates import WEEKDAYS

_OPENS = (
    r"^(?:(?:hey|hi|hello|ok|okay|please|now|then|and)[\s,]+)*"
    r"(?:(?:can|could|would|will) you (?:please )?|i(?:['’]d like| want| need) you to |let['’]s "
    r"|help (?:me|us) (?:to )?)?"
)
# What is written, drafted and translated is made of words; a plan, a list of ideas and a present are thought up.
_TASK = re.compile(
    rf"{_OPENS}(?:"
    r"(?:write|draft|compose|phrase|word|word-?smith) (?:me |us |him |her |them )?"
    r"(?:an?|the|some|my|our|two|three|four|five|\d+)\b"
    r"|(?:translate|rewrite|rephrase|reword|paraphrase|proofread|polish|shorten|brainstorm)\b"
    r"|(?:plan|design|invent|think up|come up with|dream up|sketch|outline) (?:me |us )?"
    r"(?:an?|some|my|our|the|two|three|four|five|\d+)\b"
    r"|(?:suggest|recommend|propose) (?:me |us )?(?:an?|some|two|three|four|five|\d+)\b"
    r"|(?:give|send|make|find) (?:me |us )?(?:an?|some|a few|two|three|four|five|\d+) (?:\w+ ){0,2}"
    r"(?:ideas?|suggestions?|tips?|drafts?|slogans?|titles?|captions?|poems?|jokes?)\b"
    r")",
    re.IGNORECASE,
)
_TOLD = re.compile(rf"\b(?:yesterday|tomorrow|next week|by (?:{'|'.join(WEEKDAYS)}))[.!]?$", re.IGNORECASE)


def is_task(text: str) -> bool:
    """Whether something is to be written, planned or thought up; not "write to Anna" nor "plan a walk by Friday",
    which are notes to oneself.
    """
    return _TASK.match(text.strip()) is not None and _TOLD.search(text.strip()) is None
