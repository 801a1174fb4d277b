"""What others do to the person that is asked for: "who owes me money?"."""

from __future__ import annotations

import re

from assistant.question.facts import fact_of
from assistant.without_model.asking import Asking
from assistant.without_model.narrowing import kept
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import FactRow, Item

_OWING = content_stems("owe")
_TO_ME = re.compile(r"\bwho (?P<verb>[a-z]+) (?:me|us)\b", re.IGNORECASE)


def done_to_owner(asking: Asking) -> list[Item]:
    """The facts that tell it; none where the question asks for nothing of the kind."""
    said = _TO_ME.search(asking.question)
    if said is None:
        return []
    verb = content_stems(said["verb"])
    found = kept(asking.facts, asking.by)
    others = [item for item in found if not fact_of(item).subject_is_self]
    told = [item for item in others if verb & content_stems(fact_of(item).predicate.replace("_", " "))]
    mine = [item for item in found if fact_of(item).subject_is_self and _is_sum_lent(fact_of(item))]
    return [*told, *mine] if verb & _OWING else told


def _is_sum_lent(fact: FactRow) -> bool:
    """ "Lent Jens 80 euros", which he owes; not a tent."""
    return fact.predicate == "lent" and any(map(str.isdigit, fact.object_name or fact.value))
