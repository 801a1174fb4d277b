"""Whether what a fact tells can be what a question asks with: "when" is told by no name, and "who" and "where" by no
number."""

from __future__ import annotations

import re

from graph.retrieval.question.asked_for import Wanted
from graph.retrieval.types import FactRow

_NUMBER = re.compile(r"[\W\d_]*\d[\W\d_]*(?:[^\W\d_]{1,7}\.?)?", re.UNICODE)  # "1290", "2003-04-12", "30 t", "83 euros"
_TIME = re.compile(
    r"\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)"
    r"|\b(?:spring|summer|autumn|fall|winter|morning|noon|afternoon|evening|night|midnight|day|week|month|year|decade"
    r"|century|yesterday|today|tomorrow|ago|now|once|never|soon|daily|weekly|monthly|yearly|easter|christmas|after"
    r"|before|during|since|until|next|last)",
    re.IGNORECASE,
)


def fits(wanted: Wanted, fact: FactRow, before: FactRow | None, start: int) -> bool:
    """Whether a fact may answer that is reached from `start`, over the fact `before` it if that is not the first."""
    known = {start} if before is None else {before.subject, before.object}
    told = (fact.object_name or fact.value) if fact.subject in known else fact.subject_name
    asks_with = wanted.spoken[0].casefold()
    if asks_with == "when":
        return bool(fact.valid_from or fact.valid_until) or _TIME.search(told) is not None
    # Who of several it is, is told by what is known of each: "who is taller, Anna or Ben", "who of my sisters".
    is_who = wanted.is_of_somebody and before is None and len(wanted.named) == 1
    if is_who or asks_with == "where" or wanted.place:
        return not is_number(told)
    return True


def is_number(told: str) -> bool:
    """Whether it is a number, a date or a measure and nothing else."""
    return _NUMBER.fullmatch(told) is not None
