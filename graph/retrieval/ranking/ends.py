"""Which reached facts a question asks for beyond the way there: its answer stands before what leads to it.

"Who acted in the films directed by Anna": each film of Anna's has more of the question's words than any of its actors,
and is nearer to it in meaning; but it is the way, and they are the answer.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.question.asked_for import AGAIN, Wanted
from graph.retrieval.question.once import ONCE
from graph.retrieval.question.telling import KINDS, Stems
from graph.retrieval.ranking import ways
from graph.retrieval.ranking.end import End
from graph.retrieval.ranking.ways import Walked
from graph.retrieval.spreading import flow
from graph.retrieval.spreading.activation import Activation, Light
from graph.retrieval.types import (
    ENTITY,
    FACT_EDGE,
    NO_NODE,
    FactRow,
    GraphView,
    Item,
    Step,
    node,
)

_NOTHING: Stems = frozenset()


def begun(
    view: GraphView,
    lit: dict[int, float],
    lit_by: dict[int, Light],
    wanted: Wanted,
    config: RetrievalConfig,
    now: dt.datetime,
) -> None:
    """Light what the question names by a relation of somebody whom it names, too: "the director of X" is where the walk
    begins as much as X is.
    """
    known = [number for pk in wanted.named if (number := node(ENTITY, pk)) in lit]
    if not known or not wanted.stems or not config.max_hops:
        return
    edges = flow.leaving(view, sorted(known), config, 1, now, frozenset({FACT_EDGE}), wide=True)
    told = [number for number in np.unique(edges.relation).tolist() if wanted.told_by(view.relations[number])]
    room = Counter[int]()
    for place in np.flatnonzero(np.isin(edges.relation, told)).tolist():
        source, target = int(edges.source[place]), int(edges.target[place])
        is_full = bool(config.per_node_limit) and room[source] >= config.per_node_limit
        if target == NO_NODE or target in known or is_full:
            continue
        room[source] += 1
        before = lit.get(target, 0.0)
        light = lit[source] * config.decay_at(1) * float(edges.weight[place] * edges.confidence[place])
        if light > before:
            step = Step(view.relations[edges.relation[place]], target, bool(edges.reverse[place]))
            lit[target] = light
            lit_by[target] = Light(int(edges.fact[place]), before, source, step, step.relation)


def ends(
    activation: Activation, direct: Mapping[int, FactRow], kinds: Mapping[int, Stems], wanted: Wanted, most: int
) -> dict[int, End]:
    """At most `most` facts, reached or found directly, the surest, that end a way whose relations the question names
    one after another.

    The way begins at somebody who is named, of whom the fact itself may tell. Each of its relations tells a word of the
    question that those before it have not; one that is walked straight back, where the question goes on to others ("the
    films by the director of X"), needs none, unless it is the last. No word that some relation tells is passed over on
    the way from who is named. A step also tells of what `kind` that is where it leads, by node: "X's project".
    """
    found: dict[int, End] = {}
    steps = list(ways.taken(activation, direct)) if wanted.named else []
    telling = [(source, step) for source, step in steps if _told_by(step, wanted, kinds)]
    belonging = [(source, step) for source, step in steps if _belongs(step, wanted)]
    spoken_for = frozenset[str]().union(*(wanted.told_by(step.relation) for _, step in telling))
    walked = ways.Ways(activation, wanted.named, dict.fromkeys([*telling, *belonging]))
    for number, last in telling:
        if not wanted.may_end_at(last.relation, is_value=last.target == NO_NODE):
            continue
        for start, before in walked.before(last, number):
            way = tuple(step.fact for step in before)
            told = _told([*before, last], wanted, kinds) if last.fact not in way else None
            if told and not wanted.passes_over(frozenset().union(*told), spoken_for):
                end = _end(start, [*before, last], told, wanted, kinds)
                found[last.fact] = max(found.get(last.fact, end), end, key=lambda one: one.rank)
    reached = {pk: arrival.activation for pk, arrival in activation.facts.items()}
    surest = sorted(found, key=lambda pk: (found[pk].rank, reached.get(pk, 1.0), -pk), reverse=True)
    return {pk: found[pk] for pk in surest[:most]}


def first(items: Sequence[Item], found: Mapping[int, End], wanted: Wanted, apart: Collection[int]) -> list[Item]:
    """The items of facts with each end above its way, above what is known of its start and tells less, and above what
    is about others than are meant (`apart`); the surest of them with their way.
    """
    if not found:
        return list(items)
    scores = {item.pk: item.score for item in items}
    on_the_way = {pk for end in found.values() for pk in end.way}
    beside: dict[int, list[tuple[Stems, int]]] = {end.start: [] for end in found.values()}
    for item in items:
        if item.fact and item.pk not in on_the_way and item.pk not in found:
            for start in beside.keys() & {item.fact.subject, item.fact.object}:
                beside[start].append((wanted.told_by(item.fact.predicate), item.pk))
    for pk in sorted(found, key=lambda pk: found[pk].rank):
        end = found[pk]
        less = [one for told, one in beside[end.start] if not end.told <= told]
        less += [one for one in found if found[one].is_less_than(end)]
        above = max((scores[one] for one in (*less, *end.way, *apart) if one in scores), default=0.0)
        scores[pk] = max(scores[pk], above + params.LIFTED * scores[pk])
    surest = max(end.rank for end in found.values())

    def standing(item: Item) -> Item:
        end = found.get(item.pk)
        if end is None:
            return item
        item = replace(item, score=scores[item.pk])
        if end.rank != surest or item.fact is None:
            return item
        own = wanted.relation_of(item.fact.predicate).asked_as
        return replace(item, asked_by=end.asked_by, asked_as=own, way=end.way)

    return [standing(item) for item in items]


def _end(start: int, steps: Sequence[Walked], told: Sequence[Stems], wanted: Wanted, kinds: Mapping[int, Stems]) -> End:
    by_relation = [wanted.told_by(step.relation) for step in steps]
    only_of_kind = [kinds.get(step.target, _NOTHING) - by for step, by in zip(steps, by_relation, strict=True)]
    # "The films that …" says nothing of the order in which its relations are walked.
    in_order = wanted.leads_away([one - kind or one for one, kind in zip(told, only_of_kind, strict=True)])
    everything = frozenset[str]().union(*told) - wanted.classes
    as_said = wanted.walks(steps[0].relation, steps[0].reverse) and wanted.may_end(steps[-1].relation)
    way = tuple(step.fact for step in steps[:-1])
    plainly = sum(len(one & wanted.told_plainly(step.relation)) for one, step in zip(told, steps, strict=True))
    of_once = any(wanted.is_over(step.relation) for step in steps)
    return End(
        start=start,
        way=way,
        told=everything,
        said=wanted.says(everything),
        in_order=in_order,
        as_said=as_said,
        plainly=plainly,
        untold=not all(told),
        of_once=of_once,
        is_only_way=wanted.is_only_way(everything),
    )


def _belongs(step: Walked, wanted: Wanted) -> bool:
    return not step.reverse and step.target != NO_NODE and wanted.belongs(step.relation)


def _told_by(step: Walked, wanted: Wanted, kinds: Mapping[int, Stems]) -> Stems:
    return wanted.told_by(step.relation) | kinds.get(step.target, _NOTHING)


def _told(steps: Sequence[Walked], wanted: Wanted, kinds: Mapping[int, Stems]) -> list[Stems] | None:
    """What each step tells of the question, in order; None if one of them is not asked for.

    When or where is asked of the last step alone, and not beyond one that tells it: "where does Anna work" is told by
    where she works, and not by where that is; but "in which country" is.
    """
    if len(steps) == 1:
        by_relation = wanted.told_at(steps[0].relation, reverse=steps[0].reverse, is_first=True)
        return [by_relation | wanted.of_kind(kinds.get(steps[0].target, _NOTHING), by_relation, 0, is_last=True)]
    there = not steps[-1].reverse and not steps[-2].reverse
    wider = there and wanted.goes_wider(steps[-1].relation, steps[-2].relation)
    told: list[Stems] = []
    before: Stems = frozenset()
    for place, step in enumerate(steps):
        is_last = place == len(steps) - 1
        asked_here = is_last or (wider and place == len(steps) - 2)
        by_relation = wanted.told_at(step.relation, reverse=step.reverse, is_first=place == 0)
        by_relation -= frozenset() if asked_here else KINDS
        if is_last and wider:
            by_relation |= {wanted.place or _again("where")}
        if not is_last and (nearest := by_relation.intersection(wanted.through) - before):
            by_relation = nearest  # "films with the actor of X": by "with" it is asked for again
        mine = by_relation | wanted.of_kind(kinds.get(step.target, _NOTHING), by_relation, place, is_last=is_last)
        mine -= frozenset() if is_last else wanted.which - wanted.through.keys()  # which dishes: there it leads
        new = (mine - before) | set(map(_again, by_relation & before & wanted.again)) - before
        walked = sum(one.relation == step.relation for one in steps[:place])
        if walked >= wanted.times(step.relation):
            new = frozenset()
        is_back = place > 0 and step.goes_back(steps[place - 1])
        back = is_back and wanted.goes_on(told[-1])
        if is_back and not back and not by_relation & wanted.again:
            return None
        theirs = (
            not is_last and all(told) and _belongs(step, wanted) and wanted.is_theirs_too(steps[place + 1].relation)
        )
        if new <= {ONCE} and len(steps) > 1:
            new = frozenset()  # what was once so is told by what was so, and not by another step
        if is_last and step.reverse and new <= wanted.classes:
            return None  # the countries that border X are those, and not what is in them
        if is_last and place and new <= KINDS and wanted.happened in before:
            return None  # when it was painted, and not when its painter died
        if is_last and place and step.reverse and new <= wanted.which:
            return None  # which dishes have butter are told by those, and not by whose dishes they are
        if not new and not (theirs or (back and not is_last)):
            return None
        if before and not back and wanted.joins(new, before):
            return None
        told.append(new)
        before |= new
    plainly = wanted.told_plainly(steps[-1].relation) - wanted.told_plainly(steps[-2].relation)
    return told if told[-1] - (_told_by(steps[-2], wanted, kinds) - plainly) else None


def _again(stem: str) -> str:
    return f"{stem}{AGAIN}"
