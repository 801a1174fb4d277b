"""Which relations answer a question: those that its words ask for, of those that whom it asks about has."""

from __future__ import annotations

import re

from assistant.question.asked import CONTRARY, LIGHT
from assistant.question.facts import fact_of
from assistant.without_model.asking import ASKS_WHERE, PLACED, Asking
from assistant.without_model.demands import CLOCK, Demand
from assistant.without_model.fact_tells import is_told
from assistant.without_model.fitting import said_by
from assistant.without_model.narrowing import in_tense
from graph.retrieval.question.words import content_stems

_ASKS_WHEN = re.compile(r"\W*(?:when|(?:at )?what time)\b", re.IGNORECASE)
_DOES = re.compile(
    r"\b(?:who|what|which)\b.* (?:do|does) (?!for\b)(?:i|we|he|she|they|[\w'’-]+(?: [\w'’-]+)?) (?P<verb>[a-z]+)\W*$",
    re.IGNORECASE,
)
_LEADING = content_stems("lead manage")
_LED_BY = frozenset({"boss", "manager", "lead", "leader", "led_by", "managed_by"})
_TIMED = Demand(CLOCK)


def wanted_by(asking: Asking) -> dict[str, int]:
    """The predicates that answer, and how well, 0 the best; none where the question names no relation."""
    asked, words = asking.focus, asking.words
    rows = [fact_of(item) for item in asking.facts]
    wanted = {predicate: place for place, predicate in enumerate(asked.predicates)}
    if asked.guessed and words:
        said = {one.predicate for one in rows if words & content_stems(one.predicate.replace("_", " "))}
        if ASKS_WHERE.match(asking.question):  # "where do I teach?": not what
            said = {one for one in said if one.endswith(PLACED)} or said
        said = said or {one.predicate for one in rows if len({one.subject, one.object} & asking.about) > 1}
        wanted = dict.fromkeys(said, 0) or wanted
    if (does := _DOES.search(asking.question)) is not None:  # "which team do I support?": what one supports
        verb = content_stems(does["verb"]) - LIGHT
        if verb & _LEADING:  # whom I report to is not what I manage
            wanted = {one: rank for one, rank in wanted.items() if one not in _LED_BY}
        said = {one.predicate for one in rows if verb and verb == content_stems(one.predicate)}
        wanted = (dict.fromkeys(said, 0) | {one: rank + 1 for one, rank in wanted.items()}) if said else wanted
    if _ASKS_WHEN.match(asking.question) and words:  # "what time do I start work?": it starts at seven
        said = {one.predicate for one in rows if words & content_stems(one.predicate) and is_told(_TIMED, one)}
        wanted = dict.fromkeys(said, 0) or wanted
    if asking.by.polar:  # "do I like olives?" is answered by disliking them
        contrary = [CONTRARY[one] for one in wanted if one in CONTRARY]
        wanted |= {one: len(wanted) for one in contrary if one not in wanted}
    of_them = {one.predicate for one in rows if not asking.about or {one.subject, one.object} & asking.about}
    wanted = in_tense(wanted, asking.by, of_them)
    if asked.relations and not wanted and not asked.telling:
        wanted = dict.fromkeys(asked.relations[-1], 0)
    if wanted and " and " in asking.question:
        asked_by = frozenset[str]().union(*(said_by(one, asking) for one in wanted))
        beside = {one.predicate for one in rows if asked_by and said_by(one.predicate, asking) - asked_by}
        wanted |= dict.fromkeys(beside - wanted.keys(), len(wanted))
    return wanted
