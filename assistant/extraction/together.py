"""What the rules and a model read in one message, each fact once. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.extraction.parts.parties import FIRST_PERSON, SELF
from assistant.extraction.verbatim import occurs
from assistant.extraction.words.relations_known import KNOWN
from assistant.extraction.words.role_words import ROLES
from graph.curation.candidates import Candidate

_WORD = re.compile(r"[^\W\d_]+")
_ONESELF = FIRST_PERSON | {"ours", "ive"}
_DETERMINER = re.compile(r"^(?:an?|the|my|our)\s+", re.IGNORECASE)


def together(rules: Sequence[Candidate], model: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates of the rules, which are surer and name relations as answers ask for them, and what the model finds
    beside them in relations that are known.

    What the rules pass over is no fact most of the time, and a small model finds one in it all the same: of "thanks!"
    that somebody thanks somebody.
    """
    beside = (one for one in model if one.predicate in KNOWN and _may_be_of(one))
    return (*rules, *(one for one in beside if not any(_says(other, one) for other in rules)))


def _may_be_of(one: Candidate) -> bool:
    """Whether its words speak of whom it is told of, if that is the person themself: "he works at KLM" does not."""
    return one.subject != SELF or not _ONESELF.isdisjoint(_WORD.findall(one.quote.casefold()))


def _says(known: Candidate, one: Candidate) -> bool:
    """Whether `known` says what `one` does: the same of the same, from either end, or who somebody is to one.

    Or whose it is: who owns the Tesla the rules know.
    """
    ends, others = _ends(known), _ends(one)
    if known.predicate == one.predicate and known.quote == one.quote and _alike(ends[1], others[1]):
        return True
    if _alike(ends[0], others[0]) and _alike(ends[1], others[1]):
        return True
    if _alike(ends[0], others[1]) and _alike(ends[1], others[0]):
        return True
    role = ROLES.get(others[1].casefold())  # "Esra is a roommate", where she is the flatmate of whoever says so
    return role is not None and known.predicate == role and _alike(ends[1], others[0])


def _ends(one: Candidate) -> tuple[str, str]:
    said = one.object.text if one.object else one.value or ""
    return _DETERMINER.sub("", one.subject.text), _DETERMINER.sub("", said)


def _alike(one: str, other: str) -> bool:
    """Whether one stands in the other as whole words."""
    return occurs(one, other) or occurs(other, one)
