"""Who somebody's grandparents, nephews or cousins are, and how two are related, by the facts that make it so."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace

from assistant import params
from assistant.question import kin, several
from assistant.question.facts import fact_of
from assistant.question.kin import Relative
from assistant.without_model import joined
from assistant.without_model.counting import Less
from assistant.without_model.grammar import listed, plural, possessive
from assistant.without_model.writing import Composed, Writing
from graph.curation import names
from graph.models import Fact, User
from graph.retrieval.result import Result
from graph.retrieval.types import Item

_ASKED = re.compile(
    r"(?:(?:and|so)\s+)?(?P<how>who(?:['’]s| is| are| was| were)|how many)\s+"
    r"(?:(?P<whose>my|our|[^?]{1,80}?['’]s?)\s+)?(?P<side>paternal |maternal )?(?P<term>[a-z][a-z ,&-]{2,60}?)"
    r"(?: (?:do|does|did) (?P<has>i|we|[^?]{1,80}?) have)?"
    r"(?: (?:on|from) (?:my|his|her|their|the) (?P<whom>mother|father|mum|mom|dad)['’]?s side)?[\s?.!]*",
    re.IGNORECASE,
)
_FIRST = {"paternal": "father", "maternal": "mother", "dad": "father", "mum": "mother", "mom": "mother"}


def told(user: User, question: str, result: Result, now: dt.datetime, less: Less) -> tuple[Composed, Result] | None:
    """The answer, and the result with the facts that it cites; None where none is asked for whom only several facts
    together tell. `less` takes out what is not to be told.
    """
    asked = _ASKED.fullmatch(question.strip())
    wanted = kin.terms(asked["term"]) if asked is not None else frozenset()
    whose = (asked["whose"] or asked["has"] or "") if asked is not None else ""
    if asked is None or not wanted or not whose or result.as_of is not None:
        return None
    start = several.meant(user, re.sub(r"['’]s?$", "", whose), now)
    if start is None:
        return None
    whole = less(with_kin(user, result, now))
    found = list(kin.relatives(start, _facts(whole)).values())
    if side := (asked["side"] or asked["whom"] or "").strip().casefold():
        found = [one for one in found if fact_of(one.facts[0]).predicate == _FIRST.get(side, side)]
    chosen, is_sure = kin.those_called(found, wanted)
    if not any(len(one.facts) > 1 for one in chosen):
        return None  # what one fact says is told as any other
    writing = Writing(now, whole.reads)
    used = list(dict.fromkeys(item for one in chosen for item in one.facts))
    writing.facts(used)
    if is_sure:
        owner = _owner(start, chosen[0], names.self_entity(user, now).pk)
        said = [_name(one.pk, one) for one in chosen]
        are = "are" if len(said) > 1 else "is"
        _lead(
            writing,
            f"{listed(said)} {are} {owner} {_called(chosen, asked['term'])}",
            [one.facts[-1] for one in chosen],
            used,
        )
    if asked["how"].casefold() == "how many" and is_sure:
        writing.sentences.insert(0, f"I know of {len(chosen)}.")
    return writing.composed(), _with(used, result, whole)


def _called(chosen: Sequence[Relative], asked: str) -> str:
    """What these are in one word, or in those of the question where there is none."""
    words = {kin.called(one) for one in chosen}
    return plural(words.pop(), len(chosen)) if len(words) == 1 and " or " not in min(words) else asked.strip()


def related(user: User, question: str, result: Result, now: dt.datetime, less: Less) -> tuple[Composed, Result] | None:
    """How two entities are joined: by one word of kin with the facts that make it so, or else by the shortest way.

    None where the question asks for no such thing, or where nothing joins them.
    """
    ends = several.related(user, question, now) if result.as_of is None else None
    if ends is None:
        return None
    me = names.self_entity(user, now).pk
    start, goal = reversed(ends) if ends[1] == me else ends
    whole = less(with_kin(user, result, now))
    writing = Writing(now, whole.reads)
    one = kin.relatives(start, _facts(whole)).get(goal)
    if one is not None and (word := kin.called(one)):
        writing.facts(one.facts)
        if len(one.facts) > 1:
            _lead(writing, f"{_name(goal, one)} is {_owner(start, one, me)} {word}", one.facts[-1:], one.facts)
        return writing.composed(), _with(one.facts, result, whole)
    whole = less(several.joined(user, ends, result, now, params.RELATED_STEPS))
    if not (way := joined.joining(start, goal, _facts(whole), params.RELATED_STEPS)):
        return None
    writing = Writing(now, whole.reads)
    writing.facts(way)
    return writing.composed(), _with(way, result, whole)


def with_kin(user: User, result: Result, now: dt.datetime) -> Result:
    """The result with all that the book holds true of who is whose kin."""
    standing = Fact.objects.for_user(user).active().unexpired_at(now).filter(predicate__in=kin.RELATIONS)
    ids = (
        standing.filter(object__isnull=False).order_by("status", "pk").values_list("pk", flat=True)[: params.KIN_FACTS]
    )
    return several.further(user, list(ids), result, now)


def _with(used: Sequence[Item], result: Result, whole: Result) -> Result:
    """What was found, and of all that was looked through only what is told."""
    known = {item.pk for item in result.items if item.fact is not None}
    return replace(whole, items=(*result.items, *(item for item in used if item.pk not in known)))


def _lead(writing: Writing, text: str, items: Sequence[Item], used: Sequence[Item]) -> None:
    """What several facts make so, before those; it is no surer than any of them."""
    doubtful = [item for item in used if fact_of(item).status != "confirmed"]
    writing.stated(text, list(dict.fromkeys([*doubtful[:1], *items])))
    writing.sentences.insert(0, writing.sentences.pop())


def _facts(whole: Result) -> list[Item]:
    """The facts in the order in which they were told: brothers as they were named, whatever was found first."""
    return sorted((item for item in whole.items if item.fact is not None), key=lambda item: item.pk)


def _owner(start: int, one: Relative, me: int) -> str:
    return "your" if start == me else possessive(_name(start, one))


def _name(pk: int, one: Relative) -> str:
    """The name of somebody on the way."""
    for item in one.facts:
        fact = fact_of(item)
        if pk in (fact.subject, fact.object):
            return fact.subject_name if pk == fact.subject else fact.object_name
    return ""
