"""An answer without a language model: the facts that answer, as sentences with citations, else a passage, else none."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace

from assistant import params
from assistant.question.facts import confirmed_first, fact_of
from assistant.without_model import how_long, joined, noted
from assistant.without_model.ages import age
from assistant.without_model.alike import alike
from assistant.without_model.answering import answering
from assistant.without_model.asking import ASKS_WHERE, Asking, understood
from assistant.without_model.called import with_whole_name
from assistant.without_model.closest import closest
from assistant.without_model.demands import COMPANY, THING, Demand, demanded
from assistant.without_model.echo import is_echo
from assistant.without_model.exactly import OF_KIND, is_exact
from assistant.without_model.fact_tells import is_said, is_told
from assistant.without_model.fitting import is_within
from assistant.without_model.holding import holding, holds
from assistant.without_model.how_many import more_were_found, number_of, tells_count
from assistant.without_model.line import Line
from assistant.without_model.lines import lines_of, words_of
from assistant.without_model.nearby import is_spoken_of, near, shares
from assistant.without_model.not_known import unknown
from assistant.without_model.only_who import is_only_who_it_is
from assistant.without_model.passages import whole_notes, with_next
from assistant.without_model.picking import just_spoken_of, picked, says_nothing
from assistant.without_model.since_then import NOTHING_SINCE, Later, moved_on, put_right, since_stated, since_then
from assistant.without_model.steps import steps
from assistant.without_model.unsaid import is_hinted, is_surer, is_unsaid, names_more, tells_more
from assistant.without_model.when_and_where import asks_how_is, tells_what
from assistant.without_model.writing import Cited, Composed, Writing
from graph.days import day_of
from graph.retrieval.question.telling import MEANT
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.result import Result
from graph.retrieval.types import Item

_ASKS_TWICE = re.compile(
    r"\b(?:where|when|who|what time)\b.*\band (?:where|when|who|what time|how (?:much|long|often))\b", re.IGNORECASE
)
_HOW = re.compile(
    r"\W*(?:and )?(?:how (?:do|can|should|to)\b|what (?:do|should) (?:i|we) do\b|what does \S+ mean\b)", re.IGNORECASE
)
_LABELLED = re.compile(r"(?P<label>[A-ZÀ-ÞĀ-Ž][a-z]+(?: \w+){0,3}): \w")
_COUNTS = re.compile(r"\bhow many\b", re.IGNORECASE)


def compose(
    question: str,
    result: Result,
    now: dt.datetime,
    several: Sequence[int] = (),
    doubted: frozenset[int] = frozenset(),
    later: Later = NOTHING_SINCE,
    before: Sequence[Cited] = (),
) -> Composed:
    """Answer `question` (as it was searched for) from what retrieval found, about the moment that the result is of.

    Confirmed facts come before unconfirmed ones, so that nothing unconfirmed precedes what it contradicts. `several`
    are the entities of a question that is nothing but their names, `doubted` the facts that wait to be ended, `later`
    looks up what was said since of what is quoted, `before` is what the last answer cites.
    """
    if result.as_of is not None:
        then = result.as_of.astimezone(now.tzinfo)
        return _then(_composed(question, result, then, several, doubted, later, before), then)
    return _composed(question, result, now, several, doubted, later, before)


def _composed(
    question: str,
    result: Result,
    now: dt.datetime,
    several: Sequence[int],
    doubted: frozenset[int],
    later: Later,
    before: Sequence[Cited],
) -> Composed:
    result, asked, question = noted.as_passages(result, now), question, how_long.as_when(question)
    facts = noted.stated(result.items)
    if several and any(groups := joined.told(several, facts)):
        writing = Writing(now, result.reads, doubted)
        for group in groups:
            writing.paragraph(group)
        return writing.composed("\n\n")
    asking, demand = understood(question, result, now), demanded(question)
    found, links = answering(asking)
    if demand is not None and demand.kind == COMPANY:  # with whom I run, not that I run a bakery
        found = [item for item in found if is_told(demand, fact_of(item))] or found
    writing = Writing(now, result.reads, doubted)
    alone = steps(asking, result)
    if alone is None and not found:
        alone = with_whole_name(asking, result)
    lines = lines_of(asking, result, now.date()) if alone is None else []
    if alone is not None:
        writing.passage(alone)
        return writing.composed("\n\n")
    held = holding(lines, demand, asking)
    told = any(is_told(demand, fact_of(item)) and not is_echo(asking, demand, item) for item in found)
    led = any(item.way for item in found)  # by steps that the question names, of each only the strongest edges
    only_who = is_only_who_it_is(asking, found)
    unsure_way = asking.focus.guessed or asking.by.polar or only_who  # when mum fell is not when she was born
    unsaid = is_unsaid(asking, found) and (not led or unsure_way)
    lightly = (
        asking.focus.guessed
        or asks_how_is(question)  # of which who somebody is tells nothing
        or only_who
        or is_hinted(asking, found)
        or any(is_surer(asking, line.words, found) or names_more(asking, line.text, found) for line in held)
    )
    said = not told and any(is_exact(asking, line) for line in lines)  # why, it may not say
    quoted = bool(held) and ((unsaid and lightly) or _is_surer(asking, held, found, demand))
    of_it = any(fact_of(item).subject in asking.about for item in found)
    quoted |= bool(held) and any(MEANT in item.asked_by for item in found)
    quoted |= not asking.words and not of_it and any(tells_what(asking, line.text) for line in held)
    answered = bool(lines or (found and told)) and not says_nothing(asking)  # "what does it cost?", of what was told
    spoken = None if answered else just_spoken_of(asking, demand, result.items, before)
    found = [] if spoken is not None else found  # at what time we eat, after where: not what one cannot eat
    if found and (told or not held) and not quoted and not said:
        are_many = told and not unsaid and len(found) > params.ANSWER_FACTS
        is_list = are_many and (led or alike(asking, found) is not None)
        if unsaid or not told:
            writing.only_near()
        elif is_list or (_COUNTS.search(question) and not tells_count(found)):
            is_more = more_were_found(found, result)
            many = result.alike if is_more and not led else 0
            least = "at least " if led or (is_more and not many) else ""
            writing.sentences.append(f"I know of {least}{max(many, number_of(found)):,}.")
        if (told_age := age(asking, found, result.evidence, now)) is not None:
            writing.stated(told_age[1], [told_age[0]])
        elif is_list:
            writing.listed(confirmed_first(found), of=0 if led else result.alike)
        else:
            limit = params.ANSWER_LISTED if asking.focus.telling else params.ANSWER_FACTS
            stated = confirmed_first(found)[:limit]
            writing.facts(stated)
            since = [since_stated(item, result.evidence.get(item.pk, ()), later.changes, now) for item in stated]
            for moved in {one.item.pk: one for one in since if one is not None}.values():
                writing.changed(moved)
        writing.facts(confirmed_first(links)[: max(2, len(found))])  # of three ages who all three are
        for line in whole_notes(asking.about, result.items) if asking.focus.general and not asking.words else ():
            writing.passage(line)
        if counted := how_long.told(asked, found, (), now):
            writing.sentences.append(counted)
        return writing.composed()
    if spoken is not None:
        writing.only_near()
        writing.passage(spoken)
        return writing.composed("\n\n")
    beside = near(asking)
    if lines:
        shown = picked(asking, lines, held, before)
        is_near = not held or says_nothing(asking) or not any(is_exact(asking, line) for line in shown)
        if is_near:
            writing.only_near()
        for line in map(with_next, shown) if is_near and _HOW.match(question) else shown:
            writing.passage(line)
            changed = (
                put_right(line, (*result.items, *later.corrections(line)), asking)
                or since_then(line, later.changes, now)
                or moved_on(line, result.items)
            )
            if changed is not None and all(changed.item.pk != one.item.pk for one in shown):
                writing.changed(changed)
        of_notes = noted.titles(line.item for line in shown)
        more = is_near or bool(of_notes)
        there = content_stems(" ".join(line.text for line in shown))
        beside = [
            item
            for item in confirmed_first(beside)
            if shares(asking, item, more_than_names=more, known=of_notes, quoted=there)
        ]
        writing.facts(beside[:1])
        if counted := how_long.told(asked, (), shown, now):
            writing.sentences.append(counted)
        return writing.composed("\n\n")
    if beside:
        near_by = [fact_of(item) for item in beside]
        if asking.focus.guessed and ASKS_WHERE.match(question):  # that one works on a novel, of where it is set
            near_by = [fact for fact in near_by if fact.predicate in asking.focus.predicates]
        said = any(is_said(demand, fact) and not is_within(fact, asking) for fact in near_by)
        of_others = asking.focus.about_self and not any(fact_of(item).subject_is_self for item in beside)
        is_spoken = is_spoken_of(asking, beside) and not is_unsaid(asking, beside)
        if asking.focus.relations or not said or of_others or not is_spoken:
            writing.only_near()
        writing.facts(confirmed_first(beside)[: params.ANSWER_FACTS])
        return writing.composed()
    if lines := closest(asking, words_of(asking), result.items) or _said_of_them(asking, demand, result):
        writing.only_near()
        nearest, *_ = lines
        writing.passage(nearest)
        if changed := put_right(nearest, (*result.items, *later.corrections(nearest)), asking):
            writing.changed(changed)
        return writing.composed("\n\n")
    return Composed(unknown(asking, result.degraded), known=False)


def _said_of_them(asking: Asking, demand: Demand | None, result: Result) -> list[Line]:
    """What is noted of whom it is asked, where it may say that in other words: "Beekeeper" is what he does."""
    told = whole_notes(asking.about, result.items) if not asking.focus.about_self else []
    if demand is not None and demand.kind != THING:
        return [line for line in told if holds(line, demand, asking)]
    return told if asking.focus.predicates and not (asking.focus.guessed or asking.words) else []


def _is_surer(asking: Asking, held: Sequence[Line], found: Sequence[Item], demand: Demand | None) -> bool:
    """Whether a line says what is asked for by words that no rule knows, and that no fact has.

    "Who is my contact at the ministry?" is not answered by "you wear contacts", and who plays drums in my band not by
    the band in which I play. Where and when is more than a fact tells.
    """
    if _ASKS_TWICE.search(asking.question) and any(is_exact(asking, line) for line in held):
        return True
    sure = asking.focus.predicates and not asking.focus.guessed
    known = sure and (demand is None or demand.kind != THING)
    of_kind = OF_KIND.search(asking.question) is not None  # "which medicine do I have to stop?"
    read = [
        line
        for line in held
        if of_kind or _is_labelled(asking, line.text) or (line.item.chunk and line.item.chunk.document_kind != TALK)
    ]
    if any(is_exact(asking, line) and tells_more(asking, line.words, found) for line in read):
        return True
    if known or asking.focus.name or any(item.way for item in found):
        return False
    return any(is_exact(asking, line) and is_surer(asking, line.words, found) for line in held)


def _is_labelled(asking: Asking, text: str) -> bool:
    """Whether a line begins with what is asked for and nothing else: "Day job: librarian"."""
    labelled = _LABELLED.match(text)
    return labelled is not None and content_stems(labelled["label"]) <= asking.words


def _then(composed: Composed, moment: dt.datetime) -> Composed:
    """The answer, saying of which day it is; one that knows nothing says that too."""
    day = f"{day_of(moment, moment.tzinfo):%-d %B %Y}"
    if not composed.known:
        return replace(composed, text=f"Nothing that you held true on {day} answers this.")
    return replace(composed, text=f"On {day}: {composed.text}")
