"""Whether what was found only tells who somebody is, where it is asked what they say or want."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.question.asked import FILLERS, LIGHT
from assistant.question.facts import fact_of
from assistant.without_model.asking import NAME_STEMS, RELATION_STEMS, Asking
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import Item

_WHAT_SAID = re.compile(
    r"\W*(?:and )?what (?:did|does|do|has|have|else did) .+ (?:say|said|tell|told|write|written|think|mean|recommend"
    r"|suggest|advise)\b",
    re.IGNORECASE,
)
_WHAT_DOES = re.compile(  # "what does Radu's brother want?", "what do I do for Resi?"
    r"\W*(?:and )?what (?:do|does|did|will) .+ (?!(?:do|mean)\W*$)[a-z]+(?: (?:me|us|for|from|to|with|about|do))*\W*$",
    re.IGNORECASE,
)


def is_only_who_it_is(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether these tell who my sister is, and the question asks what she wrote."""
    asked = asking.focus
    if not asked.relations or asked.predicates or asked.telling or asked.name:
        return False
    left = (asking.words - FILLERS - LIGHT - RELATION_STEMS - NAME_STEMS - asking.names) | asking.strangers
    is_of_words = any(form.match(asking.question) for form in (_WHAT_SAID, _WHAT_DOES))
    facts = [fact_of(item) for item in found]
    return bool((left or is_of_words) and facts) and all(
        fact.predicate in asked.relations[-1] and not left & content_stems(f"{fact.subject_name} {fact.object_name}")
        for fact in facts
    )
