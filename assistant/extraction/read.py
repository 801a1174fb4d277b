"""What is learned from a message: by the model where one is configured, else by the rules, which know English."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant import llm
from assistant.extraction import model, rules
from assistant.extraction.language import is_english
from graph.curation.candidates import Candidate

logger = logging.getLogger(__name__)

UNKNOWN_LANGUAGE = (
    "Nothing was learned from this: its language is not one that the rules know, and there is no language model."
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The candidates, and in words why there could be none."""

    candidates: tuple[Candidate, ...] = ()
    note: str = ""


def message(text: str, *, history: Sequence[str] = (), roles: Mapping[str, str] | None = None) -> Reading:
    """Read one message of the person's own words.

    Where the model fails the rules read instead. Raises ModelFailure when it fails on a language they don't know.
    """
    english = is_english(text)
    if llm.configured():
        try:
            return Reading(model.candidates(text, history=history, roles=roles))
        except llm.ModelFailure as failure:
            if not english:
                raise
            logger.warning("the rules read in the model's place: %s", failure.sentence)
    if not english:
        return Reading(note=UNKNOWN_LANGUAGE if any(one.isalpha() for one in text) else "")
    return Reading(rules.candidates(text, history=history, roles=roles))
