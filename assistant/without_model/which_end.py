"""Which end of a fact a question asks for: what runs on Proxmox, and not on what Proxmox runs. Pure."""

from __future__ import annotations

import re

from assistant.question.asked import DOING
from assistant.question.walked import BOTH_WAYS
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import FactRow

_BY_WHOM = re.compile(
    r"\W*(?:and )?(?:who|what|which(?: [\w-]+){1,3}?) (?!(?:is|are|was|were|does|do|did|has|have|had|can|will)\b)"
    r"(?P<verb>[a-z]+)(?: (?:on|in|at|for|with|under|to|by|from))? (?:(?:the|an?|my|our) )?(?P<rest>.+)",
    re.IGNORECASE,
)
_FOR_ME = re.compile(r"\b(?:who|how many)\b.* works? (?:for|with|under) (?:me|us)\b", re.IGNORECASE)
_ENDS = re.compile(r"\b(to|from)\W*$", re.IGNORECASE)  # whom a letter is to is not told by whom it is from
_DOES = re.compile(
    r"\W*(?:and )?what (?:do|does|did) (?:(?:the|my|our) )?(?P<who>.+?) do(?: for (?:a living|work))?\W*", re.IGNORECASE
)


def is_of_other_end(fact: FactRow, question: str) -> bool:
    """Whether it tells of what is asked from the end that the question has already.

    "Proxmox runs on an old Dell" is no answer to "what runs on Proxmox?", nor "you run The Salt Crown" to what it does.
    """
    if asked := _BY_WHOM.match(question):
        is_deed = fact.predicate.split("_")[0].endswith("s")  # "runs on"; a "lead" is whoever leads it
        told_back = fact.predicate in BOTH_WAYS or fact.predicate.endswith("_by") or not is_deed
        is_its_own = asked["rest"].casefold().startswith(fact.subject_name.casefold())
        verb = content_stems(asked["verb"])
        said = content_stems(fact.predicate.replace("_", " "))
        return is_its_own and bool(verb & said) and not told_back
    if fact.subject_is_self and _FOR_ME.search(question):
        return fact.predicate.split("_")[0] in {"works", "runs", "founded", "teaches"}
    if (asked := _ENDS.search(question)) and fact.predicate in {"to", "from"}:
        return fact.predicate != asked[1].casefold()
    if asked := _DOES.fullmatch(question):
        return fact.predicate in DOING.split() and asked["who"].casefold() == fact.object_name.casefold()
    return False
